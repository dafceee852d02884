import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** When each job is due next and who runs it now; times are epoch milliseconds. The truth for all server processes. */
export async function up(trx: Transaction<Tables>): Promise<void> {
  await sql`create table sys_job_state (
    job_id varchar(32) primary key,
    cron varchar(500) not null,
    next_at bigint,
    running_log varchar(32),
    lease_until bigint
  )`.execute(trx);
}
