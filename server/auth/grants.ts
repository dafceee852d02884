import { sql } from "kysely";
import { everyoneCode } from "../../runtime/menu/derive-menu-rows.ts";
import type { Queryable } from "../db/database.ts";
import { keptPlan } from "../db/kept-plan.ts";
import { isAdminOnly, withoutAdminOnly } from "./admin-only.ts";
import type { DataRule } from "./caller.ts";
import { departRoleLinks } from "./depart-role-links.ts";
import { headOfAddress, prefixOf, withFormCodes } from "./form-rights.ts";
import { groupBy } from "./group-by.ts";
import { splitList } from "./user-store.ts";

/** A menu or button row as far as permissions go. */
export interface PermissionRow {
  readonly id: string;
  readonly codes: readonly string[];
  readonly isOn: boolean;
  /** Prefixes of the models that its data rules narrow, where they are not those of its codes. */
  readonly narrows?: readonly string[];
}

export interface UserGrants {
  readonly roles: readonly string[];
  readonly isAdmin: boolean;
  /** Ids of the granted menu and button rows. */
  readonly permissionIds: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  readonly controlled: ReadonlySet<string>;
  readonly dataRules: ReadonlyMap<string, readonly DataRule[]>;
}

/** The permission table as everybody's grants are read from it. */
export interface PermissionTable {
  readonly rows: readonly PermissionRow[];
  /** Codes that exist and are switched on. */
  readonly controlled: ReadonlySet<string>;
}

export const adminRoleCode = "admin";

export async function readPermissionTable(db: Queryable): Promise<PermissionTable> {
  const rows = await loadPermissionRows(db);
  return { rows, controlled: new Set(rows.filter((row) => row.isOn).flatMap((row) => row.codes)) };
}

/**
 * What a user may do: the union of their roles' and their department roles' grants.
 * The administrator's row lists are full and their data rules none.
 */
export async function loadGrants(db: Queryable, userId: string): Promise<UserGrants> {
  const [grants] = [...(await loadGrantsOf(db, [userId], await readPermissionTable(db))).values()];
  if (!grants) throw new Error("grants were asked for and not read");
  return grants;
}

/** What each of several users may do: what a role grants is read once, and those who hold the same roles share it. */
export async function loadGrantsOf(
  db: Queryable,
  userIds: readonly string[],
  table: PermissionTable,
): Promise<ReadonlyMap<string, UserGrants>> {
  const held = await loadHeld(db, userIds);
  const isAdmin = (roles: readonly Held[]) => roles.some(({ code }) => code === adminRoleCode);
  const granting = [...held.values()].filter((roles) => !isAdmin(roles)).flat();
  const links = await loadGrantLinks(db, granting);
  const rules = await loadDataRules(
    db,
    [...links.values()].flatMap((own) => own.flatMap((link) => link.dataRuleIds)),
  );
  const shared = new Map<string, UserGrants>();
  const grantsOf = (userId: string): UserGrants => {
    const roles = held.get(userId) ?? [];
    const key = JSON.stringify(roles.map(({ holder }) => holder));
    const known = shared.get(key);
    if (known) return known;
    const codes = roles.flatMap(({ code }) => code ?? []);
    const own = roles.flatMap(({ holder }) => links.get(holder) ?? []);
    const made = isAdmin(roles) ? grantsOfAdmin(codes, table) : unitedGrants(codes, own, rules, table);
    shared.set(key, made);
    return made;
  };
  return new Map(userIds.map((userId) => [userId, grantsOf(userId)]));
}

/** What each role would give somebody who holds no other one, without its data rules; by code. */
export async function loadGrantsOfRoles(
  db: Queryable,
  roles: readonly { readonly id: string; readonly code: string }[],
): Promise<ReadonlyMap<string, UserGrants>> {
  const held = roles.map(({ id, code }) => ({ userId: "", holder: `role:${id}`, code }));
  const table = await readPermissionTable(db);
  const links = await loadGrantLinks(db, held);
  return new Map(held.map(({ holder, code }) => [code, unitedGrants([code], links.get(holder) ?? [], [], table)]));
}

function grantsOfAdmin(roles: readonly string[], { rows, controlled }: PermissionTable): UserGrants {
  return {
    roles,
    isAdmin: true,
    permissionIds: new Set(rows.map((row) => row.id)),
    permissions: new Set(rows.flatMap((row) => row.codes)),
    controlled,
    dataRules: new Map(),
  };
}

function unitedGrants(
  roles: readonly string[],
  links: readonly GrantLink[],
  rules: readonly OwnedRule[],
  { rows, controlled }: PermissionTable,
): UserGrants {
  const permissionIds = new Set(links.map((link) => link.permissionId));
  // Pages for everybody come with the first grant: alone they would hide that a person was given nothing yet.
  if (permissionIds.size > 0) {
    for (const row of rows) if (row.codes.includes(everyoneCode)) permissionIds.add(row.id);
  }
  for (const row of rows) if (isAdminOnly(row.codes)) permissionIds.delete(row.id);
  const granted = rows.filter((row) => permissionIds.has(row.id));
  const ruleIds = new Set(links.flatMap((link) => link.dataRuleIds));
  const own = rules.filter((rule) => ruleIds.has(rule.id));
  return {
    roles,
    isAdmin: false,
    permissionIds,
    permissions: new Set(granted.flatMap((row) => withoutAdminOnly(row.codes))),
    controlled,
    dataRules: byPrefix(own, granted),
  };
}

