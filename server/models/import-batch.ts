import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Queryable } from "../db/database.ts";
import { refuse } from "../http/refusal.ts";
import { deleteRows } from "./delete-rows.ts";
import type { Work } from "./engine-parts.ts";
import type { StoredRows } from "./import-store.ts";
import { editRow } from "./save-row.ts";
import { treeOf } from "./tree.ts";

/** A larger import is listed and cannot be taken back: each row is deleted for itself. */
export const undoRows = 5_000;
/** How long it can be. */
export const undoDays = 7;
/** How long it is listed. */
const keptDays = 180;
/** Rows kept in one record, and asked for by one statement. */
const partRows = 1_000;

/** A stored row of an import, as it stood then. */
interface Entry {
  readonly id: string;
  readonly version: number;
  /** Of a row that was changed: the values that the file replaced. */
  readonly before?: Row;
}

export interface ImportBatch {
  readonly id: string;
  readonly userId: string;
  readonly tenantId: number;
  readonly modelId: string;
  readonly title: string;
  readonly fileName: string;
  readonly added: number;
  readonly changed: number;
  readonly wrong: number;
  readonly canUndo: boolean;
  readonly createTime: string;
  readonly undoTime: string | null;
  readonly undone: number | null;
}

interface ImportedFile {
  readonly model: ResolvedModel;
  readonly fileName: string;
  /** Rows of the file that were left out. */
  readonly wrong: number;
}

/** Remembers an import in the transaction that stores it. @returns its id */
export async function keepBatch(work: Work, { model, fileName, wrong }: ImportedFile, stored: StoredRows) {
  const { trx, caller, now, parts } = work;
  const id = parts.newId();
  const canUndo = stored.added.length + stored.changed.length <= undoRows;
  await sql`insert into sys_import_batch (id, user_id, username, tenant_id, model_id, title, file_name, added, changed,
      wrong, can_undo, create_time)
    values (${id}, ${caller.userId}, ${caller.username}, ${caller.tenantId}, ${model.id}, ${model.title},
      ${fileName.slice(0, 255)}, ${stored.added.length}, ${stored.changed.length}, ${wrong}, ${canUndo},
      cast(${now} as timestamp))`.execute(trx);
  if (canUndo) await keepEntries(work, model, id, stored);
  await forgetOld(trx, caller.userId, now);
  return id;
}

async function keepEntries(work: Work, model: ResolvedModel, batchId: string, stored: StoredRows): Promise<void> {
  const before = new Map<string, Row | undefined>([
    ...stored.added.map(({ row }) => [String(row.id), undefined] as const),
    ...stored.changed.map((change) => [change.id, change.before ?? {}] as const),
  ]);
  const ids = [...before.keys()];
  for (let start = 0; start < ids.length; start += partRows) {
    const versions = await versionsOf(work, model, ids.slice(start, start + partRows));
    const entries: Entry[] = [...versions].map(([id, version]) => {
      const values = before.get(id);
      return { id, version, ...(values ? { before: values } : {}) };
    });
    await sql`insert into sys_import_part (batch_id, part, entries)
      values (${batchId}, ${start / partRows}, ${JSON.stringify(entries)})`.execute(work.trx);
  }
}

async function versionsOf(work: Work, model: ResolvedModel, ids: readonly string[]) {
  const { rows } = await sql<{ id: unknown; version: unknown }>`
    select id, version from ${sql.table(model.table)} where id in (${sql.join(ids)})`.execute(work.trx);
  return new Map(rows.map(({ id, version }) => [String(id), Number(version)]));
}

async function forgetOld(db: Queryable, userId: string, now: string): Promise<void> {
  const old = (days: number) => sql`cast(${now} as timestamp) - make_interval(days => ${sql.lit(days)})`;
  await sql`delete from sys_import_part where batch_id in
    (select id from sys_import_batch where user_id = ${userId} and create_time < ${old(undoDays)})`.execute(db);
  await sql`delete from sys_import_batch where user_id = ${userId} and create_time < ${old(keptDays)}`.execute(db);
}

/**
 * Takes an import back: its new rows are deleted, its changed ones get their values back. A row that somebody has
 * changed since keeps the import from being taken back, or stays as it is with `isRest`.
 *
 * @returns how many rows were taken back
 * @throws AppError INVALID when it was taken back already, or a row was changed, or may not be deleted
 */
