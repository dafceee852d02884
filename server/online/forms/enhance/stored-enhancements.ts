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

/** How many statements and interfaces buttons have, by form and code. */
export async function countEnhancements(db: Queryable, headIds: readonly string[]) {
  const wanted = sql.val([...headIds]);
  const { rows } = await sql<{ key: string; statements: number; handlers: number }>`
    select key, count(*) filter (where is_statement)::int as statements,
      count(*) filter (where not is_statement)::int as handlers
    from (
      select concat(cgform_head_id, ':', button_code) as key, true as is_statement from onl_cgform_enhance_sql
        where cgform_head_id = any(${wanted}::text[])
      union all
      select concat(cgform_head_id, ':', button_code), false from onl_cgform_enhance_java
        where cgform_head_id = any(${wanted}::text[])
    ) found group by key`.execute(db);
  const byKey = new Map(rows.map(({ key, ...counts }) => [key, counts]));
  return (headId: string, buttonCode: string) => byKey.get(`${headId}:${buttonCode}`) ?? { statements: 0, handlers: 0 };
}
