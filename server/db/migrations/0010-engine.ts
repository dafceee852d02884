import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** What the model engine keeps beside the models' own tables. */
export async function up(trx: Transaction<Tables>): Promise<void> {
  // Answers of calls that carried a key, for 24 hours.
  await sql`create table engine_idempotency (
    user_id varchar(64) not null,
    key varchar(64) not null,
    subject varchar(200) not null,
    answer text,
    created_time timestamp not null,
    primary key (user_id, key, subject)
  )`.execute(trx);

  // Serial numbers of fill rules; a period is a day, a month, a year or empty.
  await sql`create table engine_counter (
    tenant_id bigint not null,
    name varchar(100) not null,
    period varchar(10) not null,
    value bigint not null,
    primary key (tenant_id, name, period)
  )`.execute(trx);

  await sql`create sequence engine_process`.execute(trx);
}
