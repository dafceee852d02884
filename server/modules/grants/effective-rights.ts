import { sql } from "kysely";
import { everyoneCode } from "../../../runtime/menu/derive-menu-rows.ts";
import { isAdminOnly } from "../../auth/admin-only.ts";
import { departRoleLinks } from "../../auth/depart-role-links.ts";
import { adminRoleCode } from "../../auth/grants.ts";
import { splitList } from "../../auth/user-store.ts";
import type { Queryable } from "../../db/database.ts";
import { loadMenuRecords, type MenuRecord } from "./permission-tree.ts";

/** One menu or button as far as one person is concerned. */
export interface EffectiveRight {
  readonly id: string;
  /** Titles from the top, for example `门店管理 / 门店订单 / 删除`. */
  readonly path: string;
  readonly menuType: number;
  readonly perms: string;
  readonly held: boolean;
  /** Roles and department roles that give it, or why nobody needs to or can. */
  readonly sources: readonly string[];
  /** Ids of the data rules in force that narrow it for this person. */
  readonly rules: readonly string[];
}

interface Link {
  readonly permissionId: string;
  readonly source: string;
  readonly code: string | null;
  readonly ruleIds: string | null;
}

const [administrator, everybody, administratorsOnly] = ["管理员拥有全部权限", "登录即可使用", "只有管理员可以使用"];

/** Every menu and button with whether a person holds it, through what, and which rules narrow it, in menu order. */
export async function effectiveRights(db: Queryable, userId: string): Promise<readonly EffectiveRight[]> {
  const rows = await loadMenuRecords(db);
  const links = await linksOf(db, userId);
  const inForce = await rulesInForce(db);
  const isAdmin = links.some(({ code }) => code === adminRoleCode);
  // Pages for everybody come with the first grant, as at sign-in.
  const hasAny = links.some(({ permissionId }) => rows.some(({ id }) => id === permissionId));
  const nameOf = pathsOf(rows);
  return inMenuOrder(rows).map((row) => {
    const own = links.filter(({ permissionId }) => permissionId === row.id);
    const forAdmins = !isAdmin && isAdminOnly(splitList(row.perms));
    const sources = [
      ...(isAdmin ? [administrator] : []),
      ...(forAdmins ? [] : own.map(({ source }) => source)),
      ...(hasAny && splitList(row.perms).includes(everyoneCode) ? [everybody] : []),
    ];
    const ids = new Set(isAdmin ? [] : own.flatMap(({ ruleIds }) => splitList(ruleIds)));
    return {
      id: row.id,
      path: nameOf(row.id),
      menuType: row.menuType,
      perms: row.perms,
      held: sources.length > 0,
      sources: forAdmins ? [administratorsOnly] : sources,
      rules: [...ids].filter((id) => inForce.has(id)),
    };
  });
}

/** What each role and department role of the person grants; a role that grants nothing has one link to no row. */
async function linksOf(db: Queryable, userId: string): Promise<readonly Link[]> {
  const { rows } = await sql<Link>`
    select coalesce(link.permission_id, '') as "permissionId", '角色 ' || role.role_name as source,
      role.role_code as code, link.data_rule_ids as "ruleIds"
    from sys_user_role member join sys_role role on role.id = member.role_id
    left join sys_role_permission link on link.role_id = role.id
    where member.user_id = ${userId}
    union all
    select link.permission_id, '部门角色 ' || depart.depart_name || ' / ' || role.role_name, null, link.data_rule_ids
    from sys_depart_role_user member join sys_depart_role role on role.id = member.drole_id
    join sys_depart depart on depart.id = role.depart_id
    join ${departRoleLinks} link on link.role_id = role.id
    where member.user_id = ${userId} and coalesce(depart.del_flag, 0) = 0
    order by source`.execute(db);
  return rows;
}

async function rulesInForce(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select rule.id from sys_permission_data_rule rule join sys_permission menu on menu.id = rule.permission_id
    where rule.status = '1' and coalesce(menu.del_flag, 0) = 0`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export function pathsOf(rows: readonly MenuRecord[]): (id: string) => string {
  const known = new Map(rows.map((row) => [row.id, row]));
  const pathOf = (id: string, seen: ReadonlySet<string>): readonly string[] => {
    const row = known.get(id);
    if (!row || seen.has(id)) return [];
    return [...pathOf(row.parentId, new Set([...seen, id])), row.name];
  };
  return (id) => pathOf(id, new Set()).join(" / ");
}

/** Each menu before what stands below it. */
export function inMenuOrder(rows: readonly MenuRecord[]): readonly MenuRecord[] {
  const below = new Map<string, MenuRecord[]>();
  const known = new Set(rows.map(({ id }) => id));
  for (const row of rows) {
    const place = known.has(row.parentId) && row.parentId !== row.id ? row.parentId : "";
    below.set(place, [...(below.get(place) ?? []), row]);
  }
  const walk = (parent: string): MenuRecord[] => (below.get(parent) ?? []).flatMap((row) => [row, ...walk(row.id)]);
  return walk("");
}
