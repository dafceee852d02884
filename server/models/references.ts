import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { itemsOf } from "./dict-items.ts";
import { splitValue } from "./dict-text.ts";
import type { Work } from "./engine-parts.ts";
import { loadReferenced, referencedRows, targetOf } from "./referenced-rows.ts";
import { isSame } from "./store-row.ts";

/**
 * A reference that is set or changed must name a row that exists, that the caller may see and that is in use (the
 * dictionary's `where`); a dictionary value must be an item. What did not change is left alone. What a document states
 * follows from what exists, so it may name a row that is no longer in use: the order of a frozen member is still refunded.
 *
 * @param foreignKey the reference to the master of a sub-row, which the call itself sets
 * @returns messages by field
 */
export async function referenceErrors(
  work: Work,
  model: ResolvedModel,
  row: Row,
  before: Row | undefined,
  foreignKey?: string,
): Promise<Record<string, string>> {
  const changed = [...model.fields.values()].filter(
    (field) =>
      field.dict &&
      field.name !== foreignKey &&
      !field.snapshot &&
      !isTreeRoot(model, field, row[field.name]) &&
      !isSame(before?.[field.name], row[field.name]) &&
      !isSame(row[field.name], null),
  );
  await loadReferenced(
    work,
    changed.map((field) => ({ model, field, values: splitValue(field, row[field.name]) })),
  );
  const fieldErrors: Record<string, string> = {};
  for (const field of changed) {
    const values = splitValue(field, row[field.name]);
    if (field.dict?.kind === "code") {
      const known = await itemsOf(work, field.dict.code);
      if (known && values.some((value) => !known.has(value))) fieldErrors[field.name] = `${field.title}不在可选范围内`;
    } else if (!(await areUsable(work, model, field, values))) {
      fieldErrors[field.name] = `${field.title}不存在或已停用`;
    }
  }
  return fieldErrors;
}

/** A row at the top of a tree names the root, which is no row. */
function isTreeRoot(model: ResolvedModel, field: ResolvedField, value: unknown): boolean {
  return Object.values(model.relations).some(
    (relation) => relation.kind === "tree" && relation.pid === field.name && relation.root === value,
  );
}

async function areUsable(
  work: Work,
  model: ResolvedModel,
  field: ResolvedField,
  values: readonly string[],
): Promise<boolean> {
  if (!targetOf(work, field)) return true;
  for (const value of values) {
    const rows = await referencedRows(work, model, field, value);
    if (!rows.some((row) => (work.isStated ? row.isOwn : row.isUsable))) return false;
  }
  return true;
}
