import {
  type Column,
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type Header,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import type { Row, SortKey } from "../../runtime/model/resolved-model.ts";
import { useEvent } from "../layouts/use-event.ts";
import { type ColumnChoice, columnWidths, documentColumns, fullOrder } from "./column-choice.ts";

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});
type Features = typeof features;

export interface TableModelOptions<Plan extends ColumnPlan = ColumnPlan> {
  /** In the order of the document; the same list while nothing about them changes. */
  readonly columns: readonly Plan[];
  /** How the person arranged them; absent = as the document has them. */
  readonly choice?: ColumnChoice | undefined;
  /** The rows of the page, or those in sight. Absent where only columns are modelled. */
  readonly rows?: readonly Row[];
  readonly rowKey?: string;
  readonly selection?: "none" | "single" | "multiple";
  readonly selected?: ReadonlyMap<string, Row>;
  readonly sort?: SortKey;
  /** A column was made wider or narrower, in pixels; undefined = as the document has it. Absent = widths are fixed. */
  readonly onResize?: ((name: string, width: number | undefined) => void) | undefined;
  /** These rows are chosen from now on, by their keys. */
  onSelect?(keys: ReadonlySet<string>): void;
  /** undefined = the order in which the list opens. */
  onSort?(sort: SortKey | undefined): void;
}

export interface TableModel<Plan extends ColumnPlan = ColumnPlan> {
  readonly table: ReactTable<Features, Row>;
  /** All columns as they are arranged, hidden ones included. */
  readonly all: readonly Plan[];
  /** The columns that show, pinned ones outermost, with the width and the side that they have now. */
  readonly shown: readonly Plan[];
  /** The rows of the head: titles of groups, where there are some, above those of their columns. */
  readonly heads: readonly (readonly Header<Features, Row>[])[];
}

/** Each side has heads of its own: a pinned column does not leave it for its group. */
function headRows(table: ReactTable<Features, Row>) {
  const groups = [table.getStartHeaderGroups(), table.getCenterHeaderGroups(), table.getEndHeaderGroups()];
  const depth = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: depth }, (_, level) => groups.flatMap((side) => side[level]?.headers ?? []));
}

/**
 * The one model of columns and rows of every table: lists, reports, sub-lists and, for its columns, the editable table.
 * TanStack Table keeps visibility, order, widths, pins, sorting and selection; each has its owner outside (the person's
 * settings, the list's store), which hears of a change. The server sorts and cuts pages, so no row model does.
 */
