import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** How many sessions were opened, ended and expired. No model describes it: only the monitoring pages read it. */
export async function up(db: Transaction<Tables>): Promise<void> {
  await db.schema
    .createTable("sys_session_event")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("amount", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into sys_session_event (kind, amount) select 'opened', count(*) from sys_session`.execute(db);
}
