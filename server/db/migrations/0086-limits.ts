import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** Counters of tries and wishes, in place of rows that were counted first and added later. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_limit")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("max_count", "integer", (column) => column.notNull())
    .addColumn("renews", "boolean", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sys_limit_end").on("sys_limit").column("ends_at").execute();
  await db.schema.dropTable("sys_sign_in_failure").execute();
  await db.schema.dropTable("sys_sms_sent").execute();
}
