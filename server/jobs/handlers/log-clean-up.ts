import { sql } from "kysely";
import { type JobContext, type JobHandler, readCount } from "../job-handler.ts";

/** Small enough that calls of people go on between two steps. */
const stepRows = 2_000;

/** Deletes entries of the log and the job log that are older than the parameter's days; default 180. */
export const job: JobHandler = {
  name: "log-clean-up",
  async run(context) {
    const days = readCount(context.parameter, { least: 7, most: 3_650, otherwise: 180 });
    const logs = await clean(context, "sys_log", days);
    const runs = await clean(context, "sys_job_log", days);
    return `保留 ${days} 天：清除日志 ${logs} 条，任务日志 ${runs} 条`;
  },
};

async function clean({ db, clock, signal }: JobContext, table: string, days: number): Promise<number> {
  let cleaned = 0;
  while (!signal.aborted) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)}
        where create_time < cast(${clock()} as timestamp) - ${sql.lit(days)} * interval '1 day'
        order by create_time limit ${sql.lit(stepRows)})`.execute(db.kysely);
    const count = Number(numAffectedRows ?? 0);
    cleaned += count;
    if (count < stepRows) return cleaned;
  }
  return cleaned;
}
