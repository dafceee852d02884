import { Alert } from "antd";
import type { Conflict } from "../../runtime/overlay/apply-overlay.ts";
import { shown } from "./describe-change.ts";
import { studioMessages as texts } from "./studio-messages.ts";
import type { OpenDocument } from "./studio-types.ts";
import type { MergeNews } from "./use-studio.ts";

interface StudioNewsProps {
  readonly document: OpenDocument;
  readonly news: MergeNews | undefined;
  readonly isWide: boolean;
}

/**
 * What the author has to know before they go on: others' changes, conflicts with the file, a change that does nothing.
 */
export function StudioNews({ document, news, isWide }: StudioNewsProps) {
  const { conflicts, problem } = document;
  return (
    <>
      {isWide ? null : <Alert banner type="info" title={texts.narrow} />}
      {problem === null ? null : <Alert banner type="error" title={texts.stopped[problem]} />}
      {conflicts.length === 0 ? null : (
        <Alert
          banner
          type="warning"
          title={texts.fileConflicts(conflicts.length)}
          description={
            <>
              <Places conflicts={conflicts} say={texts.values} />
              {texts.settle}
            </>
          }
        />
      )}
      {news ? (
        <Alert
          banner
          type="warning"
          title={texts.conflictTitle}
          description={
            news.conflicts === undefined ? (
              texts.notMerged
            ) : (
              <>
                {texts.conflictText}
                {news.conflicts.length === 0 ? null : (
                  <>
                    {texts.conflictPlaces(news.conflicts.length)}
                    <Places conflicts={news.conflicts} say={texts.othersValues} />
                  </>
                )}
              </>
            )
          }
        />
      ) : null}
    </>
  );
}

function Places({ conflicts, say }: { readonly conflicts: readonly Conflict[]; readonly say: typeof texts.values }) {
  return (
    <ul>
      {conflicts.slice(0, 20).map(({ path, theirs, ours }) => (
        <li key={path.join("/")}>{say(path.join(" / "), shown(theirs), shown(ours))}</li>
      ))}
    </ul>
  );
}
