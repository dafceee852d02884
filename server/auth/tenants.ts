import type { Queryable } from "../db/database.ts";
import type { User } from "./user-store.ts";

export interface Tenant {
  readonly id: number;
  readonly name: string;
}

/** The tenants of a user that are open, in the order of their numbers. */
export async function tenantsOf(db: Queryable, user: Pick<User, "tenantIds">): Promise<Tenant[]> {
  if (user.tenantIds.length === 0) return [];
  const rows = await db
    .selectFrom("sys_tenant")
    .select(["id", "name"])
    .where("id", "in", user.tenantIds.map(String))
    .where("status", "=", 1)
    .execute();
  return rows.map((row) => ({ id: Number(row.id), name: String(row.name ?? "") })).sort((a, b) => a.id - b.id);
}
