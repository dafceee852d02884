import { parseExpression } from "../../runtime/expr/parse.ts";
import { referencesOf } from "../../runtime/expr/references.ts";
import { sourceOf } from "../../runtime/expr/template.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { recordContext, rulesOf } from "./record-rules.ts";
import { changedFields } from "./store-row.ts";
import { loadSubRows, partTables } from "./sub-rows.ts";
import { writeSubRows } from "./write-sub-rows.ts";

/**
 * Sub-rows may compute from their master (`master.status`): where a field that they read has changed without a form, by
 * a transition, they are computed anew. Checks are not repeated.
 */
export async function followMaster(work: Work, model: ResolvedModel, before: Row, row: Row): Promise<void> {
  const changed = new Set(changedFields(model, before, row));
  for (const child of partTables(work, model)) {
    if (!readsOfMaster(child.model).some((name) => changed.has(name))) continue;
    const stored = await loadSubRows(work, child, String(row.id));
    const context = await recordContext(work, model, "edit", { ...before, [child.name]: stored });
    const complete = { ...row, [child.name]: stored.map((subRow) => ({ ...subRow })) };
    const rows = rulesOf(work.parts, model).apply(complete, context).row[child.name] as Draft[];
    await writeSubRows(work, child, String(row.id), rows, stored);
  }
}

const known = new WeakMap<ResolvedModel, readonly string[]>();

/** Fields of the master that computed values of the sub-rows name. */
function readsOfMaster(model: ResolvedModel): readonly string[] {
  const found =
    known.get(model) ?? [...model.fields.values()].flatMap(({ value }) => (value ? masterFields(value) : []));
  known.set(model, found);
  return found;
}

function masterFields(expression: string): readonly string[] {
  const { ast } = parseExpression(sourceOf(expression) ?? "null");
  if (!ast) return [];
  return referencesOf(ast).flatMap(({ path: [root, field] }) => (root === "master" && field ? [field] : []));
}
