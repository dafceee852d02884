import { everyoneCode } from "../../runtime/menu/derive-menu-rows.ts";
import type { Queryable } from "../db/database.ts";
import type { DataRule } from "./caller.ts";
import { splitList } from "./user-store.ts";

/** A menu or button row as far as permissions go. */
export interface PermissionRow {
  readonly id: string;
  readonly codes: readonly string[];
  readonly isOn: boolean;
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
 * What a user may do: the union of his roles' and his department roles' grants.
 * The administrator's row lists are full and his data rules none.
 *
 * @param table read anew unless the caller keeps one
 */
export async function loadGrants(db: Queryable, userId: string, table?: PermissionTable): Promise<UserGrants> {
  const roles = await db
    .selectFrom("sys_user_role as link")
    .innerJoin("sys_role as role", "role.id", "link.role_id")
    .select(["role.id", "role.role_code"])
    .where("link.user_id", "=", userId)
    .orderBy("role.role_code")
    .execute();
  const roleCodes = roles.map((role) => String(role.role_code));
  const { rows, controlled } = table ?? (await readPermissionTable(db));
  if (roleCodes.includes(adminRoleCode)) {
    return {
      roles: roleCodes,
      isAdmin: true,
      permissionIds: new Set(rows.map((row) => row.id)),
      permissions: new Set(rows.flatMap((row) => row.codes)),
      controlled,
      dataRules: new Map(),
    };
  }
  const links = await loadGrantLinks(
    db,
    userId,
    roles.map((role) => String(role.id)),
  );
  const permissionIds = new Set(links.map((link) => link.permissionId));
  // Pages for everybody come with the first grant: alone they would hide that a person was given nothing yet.
  if (permissionIds.size > 0) {
    for (const row of rows) if (row.codes.includes(everyoneCode)) permissionIds.add(row.id);
  }
  const granted = rows.filter((row) => permissionIds.has(row.id));
  return {
    roles: roleCodes,
    isAdmin: false,
    permissionIds,
    permissions: new Set(granted.flatMap((row) => row.codes)),
    controlled,
    dataRules: await loadDataRules(
      db,
      links.flatMap((link) => link.dataRuleIds),
      granted,
    ),
  };
}

async function loadPermissionRows(db: Queryable): Promise<PermissionRow[]> {
  const rows = await db
    .selectFrom("sys_permission")
    .select(["id", "perms", "status"])
    .where((eb) => eb.or([eb("del_flag", "=", 0), eb("del_flag", "is", null)]))
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    codes: splitList(row.perms),
    isOn: String(row.status ?? "1") !== "0",
  }));
}

interface GrantLink {
  readonly permissionId: string;
  readonly dataRuleIds: readonly string[];
}

async function loadGrantLinks(db: Queryable, userId: string, roleIds: readonly string[]): Promise<GrantLink[]> {
  const ofDepartRoles = await db
    .selectFrom("sys_depart_role_permission as grant")
    .innerJoin("sys_depart_role_user as member", "member.drole_id", "grant.role_id")
    .leftJoin("sys_depart_role as role", "role.id", "grant.role_id")
    .leftJoin("sys_depart as depart", "depart.id", "role.depart_id")
    .select(["grant.permission_id", "grant.data_rule_ids"])
    .where("member.user_id", "=", userId)
    // A department in the recycle bin gives nothing.
    .where((eb) => eb.or([eb("depart.del_flag", "=", 0), eb("depart.del_flag", "is", null)]))
    .execute();
  const ofRoles =
    roleIds.length === 0
      ? []
      : await db
          .selectFrom("sys_role_permission")
          .select(["permission_id", "data_rule_ids"])
          .where("role_id", "in", roleIds)
          .execute();
  return [...ofRoles, ...ofDepartRoles].map((row) => ({
    permissionId: String(row.permission_id),
    dataRuleIds: splitList(row.data_rule_ids),
  }));
}

async function loadDataRules(
  db: Queryable,
  ruleIds: readonly string[],
  granted: readonly PermissionRow[],
): Promise<Map<string, DataRule[]>> {
  const byPrefix = new Map<string, DataRule[]>();
  if (ruleIds.length === 0) return byPrefix;
  const rules = await db
    .selectFrom("sys_permission_data_rule")
    .select(["permission_id", "rule_column", "rule_conditions", "rule_value"])
    .where("id", "in", [...new Set(ruleIds)])
    .where("status", "=", "1")
    .orderBy("id")
    .execute();
  for (const rule of rules) {
    const owner = granted.find((row) => row.id === rule.permission_id);
    for (const prefix of new Set(owner?.codes.map(prefixOf) ?? [])) {
      const rulesOfPrefix = byPrefix.get(prefix) ?? [];
      rulesOfPrefix.push({
        column: String(rule.rule_column ?? ""),
        condition: String(rule.rule_conditions ?? ""),
        value: String(rule.rule_value ?? ""),
      });
      byPrefix.set(prefix, rulesOfPrefix);
    }
  }
  return byPrefix;
}

/** `store:order:list` → `store:order`, the prefix of the model whose rows the rule narrows. */
function prefixOf(code: string): string {
  return code.slice(0, Math.max(0, code.lastIndexOf(":")));
}
