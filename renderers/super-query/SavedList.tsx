import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import { Button } from "antd";
import { superConditions } from "../../runtime/query/super-query.ts";
import { IconButton } from "../layouts/IconButton.tsx";
import { messages } from "../messages.ts";
import { superQueryMessages } from "./super-query-messages.ts";
import type { SavedEntry } from "./use-saved-queries.ts";

const texts = superQueryMessages;

interface SavedListProps {
  readonly entries: readonly SavedEntry[];
  readonly isFailed: boolean;
  /** The one that stands in the builder. */
  readonly current: string | undefined;
  onUse(entry: SavedEntry): void;
  onRemove(entry: SavedEntry): void;
  onRetry(): void;
}

export const entryKey = ({ place, query }: SavedEntry): string => `${place} ${query.audienceKey} ${query.id}`;

/** QRY-03: what was saved for this page, nearest first; a click puts it into the builder. */
export function SavedList({ entries, isFailed, current, onUse, onRemove, onRetry }: SavedListProps) {
  return (
    <section className="sc-super-saved sc-ground" aria-label={texts.savedTitle}>
      <h3 className="sc-line sc-ends">
        {texts.savedTitle} <small>{entries.length}</small>
      </h3>
      {isFailed ? (
        <div className="sc-super-hint sc-hint" role="alert">
          {texts.savedFailed}{" "}
          <Button type="link" onClick={onRetry}>
            {messages.states.retry}
          </Button>
        </div>
      ) : null}
      <ul>
        {entries.map((entry) => {
          const { place, query } = entry;
          return (
            <li key={entryKey(entry)} className={`sc-line sc-entry ${entryKey(entry) === current ? "sc-picked" : ""}`}>
              <button
                type="button"
                className="sc-super-use sc-boxes sc-grow"
                aria-label={texts.use(query.title)}
                onClick={() => onUse(entry)}
              >
                <span className="sc-cut" title={query.title}>
                  {query.title}
                </span>
                <small>
                  {texts.audiences[place]}
                  {query.isDefault ? ` · ${texts.isDefault}` : ""} ·{" "}
                  {texts.savedSummary(superConditions(query).length, query.matchType)}
                </small>
              </button>
              {query.canChange ? (
                <IconButton
                  label={texts.remove(query.title)}
                  icon={<DeleteOutlined aria-hidden="true" />}
                  onClick={() => onRemove(entry)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      <p className="sc-super-hint sc-hint">{entries.length === 0 && !isFailed ? texts.noSaved : texts.localHint}</p>
    </section>
  );
}