export async function undoBatch(
  work: Work,
  model: ResolvedModel,
  batch: ImportBatch,
  { isRest }: { readonly isRest: boolean },
): Promise<number> {
  const { trx, now } = work;
  const { numAffectedRows } = await sql`update sys_import_batch set undo_time = cast(${now} as timestamp)
    where id = ${batch.id} and undo_time is null and can_undo`.execute(trx);
  if (Number(numAffectedRows) !== 1) throw refuse("这次导入已经撤销");
  const { rows } = await sql<{ entries: string }>`
    select entries from sys_import_part where batch_id = ${batch.id} order by part`.execute(trx);
  if (rows.length === 0) throw refuse(`超过 ${undoDays} 天的导入不能撤销`);
  const entries = rows.flatMap((row) => JSON.parse(row.entries) as Entry[]);
  const changed = await changedSince(work, model, entries);
  if (changed.size > 0 && !isRest) {
    throw refuse(`有 ${changed.size} 行在导入之后被修改、删除或引用，不能整批撤销；可以只撤销没有改动的行`);
  }
  const same = entries.filter(({ id }) => !changed.has(id));
  if (same.length === 0) throw refuse("这次导入的行都已改动，没有可以撤销的");
  const added = same.filter(({ before }) => !before).map(({ id }) => id);
  if (added.length > 0) await deleteRows(work, model, added);
  for (const { id, version, before } of same) if (before) await editRow(work, model, { ...before, id, version });
  await sql`update sys_import_batch set undone = ${same.length} where id = ${batch.id}`.execute(trx);
  await sql`delete from sys_import_part where batch_id = ${batch.id}`.execute(trx);
  return same.length;
}

/** Rows that are gone, that somebody changed, or that have rows of others below them. */
async function changedSince(work: Work, model: ResolvedModel, entries: readonly Entry[]): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  const own = new Set(entries.map(({ id }) => id));
  const tree = treeOf(model);
  for (let start = 0; start < entries.length; start += partRows) {
    const part = entries.slice(start, start + partRows);
    const ids = part.map(({ id }) => id);
    const versions = await versionsOf(work, model, ids);
    for (const { id, version } of part) if (versions.get(id) !== version) changed.add(id);
    if (!tree) continue;
    const parent = tree.parent.column;
    const { rows } = await sql<{ id: unknown; parent: unknown }>`select id, ${sql.ref(parent)} as parent
      from ${sql.table(model.table)} where ${sql.ref(parent)} in (${sql.join(ids)})`.execute(work.trx);
    for (const row of rows) if (!own.has(String(row.id))) changed.add(String(row.parent));
  }
  return changed;
}

/** A person's imports, the newest first. */
export async function listBatches(
  db: Queryable,
  { userId, tenantId }: { readonly userId: string; readonly tenantId: number },
  {
    title,
    pageNo,
    pageSize,
  }: { readonly title?: string | undefined; readonly pageNo: number; readonly pageSize: number },
): Promise<{ readonly batches: readonly ImportBatch[]; readonly total: number }> {
  const where = sql<boolean>`user_id = ${userId} and tenant_id = ${tenantId}
    and ${title ? sql<boolean>`(strpos(title, ${title}) > 0 or strpos(file_name, ${title}) > 0)` : sql<boolean>`true`}`;
  const { rows } = await sql<Row>`select * from sys_import_batch where ${where}
    order by create_time desc, id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db);
  const counted = await sql<{ total: string }>`select count(*) as total from sys_import_batch where ${where}`.execute(
    db,
  );
  return { batches: rows.map(readBatch), total: Number(counted.rows[0]?.total ?? 0) };
}

export async function findBatch(db: Queryable, id: string): Promise<ImportBatch | undefined> {
  const { rows } = await sql<Row>`select * from sys_import_batch where id = ${id}`.execute(db);
  return rows[0] && readBatch(rows[0]);
}

const readBatch = (row: Row): ImportBatch => ({
  id: String(row.id),
  userId: String(row.user_id),
  tenantId: Number(row.tenant_id),
  modelId: String(row.model_id),
  title: String(row.title),
  fileName: String(row.file_name),
  added: Number(row.added),
  changed: Number(row.changed),
  wrong: Number(row.wrong),
  canUndo: row.can_undo === true,
  createTime: String(row.create_time),
  undoTime: row.undo_time === null ? null : String(row.undo_time),
  undone: row.undone === null ? null : Number(row.undone),
});
