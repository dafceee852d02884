import { sql } from "kysely";
import type { ReportMenu } from "../../../runtime/online-reports/report-documents.ts";
import type { Queryable } from "../../db/database.ts";

/** Where a report opens; its parameters stand in the address as recorded systems show them. */
export function reportAddress(headId: string, params: readonly string[] = []): string {
  const query = params.map((name) => `${name}=\${${name}}`).join("&");
  return `/online/cgreport/${headId}${query === "" ? "" : `?${query}`}`;
}

/** Where a report stands in the menu; undefined for one that was not put there. */
export async function menuOf(db: Queryable, headId: string): Promise<ReportMenu | undefined> {
  const { rows } = await sql<{ parent: string | null; icon: string | null; sort: string | number | null }>`
    select parent_id as parent, icon, sort_no as sort from sys_permission
    where url = ${reportAddress(headId)} and menu_type <> 2 order by id limit 1`.execute(db);
  const [row] = rows;
  if (!row?.parent) return undefined;
  return { parent: row.parent, ...(row.icon ? { icon: row.icon } : {}), sort: Number(row.sort ?? 0) };
}
