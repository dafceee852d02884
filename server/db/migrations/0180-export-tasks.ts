import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** Exports that are made in the background; the truth for all server processes. No model: a person reads only the own ones. */
export async function up(trx: Transaction<Tables>): Promise<void> {
  await sql`create table sys_export_task (
    id varchar(32) primary key,
    user_id varchar(32) not null,
    username varchar(100) not null,
    tenant_id integer not null,
    org_code varchar(64) not null,
    source_kind varchar(10) not null,
    source_id varchar(128) not null,
    title varchar(255) not null,
    conditions varchar(1000) not null,
    format varchar(10) not null,
    english boolean not null,
    query text not null,
    state varchar(12) not null,
    rows_done bigint not null default 0,
    rows_total bigint,
    message varchar(500),
    file_path varchar(400),
    file_bytes bigint,
    mime_type varchar(100),
    rights varchar(64),
    create_time timestamp not null,
    end_time timestamp,
    expires_at bigint,
    attempts integer not null default 0,
    node varchar(255),
    lease_until bigint
  )`.execute(trx);
  await sql`create index sys_export_task_user on sys_export_task (user_id, create_time)`.execute(trx);
  await sql`create index sys_export_task_open on sys_export_task (create_time)
    where state in ('waiting', 'running')`.execute(trx);
}
