import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** Browsers that need no code at sign-in, and when a session last gave one. No model describes them. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_known_browser")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("user_agent", "text", (column) => column.notNull())
    .addColumn("used_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sys_known_browser_user").on("sys_known_browser").column("user_id").execute();
  await db.schema.alterTable("sys_session").addColumn("proved_at", "bigint").execute();
}
