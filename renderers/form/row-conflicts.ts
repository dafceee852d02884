import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import { conflicts, type FieldConflict } from "./changes.ts";
import { changedNames, rowsById } from "./merge-rows.ts";

/** What became of one row of a relation on both sides, where they differ. */
export type RowConflict =
  | { readonly kind: "added" | "removed"; readonly by: "me" | "them"; readonly row: Row; readonly index: number }
  /** They removed it while I worked on it: keeping mine adds it again. */
  | { readonly kind: "revived"; readonly row: Row; readonly index: number }
  | { readonly kind: "changed"; readonly row: Row; readonly index: number; readonly fields: readonly FieldConflict[] };

/**
 * How the rows of a relation differ between the form and the record as it is now.
 *
 * @param opened the rows as they were read when the form opened
 * @returns in the order of the form's rows, then those that only the others have; `index` counts from 0
 */
export function rowConflicts(
  model: ResolvedModel,
  opened: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
): readonly RowConflict[] {
  const [before, own, others] = [rowsById(opened), rowsById(mine), rowsById(theirs)];
  const found = mine.flatMap((row, index): RowConflict[] => {
    const was = isEmpty(row.id) ? undefined : before.get(row.id);
    if (!was) return [{ kind: "added", by: "me", row, index }];
    const now = others.get(row.id);
    if (!now) {
      const isMine = changedNames(model, was, row).length > 0;
      return [isMine ? { kind: "revived", row, index } : { kind: "removed", by: "them", row, index }];
    }
    const fields = conflicts(model, was, row, now);
    return fields.length > 0 ? [{ kind: "changed", row, index, fields }] : [];
  });
  const gone = theirs.flatMap((row, index): RowConflict[] => {
    if (own.has(row.id)) return [];
    return [before.has(row.id) ? { kind: "removed", by: "me", row, index } : { kind: "added", by: "them", row, index }];
  });
  return [...found, ...gone];
}
