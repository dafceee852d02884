import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** One-time links for a new password, one per person. No model describes them: no screen and no wire may read them. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_reset_link")
    .addColumn("user_id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}
