import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** Authenticators and recovery codes. No model describes them: no screen, export or wire may read them. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_user_totp")
    .addColumn("user_id", "text", (column) => column.primaryKey())
    .addColumn("secret", "text", (column) => column.notNull())
    // Null until the first code was right.
    .addColumn("confirmed_at", "bigint")
    .addColumn("last_step", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("sys_recovery_code")
    .addColumn("code_hash", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sys_recovery_code_user").on("sys_recovery_code").column("user_id").execute();
}
