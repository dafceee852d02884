import { sql } from "kysely";
import { departRoleLinks } from "../../auth/depart-role-links.ts";
import { splitList } from "../../auth/user-store.ts";
import type { Queryable } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";

/** Who gives or takes; the session says so. */
export interface Giver {
  readonly userId: string;
  readonly username: string;
  readonly isAdmin: boolean;
  readonly tenantId: number;
}

/** What a person holds themselves and may therefore hand on. */
export interface Holdings {
  readonly roles: ReadonlySet<string>;
  readonly departRoles: ReadonlySet<string>;
  /** Id of a menu or button row → the data rules that narrow it for them. */
  readonly permissions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Departments that they belong to or are in charge of, with everything below the latter. */
  readonly departs: ReadonlySet<string>;
}

/** @returns undefined for an administrator, who holds everything */
export async function holdingsOf(db: Queryable, giver: Giver): Promise<Holdings | undefined> {
  if (giver.isAdmin) return undefined;
  const { userId } = giver;
  const { rows: links } = await sql<{ permission_id: string; data_rule_ids: string | null }>`
    select permission_id, data_rule_ids from sys_role_permission
      where role_id in (select role_id from sys_user_role where user_id = ${userId})
    union all
    select permission_id, data_rule_ids from ${departRoleLinks} link
      where role_id in (${liveDepartRoles(userId)})`.execute(db);
  const permissions = new Map<string, Set<string>>();
  for (const link of links) {
    const rules = permissions.get(link.permission_id) ?? new Set<string>();
    for (const rule of splitList(link.data_rule_ids)) rules.add(rule);
    permissions.set(link.permission_id, rules);
  }
  return {
    roles: new Set(await columnOf(db, sql`select role_id as id from sys_user_role where user_id = ${userId}`)),
    departRoles: new Set(await columnOf(db, liveDepartRoles(userId))),
    permissions,
    departs: new Set([
      ...(await columnOf(db, sql`select dep_id as id from sys_user_depart where user_id = ${userId}`)),
      ...(await departsInCharge(db, userId)),
    ]),
  };
}

/** Roles of departments that are there: one in the recycle bin gives nothing to hand on. */
const liveDepartRoles = (userId: string) => sql`
  select member.drole_id as id from sys_depart_role_user member
  join sys_depart_role role on role.id = member.drole_id
  join sys_depart depart on depart.id = role.depart_id
  where member.user_id = ${userId} and coalesce(depart.del_flag, 0) = 0`;

/** Departments that an administrator made the user responsible for (identity 2), with everything below them. */
export async function departsInCharge(db: Queryable, userId: string): Promise<readonly string[]> {
  const user = await db
    .selectFrom("sys_user")
    .select(["depart_ids", "user_identity"])
    .where("id", "=", userId)
    .executeTakeFirst();
  const tops = Number(user?.user_identity) === 2 ? splitList(user?.depart_ids) : [];
  return departsBelow(db, tops);
}

/** The departments themselves and all below them that are not deleted. */
export async function departsBelow(db: Queryable, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  return columnOf(
    db,
    sql`select distinct depart.id from sys_depart depart
      join sys_depart top on starts_with(depart.org_code, top.org_code)
      where top.id = any(${sql.val([...ids])}::text[]) and coalesce(top.del_flag, 0) = 0 and coalesce(depart.del_flag, 0) = 0`,
  );
}

async function columnOf(db: Queryable, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => String((row as { readonly id: unknown }).id));
}

/** Nobody hands on what they do not hold. */
export function refuseUnheld(held: { has(id: string): boolean } | undefined, ids: Iterable<string>): void {
  if (!held) return;
  for (const id of ids) if (!held.has(id)) throw new AppError("FORBIDDEN");
}
