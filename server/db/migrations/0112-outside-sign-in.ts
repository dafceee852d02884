import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/**
 * Signing in elsewhere. No model describes these tables: no screen and no wire may read them.
 * `sys_user_identity`: whom an identity of a provider is here. `sys_sign_in_pass`: what is under way, one use each.
 * `sys_outside_session`: which sessions a provider may end. `sys_seen_token`: logout tokens that had their effect.
 */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_user_identity")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("provider_id", "text", (column) => column.notNull())
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .addUniqueConstraint("sys_user_identity_subject", ["provider_id", "issuer", "subject"])
    .execute();
  await db.schema.createIndex("sys_user_identity_user").on("sys_user_identity").column("user_id").execute();
  await db.schema
    .createTable("sys_sign_in_pass")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("browser_hash", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sys_outside_session")
    .addColumn("session_id", "text", (column) => column.primaryKey())
    .addColumn("provider_id", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("outside_sid", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sys_seen_token")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}
