import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** Codes that older programs wrote into the outbox, and whom they went to. A new database has no outbox yet. */
export async function up(db: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('sys_message') as found`.execute(db);
  if (!rows[0]?.found) return;
  await sql`
    update sys_message set es_content = '内容含验证码，不保存', es_param = null,
      es_receiver = regexp_replace(es_receiver, '^(\\d{3})\\d{4}(\\d{4})$', '\\1****\\2')
    where es_type = '1' and create_by = 'system'`.execute(db);
  await sql`delete from sys_sms_code`.execute(db);
}
