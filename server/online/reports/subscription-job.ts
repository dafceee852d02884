import { sql, type Transaction } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { notifyOnCommit } from "../../db/commit-notices.ts";
import type { Tables } from "../../db/database.ts";
import { subscriptionJob } from "../../jobs/handlers/report-subscription.ts";
import { jobChannel } from "../../jobs/scheduler.ts";

/** The scheduled job that sends a subscription (it has the subscription's id, also as its parameter), as the subscription stands now: the job runner does the rest. */
export async function keepJob(trx: Transaction<Tables>, row: Row, username: string, now: string): Promise<void> {
  const job = {
    description: `报表订阅：${String(row.title)}`.slice(0, 100),
    job_class_name: subscriptionJob,
    cron_expression: String(row.cron),
    parameter: String(row.id),
    misfire: "once",
    status: Number(row.status ?? 0),
  };
  await trx
    .insertInto("sys_quartz_job")
    .values({ id: String(row.id), version: 1, tenant_id: 0, create_by: username, create_time: now, ...job })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...job, update_by: username, update_time: now }))
    .execute();
  // Planned anew: what was due under the old expression is not made good.
  await sql`update sys_job_state set cron = '' where job_id = ${String(row.id)}`.execute(trx);
  notifyOnCommit(trx, jobChannel);
}

export async function removeJobs(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from sys_quartz_job where id = any(${sql.val([...ids])}::text[])`.execute(trx);
  await sql`delete from sys_job_state where job_id = any(${sql.val([...ids])}::text[])`.execute(trx);
  notifyOnCommit(trx, jobChannel);
}
