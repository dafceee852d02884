import { type CSSProperties, Fragment, type ReactNode, useMemo } from "react";
import type { ButtonPlan } from "../../runtime/compile/plan.ts";
import type { Row, SortKey } from "../../runtime/model/resolved-model.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { DrawnRow } from "../../runtime/react/row-groups.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { useEvent } from "../layouts/use-event.ts";
import type { TableGroups } from "./GroupRow.tsx";
import { OverflowTip } from "./OverflowTip.tsx";
import { summedNames, TableFoot } from "./TableFoot.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { TableSkeleton } from "./TableSkeleton.tsx";
import { type Density, layoutTable, type TableBranches, tableMetrics } from "./table-layout.ts";
import type { TableModel } from "./table-model.ts";
import "./table.css";

export interface DataTableProps {
  readonly label: string;
  readonly model: TableModel;
  readonly context: CellContext;
  readonly dictVersion: number;
  readonly density: Density;
  /** Greatest height of the rows together, pixels; undefined = what stands around it decides. */
  readonly height?: number | undefined;
  readonly selection: "none" | "single" | "multiple";
  readonly sort: SortKey;
  /** Number of the first row; undefined = no number column. */
  readonly firstNumber: number | undefined;
  readonly actionsWidth: number | undefined;
  readonly inline: number;
  readonly totals: readonly string[];
  readonly queryTotals: Row | undefined;
  readonly loading: boolean;
  /** How many rows the skeleton draws while nothing has come yet. */
  readonly expectedRows: number;
  /** Shown in place of rows: nothing yet, nothing found, failed, denied. */
  readonly empty: ReactNode;
  /** The rows under their groups; absent = one by one. */
  readonly groups?: TableGroups | undefined;
  /** Present where rows open. */
  readonly branches?: TableBranches | undefined;
  rowTone(row: Row): string;
  rowActions(row: Row): readonly ButtonPlan[];
  /** Heads can be dragged to another width. */
  readonly resizes?: boolean;
  onPress(button: ButtonPlan, row: Row): void;
}

/** Comes with the first list that is grouped. */
const GroupRow = lazyPart(() => import("./GroupRow.tsx").then((module) => ({ default: module.GroupRow })));

/**
 * The one table of lists and details, drawn from its model: rows and cells are plain and memoised. Nothing here measures
 * the page.
 */
