import { numberOf, sumOf } from "../expr/decimal.ts";
import type { Row } from "../model/resolved-model.ts";

/** Groups of an aggregate, where the document says nothing else. */
export const defaultGroups = 1_000;

/** Rows that are all there, in the order that was asked for: numbers by size, everything else by its text. */
export function sortRows(
  rows: readonly Row[],
  { field, order }: { readonly field: string; readonly order: string },
): readonly Row[] {
  const sign = order === "desc" ? -1 : 1;
  const compare = (a: unknown, b: unknown) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a ?? "") < String(b ?? "") ? -1 : String(a ?? "") > String(b ?? "") ? 1 : 0;
  };
  return [...rows].sort((a, b) => sign * compare(a[field], b[field]));
}

/** The exact sum of each named column; what is no number counts as nothing. */
export function sumsOf(rows: readonly Row[], names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, sumOf(rows.flatMap((row) => numberOf(row[name]) ?? []))]));
}
