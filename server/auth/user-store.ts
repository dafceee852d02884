import { type RawBuilder, sql } from "kysely";
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
  /** Which of the person's tenants it belongs to; null for one of none of them, which goes with each. */
  readonly tenantId: number | null;
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

/** `Department.tenantId` of the row `depart`, for the person whose comma list of tenants this is. */
export const departTenant = (list: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`case when cast(depart.tenant_id as text) = any(string_to_array(coalesce(${list}, ''), ','))
    then depart.tenant_id end`;

/** A department of another tenant that a person works for is theirs there, not here. */
export const isInTenant = (of: Pick<Department, "tenantId">, tenantId: number): boolean =>
  of.tenantId === null || of.tenantId === tenantId;

/** The department of a session in this tenant: the one chosen last, as long as it is still one of theirs; else the first. */
export function chooseDepartment(
  user: Pick<User, "orgCode">,
  departs: readonly Department[],
  tenantId: number,
): string {
  const here = departs.filter((depart) => isInTenant(depart, tenantId));
  return (here.find(({ orgCode }) => orgCode === user.orgCode) ?? here[0])?.orgCode ?? "";
}

/** Departments that the user belongs to, in all of their tenants, by code. */
export async function departmentsOf(db: Queryable, userId: string): Promise<Department[]> {
  const rows = await db
    .selectFrom("sys_user_depart as link")
    .innerJoin("sys_depart as depart", "depart.id", "link.dep_id")
    .innerJoin("sys_user as person", "person.id", "link.user_id")
    .select([
      "depart.id",
      "depart.depart_name",
      "depart.org_code",
      "depart.parent_id",
      "depart.org_category",
      "depart.org_type",
      departTenant(sql.ref("person.rel_tenant_ids")).as("tenant_id"),
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
    tenantId: row.tenant_id === null ? null : Number(row.tenant_id),
  }));
}

/** Comma list of the contract → entries, blanks dropped. */
export function splitList(value: unknown): string[] {
  return String(value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
