import { sql } from "kysely";
import { type JobContext, type JobHandler, readCount } from "../job-handler.ts";

/** Small enough that calls of people go on between two steps. */
const stepRows = 2_000;

/** A delivery holds the row as it was: kept for a replay, and no longer. */
const deliveryDays = 30;

/**
 * Deletes entries of the log and the job log that are older than the parameter's days, default 180, and rows of models that
 * are past what their document says.
 */
export const job: JobHandler = {
  name: "log-clean-up",
  async run(context) {
    const days = readCount(context.parameter, { least: 7, most: 3_650, otherwise: 180 });
    const logs = await clean(context, "sys_log", days);
    const runs = await clean(context, "sys_job_log", days);
    const deliveries = await cleanDeliveries(context, Math.min(days, deliveryDays));
    const others = await cleanModels(context);
    return `保留 ${days} 天：清除日志 ${logs} 条，任务日志 ${runs} 条，投递记录 ${deliveries} 条${others}`;
  },
};

/** Rows of models that say for how many days they are kept; nothing hangs on them (LC2033). */
async function cleanModels(context: JobContext): Promise<string> {
  let told = "";
  for (const { title, table, fields, keep } of context.engine.models.values()) {
    const column = keep && fields.get(keep.field)?.column;
    if (!keep || column === undefined) continue;
    told += `；${title}保留 ${keep.days} 天：清除 ${await clean(context, table, keep.days, column)} 条`;
  }
  return told;
}

/** Deliveries that are finished, and events that no delivery needs any more. */
async function cleanDeliveries(context: JobContext, days: number): Promise<number> {
  const count = await clean(context, "sys_webhook_delivery", days);
  await sql`
    delete from sys_webhook_event event
    where create_time < cast(${context.clock()} as timestamp) - interval '1 day'
      and not exists (select 1 from sys_webhook_delivery one where one.event_no = event.no)`.execute(context.db.kysely);
  return count;
}

async function clean(
  { db, clock, signal }: JobContext,
  table: string,
  days: number,
  column = "create_time",
): Promise<number> {
  let cleaned = 0;
  while (!signal.aborted) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)}
        where ${sql.ref(column)} < cast(${clock()} as timestamp) - ${sql.lit(days)} * interval '1 day'
        order by ${sql.ref(column)} limit ${sql.lit(stepRows)})`.execute(db.kysely);
    const count = Number(numAffectedRows ?? 0);
    cleaned += count;
    if (count < stepRows) return cleaned;
  }
  return cleaned;
}
