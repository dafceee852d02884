import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../database.ts";

/**
 * What happened to rows, for deliveries, and the keys that sign them. No model describes them: a row lies here as it was
 * written, whatever its readers may see of it.
 */
export async function up(db: Transaction<Tables>): Promise<void> {
  await sql`
    create table sys_webhook_event (
      no bigserial primary key,
      model_id text not null,
      event text not null,
      transition text,
      row_id text not null,
      row_version integer not null,
      changed text not null,
      content text not null,
      create_time timestamp not null
    )`.execute(db);
  await sql`create index sys_webhook_event_time on sys_webhook_event (create_time)`.execute(db);
  await sql`create table sys_webhook_secret (hook_id text primary key, secret text not null)`.execute(db);
}
