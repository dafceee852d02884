import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** Codes sent by short message and what was sent when. No model describes them: no screen and no wire may read them. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_sms_code")
    .addColumn("phone", "text", (column) => column.notNull())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("user_id", "text")
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("sys_sms_code_key", ["phone", "purpose"])
    .execute();
  await db.schema
    .createTable("sys_sms_sent")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn("phone", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("sent_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sys_sms_sent_time").on("sys_sms_sent").column("sent_at").execute();
}
