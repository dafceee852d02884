import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Database, Queryable, Tables } from "../db/database.ts";
import { refuse } from "../http/refusal.ts";
import { type ExportState, type ExportTask, exportLimits, type NewExport } from "./export-task.ts";

const isOpen = sql<boolean>`state in ('waiting', 'running')`;

/**
 * Puts an export into the queue, within the person's limit: calls at the same time count one after the other.
 *
 * @throws AppError INVALID beyond the limit
 */
export async function insertTask(
  db: Database,
  task: NewExport,
  { id, now }: { readonly id: string; readonly now: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    await requirePlace(trx, task.userId);
    await sql`insert into sys_export_task
      (id, user_id, username, tenant_id, org_code, source_kind, source_id, title, conditions, format, english, query,
        state, rows_total, create_time)
      values (${id}, ${task.userId}, ${task.username}, ${task.tenantId}, ${task.orgCode}, ${task.source.kind},
        ${task.source.id}, ${task.title}, ${task.conditions.slice(0, 1000)}, ${task.format}, ${task.english},
        ${JSON.stringify(task.query)}, 'waiting', ${task.rowsTotal ?? null}, cast(${now} as timestamp))`.execute(trx);
  });
}

/** Puts an ended export into the queue once more. @returns false for one that is open or done */
export async function requeueTask(db: Database, { id, userId }: ExportTask): Promise<boolean> {
  return db.transaction(async (trx) => {
    await requirePlace(trx, userId);
    return isOneRow(
      sql`update sys_export_task set state = 'waiting', attempts = 0, rows_done = 0, message = null, end_time = null,
        expires_at = null where id = ${id} and state in ('failed', 'cancelled', 'expired')`,
      trx,
    );
  });
}

async function requirePlace(trx: Transaction<Tables>, userId: string): Promise<void> {
  await sql`select 1 from sys_user where id = ${userId} for update`.execute(trx);
  const { rows } = await sql<{ open: string }>`
    select count(*) as open from sys_export_task where user_id = ${userId} and ${isOpen}`.execute(trx);
  if (Number(rows[0]?.open) >= exportLimits.open) {
    throw refuse(`最多同时进行 ${exportLimits.open} 个后台导出，请等前面的完成或取消后再试`);
  }
}

/** Takes the next export that nobody works at: people take turns, each with one at a time. */
export async function claimTask(db: Database, node: string, nowMs: number, untilMs: number) {
  const { rows } = await sql<Stored>`
    update sys_export_task set state = 'running', attempts = attempts + 1, node = ${node}, lease_until = ${untilMs},
      rows_done = 0
    where id = (
      select id from sys_export_task task
      where ${isOpen} and attempts < ${exportLimits.attempts} and (state = 'waiting' or lease_until < ${nowMs})
        and not exists (select 1 from sys_export_task other
          where other.user_id = task.user_id and other.state = 'running' and other.lease_until >= ${nowMs})
      order by create_time, id limit 1 for update skip locked)
    returning ${columns}`.execute(db.kysely);
  return rows[0] && readTask(rows[0]);
}

type Held = Pick<ExportTask, "id" | "attempts">;
const isHeld = ({ id, attempts }: Held) => sql<boolean>`id = ${id} and attempts = ${attempts} and state = 'running'`;

/** Says how far an export is. @returns false when it was cancelled or another server has it */
export const advanceTask = (db: Queryable, task: Held, rowsDone: number, untilMs: number): Promise<boolean> =>
  isOneRow(sql`update sys_export_task set rows_done = ${rowsDone}, lease_until = ${untilMs} where ${isHeld(task)}`, db);

/** Leaves an export to the next server, or to this one after its restart. */
export const releaseTask = (db: Queryable, task: Held): Promise<boolean> =>
  isOneRow(
    sql`update sys_export_task set state = 'waiting', attempts = attempts - 1, lease_until = null where ${isHeld(task)}`,
    db,
  );

export interface ExportedFile {
  readonly path: string;
  readonly bytes: number;
  readonly mimeType: string;
  readonly rights: string;
  readonly rows: number;
  readonly expiresAt: number;
}

export const completeTask = (db: Queryable, task: Held, file: ExportedFile, now: string): Promise<boolean> =>
  isOneRow(
    sql`update sys_export_task set state = 'done', file_path = ${file.path}, file_bytes = ${file.bytes},
      mime_type = ${file.mimeType}, rights = ${file.rights}, rows_done = ${file.rows}, rows_total = ${file.rows},
      expires_at = ${file.expiresAt}, end_time = cast(${now} as timestamp), lease_until = null
    where ${isHeld(task)}`,
    db,
  );

export const failTask = (db: Queryable, task: Held, message: string, now: string): Promise<boolean> =>
  isOneRow(
    sql`update sys_export_task set state = 'failed', message = ${message.slice(0, 500)},
      end_time = cast(${now} as timestamp), lease_until = null where ${isHeld(task)}`,
    db,
  );

