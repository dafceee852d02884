import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/**
 * Uploads that come in parts; the truth for all server processes. No model: a person sees only the own ones. `parts` are the
 * paths of what has come, `targets` those of files that were made of it; both comma lists.
 */
export async function up(trx: Transaction<Tables>): Promise<void> {
  await sql`create table sys_half_upload (
    id varchar(32) primary key,
    username varchar(100) not null,
    tenant_id integer not null,
    file_name varchar(500) not null,
    biz varchar(50) not null,
    file_size bigint not null,
    received bigint not null default 0,
    parts text not null default '',
    targets text not null default '',
    path varchar(400),
    expires_at bigint not null
  )`.execute(trx);
  await sql`create index sys_half_upload_user on sys_half_upload (username)`.execute(trx);
  await sql`create index sys_half_upload_end on sys_half_upload (expires_at)`.execute(trx);
}
