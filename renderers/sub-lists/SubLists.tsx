import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, Suspense, useEffect, useId, useMemo, useState } from "react";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import { words } from "../../runtime/format/words.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { RowGuard } from "../../runtime/react/list-query.ts";
import { isTrue } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { type LoadedRows, useSubRows } from "../detail/use-sub-rows.ts";
import { StateFace } from "../layouts/StateFace.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { messages } from "../messages.ts";
import { mayEditRecords } from "./may-edit.ts";
import { RecordList } from "./RecordList.tsx";
import { RowsTable } from "./RowsTable.tsx";
import { UnsavedBelow } from "./unsaved-below.ts";
import "./sub-lists.css";

/** The editable table comes with the first record whose rows may be edited. */
const RecordRows = lazyPart(() => import("./RecordRows.tsx").then((module) => ({ default: module.RecordRows })));

interface SubListsProps {
  /** Of the masters. */
  readonly plan: ListPlan;
  /** The master row. */
  readonly row: Row;
  /** What the master is called. */
  readonly name: string;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
  /** Shown at the right of the tabs. */
  readonly aside?: ReactNode;
  /** The rows were saved with their master, which the list has to show anew. */
  onSaved(result: unknown): void;
  /** Takes what is to be asked before the rows go out of sight; the answer ends it. */
  guard(unsaved: RowGuard): () => void;
}

/** The sub-lists of one row, each a tab with its count. All are read at once, so every count is there. */
export const SubLists = observer(function SubLists(props: SubListsProps) {
  const { plan, row, dictionaries } = props;
  const unsaved = useMemo(() => new UnsavedBelow(props.services), [props.services]);
  const { services } = unsaved;
  const guard = useEvent(props.guard);
  useEffect(() => guard(unsaved), [guard, unsaved]);
  const scope = { row, master: row, user: services.user };
  const details = plan.details.filter((detail) => isTrue(detail.visible, scope));
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
          <RowsBelow
            {...props}
            services={services}
            detail={detail}
            onCount={(count) => setCounts((before) => ({ ...before, [detail.name]: count }))}
          />
        </div>
      ))}
    </section>
  );
});

interface RowsBelowProps extends SubListsProps {
  readonly detail: SubTablePlan;
  onCount(count: number): void;
}

/** The rows of one tab: edited where they stand, a list of their own, or only read. */
function RowsBelow({ detail, ...props }: RowsBelowProps) {
  const { plan, row, services, dictionaries, context, onCount, onSaved } = props;
  if (detail.form && mayEditRecords(plan, services)) {
    return (
      <Suspense fallback={<p className="sc-sub-lists-none">{messages.states.loading}</p>}>
        <RecordRows
          table={detail}
          view={detail.form}
          plan={plan}
          row={row}
          services={services}
          dictionaries={dictionaries}
          cells={context}
          onCount={onCount}
          onSaved={onSaved}
        />
      </Suspense>
    );
  }
  if (detail.list) return <RecordList list={detail.list} row={row} services={services} onCount={onCount} />;
  return <SubList {...props} detail={detail} />;
}

function SubList({ detail, row, services, dictionaries, context, onCount }: RowsBelowProps) {
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
