import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { useEvent } from "../layouts/use-event.ts";
import { useMedia } from "../layouts/use-media.ts";
import { type DrawnColumns, drawnColumns, type GridLayout, gridMetrics } from "./grid-layout.ts";
import { columnsFor, type Range, rangeFor } from "./in-sight.ts";

interface SightOptions {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly columns: readonly GridColumnPlan[];
  readonly layout: GridLayout;
  /** How many rows there are. */
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** Greatest height of the rows together, pixels: what is drawn before anything was measured. */
  readonly height: number;
}

export interface InSight {
  readonly rows: Range;
  /** As many row elements as were ever needed at once: they are kept and take other rows while the table moves. */
  readonly pool: number;
  readonly drawn: DrawnColumns;
  /** Scrolls as little as needed. */
  showRow(index: number): void;
  showColumn(index: number): void;
}

/**
 * What of the table is drawn: rows have one height, so their places are known without measuring any, however many there
 * are; columns are left out where the table is wider than the window.
 */
export function useInSight({ root, columns, layout, count, rowHeight, height }: SightOptions): InSight {
  // Narrower than its columns, a table scrolls sideways and no column grows: each has its place.
  const isCut = useMedia(`(max-width: ${layout.minWidth}px)`);
  const lead = layout.lead.reduce((sum, width) => sum + width, 0);
  const ends = useMemo(() => {
    let right = lead;
    return columns.map(({ width }) => {
      right += width;
      return right;
    });
  }, [columns, lead]);
  const [rows, setRows] = useState<Range>(() => ({ first: 0, last: Math.ceil(height / rowHeight) }));
  const [across, setAcross] = useState<Range>(() => columnsFor(0, window.innerWidth, ends, undefined));
  const pool = useRef(0);
  const lastTop = useRef(0);

  const look = useEvent(() => {
    const view = root.current;
    if (!view) return;
    const { scrollTop, clientHeight } = view;
    const direction = scrollTop > lastTop.current ? 1 : scrollTop < lastTop.current ? -1 : 0;
    lastTop.current = scrollTop;
    const room = Math.max(clientHeight - gridMetrics.head, rowHeight);
    const sight = { first: Math.floor(scrollTop / rowHeight), last: Math.floor((scrollTop + room - 1) / rowHeight) };
    setRows((before) => rangeFor(sight, { before, direction, count }));
    if (!isCut) return;
    const { scrollLeft, clientWidth } = view;
    setAcross((before) => columnsFor(scrollLeft + lead, scrollLeft + (clientWidth || window.innerWidth), ends, before));
  });
  useLayoutEffect(() => {
    const view = root.current;
    if (!view) return;
    view.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(view);
    return () => {
      view.removeEventListener("scroll", look);
      sizes.disconnect();
    };
  }, [root, look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came or went, columns of another width
  useLayoutEffect(look, [look, count, ends, isCut, rowHeight]);

  const { pinnedCount } = layout;
  const from = isCut ? Math.max(pinnedCount, across.first) : pinnedCount;
  const to = isCut ? Math.max(from, across.last + 1) : columns.length;
  const drawn = useMemo(
    () => drawnColumns(columns, { isCut, pinnedCount, from, to }),
    [columns, isCut, pinnedCount, from, to],
  );
  const shown = { first: rows.first, last: Math.min(rows.last, count - 1) };
  pool.current = Math.max(pool.current, rows.last - rows.first + 1);

  const showRow = (index: number) => {
    const view = root.current;
    if (!view || index < 0) return;
    const top = index * rowHeight;
    const foot = view.querySelector<HTMLElement>(".sc-grid-foot")?.offsetHeight ?? 0;
    const room = view.clientHeight - gridMetrics.head - foot;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + rowHeight > view.scrollTop + room) view.scrollTop = top + rowHeight - room;
  };
  const showColumn = (index: number) => {
    const view = root.current;
    const column = columns[index];
    if (!view || !column || layout.pinned.has(column.name)) return;
    const pinned = columns.slice(0, pinnedCount).reduce((sum, { width }) => sum + width, lead);
    // Columns that grow have no fixed places: the cell itself knows where it stands.
    if (!isCut) {
      view.querySelector(`[data-key="${column.name}"]`)?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
      return;
    }
    const right = ends[index] ?? 0;
    const left = right - column.width;
    if (left < view.scrollLeft + pinned) view.scrollLeft = left - pinned;
    else if (right > view.scrollLeft + view.clientWidth) view.scrollLeft = right - view.clientWidth;
  };
  return { rows: shown, pool: pool.current, drawn, showRow, showColumn };
}
