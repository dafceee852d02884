import { type RawBuilder, sql } from "kysely";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { keptPlan, keptPlanOfLast } from "../db/kept-plan.ts";
import { logChange, logChanges, logSql } from "./data-log.ts";
import type { Work } from "./engine-parts.ts";
import { groupFields } from "./group-fields.ts";
import type { Draft } from "./hooks.ts";
import { insertSql } from "./insert-stored.ts";
import { adjustParents, rollupsTogether, rollupTargets } from "./rollups.ts";
import { readRow } from "./row-codec.ts";
import { bringsFiles, ownFiles } from "./row-files.ts";
import { explainOutOfScope, requireInScope } from "./row-in-scope.ts";
import { columnsOf } from "./select-page.ts";
import { type Touch, touch } from "./touched.ts";
import { updateAllSql, updateSql } from "./update-stored.ts";
import { deletedField, visibleSql } from "./visible-rows.ts";
import { eventParts, type RowEvent, recordEvents } from "./webhooks/row-events.ts";

/** A row as the database holds it after its write. */
export interface StoredRow {
  readonly row: Draft;
  /** The caller sees it and may change it. */
  readonly isVisible: boolean;
  /** How often the call had written it by then; later writes make `row` old. */
  readonly writes: number;
}

interface OneChange {
  readonly before: Row | undefined;
  readonly after: Row;
  /** `insert …` or `update …` of the row. */
  readonly main: RawBuilder<unknown>;
  readonly isLogged: boolean;
  /** Names of the fields that differ; empty for a new row. */
  readonly changed: readonly string[];
  /** Nothing may refuse the call afterwards. */
  readonly mayBeLast: boolean;
}

/**
 * The only ways a row of a model changes. Each keeps what hangs on the row in the same transaction: the data log,
 * what subscribers are told, and the roll-ups of other models. Nothing here asks who may do it.
 */
export async function insertRow(work: Work, model: ResolvedModel, row: Row, mayBeLast = false): Promise<StoredRow> {
  rememberGrouped(work, model, [row]);
  const main = insertSql(model, [row]);
  return writeOne(work, model, { before: undefined, after: row, main, isLogged: true, changed: [], mayBeLast });
}

/** Several new rows in one statement. */
export async function insertRows(work: Work, model: ResolvedModel, rows: readonly Row[]): Promise<void> {
  await insertRowsTogether(work, [{ model, rows }]);
}

/** New rows of a model. */
export interface NewRows {
  readonly model: ResolvedModel;
  readonly rows: readonly Row[];
}

/** New rows of several models, their data log and the roll-ups that need no look at their row: one statement. */
export async function insertRowsTogether(work: Work, given: readonly NewRows[]): Promise<void> {
  const batches = given.filter(({ rows }) => rows.length > 0);
  if (batches.length === 0) return;
  const written = batches.map(({ model, rows }) => ({
    model,
    changes: rows.map((after) => ({ before: undefined, after })),
  }));
  const ownRows = batches.flatMap(({ model, rows }) => rows.map(({ id }) => rowKey(model, id)));
  const { parts, rest } = rollupsTogether(work, rollupTargets(work, written), ownRows);
  const inserts = batches.map(
    ({ model, rows }, place) => sql`${sql.id(`rows${place}`)} as (${insertSql(model, rows)})`,
  );
  const log = logSql(work, batches);
  const beside = [...inserts, ...(log ? [sql`${sql.id("log")} as (${log})`] : []), ...parts];
  await sql`with ${sql.join(beside)} select 1 ${keptPlan}`.execute(work.trx);
  for (const { model, rows } of batches) {
    touch(work.touched, model.table, "added");
    rememberGrouped(work, model, rows);
    const happened = rows.map((row) => ({ row, changed: [] }));
    await recordEvents(work, model, "added", happened);
    for (const row of rows) await ownFiles(work, model, row, undefined);
  }
  await adjustParents(work, rest);
}

/** Several rows changed in the same fields, in one statement. */
export async function updateRows(
  work: Work,
  model: ResolvedModel,
  changes: readonly { readonly before: Row; readonly after: Row }[],
): Promise<void> {
  const names = [...new Set(changes.flatMap(({ before, after }) => changedFields(model, before, after)))];
  if (names.length === 0) return;
  const rows = changes.map(({ after }) => after);
  await sql`${updateAllSql(model, rows, names)}`.execute(work.trx);
  for (const { id } of rows) noteWrite(work, model, id, "changed");
  rememberGrouped(work, model, rows);
  await logChanges(work, model, rows);
  const happened = changes.map(({ before, after }) => ({ row: after, changed: changedFields(model, before, after) }));
  await recordEvents(work, model, "changed", happened);
  await adjustParents(work, rollupTargets(work, [{ model, changes }]));
}

