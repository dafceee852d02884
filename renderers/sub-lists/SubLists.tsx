import { observer } from "mobx-react-lite";
import { type ReactNode, useId, useState } from "react";
import type { SubTablePlan } from "../../runtime/compile/plan.ts";
import { words } from "../../runtime/format/words.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { isTrue } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { type LoadedRows, useSubRows } from "../detail/use-sub-rows.ts";
import { Button } from "../layouts/Button.tsx";
import { StateFace } from "../layouts/StateFace.tsx";
import { messages } from "../messages.ts";
import { RecordList } from "./RecordList.tsx";
import { RowsTable } from "./RowsTable.tsx";
import "./sub-lists.css";

interface SubListsProps {
  readonly details: readonly SubTablePlan[];
  /** The master row. */
  readonly row: Row;
  /** What the master is called. */
  readonly name: string;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
  /** Shown at the right of the tabs. */
  readonly aside?: ReactNode;
}

/** The sub-lists of one row, each a tab with its count. All are read at once, so every count is there. */
export const SubLists = observer(function SubLists(props: SubListsProps) {
  const { row, services, dictionaries } = props;
  const scope = { row, master: row, user: services.user };
  const details = props.details.filter((detail) => isTrue(detail.visible, scope));
  const [at, setAt] = useState(0);
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const id = useId();
  const current = Math.min(at, details.length - 1);
  void dictionaries.version;
  return (
    <section className="sc-sub-lists" aria-label={messages.list.subLists(props.name)}>
      <div className="sc-sub-lists-head">
        <div className="sc-tabs" role="tablist">
          {details.map((detail, index) => (
            <button
              key={detail.name}
              type="button"
              role="tab"
              id={`${id}-tab-${index}`}
              aria-selected={index === current}
              aria-controls={`${id}-${index}`}
              className={index === current ? "sc-tab sc-tab-on" : "sc-tab"}
              onClick={() => setAt(index)}
            >
              {counts[detail.name] === undefined
                ? detail.title
                : detail.title + words.inBrackets(String(counts[detail.name]))}
            </button>
          ))}
        </div>
        {props.aside}
      </div>
      {details.map((detail, index) => (
        <div
          key={detail.name}
          role="tabpanel"
          id={`${id}-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== current}
          className="sc-sub-lists-panel"
        >
          {detail.list ? (
            <RecordList
              list={detail.list}
              row={row}
              services={services}
              onCount={(count) => setCounts((before) => ({ ...before, [detail.name]: count }))}
            />
          ) : (
            <SubList
              {...props}
              detail={detail}
              onCount={(count) => setCounts((before) => ({ ...before, [detail.name]: count }))}
            />
          )}
        </div>
      ))}
    </section>
  );
});

interface SubListProps extends SubListsProps {
  readonly detail: SubTablePlan;
  onCount(count: number): void;
}

function SubList({ detail, row, services, dictionaries, context, onCount }: SubListProps) {
  const [loaded, retry] = useSubRows(services, detail, row, onCount);
  return (
    <RowsTable
      table={detail}
      services={services}
      rows={loaded.kind === "ready" ? loaded.rows : noRows}
      context={context}
      dictVersion={dictionaries.version}
      loading={loaded.kind === "loading"}
      face={<SubListFace loaded={loaded} title={detail.title} onRetry={retry} />}
    />
  );
}

interface SubListFaceProps {
  readonly loaded: LoadedRows;
  readonly title: string;
  onRetry(): void;
}

function SubListFace({ loaded, title, onRetry }: SubListFaceProps) {
  if (loaded.kind !== "failed") return <p className="sc-sub-lists-none">{messages.detail.noRows(title)}</p>;
  return (
    <StateFace kind="error" title={messages.states.errorTitle} text={loaded.text}>
      <Button onClick={onRetry}>{messages.states.retry}</Button>
    </StateFace>
  );
}

const noRows: readonly Row[] = [];
