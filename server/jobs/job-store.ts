import { sql } from "kysely";
import { nextCronTime } from "../../runtime/cron/next-times.ts";
import type { Database, Queryable } from "../db/database.ts";

/** A job together with its place in time, as the scheduler reads it. */
export interface StoredJob {
  readonly id: string;
  readonly jobClassName: string;
  readonly cron: string;
  readonly parameter: string;
  /** What to do with a due time that nobody was there for. */
  readonly misfire: "once" | "skip";
  /** Epoch milliseconds; undefined while it has never been planned or will never run again. */
  readonly nextAt: number | undefined;
  /** The expression that `nextAt` was made from. */
  readonly plannedCron: string | undefined;
}

export interface NewRun {
  readonly id: string;
  readonly job: StoredJob;
  readonly trigger: "schedule" | "misfire" | "manual";
  readonly outcome: "running" | "skipped" | "missed";
  readonly dueAt: number;
  readonly message: string;
  readonly node: string;
  readonly createBy: string;
  readonly now: string;
  readonly dueTime: string;
}

/** Jobs that are switched on. They are few, so all of them are read. */
export async function loadJobs(db: Queryable): Promise<StoredJob[]> {
  const rows = await db
    .selectFrom("sys_quartz_job as job")
    .leftJoin("sys_job_state as state", "state.job_id", "job.id")
    .select(["job.id", "job.job_class_name", "job.cron_expression", "job.parameter", "job.misfire"])
    .select(["state.next_at", "state.cron"])
    .where("job.status", "=", 0)
    .execute();
  return rows.map(readJob);
}

export async function loadJob(db: Queryable, id: string): Promise<StoredJob | undefined> {
  const row = await db
    .selectFrom("sys_quartz_job as job")
    .leftJoin("sys_job_state as state", "state.job_id", "job.id")
    .select(["job.id", "job.job_class_name", "job.cron_expression", "job.parameter", "job.misfire"])
    .select(["state.next_at", "state.cron"])
    .where("job.id", "=", id)
    .executeTakeFirst();
  return row && readJob(row);
}

function readJob(row: Readonly<Record<string, unknown>>): StoredJob {
  return {
    id: String(row.id),
    jobClassName: String(row.job_class_name),
    cron: String(row.cron_expression),
    parameter: String(row.parameter ?? ""),
    misfire: row.misfire === "skip" ? "skip" : "once",
    nextAt: row.next_at === null || row.next_at === undefined ? undefined : Number(row.next_at),
    plannedCron: row.cron === null || row.cron === undefined ? undefined : String(row.cron),
  };
}

/** Plans a job from its expression, counted from `after`; other processes may have done the same a moment ago. */
export async function planJob(db: Database, job: StoredJob, after: Date, timeZone: string): Promise<void> {
  const next = nextCronTime(job.cron, after, timeZone)?.getTime() ?? null;
  await sql`insert into sys_job_state (job_id, cron, next_at) values (${job.id}, ${job.cron}, ${next})
    on conflict (job_id) do update set cron = excluded.cron, next_at = excluded.next_at
    where sys_job_state.cron <> excluded.cron`.execute(db.kysely);
}

/** Plans a job anew whose due time lies where a clock that was set back no longer comes to in good time. */
export async function replanJob(db: Database, job: StoredJob, nextAt: number): Promise<void> {
  await sql`update sys_job_state set next_at = ${nextAt}
    where job_id = ${job.id} and next_at = ${job.nextAt ?? null} and cron = ${job.cron}`.execute(db.kysely);
}

/** Moves a due time on. False: another process took it. */
export async function takeDueTime(trx: Queryable, job: StoredJob, nextAt: number | undefined): Promise<boolean> {
  const { numAffectedRows } = await sql`update sys_job_state set next_at = ${nextAt ?? null}
    where job_id = ${job.id} and next_at = ${job.nextAt ?? null} and cron = ${job.cron}`.execute(trx);
  return Number(numAffectedRows ?? 0) === 1;
}

/** Takes the one place in which a job runs; false while another run holds it. */
export async function takeLease(trx: Queryable, jobId: string, logId: string, now: number, until: number) {
  const { numAffectedRows } = await sql`update sys_job_state set running_log = ${logId}, lease_until = ${until}
    where job_id = ${jobId} and (running_log is null or lease_until < ${now})`.execute(trx);
  return Number(numAffectedRows ?? 0) === 1;
}

