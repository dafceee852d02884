import type { Row } from "../model/resolved-model.ts";

/** What tells apart rows of a report, which may have no id (contract 07 §7.3): all values, `id` first, 50 characters. */
export function rowKeyOf(row: Row): string {
  const { id, ...others } = row;
  return [id, ...Object.values(others)]
    .map((value) => String(value ?? ""))
    .join("")
    .slice(0, 50);
}
