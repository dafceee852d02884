import { sql } from "kysely";
import { isPart, type ResolvedModel, type Row } from "../../runtime/model/resolved-model.ts";
import { refuse } from "../http/refusal.ts";
import type { Work } from "./engine-parts.ts";
import { answerReferring, refuseReferring } from "./referring-rows.ts";
import { deleteRow } from "./store-row.ts";
import { childTables, loadSubRows, titleOf } from "./sub-rows.ts";
import { keepTree } from "./tree.ts";
import { deletedField } from "./visible-rows.ts";

/**
 * Deletes one row with its sub-rows and with the rows that name it, as their `onDelete` says, or leaves all of them.
 *
 * @throws AppError INVALID where a relation keeps a row that has sub-rows (`onDelete: restrict`), or a
 *   field a row that it names
 */
export async function deleteWithChildren(
  work: Work,
  model: ResolvedModel,
  row: Row,
  going: Set<string> = new Set(),
): Promise<void> {
  // Rows that name each other would go round for ever.
  const key = `${model.table} ${row.id}`;
  if (going.has(key)) return;
  going.add(key);
  // A row in the recycle bin keeps its sub-rows: it may come back.
  const isKept = model.fields.has(deletedField);
  for (const child of childTables(work, model)) {
    if (child.relation.onDelete === "restrict") {
      if (await hasRows(work, child.model, child.relation.foreignKey, String(row.id))) {
        throw refuse(model.restrictMessage ?? `存在${titleOf(child)}，不能删除`);
      }
    } else if (!isKept && isPart(child.relation)) {
      const subRows = await loadSubRows(work, child, String(row.id));
      for (const subRow of subRows) await deleteWithChildren(work, child.model, subRow, going);
    }
  }
  if (isKept) await refuseReferring(work, model, row);
  else await answerReferring(work, model, row, (naming, named) => deleteWithChildren(work, naming, named, going));
  await deleteRow(work, model, row);
  await keepTree(work, model, row, undefined);
}

async function hasRows(work: Work, model: ResolvedModel, foreignKey: string, id: string): Promise<boolean> {
  const column = model.fields.get(foreignKey)?.column ?? foreignKey;
  const { rows } = await sql`select 1 from ${sql.table(model.table)}
    where ${sql.ref(column)} = ${id} limit 1`.execute(work.trx);
  return rows.length > 0;
}
