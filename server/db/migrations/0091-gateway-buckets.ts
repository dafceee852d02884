import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** What is left of the rate limits of gateway routes; all processes draw from one bucket. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_gateway_bucket")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("tokens", "double precision", (column) => column.notNull())
    .addColumn("at", "double precision", (column) => column.notNull())
    .execute();
}
