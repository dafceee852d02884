import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { refuse } from "../http/refusal.ts";
import { deleteWithChildren } from "./delete-below.ts";
import { atPresent, hookContext, type Work } from "./engine-parts.ts";
import { stateText } from "./locks.ts";
import { hooksOf, lockRow } from "./save-row.ts";
import { descendantIds, treeOf } from "./tree.ts";

/**
 * Deletes rows that the caller may see, all or none: what hangs below a tree row goes with it, sub-rows go with their
 * master or keep it from going.
 */
export async function deleteRows(plain: Work, model: ResolvedModel, ids: readonly string[]): Promise<void> {
  const rows = await lockAll(plain, model, ids);
  const work = atPresent(plain);
  for (const row of rows) await refuseUndeletable(work, model, row);
  await hooksOf(work, model)?.beforeDelete?.(rows, hookContext(work, model));
  for (const row of rows) await deleteWithChildren(work, model, row);
  await hooksOf(work, model)?.afterDelete?.(rows, hookContext(work, model));
}

/** The rows asked for and, in a tree, all below them, deepest first. */
async function lockAll(work: Work, model: ResolvedModel, ids: readonly string[]): Promise<Row[]> {
  const tree = treeOf(model);
  const wanted = new Set<string>();
  for (const id of [...ids].sort()) {
    wanted.add(id);
    if (tree) for (const below of await descendantIds(work, model, tree, id)) wanted.add(below);
  }
  const rows: Row[] = [];
  for (const id of wanted) rows.push(await lockRow(work, model, id));
  return tree ? rows.reverse() : rows;
}

async function refuseUndeletable(work: Work, model: ResolvedModel, row: Row): Promise<void> {
  const { states } = model;
  if (!states?.delete || states.delete.includes(String(row[states.field] ?? ""))) return;
  throw refuse(`当前状态“${await stateText(work, model, row)}”不能删除`);
}
