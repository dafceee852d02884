import type { CSSProperties, ReactNode } from "react";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { TableModel } from "./table-model.ts";

export type Density = "large" | "middle" | "small";

/** Pixels, from the design tokens (`metrics.table`). */
export const tableMetrics = {
  row: { large: 48, middle: 40, small: 36 },
  head: { large: 44, middle: 40, small: 36 },
  foot: 40,
  selection: 44,
  index: 60,
  expander: 36,
} as const;

export interface FixedColumns {
  readonly selection: boolean;
  readonly rowNumber: boolean;
  /** A first column with the caret of rows that open. */
  readonly expander?: boolean;
  /** Width of the action column; undefined = none. */
  readonly actions: number | undefined;
}

/** One `<col>`: growing columns have no width and share what the others leave. */
export interface TableLayout {
  readonly minWidth: number;
  readonly lead: readonly number[];
  /** Names of the columns that grow. */
  readonly growing: ReadonlySet<string>;
  /** Left offset of each pinned column, by name. */
  readonly pinned: ReadonlyMap<string, CSSProperties>;
}

/** Sums the widths, places the pinned columns beside the lead and the actions, and says which columns grow. */
export function layoutTable({ table, shown }: TableModel, fixed: FixedColumns): TableLayout {
  const lead = [
    ...(fixed.expander ? [tableMetrics.expander] : []),
    ...(fixed.selection ? [tableMetrics.selection] : []),
    ...(fixed.rowNumber ? [tableMetrics.index] : []),
  ];
  const leadWidth = lead.reduce((sum, width) => sum + width, 0);
  const actionsWidth = fixed.actions ?? 0;
  const pinned = new Map<string, CSSProperties>();
  for (const column of table.getStartVisibleLeafColumns()) {
    pinned.set(column.id, { left: leadWidth + column.getStart("start") });
  }
  for (const column of table.getEndVisibleLeafColumns()) {
    pinned.set(column.id, { right: actionsWidth + column.getAfter("end") });
  }
  const minWidth = leadWidth + shown.reduce((sum, { width }) => sum + width, 0) + actionsWidth;
  return { minWidth, lead, growing: growingColumns(shown), pinned };
}

/**
 * Those of the document; else those about as wide as the widest: figures of a report share the room, and the browser
 * stretches no checkbox.
 */
export function growingColumns(columns: readonly ColumnPlan[]): ReadonlySet<string> {
  const grown = columns.filter(({ grows }) => grows);
  const free = columns.filter(({ fixed }) => fixed !== "left" && fixed !== "right");
  const wide = free.length > 0 ? free : columns;
  const widest = Math.max(...wide.map(({ width }) => width));
  const shared = wide.filter(({ width }) => width >= widest * nearlyWidest);
  return new Set((grown.length > 0 ? grown : shared).map(({ name }) => name));
}

const nearlyWidest = 0.75;

/** What stands before a row's words when rows open: a caret, or the room of one. */
export type BranchState = "open" | "closed" | "loading" | "leaf";

/** Rows that open: trees, where the caret stands in the first column, and rows with sub-lists below them. */
export interface TableBranches {
  readonly place: "lead" | "column";
  stateOf(row: Row): BranchState;
  /** Levels below the top; 0 outside trees. */
  depthOf(row: Row): number;
  /** Whether a search found the row, so that it stands out from the rows that only lead to it. */
  isFound?(row: Row): boolean;
  onToggle(row: Row): void;
  /** Drawn over the whole width below an open row. */
  body?(row: Row): ReactNode;
}
