import { sql } from "kysely";
import type { Queryable } from "../../../db/database.ts";

export const enhanceModels = { sql: "online/cgform-enhance-sql", java: "online/cgform-enhance-java" } as const;

/** What a button does besides itself. */
export interface Enhancements {
  readonly statements: readonly string[];
  readonly handlers: readonly { readonly event: "start" | "end"; readonly address: string }[];
}

export async function readEnhancements(db: Queryable, headId: string, buttonCode: string): Promise<Enhancements> {
  const { rows: statements } = await sql<{ text: string }>`select cgb_sql as text from onl_cgform_enhance_sql
    where cgform_head_id = ${headId} and button_code = ${buttonCode} order by create_time, id`.execute(db);
  const { rows: handlers } = await sql<Enhancements["handlers"][number]>`
    select event, cg_java_value as address from onl_cgform_enhance_java
    where cgform_head_id = ${headId} and button_code = ${buttonCode} and coalesce(active_status, '1') <> '0'
    order by create_time, id`.execute(db);
  return { statements: statements.map(({ text }) => text), handlers };
}
