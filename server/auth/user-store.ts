import type { Queryable } from "../db/database.ts";

/** A user as sign-in and sessions need them; never the password. */
export interface User {
  readonly id: string;
  readonly username: string;
  readonly realname: string;
  /** Department chosen last. */
  readonly orgCode: string;
  readonly status: number;
  readonly tenantIds: readonly number[];
}

export interface Department {
  readonly id: string;
  readonly departName: string;
  readonly orgCode: string;
  readonly parentId: string;
  readonly orgCategory: string;
  readonly orgType: string;
}

/** The user of a name, an id or a mobile number, unless they are deleted; undefined when there is none. */
export async function findUser(
  db: Queryable,
  by: { readonly username: string } | { readonly id: string } | { readonly phone: string },
): Promise<User | undefined> {
  const row = await db
    .selectFrom("sys_user")
    .select(["id", "username", "realname", "org_code", "status", "rel_tenant_ids"])
    .where(({ eb }) => {
      if ("id" in by) return eb("id", "=", by.id);
      return "phone" in by ? eb("phone", "=", by.phone) : eb("username", "=", by.username);
    })
    .where((eb) => eb.or([eb("del_flag", "=", 0), eb("del_flag", "is", null)]))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: String(row.id),
    username: String(row.username),
    realname: String(row.realname ?? ""),
    orgCode: String(row.org_code ?? ""),
    status: Number(row.status),
    tenantIds: readTenantIds(row.rel_tenant_ids),
  };
}

export function readTenantIds(value: unknown): number[] {
  return splitList(value).map(Number).filter(Number.isInteger);
}

/** Departments that the user belongs to, by code. */
export async function departmentsOf(db: Queryable, userId: string): Promise<Department[]> {
  const rows = await db
    .selectFrom("sys_user_depart as link")
    .innerJoin("sys_depart as depart", "depart.id", "link.dep_id")
    .select([
      "depart.id",
      "depart.depart_name",
      "depart.org_code",
      "depart.parent_id",
      "depart.org_category",
      "depart.org_type",
    ])
    .where("link.user_id", "=", userId)
    .where((eb) => eb.or([eb("depart.del_flag", "=", 0), eb("depart.del_flag", "is", null)]))
    .orderBy("depart.org_code")
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    departName: String(row.depart_name ?? ""),
    orgCode: String(row.org_code ?? ""),
    parentId: String(row.parent_id ?? ""),
    orgCategory: String(row.org_category ?? ""),
    orgType: String(row.org_type ?? ""),
  }));
}

/** Comma list of the contract → entries, blanks dropped. */
export function splitList(value: unknown): string[] {
  return String(value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
