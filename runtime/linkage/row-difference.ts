import type { Row } from "../model/resolved-model.ts";

/**
 * Which positions and columns differ between two lists of sub-rows; rows that are the same object are skipped.
 * `input` is the list as people put it in: what a condition holds back now is remembered for when it applies again.
 */
export function rowDifference(
  before: readonly Row[],
  after: readonly Row[],
  inputs: readonly Row[],
): { positions: Set<number>; columns: Set<string>; moved: boolean; input: readonly Row[] } {
  const positions = new Set<number>();
  const columns = new Set<string>();
  let moved = before.length !== after.length;
  const input = after.map((row, index) => {
    const old = before[index];
    if (old === row) return inputs[index] ?? row;
    positions.add(index);
    if (!old || old.id !== row.id) {
      moved = true;
      return row;
    }
    const different = [...new Set([...Object.keys(old), ...Object.keys(row)])].filter(
      (key) => !Object.is(old[key], row[key]),
    );
    for (const key of different) columns.add(key);
    return { ...inputs[index], ...Object.fromEntries(different.map((key) => [key, row[key] ?? null])) };
  });
  return { positions, columns, moved, input };
}
