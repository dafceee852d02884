import { sql, type Transaction } from "kysely";
import type { Queryable, Tables } from "../db/database.ts";
import { AppError } from "../http/errors.ts";

/** Whose menus and buttons: a role's, a department's, or a department role's. */
export type GrantTarget =
  | { readonly kind: "role"; readonly id: string }
  | { readonly kind: "depart"; readonly id: string }
  | { readonly kind: "departRole"; readonly id: string };

export const grantTables = {
  role: {
    ...{ table: "sys_role_permission", model: "system/role-permission", column: "role_id", field: "roleId" },
    ...{ owner: "sys_role", name: "role_name", code: "role_code", title: "角色" },
    ...{ nameField: "roleName", codeField: "roleCode" },
    missing: "请先保存角色菜单权限!",
  },
  depart: {
    ...{ table: "sys_depart_permission", model: "system/depart-permission", column: "depart_id", field: "departId" },
    ...{ owner: "sys_depart", name: "depart_name", code: "org_code", title: "部门" },
    ...{ nameField: "departName", codeField: "orgCode" },
    missing: "请先保存部门菜单权限!",
  },
  departRole: {
    ...{ table: "sys_depart_role_permission", model: "system/depart-role-permission" },
    ...{ column: "role_id", field: "roleId" },
    ...{ owner: "sys_depart_role", name: "role_name", code: "role_code", title: "部门角色" },
    ...{ nameField: "roleName", codeField: "roleCode" },
    missing: "请先保存角色菜单权限!",
  },
} as const;

/** Ids of the menu and button rows granted to a target. */
export async function grantedIds(db: Queryable, { kind, id }: GrantTarget): Promise<string[]> {
  const { table, column } = grantTables[kind];
  const rows = await db.selectFrom(table).select("permission_id").where(column, "=", id).execute();
  return rows.map((row) => String(row.permission_id));
}

/** Who holds anything through a role, a department role, or the roles of a department. */
export async function holdersOf(db: Queryable, { kind, id }: GrantTarget): Promise<readonly string[]> {
  const { rows } = await holderQueries[kind](id).execute(db);
  return rows.map((row) => row.id);
}

const holderQueries = {
  role: (id: string) => sql<{ id: string }>`select user_id as id from sys_user_role where role_id = ${id}`,
  departRole: (id: string) => sql<{ id: string }>`
    select user_id as id from sys_depart_role_user where drole_id = ${id}`,
  depart: (id: string) => sql<{ id: string }>`
    select distinct member.user_id as id from sys_depart_role_user member
    join sys_depart_role role on role.id = member.drole_id where role.depart_id = ${id}`,
};

/** The row of the role or department; nobody else changes its grants until the transaction ends. */
export async function lockOwner(trx: Transaction<Tables>, { kind, id }: GrantTarget) {
  const { owner } = grantTables[kind];
  const row = await trx.selectFrom(owner).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError("ROW_NOT_FOUND");
  return row as Readonly<Record<string, unknown>>;
}

/** A role or department in the words of the log, for example `角色 店员（store_clerk）`. */
export function ownerName(kind: GrantTarget["kind"], row: Readonly<Record<string, unknown>>): string {
  const { title, nameField, codeField } = grantTables[kind];
  return `${title} ${row[nameField] ?? ""}（${row[codeField] ?? row.id}）`;
}
