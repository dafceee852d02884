import type { CSSProperties, ReactNode } from "react";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";

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

/** Sums the widths, places the pinned columns and says which grow. */
export function layoutTable(columns: readonly ColumnPlan[], fixed: FixedColumns): TableLayout {
  const lead = [
    ...(fixed.expander ? [tableMetrics.expander] : []),
    ...(fixed.selection ? [tableMetrics.selection] : []),
    ...(fixed.rowNumber ? [tableMetrics.index] : []),
  ];
  const leadWidth = lead.reduce((sum, width) => sum + width, 0);
  const dataWidth = columns.reduce((sum, column) => sum + column.width, 0);
  return {
    minWidth: leadWidth + dataWidth + (fixed.actions ?? 0),
    lead,
    growing: growingColumns(columns),
    pinned: new Map([...pinLeft(columns, leadWidth), ...pinRight(columns, fixed.actions ?? 0)]),
  };
}

/**
 * Those of the document; else those about as wide as the widest: figures of a report share the room, and the browser
 * stretches no checkbox.
 */
function growingColumns(columns: readonly ColumnPlan[]): ReadonlySet<string> {
  const grown = columns.filter(({ grows }) => grows);
  const free = columns.filter(({ fixed }) => fixed !== "left" && fixed !== "right");
  const wide = free.length > 0 ? free : columns;
  const widest = Math.max(...wide.map(({ width }) => width));
  const shared = wide.filter(({ width }) => width >= widest * nearlyWidest);
  return new Set((grown.length > 0 ? grown : shared).map(({ name }) => name));
}

const nearlyWidest = 0.75;

function pinLeft(columns: readonly ColumnPlan[], start: number): (readonly [string, CSSProperties])[] {
  let left = start;
  return columns.flatMap((column) => {
    if (column.fixed !== "left") return [];
    const place = [column.name, { left }] as const;
    left += column.width;
    return [place];
  });
}

function pinRight(columns: readonly ColumnPlan[], start: number): (readonly [string, CSSProperties])[] {
  let right = start;
  return [...columns].reverse().flatMap((column) => {
    if (column.fixed !== "right") return [];
    const place = [column.name, { right }] as const;
    right += column.width;
    return [place];
  });
}

/** Pinned columns stand outside the others, whatever their place in the document. */
export function orderColumns<Column extends Pick<ColumnPlan, "fixed">>(columns: readonly Column[]): readonly Column[] {
  const rank = { left: 0, none: 1, right: 2 } as const;
  return [...columns].sort((a, b) => rank[a.fixed ?? "none"] - rank[b.fixed ?? "none"]);
}

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
