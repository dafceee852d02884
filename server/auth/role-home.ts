import { sql, type Transaction } from "kysely";
import type { Queryable, Tables } from "../db/database.ts";
import { refuse } from "../http/refusal.ts";
import type { GrantTarget } from "./grant-targets.ts";

/** Pages that a console can open by their address alone: no pattern, and no address of somebody else's. */
const openable = sql`page.menu_type = 1 and coalesce(page.del_flag, 0) = 0 and coalesce(page.is_route, true)
  and page.url like '/%' and page.url not like '%:%'`;

interface HomeChange {
  readonly trx: Transaction<Tables>;
  readonly target: GrantTarget;
  readonly owner: Readonly<Record<string, unknown>>;
}

/**
 * Chooses the page that holders of a role see first. One that the role does not grant any more is given up.
 *
 * @param wanted id of a menu row, null for the usual page, undefined to leave it
 * @returns what it became, undefined when it stayed
 */
export async function saveHome(
  { trx, target, owner }: HomeChange,
  wanted: string | null | undefined,
): Promise<string | null | undefined> {
  if (target.kind !== "role") {
    if (wanted) throw refuse("只有角色可以设置首页");
    return undefined;
  }
  const before = (owner.home_page as string | null) || null;
  const isGranted = async (id: string) => {
    const { rows } = await sql`select 1 from sys_role_permission link
      join sys_permission page on page.id = link.permission_id
      where link.role_id = ${target.id} and page.id = ${id} and ${openable}`.execute(trx);
    return rows.length > 0;
  };
  if (wanted && wanted !== before && !(await isGranted(wanted))) throw refuse("首页须是已授权的页面");
  const chosen = wanted === undefined ? before : wanted;
  const home = chosen && (await isGranted(chosen)) ? chosen : null;
  if (home === before) return undefined;
  await trx.updateTable("sys_role").set({ home_page: home }).where("id", "=", target.id).execute();
  return home;
}

/** Where a person's work begins: the page of the first of their roles that has one; undefined for the usual page. */
export async function homePathOf(db: Queryable, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`
    select page.url from sys_user_role member
    join sys_role role on role.id = member.role_id
    join sys_role_permission link on link.role_id = role.id and link.permission_id = role.home_page
    join sys_permission page on page.id = role.home_page
    where member.user_id = ${userId} and ${openable} order by role.role_code limit 1`.execute(db);
  return rows[0]?.url;
}