async function loadPermissionRows(db: Queryable): Promise<readonly PermissionRow[]> {
  const rows = await db
    .selectFrom("sys_permission")
    .select(["id", "perms", "status", "url"])
    .where((eb) => eb.or([eb("del_flag", "=", 0), eb("del_flag", "is", null)]))
    .execute();
  const read = rows.map((row) => ({
    id: String(row.id),
    codes: splitList(row.perms),
    isOn: String(row.status ?? "1") !== "0",
    url: String(row.url ?? ""),
  }));
  return withFormCodes(read, await loadSubForms(db, [...new Set(read.flatMap(({ url }) => headOfAddress(url) ?? []))]));
}

/** The heads of sub-tables by their main one's, of those forms that a menu row opens. */
async function loadSubForms(db: Queryable, heads: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (heads.length === 0) return new Map();
  const { rows } = await sql<{ main: string; sub: string }>`
    select distinct main.id as main, key.cgform_head_id as sub from onl_cgform_head main
    join onl_cgform_field key on key.main_table = main.table_name
    where main.id = any(${sql.val([...heads])}::text[])`.execute(db);
  const byMain = groupBy(rows, ({ main }) => main);
  return new Map([...byMain].map(([main, subs]) => [main, subs.map(({ sub }) => sub)]));
}

/** A role, or a role of a department, that a user holds. */
interface Held {
  readonly userId: string;
  /** `role:<id>` or `depart:<id>`: their ids may be equal. */
  readonly holder: string;
  /** Roles of departments have none. */
  readonly code: string | null;
}

async function loadHeld(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly Held[]>> {
  const ids = sql.val([...userIds]);
  // A department in the recycle bin gives nothing.
  const { rows } = await sql<Held>`
    select link.user_id as "userId", 'role:' || role.id as holder, role.role_code as code
    from sys_user_role link join sys_role role on role.id = link.role_id
    where link.user_id = any(${ids}::text[])
    union all
    select member.user_id, 'depart:' || member.drole_id, null
    from sys_depart_role_user member
    left join sys_depart_role role on role.id = member.drole_id
    left join sys_depart depart on depart.id = role.depart_id
    where member.user_id = any(${ids}::text[]) and coalesce(depart.del_flag, 0) = 0
    order by code, holder ${keptPlan}`.execute(db);
  return groupBy(rows, ({ userId }) => userId);
}

interface GrantLink {
  readonly permissionId: string;
  readonly dataRuleIds: readonly string[];
}

async function loadGrantLinks(
  db: Queryable,
  roles: readonly Held[],
): Promise<ReadonlyMap<string, readonly GrantLink[]>> {
  if (roles.length === 0) return new Map();
  const idsOf = (kind: string) => {
    const own = roles.filter(({ holder }) => holder.startsWith(kind));
    return sql.val([...new Set(own.map(({ holder }) => holder.slice(kind.length)))]);
  };
  const { rows } = await sql<{ holder: string; permission_id: string; data_rule_ids: string | null }>`
    select 'role:' || role_id as holder, permission_id, data_rule_ids from sys_role_permission
    where role_id = any(${idsOf("role:")}::text[])
    union all
    select 'depart:' || role_id, permission_id, data_rule_ids from ${departRoleLinks} link
    where role_id = any(${idsOf("depart:")}::text[]) ${keptPlan}`.execute(db);
  const byHolder = groupBy(rows, ({ holder }) => holder);
  const read = (row: (typeof rows)[number]): GrantLink => ({
    permissionId: row.permission_id,
    dataRuleIds: splitList(row.data_rule_ids),
  });
  return new Map([...byHolder].map(([holder, own]) => [holder, own.map(read)]));
}

interface OwnedRule extends DataRule {
  readonly id: string;
  readonly permissionId: string;
}

async function loadDataRules(db: Queryable, ruleIds: readonly string[]): Promise<readonly OwnedRule[]> {
  if (ruleIds.length === 0) return [];
  const { rows } = await sql<Record<keyof OwnedRule, string | null>>`
    select id, permission_id as "permissionId", rule_column as "column", rule_conditions as "condition",
      rule_value as "value"
    from sys_permission_data_rule
    where id = any(${sql.val([...new Set(ruleIds)])}::text[]) and status = '1' order by id ${keptPlan}`.execute(db);
  return rows.map((row) => ({
    id: row.id ?? "",
    permissionId: row.permissionId ?? "",
    column: row.column ?? "",
    condition: row.condition ?? "",
    value: row.value ?? "",
  }));
}

function byPrefix(rules: readonly OwnedRule[], granted: readonly PermissionRow[]): Map<string, DataRule[]> {
  const found = new Map<string, DataRule[]>();
  for (const { permissionId, column, condition, value } of rules) {
    const owner = granted.find((row) => row.id === permissionId);
    for (const prefix of new Set(owner?.narrows ?? owner?.codes.map(prefixOf) ?? [])) {
      const rulesOfPrefix = found.get(prefix) ?? [];
      rulesOfPrefix.push({ column, condition, value });
      found.set(prefix, rulesOfPrefix);
    }
  }
  return found;
}
