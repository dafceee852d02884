interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line through the points, as the `d` of a path. */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)},${round(y)}`).join("");
}

const round = (value: number): number => Math.round(value * 100) / 100;
