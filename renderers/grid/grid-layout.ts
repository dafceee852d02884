import type { GridColumnPlan } from "../../runtime/compile/plan.ts";

/** Pixels, from the design tokens (`metrics.grid`); `foots`: room that the table has for its sums beside its rows. */
export const gridMetrics = { head: 44, index: 60, selection: 40, wideSelection: 60, foot: 32, foots: 64 } as const;

export interface GridLayout {
  /** Columns before the data: selection and drag, row number. */
  readonly lead: readonly number[];
  readonly minWidth: number;
  /** Columns at the start that stay in sight, so that they are drawn whatever is left out. */
  readonly pinnedCount: number;
  /** Left offset of each pinned column within the row, by name. */
  readonly pinned: ReadonlyMap<string, number>;
}

interface LeadColumns {
  readonly selection: boolean;
  readonly dragSort: boolean;
  readonly rowNumber: boolean;
}

export function layoutGrid(columns: readonly GridColumnPlan[], lead: LeadColumns): GridLayout {
  // The foot writes 合计 there, a row its drag handle.
  const isWide = lead.dragSort || columns.some((column) => column.summary !== undefined);
  const hasHandle = lead.dragSort || lead.selection;
  const handle = !hasHandle ? 0 : isWide ? gridMetrics.wideSelection : gridMetrics.selection;
  const widths = [handle, lead.rowNumber ? gridMetrics.index : 0].filter((width) => width > 0);
  const leadWidth = widths.reduce((sum, width) => sum + width, 0);
  const pinned = new Map<string, number>();
  let left = leadWidth;
  for (const column of columns) {
    if (column.fixed === "left") pinned.set(column.name, left);
    left += column.width;
  }
  const open = columns.findIndex((column) => column.fixed !== "left");
  return { lead: widths, minWidth: left, pinnedCount: open === -1 ? columns.length : open, pinned };
}

/** The columns that are drawn. Those out of sight are left out; a gap takes their place. */
export interface DrawnColumns {
  readonly columns: readonly GridColumnPlan[];
  /** Whether columns have fixed places, so that some may be left out. */
  readonly isCut: boolean;
  /** How many of the drawn columns stand before the gap. */
  readonly gapAt: number;
  /** Place among all columns of the first one after the gap. */
  readonly firstAfter: number;
  /** Widths of what is left out, pixels. */
  readonly gapBefore: number;
  readonly gapAfter: number;
}

/** @param cut the columns `from` … `to` stand in sight; those pinned at the start are drawn in any case */
export function drawnColumns(
  columns: readonly GridColumnPlan[],
  cut: { readonly isCut: boolean; readonly pinnedCount: number; readonly from: number; readonly to: number },
): DrawnColumns {
  const { isCut, pinnedCount, from, to } = cut;
  const widthOf = (some: readonly GridColumnPlan[]) => some.reduce((sum, { width }) => sum + width, 0);
  return {
    columns: [...columns.slice(0, pinnedCount), ...columns.slice(from, to)],
    isCut,
    gapAt: pinnedCount,
    firstAfter: from,
    gapBefore: widthOf(columns.slice(pinnedCount, from)),
    gapAfter: widthOf(columns.slice(to)),
  };
}

/** Place of a drawn column among all. */
export const placeAmongAll = (drawn: DrawnColumns, at: number): number =>
  at < drawn.gapAt ? at : drawn.firstAfter + at - drawn.gapAt;

/** `grid-template-columns` of every row. Growing columns share what is left over; without one all do. */
export function templateOf(layout: GridLayout, drawn: DrawnColumns): string {
  const { columns, gapAt, gapBefore, gapAfter } = drawn;
  const doAllGrow = !columns.some((column) => column.grows);
  const data = columns.map(({ width, grows }) => {
    if (drawn.isCut) return `${width}px`;
    return grows || doAllGrow ? `minmax(${width}px, ${width}fr)` : `${width}px`;
  });
  const gap = (width: number) => (width > 0 ? [`${width}px`] : []);
  const lead = layout.lead.map((width) => `${width}px`);
  return [...lead, ...data.slice(0, gapAt), ...gap(gapBefore), ...data.slice(gapAt), ...gap(gapAfter)].join(" ");
}
