import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** What people write beside a record. No model: who may read it is decided by the record it stands beside. */
export async function up(trx: Transaction<Tables>): Promise<void> {
  await sql`create table sys_comment (
    id varchar(32) primary key,
    data_table varchar(64) not null,
    data_id varchar(64) not null,
    content varchar(2000) not null,
    tenant_id bigint not null,
    create_by varchar(64) not null,
    create_time timestamp not null
  )`.execute(trx);
  await sql`create index sys_comment_record on sys_comment (data_table, data_id, create_time)`.execute(trx);
}
