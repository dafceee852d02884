import { messages } from "../../messages.ts";

/** Round values from 0 to at least `max`, four steps at most five. */
export function niceTicks(max: number): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 4, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** `120000` → `12 万`. */
export function tickText(value: number): string {
  if (Math.abs(value) >= 10_000) return messages.panels.shortTick(value);
  return String(Number(value.toPrecision(6)));
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A smooth line through the points that never swings beyond them (monotone cubic), as the `d` of a path.
 */
export function smoothPath(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return "";
  const slopes = points.map((point, index) => slopeAt(points, point, index));
  // A point alone is drawn as the dot that a round cap makes of no length.
  if (points.length === 1) return `M${round(first.x)},${round(first.y)}h0`;
  return points.slice(1).reduce(
    (path, point, index) => {
      const before = points[index] ?? first;
      const third = (point.x - before.x) / 3;
      const from = `${round(before.x + third)},${round(before.y + third * (slopes[index] ?? 0))}`;
      const to = `${round(point.x - third)},${round(point.y - third * (slopes[index + 1] ?? 0))}`;
      return `${path}C${from} ${to} ${round(point.x)},${round(point.y)}`;
    },
    `M${round(first.x)},${round(first.y)}`,
  );
}

/** The line's path closed down to the base. */
export function areaPath(points: readonly Point[], base: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return "";
  return `${smoothPath(points)}L${round(last.x)},${round(base)}L${round(first.x)},${round(base)}Z`;
}

/** Points that follow one another: a line ends before a missing one and begins after it. */
export function stretchesOf(points: readonly (Point | undefined)[]): readonly (readonly Point[])[] {
  const stretches: Point[][] = [[]];
  for (const point of points) {
    if (point) stretches.at(-1)?.push(point);
    else stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length > 0);
}

function slopeAt(points: readonly Point[], point: Point, index: number): number {
  const [before, after] = [points[index - 1], points[index + 1]];
  if (!before || !after) return 0;
  const left = (point.y - before.y) / (point.x - before.x);
  const right = (after.y - point.y) / (after.x - point.x);
  if (left * right <= 0) return 0;
  return (2 * left * right) / (left + right);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Every n-th label, so that labels of the given width do not touch. */
export function labelStep(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)));
}
