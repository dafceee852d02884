import type { Row } from "../../runtime/model/resolved-model.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import { readIds, readRowBody } from "./engine-parts.ts";

/**
 * All rows of a relation after an edit, by their order: the sent ones, and the stored ones that are neither sent nor
 * deleted.
 *
 * @param deleted ids as a list or a comma text; clients that delete nothing send null, `""` or `[]`
 */
export function mergedRows(stored: readonly Row[], sent: unknown, deleted: unknown): readonly Row[] {
  const gone = new Set(isNothing(deleted) ? [] : readIds(deleted));
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

const isNothing = (deleted: unknown): boolean => isEmpty(deleted) || (Array.isArray(deleted) && deleted.length === 0);
