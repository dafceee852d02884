import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { logChange, logChanges } from "./data-log.ts";
import type { Work } from "./engine-parts.ts";
import { insertStored } from "./insert-stored.ts";
import { followNewRows, followRollups } from "./rollups.ts";
import { writeRow } from "./row-codec.ts";
import { ownFiles } from "./row-files.ts";
import { deletedField } from "./visible-rows.ts";

/**
 * The only ways a row of a model changes. Each keeps what hangs on the row in the same transaction: the data log
 * and the roll-ups of other models. Nothing here asks who may do it.
 */
export async function insertRow(work: Work, model: ResolvedModel, row: Row): Promise<void> {
  await insertRows(work, model, [row]);
}

/** Several new rows in one statement; every row has the same fields. */
export async function insertRows(work: Work, model: ResolvedModel, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await insertStored(work, model, rows);
  work.touched.add(model.table);
  rememberGrouped(work, model, rows);
  await logChanges(work, model, rows);
  for (const row of rows) await ownFiles(work, model, row, undefined);
  await followNewRows(work, model, rows);
}

/** Writes the fields that differ. */
export async function updateRow(work: Work, model: ResolvedModel, before: Row, after: Row): Promise<void> {
  const names = changedFields(model, before, after);
  if (names.length === 0) return;
  const stored = writeRow(model, Object.fromEntries(names.map((name) => [name, after[name] ?? null])));
  await work.trx.updateTable(model.table).set(stored).where("id", "=", before.id).execute();
  work.touched.add(model.table);
  rememberGrouped(work, model, [before]);
  if (names.includes("version")) await logChange(work, model, after);
  await ownFiles(work, model, after, before);
  await followRollups(work, model, before, after);
}

/** Removes the row, or moves it to the recycle bin where the model has one. */
export async function deleteRow(work: Work, model: ResolvedModel, row: Row): Promise<void> {
  if (model.fields.has(deletedField)) {
    await sql`update ${sql.table(model.table)}
      set ${sql.ref(deletedColumn(model))} = 1, version = version + 1, update_by = ${work.caller.username}, update_time = cast(${work.now} as timestamp)
      where id = ${row.id}`.execute(work.trx);
  } else {
    await work.trx.deleteFrom(model.table).where("id", "=", row.id).execute();
  }
  work.touched.add(model.table);
  await logChange(work, model, { ...row, version: Number(row.version ?? 0) + 1 }, "deleted");
  await followRollups(work, model, row, undefined);
}

function rememberGrouped(work: Work, model: ResolvedModel, rows: readonly Row[]): void {
  if (model.groupRules.length === 0) return;
  const ids = work.grouped.get(model) ?? new Set();
  work.grouped.set(model, ids);
  for (const { id } of rows) ids.add(String(id));
}

/** Declared and system fields whose value differs. */
export function changedFields(model: ResolvedModel, before: Row, after: Row): string[] {
  return [...model.fields.keys()].filter((name) => !isSame(before[name], after[name]));
}

export function isSame(left: unknown, right: unknown): boolean {
  if ((left ?? null) === (right ?? null)) return true;
  if (typeof left !== "object" || typeof right !== "object") return false;
  return JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
}

function deletedColumn(model: ResolvedModel): string {
  return model.fields.get(deletedField)?.column ?? "del_flag";
}