/** Writes the fields that differ; undefined when none does. */
export async function updateRow(
  work: Work,
  model: ResolvedModel,
  before: Row,
  after: Row,
  mayBeLast = false,
): Promise<StoredRow | undefined> {
  const names = changedFields(model, before, after);
  if (names.length === 0) return undefined;
  rememberChanged(work, model, before, names);
  const main = updateSql(model, { ...after, id: before.id }, names);
  return writeOne(work, model, { before, after, main, isLogged: names.includes("version"), changed: names, mayBeLast });
}

/**
 * The row, its data log and the roll-ups that need no look at their row: one statement. With nothing left to write or to
 * check it takes the commit with it, and refuses a row outside the caller's scope itself.
 */
async function writeOne(work: Work, model: ResolvedModel, change: OneChange): Promise<StoredRow> {
  const { before, after, main, changed } = change;
  const targets = rollupTargets(work, [{ model, changes: [{ before, after }] }]);
  const { parts, rest } = rollupsTogether(work, targets, [rowKey(model, after.id)]);
  const log = change.isLogged ? logSql(work, [{ model, rows: [after] }]) : undefined;
  const told = change.isLogged ? await eventParts(work, model, eventOf(work, change), [{ row: after, changed }]) : [];
  const beside = [...(log ? [sql`${sql.id("log")} as (${log})`] : []), ...told, ...parts];
  const mayChange = visibleSql(model, work.caller, work.now, { reach: "change" });
  const isLast = change.mayBeLast && rest.length === 0 && work.grouped.size === 0 && !bringsFiles(model, after, before);
  const { rows } = await sql<Row & { readonly _visible: boolean | null }>`
    ${beside.length > 0 ? sql`with ${sql.join(beside)}` : sql``}
    ${main} returning ${columnsOf(model)}, ${isLast ? requireInScope(mayChange) : mayChange} as ${sql.id("_visible")}
    ${isLast ? keptPlanOfLast : keptPlan}`
    .execute(work.trx)
    .catch((error: unknown) => {
      throw explainOutOfScope(error);
    });
  const writes = noteWrite(work, model, after.id, before ? "changed" : "added");
  await ownFiles(work, model, after, before);
  await adjustParents(work, rest);
  const [stored] = rows;
  return { row: stored ? readRow(model, stored) : { ...after }, isVisible: stored?._visible === true, writes };
}

const eventOf = (work: Work, { before }: OneChange): RowEvent => {
  if (!before) return "added";
  return work.transition === undefined ? "changed" : "transition";
};

/** Removes the row, or moves it to the recycle bin where the model has one. */
export async function deleteRow(work: Work, model: ResolvedModel, row: Row): Promise<void> {
  if (model.fields.has(deletedField)) {
    await sql`update ${sql.table(model.table)}
      set ${sql.ref(deletedColumn(model))} = 1, version = version + 1, update_by = ${work.caller.username}, update_time = cast(${work.now} as timestamp)
      where id = ${row.id}`.execute(work.trx);
  } else {
    await work.trx.deleteFrom(model.table).where("id", "=", row.id).execute();
  }
  noteWrite(work, model, row.id, "changed");
  const last = { ...row, version: Number(row.version ?? 0) + 1 };
  await logChange(work, model, last, "deleted");
  await recordEvents(work, model, "deleted", [{ row: last, changed: [] }]);
  await adjustParents(work, rollupTargets(work, [{ model, changes: [{ before: row, after: undefined }] }]));
}

/** Whether the call has written the row again since. */
export function isCurrent(work: Work, model: ResolvedModel, { row, writes }: StoredRow): boolean {
  return work.writes.get(rowKey(model, row.id)) === writes;
}

/** @returns how often the call has written the row now */
export function noteWrite(work: Work, model: ResolvedModel, id: unknown, kind: Touch): number {
  touch(work.touched, model.table, kind);
  const key = rowKey(model, id);
  const writes = (work.writes.get(key) ?? 0) + 1;
  work.writes.set(key, writes);
  return writes;
}

export const rowKey = (model: ResolvedModel, id: unknown): string => `${model.table} ${String(id)}`;

function rememberGrouped(work: Work, model: ResolvedModel, rows: readonly Row[]): void {
  if (model.groupRules.length === 0) return;
  const ids = work.grouped.get(model) ?? new Set();
  work.grouped.set(model, ids);
  for (const { id } of rows) ids.add(String(id));
}

function rememberChanged(work: Work, model: ResolvedModel, row: Row, names: readonly string[]): void {
  const read = groupFields(model);
  if (read === "all" || names.some((name) => read.has(name))) rememberGrouped(work, model, [row]);
}

/** A row whose fields a statement of its own has changed. */
export function noteChanged(work: Work, model: ResolvedModel, row: Row, names: readonly string[]): void {
  noteWrite(work, model, row.id, names.every((name) => isFigure(model, name)) ? "counted" : "changed");
  rememberChanged(work, model, row, names);
}

/** A sum, or a number that follows from others: no row is called by it, and nothing that is kept looks it up. */
function isFigure(model: ResolvedModel, name: string): boolean {
  const field = model.fields.get(name);
  const isCounted = field?.rollup !== undefined || field?.value !== undefined;
  return isCounted && name !== model.titleField && isNumeric(field);
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
