import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * How many of the lines of a bar fit side by side. The lines are measured once, as long as they are the same; the bar
 * whenever its width changes. When not all fit, `moreWidthPx` stays free behind them.
 *
 * @param lines tells one set of lines from another
 */
export function useFitting(bar: RefObject<HTMLElement | null>, lines: string, moreWidthPx: number): number {
  const [fitting, setFitting] = useState<{ readonly lines: string; readonly count: number }>();
  const widths = useRef<{ readonly lines: string; readonly of: readonly number[] }>(undefined);

  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    if (widths.current?.lines !== lines) {
      // All of them stand there until the first count.
      widths.current = { lines, of: [...element.children].map((line) => line.getBoundingClientRect().width) };
    }
    const count = () =>
      setFitting({ lines, count: countFitting(widths.current?.of ?? [], element.clientWidth, moreWidthPx) });
    count();
    if (typeof ResizeObserver !== "function") return;
    const observer = new ResizeObserver(count);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, lines, moreWidthPx]);

  return fitting?.lines === lines ? fitting.count : Number.POSITIVE_INFINITY;
}

/** @example countFitting([100, 100, 100], 250, 60) // 1 */
export function countFitting(widths: readonly number[], roomPx: number, moreWidthPx: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= roomPx) return widths.length;
  let used = 0;
  const over = widths.findIndex((width) => {
    used += width;
    return used > roomPx - moreWidthPx;
  });
  return over < 0 ? widths.length : over;
}
