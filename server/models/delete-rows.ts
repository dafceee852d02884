import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { hookContext, type Work } from "./engine-parts.ts";
import { hooksOf, lockRow } from "./save-row.ts";
import { deleteRow } from "./store-row.ts";

/** Deletes rows that the caller may see, all or none. */
export async function deleteRows(work: Work, model: ResolvedModel, ids: readonly string[]): Promise<void> {
  const rows: Row[] = [];
  for (const id of [...ids].sort()) rows.push(await lockRow(work, model, id));
  await hooksOf(work, model)?.beforeDelete?.(rows, hookContext(work, model));
  for (const row of rows) await deleteRow(work, model, row);
  await hooksOf(work, model)?.afterDelete?.(rows, hookContext(work, model));
}
