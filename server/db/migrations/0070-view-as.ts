import type { Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** Who looks through a session at what its user sees; null for the user's own sessions. */
export async function up(trx: Transaction<Tables>): Promise<void> {
  await trx.schema.alterTable("sys_session").addColumn("viewer_id", "text").execute();
}
