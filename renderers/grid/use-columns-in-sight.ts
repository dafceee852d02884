import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { useEvent } from "../layouts/use-event.ts";
import { useMedia } from "../layouts/use-media.ts";
import { type DrawnColumns, drawnColumns, type GridLayout } from "./grid-layout.ts";
import { columnsFor, type Range } from "./in-sight.ts";

interface ColumnsOptions {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly columns: readonly GridColumnPlan[];
  readonly layout: GridLayout;
}

export interface ColumnsInSight {
  readonly drawn: DrawnColumns;
  /** Scrolls as little as needed. */
  showColumn(index: number): void;
}

/** The columns that are drawn: some are left out where the table is wider than the window. */
export function useColumnsInSight({ root, columns, layout }: ColumnsOptions): ColumnsInSight {
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
  const [across, setAcross] = useState<Range>(() => columnsFor(0, window.innerWidth, ends, undefined));
  const look = useEvent(() => {
    const view = root.current;
    if (!view || !isCut) return;
    const { scrollLeft, clientWidth } = view;
    setAcross((before) => columnsFor(scrollLeft + lead, scrollLeft + (clientWidth || window.innerWidth), ends, before));
  });
  useLayoutEffect(() => {
    const view = root.current;
    if (!view) return;
    let left = view.scrollLeft;
    const move = () => {
      if (view.scrollLeft === left) return;
      left = view.scrollLeft;
      look();
    };
    // Before the rows are drawn: asked for afterwards, the place would have them laid out at once.
    view.addEventListener("scroll", move, { passive: true, capture: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(view);
    return () => {
      view.removeEventListener("scroll", move, { capture: true });
      sizes.disconnect();
    };
  }, [root, look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns of another width
  useLayoutEffect(look, [look, ends, isCut]);

  const { pinnedCount } = layout;
  const from = isCut ? Math.max(pinnedCount, across.first) : pinnedCount;
  const to = isCut ? Math.max(from, across.last + 1) : columns.length;
  const drawn = useMemo(
    () => drawnColumns(columns, { isCut, pinnedCount, from, to }),
    [columns, isCut, pinnedCount, from, to],
  );
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
    look();
  };
  return { drawn, showColumn };
}
