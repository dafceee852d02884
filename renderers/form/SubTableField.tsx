import AppstoreAddOutlined from "@ant-design/icons/AppstoreAddOutlined";
import PlusSquareOutlined from "@ant-design/icons/PlusSquareOutlined";
import { Button, Dropdown } from "antd";
import { type ReactNode, useContext, useEffect, useMemo, useReducer, useState } from "react";
import type { GridButtonPlan, GridPlan } from "../../runtime/compile/plan.ts";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import { textOfReason } from "../../runtime/react/services.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import { readPage } from "../../runtime/wire/page.ts";
import { EditableGrid } from "../grid/EditableGrid.tsx";
import { gridMessages } from "../grid/grid-messages.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import { RequestNumber } from "../layouts/RequestNumber.tsx";
import { messages } from "../messages.ts";
import { useTableSettings } from "../table/use-table-settings.ts";
import { PaneContext, useFormScope } from "./form-context.ts";
import type { FormSession } from "./form-session.ts";
import { createSubTable } from "./sub-table.ts";

/** Comes with the first press. */
const ImportRows = lazyPart(() => import("./ImportRows.tsx").then((module) => ({ default: module.ImportRows })));

/** Comes with the first press. */
const PickRows = lazyPart(() => import("./PickRows.tsx").then((module) => ({ default: module.PickRows })));

interface SubTableFieldProps {
  readonly table: SubTablePlan;
  readonly hidesTitle: boolean;
  /** The last button of the toolbar; in a form the form's own saves. */
  readonly save?: ReactNode;
}

/** Rows of a relation in a form. Those of a stored record are read first; until then saving leaves them alone. */
export function SubTableField({ table, ...rest }: SubTableFieldProps) {
  const { relation, grid } = table;
  if (relation === undefined || !grid) return null;
  return <RelationRows table={table} relation={relation} grid={grid} {...rest} />;
}

interface RelationRowsProps extends SubTableFieldProps {
  readonly relation: string;
  readonly grid: GridPlan;
}

function RelationRows({ table, relation, grid, hidesTitle, save }: RelationRowsProps) {
  const { session, plan, services, dictionaries, cells, opened, findWrong } = useFormScope();
  const pane = useContext(PaneContext) ?? table.title;
  const { problem, retry } = useStoredRows(table, relation);
  // Tables over the same rows have columns of their own, told apart by their titles.
  const isUsual = plan.model.relations[relation]?.title === table.title;
  const settingsName = `grid:${plan.id}/${relation}${isUsual ? "" : `/${table.title}`}`;
  const { settings, change } = useTableSettings(settingsName, services);
  const subTable = useMemo(
    () => createSubTable({ session, plan, relation, grid, services, title: table.title, pane, masterId: opened.id }),
    [session, plan, relation, grid, services, table.title, pane, opened.id],
  );
  useEffect(() => subTable.attach(), [subTable]);
  const [isPicking, setPicking] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => subTable.model.onChange(redraw), [subTable]);
  if (!session.state(relation).visible) return null;
  if (problem !== undefined) {
    return (
      <p className="sc-sub-note" role="alert">
        {gridMessages.loadFailed}：{textOfReason(problem)}{" "}
        <button type="button" className="sc-action" onClick={retry}>
          {messages.states.retry}
        </button>{" "}
        <RequestNumber reason={problem} />
      </p>
    );
  }
  const isOffered = (button: GridButtonPlan | undefined) =>
    button !== undefined && isTrue(button.visible, buildScope(services, { master: session.row, form: session.row }));
  const templates = subTable.model.offersAdd ? (grid.add?.templates ?? []) : [];
  const canPick = subTable.model.canAdd && isOffered(grid.pick);
  if (!Array.isArray(session.row[relation])) return <p className="sc-sub-note">{messages.states.loading}</p>;
  const rows = (
    <EditableGrid
      model={subTable.model}
      title={table.title}
      hidesTitle={hidesTitle}
      cells={cells}
      services={services}
      dictionaries={dictionaries}
      height={grid.height}
      rowHeight={grid.rowHeight}
      rowNumber={grid.rowNumber}
      selection={subTable.model.limits.canRemove ? grid.selection : "none"}
      dragSort={grid.dragSort}
      asCards={grid.isSingle}
      alwaysEdit={grid.alwaysEdit}
      pageSizes={grid.paging?.pageSizes}
      popover={grid.popover}
      view={{ settings, change }}
      onImport={subTable.model.canAdd && isOffered(grid.import) ? () => setImporting(true) : undefined}
      canExport={isOffered(grid.export)}
      onBeyond={findWrong}
      extra={
        <>
          {templates.length > 0 ? (
            <Dropdown
              autoFocus
              trigger={["click"]}
              menu={{
                style: { maxHeight: 320, overflowY: "auto" },
                items: templates.map(({ title, values }) => ({
                  key: title,
                  label: title,
                  onClick: () => subTable.addFilled(values),
                })),
              }}
            >
              <Button icon={<AppstoreAddOutlined aria-hidden="true" />} disabled={!subTable.model.canAdd}>
                {gridMessages.addByPurpose}
              </Button>
            </Dropdown>
          ) : null}
          {grid.pick && canPick ? (
            <Button icon={<PlusSquareOutlined aria-hidden="true" />} onClick={() => setPicking(true)}>
              {grid.pick.label ?? gridMessages.pickRows(grid.pick.model.title)}
            </Button>
          ) : null}
        </>
      }
      save={save}
    />
  );
  return (
    <>
      {rows}
      {isPicking && grid.pick ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <PickRows
            pick={grid.pick}
            services={services}
            master={session.row}
            onDone={(rows) => {
              const { known } = subTable.addPicked(grid.pick?.field ?? "", rows);
              if (known > 0) services.notify("info", gridMessages.pickedKnown(known));
            }}
            onClose={() => setPicking(false)}
          />
        </LazyBoundary>
      ) : null}
      {isImporting ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <ImportRows
            title={table.title}
            subTable={subTable}
            services={services}
            dictionaries={dictionaries}
            cells={cells}
            onClose={() => setImporting(false)}
          />
        </LazyBoundary>
      ) : null}
    </>
  );
}