/** @returns false for one that has ended */
export const cancelTask = (db: Queryable, id: string, now: string): Promise<boolean> =>
  isOneRow(
    sql`update sys_export_task set state = 'cancelled', end_time = cast(${now} as timestamp), lease_until = null
    where id = ${id} and ${isOpen}`,
    db,
  );

/** Exports that took several servers with them are given up. @returns them */
export async function giveUpTasks(db: Queryable, nowMs: number, now: string): Promise<readonly ExportTask[]> {
  const { rows } = await sql<Stored>`
    update sys_export_task set state = 'failed', message = '执行它的服务器多次停止', lease_until = null,
      end_time = cast(${now} as timestamp)
    where ${isOpen} and attempts >= ${exportLimits.attempts} and lease_until < ${nowMs}
    returning ${columns}`.execute(db);
  return rows.map(readTask);
}

/** Files whose days are over, or of which a person has too many. @returns their paths: the caller removes the bytes */
export async function expireTasks(db: Queryable, nowMs: number): Promise<readonly string[]> {
  const { rows } = await sql<{ file_path: string }>`
    update sys_export_task task set state = 'expired'
    from (select id, row_number() over (partition by user_id order by end_time desc, id desc) as place
      from sys_export_task where state = 'done') as ranked
    where task.id = ranked.id and (task.expires_at <= ${nowMs} or ranked.place > ${exportLimits.kept})
    returning task.file_path`.execute(db);
  return rows.map((row) => row.file_path);
}

/** Removes an ended export from the list. @returns false while it is open */
export const deleteTask = (db: Queryable, id: string): Promise<boolean> =>
  isOneRow(sql`delete from sys_export_task where id = ${id} and not ${isOpen}`, db);

interface TaskPage {
  readonly state?: string | undefined;
  readonly title?: string | undefined;
  readonly pageNo: number;
  readonly pageSize: number;
}

/** Somebody's exports, the newest first. */
export async function listTasks(
  db: Queryable,
  { userId, tenantId }: { readonly userId: string; readonly tenantId: number },
  { state, title, pageNo, pageSize }: TaskPage,
): Promise<{ readonly tasks: readonly ExportTask[]; readonly total: number }> {
  const where = sql<boolean>`user_id = ${userId} and tenant_id = ${tenantId}
    and ${state ? sql<boolean>`state = ${state}` : sql<boolean>`true`}
    and ${title ? sql<boolean>`strpos(title, ${title}) > 0` : sql<boolean>`true`}`;
  const { rows } = await sql<Stored>`select ${columns} from sys_export_task where ${where}
    order by create_time desc, id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db);
  const counted = await sql<{ total: string }>`select count(*) as total from sys_export_task where ${where}`.execute(
    db,
  );
  return { tasks: rows.map(readTask), total: Number(counted.rows[0]?.total ?? 0) };
}

export async function findTask(db: Queryable, id: string): Promise<ExportTask | undefined> {
  const { rows } = await sql<Stored>`select ${columns} from sys_export_task where id = ${id}`.execute(db);
  return rows[0] && readTask(rows[0]);
}

type Stored = Readonly<Record<string, unknown>>;

const columns = sql.raw(
  `id, user_id, username, tenant_id, org_code, source_kind, source_id, title, conditions, format, english, query, state,
   rows_done, rows_total, message, file_path, file_bytes, mime_type, rights, create_time, end_time, expires_at, attempts`,
);

function readTask(row: Stored): ExportTask {
  const number = (name: string) => (row[name] === null || row[name] === undefined ? null : Number(row[name]));
  const text = (name: string) => (row[name] === null || row[name] === undefined ? null : String(row[name]));
  return {
    id: String(row.id),
    userId: String(row.user_id),
    username: String(row.username),
    tenantId: Number(row.tenant_id),
    orgCode: String(row.org_code),
    source: { kind: row.source_kind as ExportTask["source"]["kind"], id: String(row.source_id) },
    title: String(row.title),
    conditions: String(row.conditions),
    format: String(row.format),
    english: row.english === true,
    query: JSON.parse(String(row.query)),
    state: String(row.state) as ExportState,
    rowsDone: Number(row.rows_done),
    rowsTotal: number("rows_total") ?? undefined,
    message: text("message"),
    filePath: text("file_path"),
    fileBytes: number("file_bytes"),
    mimeType: text("mime_type"),
    rights: text("rights"),
    createTime: String(row.create_time),
    endTime: text("end_time"),
    expiresAt: number("expires_at"),
    attempts: Number(row.attempts),
  };
}

async function isOneRow(statement: RawBuilder<unknown>, db: Queryable): Promise<boolean> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0) === 1;
}
