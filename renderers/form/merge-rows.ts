import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import { changedValues, withoutIdentity } from "./changes.ts";

/**
 * The rows of a relation after both sides had their way: of each row the cells that I changed, all else as it is now.
 * What I removed is gone, what the others added stays; a row that they removed comes back only when I worked on it.
 *
 * @param opened the rows as they were read when the form opened
 * @returns my rows in my order, then those that only the others have
 */
export function mergeRows(
  model: ResolvedModel,
  opened: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
): readonly Row[] {
  const before = rowsById(opened);
  const now = rowsById(theirs);
  const own = rowsById(mine);
  const kept = mine.flatMap((row): readonly Row[] => {
    const was = isEmpty(row.id) ? undefined : before.get(row.id);
    if (!was) return [row];
    const current = now.get(row.id);
    if (current) return [{ ...current, ...cellsOf(row, changedNames(model, was, row)) }];
    return changedNames(model, was, row).length > 0 ? [withoutIdentity(row)] : [];
  });
  return [...kept, ...theirs.filter(({ id }) => !before.has(id) && !own.has(id))];
}

/** Cells of a row that a person changed since it was opened. */
export const changedNames = (model: ResolvedModel, opened: Row, row: Row): readonly string[] =>
  Object.keys(changedValues(model, opened, row));

/** Stored rows under their ids. */
export function rowsById(rows: readonly Row[]): ReadonlyMap<unknown, Row> {
  return new Map(rows.filter(({ id }) => !isEmpty(id)).map((row) => [row.id, row]));
}

/** Values with the words that stand beside them. */
function cellsOf(row: Row, names: readonly string[]): Row {
  const withWords = names.flatMap((name) => [name, `${name}_dictText`]);
  return Object.fromEntries(withWords.map((name) => [name, row[name]]));
}
