import { Button, Tabs } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import { words } from "../../runtime/format/words.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { RowGuard } from "../../runtime/react/list-query.ts";
import { mayReadRows } from "../../runtime/react/may-read-rows.ts";
import { isTrue } from "../../runtime/react/scope.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { EmptyState } from "../layouts/EmptyState.tsx";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { messages } from "../messages.ts";
import { mayEditRecords } from "./may-edit.ts";
import { RecordList } from "./RecordList.tsx";
import { RowsTable } from "./RowsTable.tsx";
import { UnsavedBelow } from "./unsaved-below.ts";
import { type LoadedRows, useSubRows } from "./use-sub-rows.ts";
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
  const details = plan.details.filter((detail) => isTrue(detail.visible, scope) && mayReadRows(detail, services));
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  void dictionaries.version;
  return (
    <section className="sc-sub-lists sc-stack" aria-label={messages.list.subLists(props.name)}>
      <Tabs
        tabBarExtraContent={props.aside}
        items={details.map((detail) => ({
          key: detail.name,
          forceRender: true,
          className: "sc-sub-lists-panel",
          label: withCount(detail.title, counts[detail.name]),
          children: (
            <RowsBelow
              {...props}
              services={services}
              detail={detail}
              onCount={(count) => setCounts((before) => ({ ...before, [detail.name]: count }))}
            />
          ),
        }))}
      />
    </section>
  );
});

const withCount = (title: string, count: number | undefined): string =>
  count === undefined ? title : title + words.inBrackets(String(count));

interface RowsBelowProps extends SubListsProps {
  readonly detail: SubTablePlan;
  onCount(count: number): void;
}

/** The rows of one tab: edited where they stand, a list of their own, or only read. */
function RowsBelow({ detail, ...props }: RowsBelowProps) {
  const { plan, row, services, dictionaries, context, onCount, onSaved } = props;
  if (detail.form && mayEditRecords(plan, services)) {
    return (
      <LazyBoundary fallback={<p className="sc-nothing">{messages.states.loading}</p>}>
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
      </LazyBoundary>
    );
  }
  if (detail.list) {
    const changed = () => onSaved(undefined);
    return <RecordList list={detail.list} row={row} services={services} onCount={onCount} onChanged={changed} />;
  }
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
      empty={<SubListState loaded={loaded} title={detail.title} onRetry={retry} />}
    />
  );
}

interface SubListStateProps {
  readonly loaded: LoadedRows;
  readonly title: string;
  onRetry(): void;
}

function SubListState({ loaded, title, onRetry }: SubListStateProps) {
  if (loaded.kind !== "failed") return <p className="sc-nothing">{messages.detail.noRows(title)}</p>;
  return (
    <EmptyState
      kind="error"
      title={messages.states.errorTitle}
      text={textOfReason(loaded.reason)}
      reason={loaded.reason}
    >
      <Button onClick={onRetry}>{messages.states.retry}</Button>
    </EmptyState>
  );
}

const noRows: readonly Row[] = [];
