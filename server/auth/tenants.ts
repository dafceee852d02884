import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../db/database.ts";
import { type Caller, defaultTenant } from "./caller.ts";
import type { User } from "./user-store.ts";

export interface Tenant {
  readonly id: number;
  readonly name: string;
}

/**
 * Whether the row `tenant` is one that may be worked in: switched on, begun and not over. Time is the database's, whose
 * zone is that of the business.
 */
export const isOpenNow = sql<boolean>`(tenant.status = 1 and coalesce(tenant.begin_date <= localtimestamp, true)
  and coalesce(tenant.end_date > localtimestamp, true))`;

/**
 * A tenant that is not there is closed; the default tenant is nobody's to close.
 *
 * @param id with its table: `sys_tenant` has columns of the same names
 */
export const isOpenTenant = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${id} = ${sql.lit(defaultTenant)} or exists (
    select 1 from sys_tenant tenant where tenant.id = cast(${id} as text) and ${isOpenNow}))`;

/** When a tenant is over, epoch milliseconds; null for one without an end. */
export const tenantEndsAt = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select cast(extract(epoch from cast(tenant.end_date as timestamptz)) * 1000 as bigint)
    from sys_tenant tenant where tenant.id = cast(${id} as text))`;

/** Whether a session may go on: its tenant is open and still one of its user's (`list`: their comma list). */
export const isLiveTenant = (id: RawBuilder<unknown>, list: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${isOpenTenant(id)} and (cast(${id} as text) = any(string_to_array(coalesce(${list}, ''), ','))
    or (${id} = ${sql.lit(defaultTenant)} and coalesce(${list}, '') = '')))`;

/** The tenants of a user that are open, in the order of their numbers. */
export async function tenantsOf(db: Queryable, user: Pick<User, "tenantIds">): Promise<Tenant[]> {
  if (user.tenantIds.length === 0) return [];
  const rows = await db
    .selectFrom("sys_tenant as tenant")
    .select(["tenant.id", "tenant.name"])
    .where("tenant.id", "in", user.tenantIds.map(String))
    .where(isOpenNow)
    .execute();
  return rows.map((row) => ({ id: Number(row.id), name: String(row.name ?? "") })).sort((a, b) => a.id - b.id);
}

/**
 * Where a session of the user begins: the first of their tenants that is open; the default tenant for who belongs to
 * none.
 *
 * @returns undefined when all of their tenants are closed
 */
export function firstTenant(user: Pick<User, "tenantIds">, open: readonly Tenant[]): number | undefined {
  const belongsToDefault = user.tenantIds.length === 0 || user.tenantIds.includes(defaultTenant);
  return open[0]?.id ?? (belongsToDefault ? defaultTenant : undefined);
}

/** Why nobody works in a tenant: of the one with the smallest number, which was the first to open. */
export async function whyClosed(db: Queryable, user: Pick<User, "tenantIds">): Promise<ClosedReason> {
  const { rows } = await sql<{ reason: ClosedReason }>`
    select case when tenant.status is distinct from 1 then 'TENANT_CLOSED'
      when tenant.end_date <= localtimestamp then 'TENANT_ENDED' else 'TENANT_NOT_BEGUN' end as reason
    from sys_tenant tenant where tenant.id = any(${sql.val(user.tenantIds.map(String))}::text[])
    order by cast(tenant.id as int) limit 1`.execute(db);
  return rows[0]?.reason ?? "TENANT_CLOSED";
}

type ClosedReason = "TENANT_CLOSED" | "TENANT_ENDED" | "TENANT_NOT_BEGUN";

/** Where somebody else looks at a user: the tenant that both share, else the user's first. */
export function tenantFor(user: Pick<User, "tenantIds">, { tenantId }: Pick<Caller, "tenantId">): number {
  return user.tenantIds.includes(tenantId) ? tenantId : (user.tenantIds[0] ?? defaultTenant);
}
