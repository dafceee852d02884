/**
 * What a call did to a table. `counted`: only sums and counts of other models' rows, from which nothing else follows;
 * `added`: new rows; `changed`: anything else.
 */
export type Touch = "counted" | "added" | "changed";

const order: readonly Touch[] = ["counted", "added", "changed"];

/** The tables that a call has written, with the most that it did to each. */
export type Touched = Map<string, Touch>;

export function touch(touched: Touched, table: string, kind: Touch): void {
  const before = touched.get(table);
  if (before === undefined || order.indexOf(before) < order.indexOf(kind)) touched.set(table, kind);
}
