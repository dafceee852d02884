import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** What was imported by whom, and which rows that were: an import can be taken back. No model: a person reads only the own ones. */
export async function up(trx: Transaction<Tables>): Promise<void> {
  await sql`create table sys_import_batch (
    id varchar(32) primary key,
    user_id varchar(32) not null,
    username varchar(100) not null,
    tenant_id integer not null,
    model_id varchar(128) not null,
    title varchar(255) not null,
    file_name varchar(255) not null,
    added integer not null,
    changed integer not null,
    wrong integer not null,
    can_undo boolean not null,
    create_time timestamp not null,
    undo_time timestamp,
    undone integer
  )`.execute(trx);
  await sql`create index sys_import_batch_user on sys_import_batch (user_id, create_time)`.execute(trx);
  await sql`create table sys_import_part (
    batch_id varchar(32) not null,
    part integer not null,
    entries text not null,
    primary key (batch_id, part)
  )`.execute(trx);
}