export function DataTable(props: DataTableProps) {
  const { branches, model } = props;
  const { shown: columns } = model;
  const { rows } = model.table.getRowModel();
  const modelRows = new Map(rows.map((row) => [row.original, row]));
  const handleToggle = useEvent((row: Row) => modelRows.get(row)?.toggleSelected());
  const hasExpander = branches?.place === "lead";
  const handleBranch = useEvent((row: Row) => branches?.onToggle(row));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what shows says where the columns stand
  const layout = useMemo(
    () =>
      layoutTable(model, {
        selection: props.selection !== "none",
        rowNumber: props.firstNumber !== undefined,
        actions: props.actionsWidth,
        expander: hasExpander,
      }),
    [columns, props.selection, props.firstNumber, props.actionsWidth, hasExpander],
  );
  const { density } = props;
  const style = {
    "--sc-row": `${tableMetrics.row[density]}px`,
    "--sc-head": `${tableMetrics.head[density]}px`,
    minWidth: layout.minWidth,
  } as CSSProperties;
  const taken = new Set<string>();
  const isReadOnly = props.selection === "none" && props.actionsWidth === undefined;
  const showSkeleton = props.loading && (props.groups?.rows ?? rows).length === 0;
  const { groups } = props;
  const drawn: readonly Pick<DrawnRow, "row" | "node">[] = groups?.rows ?? rows.map(({ original: row }) => ({ row }));
  const isEmpty = !props.loading && drawn.length === 0;
  return (
    <OverflowTip
      className={props.loading ? "sc-table-scroll sc-table-loading" : "sc-table-scroll"}
      height={isEmpty || props.height === undefined ? undefined : props.height + aroundRows(props)}
      label={isReadOnly ? props.label : undefined}
    >
      <table
        className="sc-table"
        style={style}
        role={branches?.place === "column" ? "treegrid" : undefined}
        aria-label={props.label}
        aria-busy={props.loading}
      >
        <colgroup>
          {layout.lead.map((width) => (
            <col key={width} style={{ width }} />
          ))}
          {columns.map((column) => (
            <col key={column.name} style={layout.growing.has(column.name) ? undefined : { width: column.width }} />
          ))}
          {props.actionsWidth === undefined ? null : <col style={{ width: props.actionsWidth }} />}
        </colgroup>
        <TableHead
          model={model}
          layout={layout}
          selection={props.selection}
          rowNumber={props.firstNumber !== undefined}
          hasActions={props.actionsWidth !== undefined}
          expander={hasExpander}
          sort={props.sort}
          resizes={props.resizes ?? false}
        />
        <tbody>
          {showSkeleton ? (
            <TableSkeleton
              columns={columns}
              lead={layout.lead.length}
              hasActions={props.actionsWidth !== undefined}
              rows={props.expectedRows}
            />
          ) : null}
          {drawn.map(({ row, node }, index) => {
            if (node && groups) {
              return (
                <LazyBoundary key={node.key} fallback={null}>
                  <GroupRow
                    groups={groups}
                    row={row}
                    node={node}
                    columns={columns}
                    known={model.all}
                    lead={layout.lead.length}
                    hasActions={props.actionsWidth !== undefined}
                    context={props.context}
                  />
                </LazyBoundary>
              );
            }
            const modelRow = modelRows.get(row);
            const rowId = modelRow?.id ?? String(index);
            // Two rows may come with one id; each is drawn in a place of its own.
            const place = taken.has(rowId) ? `${rowId}#${index}` : rowId;
            taken.add(rowId);
            const state = branches?.stateOf(row);
            return (
              <Fragment key={place}>
                <TableRow
                  row={row}
                  rowId={rowId}
                  hasKey={modelRow?.getCanSelect() ?? false}
                  index={index}
                  columns={columns}
                  layout={layout}
                  context={props.context}
                  dictVersion={props.dictVersion}
                  tone={props.rowTone(row)}
                  selection={props.selection}
                  selected={modelRow?.getIsSelected() ?? false}
                  rowNumber={props.firstNumber === undefined ? undefined : props.firstNumber + index}
                  actions={props.actionsWidth === undefined ? undefined : props.rowActions(row)}
                  inline={props.inline}
                  onToggle={handleToggle}
                  onPress={props.onPress}
                  branch={state}
                  depth={branches?.place === "column" ? branches.depthOf(row) : undefined}
                  found={branches?.isFound?.(row) ?? false}
                  onBranch={branches ? handleBranch : undefined}
                />
                {state === "open" && branches?.body ? (
                  <tr className="sc-tr-body">
                    <td colSpan={layout.lead.length + columns.length + (props.actionsWidth === undefined ? 0 : 1)}>
                      <div className="sc-row-body">{branches.body(row)}</div>
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
        {drawn.length > 0 ? (
          <TableFoot
            columns={columns}
            layout={layout}
            rows={groups && rows.length === 0 ? undefined : rows.map(({ original }) => original)}
            totals={props.totals}
            queryTotals={props.queryTotals}
            hasActions={props.actionsWidth !== undefined}
          />
        ) : null}
      </table>
      {isEmpty ? <div className="sc-table-empty">{props.empty}</div> : null}
    </OverflowTip>
  );
}

/** Pixels of the head and the sums, which stay in sight while the rows scroll. */
function aroundRows({ density, totals, model }: DataTableProps): number {
  const headRows = model.heads.length;
  const foot = summedNames(model.shown, totals).size > 0 ? tableMetrics.foot : 0;
  return headRows * tableMetrics.head[density] + foot;
}
