import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useEvent } from "../layouts/use-event.ts";
import { gridMetrics } from "./grid-layout.ts";
import { poolFor, type Range, rangeFor } from "./in-sight.ts";

interface RowsOptions {
  /** The rows' own element; what scrolls is its parent. */
  readonly group: RefObject<HTMLDivElement | null>;
  /** How many rows there are. */
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** Greatest height of the rows together, pixels: what is drawn before anything was measured. */
  readonly height: number;
}

export interface RowsInSight {
  readonly rows: Range;
  /** The table moves now. */
  readonly isMoving: boolean;
  /** It is scrolled sideways. */
  readonly isAside: boolean;
  /** Draws the rows that are in sight now, without waiting for the table's own word. Whether it was scrolled since. */
  look(): boolean;
}

/** TBL-01: a table that has not moved for so long stands still, in milliseconds. */
const restMs = 100;

/** The rows that are drawn: all have one height, so their places are known without measuring any. */
export function useRowsInSight({ group, count, rowHeight, height }: RowsOptions): RowsInSight {
  const [rows, setRows] = useState<Range>(() => ({
    first: 0,
    last: Math.ceil((height + gridMetrics.foots) / rowHeight),
  }));
  const [isMoving, setMoving] = useState(false);
  const [isAside, setAside] = useState(false);
  const pool = useRef(0);
  const lastTop = useRef(0);
  const look = useEvent(() => {
    const view = group.current?.parentElement;
    if (!view) return false;
    const { scrollTop, scrollLeft, clientHeight } = view;
    const direction = scrollTop > lastTop.current ? 1 : scrollTop < lastTop.current ? -1 : 0;
    lastTop.current = scrollTop;
    const room = Math.max(clientHeight - gridMetrics.head, rowHeight);
    const sight = { first: Math.floor(scrollTop / rowHeight), last: Math.floor((scrollTop + room - 1) / rowHeight) };
    setRows((before) => rangeFor(sight, { before, direction, count, pool: pool.current }));
    setAside(scrollLeft > 0);
    return direction !== 0;
  });
  useLayoutEffect(() => {
    const view = group.current?.parentElement;
    if (!view) return;
    let rest = 0;
    let isPressed = false;
    const restSoon = () => {
      clearTimeout(rest);
      rest = window.setTimeout(() => isPressed || flushSync(() => setMoving(false)), restMs);
    };
    // At rest rows take their places again, and a press whose element was moved meanwhile is no click to the browser.
    const press = (event: PointerEvent) => {
      isPressed = group.current?.contains(event.target as Node) === true;
    };
    const release = () => {
      if (!isPressed) return;
      isPressed = false;
      restSoon();
    };
    const move = () => {
      // In the frame that shows the new place, not in one after it. A key that moved the table has looked already: its
      // rows keep their order, because turning them round costs more than the one row that comes.
      flushSync(() => {
        if (look()) setMoving(true);
      });
      restSoon();
    };
    view.addEventListener("scroll", move, { passive: true });
    view.addEventListener("pointerdown", press);
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", release);
    const sizes = new ResizeObserver(() => void look());
    sizes.observe(view);
    return () => {
      clearTimeout(rest);
      view.removeEventListener("scroll", move);
      view.removeEventListener("pointerdown", press);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", release);
      sizes.disconnect();
    };
  }, [group, look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came or went
  useLayoutEffect(() => void look(), [look, count, rowHeight]);
  pool.current = Math.max(pool.current, poolFor(Math.ceil(height / rowHeight)), rows.last - rows.first + 1);
  const last = Math.min(rows.last, count - 1);
  return { rows: { first: rows.first, last }, isMoving, isAside, look };
}

/** Scrolls as little as needed. */
export function showRow(view: HTMLElement | null, index: number, rowHeight: number): void {
  if (!view || index < 0) return;
  const top = index * rowHeight;
  const foot = view.querySelector<HTMLElement>(".sc-grid-foot")?.offsetHeight ?? 0;
  const room = view.clientHeight - gridMetrics.head - foot;
  if (top < view.scrollTop) view.scrollTop = top;
  else if (top + rowHeight > view.scrollTop + room) view.scrollTop = top + rowHeight - room;
}
