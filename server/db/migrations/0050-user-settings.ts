import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** How each person wants their screens. No model describes it: nobody lists or edits what belongs to another. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_user_setting")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("update_time", "timestamp", (column) => column.notNull())
    .addPrimaryKeyConstraint("sys_user_setting_key", ["user_id", "name"])
    .execute();
}