/** Reads the rows of a stored record once; a new record has none, a copy those of its original as rows of its own. */
function useStoredRows(table: SubTablePlan, relation: string) {
  const { session, services, opened, copyOf } = useFormScope();
  const [problem, setProblem] = useState<unknown>();
  const [round, setRound] = useState(0);
  const { base, grid } = table;
  const tree = grid?.tree;
  const isCopy = !isEmpty(copyOf);
  const id = isCopy ? copyOf : opened.id;
  useEffect(() => {
    void round;
    const known = session.row[relation];
    if (base === undefined || isEmpty(id) || (Array.isArray(known) && !(isCopy && known.length === 0))) return;
    setProblem(undefined);
    const stored = readTogether(session, relation, async (signal) => {
      // Of a tree only the top rows: those below come with the row that opens.
      const params = { id, relation, ...(tree ? { ...tree.params, [tree.parentKey]: tree.root } : {}) };
      const result = await services.request<unknown>({ method: "GET", url: `${base}/listByMainId`, params, signal });
      if (signal.aborted) return;
      const { rows } = readPage(result);
      session.load({ [relation]: isCopy ? rows.map((row) => asCopy(row, tree)) : rows });
    });
    let isGone = false;
    stored.done.catch((reason: unknown) => {
      if (!isGone) setProblem(reason);
    });
    return () => {
      isGone = true;
      stored.leave();
    };
  }, [session, services, base, id, isCopy, relation, round, tree]);
  return { problem, retry: () => setRound((count) => count + 1) };
}

interface SharedReading {
  readonly done: Promise<void>;
  readonly request: AbortController;
  waiting: number;
}

/** Rows on their way, by the form and the relation. */
const readings = new WeakMap<FormSession, Map<string, SharedReading>>();

/** Tables over the same rows ask for them once; the answer is dropped when the last one has left. */
function readTogether(session: FormSession, relation: string, read: (signal: AbortSignal) => Promise<void>) {
  const underWay = readings.get(session) ?? new Map<string, SharedReading>();
  readings.set(session, underWay);
  const forget = (one: SharedReading) => {
    if (underWay.get(relation) === one) underWay.delete(relation);
  };
  const start = (): SharedReading => {
    const request = new AbortController();
    const one: SharedReading = { request, waiting: 0, done: read(request.signal).finally(() => forget(one)) };
    underWay.set(relation, one);
    return one;
  };
  const reading = underWay.get(relation) ?? start();
  reading.waiting += 1;
  const leave = () => {
    reading.waiting -= 1;
    if (reading.waiting > 0) return;
    reading.request.abort();
    forget(reading);
  };
  return { done: reading.done, leave };
}

/** A copied row stands alone: what hangs below the original stays there. */
function asCopy({ id: _id, version: _version, ...values }: Row, tree: GridPlan["tree"]): Row {
  return tree ? { ...values, [tree.hasChild]: null } : values;
}
