import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** What was made of each model, so that a start sees at once that nothing changed. */
export async function up(trx: Transaction<Tables>): Promise<void> {
  await sql`create table schema_table (
    table_name varchar(63) primary key,
    model_id varchar(200) not null,
    fingerprint varchar(64) not null,
    applied_at timestamp(0) not null default localtimestamp
  )`.execute(trx);
}
