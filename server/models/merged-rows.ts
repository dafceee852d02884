import type { Row } from "../../runtime/model/resolved-model.ts";
import { readIds, readRowBody } from "./engine-parts.ts";

/**
 * All rows of a relation after an edit, by their order: the sent ones, and the stored ones that are neither sent nor
 * deleted.
 */
export function mergedRows(stored: readonly Row[], sent: unknown, deleted: unknown): readonly Row[] {
  const gone = new Set(deleted === undefined || deleted === "" ? [] : readIds(deleted));
  const rows = Array.isArray(sent) ? sent.map(readRowBody) : [];
  const named = new Set(rows.map(({ id }) => id));
  const kept = stored.filter(({ id }) => !gone.has(String(id)) && !named.has(id));
  const placeOf = (row: Row) => Number(row.orderNum ?? stored.length + rows.length);
  return [
    ...kept.map((row) => ({ place: placeOf(row), row: { id: row.id } })),
    ...rows.map((row) => ({ place: placeOf(row), row })),
  ]
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row);
}
