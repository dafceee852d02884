import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** Hashes of API keys, beside their rows. No model describes them: no screen, export or wire may read them. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_api_key_secret")
    .addColumn("key_id", "text", (column) => column.primaryKey())
    .addColumn("key_hash", "text", (column) => column.notNull().unique())
    .execute();
}
