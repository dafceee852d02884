import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/**
 * Tables that no model describes, because no screen and no wire may ever read them: password hashes, sessions,
 * puzzles, failed attempts. Times are epoch milliseconds, so a change of time zone moves no session.
 */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_user_secret")
    .addColumn("user_id", "text", (column) => column.primaryKey())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("must_change", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("sys_session")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("tenant_id", "integer", (column) => column.notNull())
    .addColumn("org_code", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("user_agent", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sys_session_user").on("sys_session").column("user_id").execute();
  await db.schema.createIndex("sys_session_expiry").on("sys_session").column("expires_at").execute();

  // Unlogged: a puzzle that lives a minute need not survive a power cut, and a flood of them need not be synced.
  await sql`create unlogged table sys_captcha (
    key_hash text primary key, answer_hash text not null, expires_at bigint not null)`.execute(db);

  await db.schema
    .createTable("sys_sign_in_failure")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("failed_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sys_sign_in_failure_time").on("sys_sign_in_failure").column("failed_at").execute();

  // What each menu row was shipped as, to tell an administrator's change from an older version of a document.
  await db.schema
    .createTable("sys_permission_shipped")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("shipped", "jsonb", (column) => column.notNull())
    .execute();
}
