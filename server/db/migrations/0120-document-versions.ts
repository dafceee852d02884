import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/**
 * What people change of the shipped documents in the console. A version is the change and the edition of the file that it
 * was made from; the newest version of a path is in force, one without a change gives the file back.
 */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("onl_document_version")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("version_num", "integer", (column) => column.notNull())
    .addColumn("overlay", "text")
    .addColumn("base", "text", (column) => column.notNull())
    .addColumn("restored_from", "integer")
    .addColumn("create_by", "text", (column) => column.notNull())
    .addColumn("create_time", "text", (column) => column.notNull())
    // Two people who publish at once: the second one finds the number taken.
    .addUniqueConstraint("onl_document_version_number", ["path", "version_num"])
    .execute();
  await db.schema
    .createTable("onl_document_draft")
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("base_text", "text", (column) => column.notNull())
    .addColumn("update_time", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("onl_document_draft_key", ["path", "user_id"])
    .execute();
}
