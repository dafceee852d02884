/** Places that are drawn along one axis, both ends included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

export interface RangeOptions {
  readonly before: Range | undefined;
  /** Which way the table moves now: 1 to the end, -1 to the start, 0 not at all. */
  readonly direction: -1 | 0 | 1;
  readonly count: number;
  /** Row elements that there are. A table that moves uses all of them, so that none comes or goes. */
  readonly pool: number;
}

/** Drawn beyond what is in sight: towards where the table moves, at least, and behind. */
const ahead = 12;
const behind = 2;
/** While so many lie ahead, nothing new is drawn. Close to `ahead`: each frame draws a few rows and none draws many. */
const enough = 8;

/** Row elements for so many rows in sight. */
export const poolFor = (inSight: number): number => inSight + 1 + ahead + behind;

/** The range to draw for what is in sight. It answers `before` itself as long as that serves. */
export function rangeFor(sight: Range, { before, direction, count, pool }: RangeOptions): Range {
  const end = Math.max(0, count - 1);
  const isIn = (place: number) => before !== undefined && before.first <= place && place <= before.last;
  const up = direction < 0 ? enough : 0;
  const down = direction > 0 ? enough : 0;
  const isServed = isIn(Math.max(0, sight.first - up)) && isIn(Math.min(end, sight.last + down));
  if (before && isServed && before.last <= end) return before;
  if (direction > 0) {
    const first = Math.max(0, sight.first - behind);
    return { first, last: Math.min(end, Math.max(sight.last, first + pool - 1)) };
  }
  if (direction < 0) {
    const last = Math.min(end, sight.last + behind);
    return { first: Math.max(0, Math.min(sight.first, last - pool + 1)), last };
  }
  return { first: Math.max(0, sight.first - 1), last: Math.min(end, sight.last + 1) };
}

/** The columns in sight and one at each side. @param ends right edge of every column, pixels */
export function columnsFor(leftPx: number, rightPx: number, ends: readonly number[], before: Range | undefined): Range {
  const end = ends.length - 1;
  const first = ends.findIndex((right) => right > leftPx);
  const after = ends.findIndex((right) => right >= rightPx);
  const sight = { first: first === -1 ? end : first, last: after === -1 ? end : after };
  if (before && before.first <= sight.first && before.last >= sight.last && before.last <= end) return before;
  return { first: Math.max(0, sight.first - 1), last: Math.min(end, sight.last + 1) };
}