export function useTableModel<Plan extends ColumnPlan>(options: TableModelOptions<Plan>): TableModel<Plan> {
  const { columns, choice = documentColumns, rows = noRows, rowKey = "id", selection = "none" } = options;
  const { selected = noneSelected, sort } = options;
  const definitions = useMemo(() => defineColumns(columns), [columns]);
  const columnState = useMemo(() => columnStateOf(columns, choice), [columns, choice]);
  const rowSelection = useMemo(() => stateOf(selected), [selected]);
  const sorting = useMemo(() => (sort ? [{ id: sort.field, desc: sort.order === "desc" }] : []), [sort]);
  const state = useMemo(() => ({ ...columnState, rowSelection, sorting }), [columnState, rowSelection, sorting]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    // A row without a key stands by its place, under a name that no key has.
    getRowId: (row, index) => keyOf(row, rowKey) || `#${index}`,
    enableRowSelection: (row) => keyOf(row.original, rowKey) !== "",
    enableMultiRowSelection: selection === "multiple",
    manualSorting: true,
    enableMultiSort: false,
    sortDescFirst: false,
    state,
    onRowSelectionChange: useEvent((updater) => {
      const next = functionalUpdate(updater, rowSelection);
      options.onSelect?.(new Set(Object.keys(next)));
    }),
    onSortingChange: useEvent((updater) => {
      const [first] = functionalUpdate(updater, sorting);
      options.onSort?.(first && { field: first.id, order: first.desc ? "desc" : "asc" });
    }),
    onColumnSizingChange: useEvent((updater) => {
      const next = functionalUpdate(updater, columnState.columnSizing);
      for (const { name } of columns) {
        if (next[name] !== columnState.columnSizing[name]) options.onResize?.(name, next[name]);
      }
    }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table answers from its definitions and its state
  const [all, shown, heads] = useMemo(() => {
    const arranged = new Map(
      table.getAllLeafColumns().map((column) => [column.id, arrangedPlan<Plan>(column, column.id in choice.widths)]),
    );
    const plans = (some: readonly { readonly id: string }[]) => some.flatMap(({ id }) => arranged.get(id) ?? []);
    const inSight = [
      ...table.getStartVisibleLeafColumns(),
      ...table.getCenterVisibleLeafColumns(),
      ...table.getEndVisibleLeafColumns(),
    ];
    return [plans(table.getAllLeafColumns()), plans(inSight), headRows(table)] as const;
  }, [definitions, columnState]);
  return { table, all, shown, heads };
}

/** Whether the person's choice makes a difference to the columns of the document: one that was taken back makes none. */
export function isArranged(columns: readonly ColumnPlan[], { all, shown }: TableModel): boolean {
  return shown.length < all.length || columns.some((column, at) => all[at] !== column);
}

/** One column with what TanStack Table knows of it: its side, width, place and sorting. */
export type TableColumn = Column<Features, Row>;

/** The column of the document with its width and side as they are now; one that the person sized grows no more. */
function arrangedPlan<Plan extends ColumnPlan>(column: TableColumn, isSized: boolean): Plan {
  const { plan } = column.columnDef.meta as { readonly plan: Plan };
  const fixed = sides[column.getIsPinned() || "center"];
  const width = column.getSize();
  const grows = plan.grows && !isSized;
  if (fixed === plan.fixed && width === plan.width && grows === plan.grows) return plan;
  return { ...plan, fixed, width, grows };
}

const sides = { start: "left", end: "right", center: undefined } as const;

/** Columns of one group title share a head above theirs, where they stand beside each other. */
function defineColumns(columns: readonly ColumnPlan[]): ColumnDef<Features, Row>[] {
  const titles = [...new Set(columns.map(({ groupHeader }) => groupHeader))];
  return titles.flatMap((title) => {
    const own = columns.filter(({ groupHeader }) => groupHeader === title).map(defineColumn);
    return title === undefined ? own : [{ id: `group:${title}`, header: title, columns: own }];
  });
}

const defineColumn = (plan: ColumnPlan): ColumnDef<Features, Row> => ({
  id: plan.name,
  header: plan.title,
  accessorFn: (row) => row[plan.name],
  size: plan.width,
  minSize: Math.min(plan.width, columnWidths.least),
  maxSize: Math.max(plan.width, columnWidths.most),
  enableSorting: plan.sortable,
  meta: { plan },
});

function columnStateOf(columns: readonly ColumnPlan[], choice: ColumnChoice) {
  const order = fullOrder(columns, choice.order);
  const sideOf = new Map(columns.map(({ name, fixed }) => [name, choice.pins[name] ?? fixed]));
  const pinned = (side: "left" | "right") => order.filter((name) => sideOf.get(name) === side);
  return {
    columnVisibility: Object.fromEntries(choice.hidden.map((name) => [name, false])),
    columnOrder: [...order],
    columnSizing: choice.widths as Record<string, number>,
    columnPinning: { start: pinned("left"), end: pinned("right") },
  };
}

const keyOf = (row: Row, rowKey: string): string => String(row[rowKey] ?? "");

function stateOf(selected: ReadonlyMap<string, Row>): Record<string, true> {
  return Object.fromEntries([...selected.keys()].map((key) => [key, true as const]));
}

const noRows: readonly Row[] = [];
const noneSelected: ReadonlyMap<string, Row> = new Map();
