import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type CSSProperties, Fragment, type ReactNode, Suspense, useMemo } from "react";
import type { ButtonPlan, ColumnPlan } from "../../runtime/compile/plan.ts";
import type { Row, SortKey } from "../../runtime/model/resolved-model.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { DrawnRow } from "../../runtime/react/row-groups.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { useEvent } from "../layouts/use-event.ts";
import type { TableGroups } from "./GroupRow.tsx";
import { OverflowTip } from "./OverflowTip.tsx";
import { summedNames, TableFoot } from "./TableFoot.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { TableSkeleton } from "./TableSkeleton.tsx";
import { type Density, layoutTable, orderColumns, type TableBranches, tableMetrics } from "./table-layout.ts";
import "./table.css";

export interface DataTableProps {
  readonly label: string;
  readonly columns: readonly ColumnPlan[];
  /** Names of columns that the person switched off. */
  readonly hiddenColumns?: ReadonlySet<string>;
  readonly rows: readonly Row[];
  readonly rowKey: string;
  readonly context: CellContext;
  readonly dictVersion: number;
  readonly density: Density;
  /** Greatest height of the rows together, pixels; undefined = what stands around it decides. */
  readonly height?: number | undefined;
  readonly selection: "none" | "single" | "multiple";
  readonly selected: ReadonlyMap<string, Row>;
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
  onToggle(row: Row): void;
  onToggleAll(): void;
  onSort(sort: SortKey | undefined): void;
  /** A head was dragged to another width in pixels; undefined = as the document says. Absent = heads do not move. */
  readonly onResize?: ((name: string, width: number | undefined) => void) | undefined;
  onPress(button: ButtonPlan, row: Row): void;
}

/** Comes with the first list that is grouped. */
const GroupRow = lazyPart(() => import("./GroupRow.tsx").then((module) => ({ default: module.GroupRow })));

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });
const noRows: Row[] = [];

/**
 * The one table of lists and details: TanStack Table keeps which columns show and in what order, rows and
 * cells are plain and memoised. Nothing here measures the page.
 */
export function DataTable(props: DataTableProps) {
  const columns = useShownColumns(props.columns, props.hiddenColumns);
  const { branches } = props;
  const hasExpander = branches?.place === "lead";
  const handleBranch = useEvent((row: Row) => branches?.onToggle(row));
  const layout = useMemo(
    () =>
      layoutTable(columns, {
        selection: props.selection !== "none",
        rowNumber: props.firstNumber !== undefined,
        actions: props.actionsWidth,
        expander: hasExpander,
      }),
    [columns, props.selection, props.firstNumber, props.actionsWidth, hasExpander],
  );
  const { rows, density } = props;
  const checked = checkedState(rows, props.rowKey, props.selected);
  const style = {
    "--sc-row": `${tableMetrics.row[density]}px`,
    "--sc-head": `${tableMetrics.head[density]}px`,
    minWidth: layout.minWidth,
  } as CSSProperties;
  const taken = new Set<string>();
  const isReadOnly = props.selection === "none" && props.actionsWidth === undefined;
  const showSkeleton = props.loading && (props.groups?.rows ?? rows).length === 0;
  const { groups } = props;
  const drawn: readonly Pick<DrawnRow, "row" | "node">[] = groups?.rows ?? rows.map((row) => ({ row }));
  const isEmpty = !props.loading && drawn.length === 0;
  return (
    <OverflowTip
      className={props.loading ? "sc-table-scroll sc-table-loading" : "sc-table-scroll"}
      height={isEmpty || props.height === undefined ? undefined : props.height + aroundRows(props, columns)}
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
          columns={columns}
          layout={layout}
          selection={props.selection}
          checked={checked}
          rowNumber={props.firstNumber !== undefined}
          hasActions={props.actionsWidth !== undefined}
          expander={hasExpander}
          sort={props.sort}
          onToggleAll={props.onToggleAll}
          onSort={props.onSort}
          onResize={props.onResize}
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
                <Suspense key={node.key} fallback={null}>
                  <GroupRow
                    groups={groups}
                    row={row}
                    node={node}
                    columns={columns}
                    known={props.columns}
                    lead={layout.lead.length}
                    hasActions={props.actionsWidth !== undefined}
                    context={props.context}
                  />
                </Suspense>
              );
            }
            const rowId = String(row[props.rowKey] ?? index);
            // Two rows may come with one id; each is drawn in a place of its own.
            const place = taken.has(rowId) ? `${rowId}#${index}` : rowId;
            taken.add(rowId);
            const state = branches?.stateOf(row);
            return (
              <Fragment key={place}>
                <TableRow
                  row={row}
                  rowId={rowId}
                  hasKey={String(row[props.rowKey] ?? "") !== ""}
                  index={index}
                  columns={columns}
                  layout={layout}
                  context={props.context}
                  dictVersion={props.dictVersion}
                  tone={props.rowTone(row)}
                  selection={props.selection}
                  selected={props.selected.has(rowId)}
                  rowNumber={props.firstNumber === undefined ? undefined : props.firstNumber + index}
                  actions={props.actionsWidth === undefined ? undefined : props.rowActions(row)}
                  inline={props.inline}
                  onToggle={props.onToggle}
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
            rows={groups && rows.length === 0 ? undefined : rows}
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
function aroundRows({ density, totals }: DataTableProps, columns: readonly ColumnPlan[]): number {
  const headRows = columns.some(({ groupHeader }) => groupHeader !== undefined) ? 2 : 1;
  const foot = summedNames(columns, totals).size > 0 ? tableMetrics.foot : 0;
  return headRows * tableMetrics.head[density] + foot;
}

/** Columns in the order in which they stand, without those switched off. */
function useShownColumns(columns: readonly ColumnPlan[], hidden: ReadonlySet<string> | undefined) {
  const ordered = useMemo(() => orderColumns(columns), [columns]);
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () => ordered.map((column) => ({ id: column.name, header: column.title, meta: {} })),
    [ordered],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries([...(hidden ?? [])].map((name) => [name, false])),
    [hidden],
  );
  const table = useTable({ features, columns: definitions, data: noRows, state: { columnVisibility } });
  const shown = table
    .getVisibleLeafColumns()
    .map((column) => column.id)
    .join("\u0000");
  return useMemo(() => {
    const names = new Set(shown.split("\u0000"));
    return ordered.filter((column) => names.has(column.name));
  }, [ordered, shown]);
}

function checkedState(rows: readonly Row[], key: string, selected: ReadonlyMap<string, Row>): "none" | "some" | "all" {
  const keys = rows.map((row) => String(row[key] ?? "")).filter((each) => each !== "");
  const count = keys.filter((each) => selected.has(each)).length;
  if (count === 0) return "none";
  return count === keys.length ? "all" : "some";
}