export async function renewLease(db: Queryable, jobId: string, logId: string, until: number): Promise<void> {
  await sql`update sys_job_state set lease_until = ${until}
    where job_id = ${jobId} and running_log = ${logId}`.execute(db);
}

export async function endLease(db: Queryable, jobId: string, logId: string): Promise<void> {
  await sql`update sys_job_state set running_log = null, lease_until = null
    where job_id = ${jobId} and running_log = ${logId}`.execute(db);
}

export interface HeldLease {
  readonly logId: string;
  readonly until: number;
}

/** Leases that reach further than any that is given now: a clock was set back since. */
export async function loadLeasesBeyond(db: Queryable, latest: number): Promise<readonly HeldLease[]> {
  const { rows } = await sql<{ running_log: string; lease_until: string }>`
    select running_log, lease_until from sys_job_state where lease_until > ${latest}`.execute(db);
  return rows.map((row) => ({ logId: row.running_log, until: Number(row.lease_until) }));
}

/**
 * Runs whose process stopped renewing: they are told as interrupted and their place is free.
 *
 * @param silent leases that lie ahead and were not renewed for the time of a lease
 */
export async function endAbandonedRuns(
  db: Database,
  now: number,
  endTime: string,
  silent: readonly HeldLease[] = [],
): Promise<void> {
  const isSilent = silent.map(({ logId, until }) => sql<boolean>`(running_log = ${logId} and lease_until = ${until})`);
  const isGone = sql.join([sql<boolean>`lease_until < ${now}`, ...isSilent], sql` or `);
  await db.transaction(async (trx) => {
    const { rows } = await sql<{ running_log: string }>`update sys_job_state set running_log = null, lease_until = null
      from (select job_id, running_log from sys_job_state where ${isGone} for update skip locked) as gone
      where sys_job_state.job_id = gone.job_id returning gone.running_log`.execute(trx);
    for (const { running_log: id } of rows) {
      await sql`update sys_job_log set outcome = 'interrupted', end_time = ${endTime},
        message = '执行它的服务器停止了' where id = ${id} and outcome = 'running'`.execute(trx);
    }
  });
}

/** The time itself, once; a clock that was set back brings it again. */
const dueKey = (jobId: string, dueAt: number, id: string) => {
  const key = `due ${dueAt}`;
  return sql<string>`case when exists (select 1 from sys_job_log where job_id = ${jobId} and due_key = ${key})
    then ${`${key} ${id}`} else ${key} end`;
};

export async function insertRun(trx: Queryable, run: NewRun): Promise<void> {
  const { id, job, trigger, outcome, dueAt, message, node, createBy, now, dueTime } = run;
  const isOver = outcome !== "running";
  await trx
    .insertInto("sys_job_log")
    .values({
      id,
      version: 1,
      tenant_id: 0,
      create_by: createBy,
      create_time: now,
      job_id: job.id,
      job_class_name: job.jobClassName,
      parameter: job.parameter.slice(0, 500),
      due_key: trigger === "manual" ? `manual ${id}` : dueKey(job.id, dueAt, id),
      due_time: dueTime,
      trigger_type: trigger,
      outcome,
      start_time: isOver ? null : now,
      end_time: isOver ? now : null,
      cost_time: null,
      node,
      message,
    })
    .execute();
}

export async function endRun(
  db: Database,
  run: { readonly id: string; readonly jobId: string; readonly costMs: number; readonly now: string },
  result: { readonly outcome: "ok" | "failed"; readonly message: string },
): Promise<void> {
  const { id, jobId, costMs, now } = run;
  await db.transaction(async (trx) => {
    await sql`update sys_job_log set outcome = ${result.outcome}, message = ${result.message.slice(0, 2000)},
      end_time = ${now}, cost_time = ${Math.round(costMs)} where id = ${id} and outcome = 'running'`.execute(trx);
    await sql`update sys_quartz_job set last_time = ${now}, last_outcome = ${result.outcome}
      where id = ${jobId}`.execute(trx);
    await endLease(trx, jobId, id);
  });
}
