import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** The guide of a first start; its model adds the rest. Here because a start reads it before the models are applied. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_first_guide")
    .addColumn("id", "varchar(128)", (column) => column.primaryKey())
    .addColumn("status", "varchar(1)")
    .addColumn("company", "varchar(10)")
    .addColumn("has_demo", "boolean")
    .execute();
}
