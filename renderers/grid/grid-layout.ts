import type { GridColumnPlan } from "../../runtime/compile/plan.ts";

/** Pixels, from the design tokens (`metrics.grid`). */
export const gridMetrics = { head: 44, index: 60, selection: 40, selectionAndDrag: 60, foot: 32 } as const;

/** Beyond this many columns only those in sight are drawn. */
export const columnLimit = 30;

export interface GridLayout {
  /** Columns before the data: selection and drag, row number. */
  readonly lead: readonly number[];
  readonly minWidth: number;
  /** Whether columns have fixed places, so that those out of sight can be left out. */
  readonly isCut: boolean;
  /** Left offset of each pinned column within the row, by name. */
  readonly pinned: ReadonlyMap<string, number>;
}

interface LeadColumns {
  readonly selection: boolean;
  readonly dragSort: boolean;
  readonly rowNumber: boolean;
}

export function layoutGrid(columns: readonly GridColumnPlan[], lead: LeadColumns): GridLayout {
  const handle = lead.dragSort ? gridMetrics.selectionAndDrag : lead.selection ? gridMetrics.selection : 0;
  const widths = [handle, lead.rowNumber ? gridMetrics.index : 0].filter((width) => width > 0);
  const leadWidth = widths.reduce((sum, width) => sum + width, 0);
  const pinned = new Map<string, number>();
  let left = leadWidth;
  for (const column of columns) {
    if (column.fixed === "left") pinned.set(column.name, left);
    left += column.width;
  }
  return { lead: widths, minWidth: left, isCut: columns.length > columnLimit, pinned };
}

/**
 * `grid-template-columns` of every row. Growing columns share what is left over; without one all do.
 *
 * @param gapBefore width of the columns that are left out before the drawn ones, pixels
 */
export function templateOf(
  layout: GridLayout,
  columns: readonly GridColumnPlan[],
  gapBefore: number,
  gapAfter: number,
): string {
  const doAllGrow = !columns.some((column) => column.grows);
  const data = columns.map(({ width, grows }) => {
    if (layout.isCut) return `${width}px`;
    return grows || doAllGrow ? `minmax(${width}px, ${width}fr)` : `${width}px`;
  });
  const gap = (width: number) => (width > 0 ? [`${width}px`] : []);
  return [...layout.lead.map((width) => `${width}px`), ...gap(gapBefore), ...data, ...gap(gapAfter)].join(" ");
}
