import { sql } from "kysely";
import type { Queryable } from "../db/database.ts";
import { keptPlan } from "../db/kept-plan.ts";
import type { Caller } from "./caller.ts";
import { loadGrantsOf, type PermissionTable, readPermissionTable } from "./grants.ts";
import { groupBy } from "./group-by.ts";
import { departTenant, isInTenant, type User } from "./user-store.ts";

/** A user in a session. */
export interface Placed {
  readonly user: User;
  readonly sessionId: string;
  /** Department that the session is in; one that was taken from the user since, or of another tenant, is not theirs. */
  readonly orgCode: string;
  readonly tenantId: number;
}

/** A user with their grants and departments as they are now. */
export async function makeCaller(db: Queryable, placed: Placed): Promise<Caller> {
  const [caller] = await makeCallers(db, [placed], await readPermissionTable(db));
  if (!caller) throw new Error("a caller was asked for and not made");
  return caller;
}

/** Several users with theirs, in their order and in as many statements as for one. */
export async function makeCallers(
  db: Queryable,
  people: readonly Placed[],
  table: PermissionTable,
): Promise<readonly Caller[]> {
  const userIds = [...new Set(people.map(({ user }) => user.id))];
  if (userIds.length === 0) return [];
  const grantsOf = await loadGrantsOf(db, userIds, table);
  const codesOf = await loadOrgCodes(db, userIds);
  return people.map(({ user, sessionId, orgCode, tenantId }) => {
    const grants = grantsOf.get(user.id);
    if (!grants) throw new Error("grants were asked for and not read");
    const orgCodes = (codesOf.get(user.id) ?? []).filter((row) => isInTenant(row, tenantId)).map((row) => row.orgCode);
    return {
      sessionId,
      userId: user.id,
      username: user.username,
      realname: user.realname,
      orgCode: orgCodes.includes(orgCode) ? orgCode : (orgCodes[0] ?? ""),
      orgCodes,
      tenantId,
      roles: grants.roles,
      isAdmin: grants.isAdmin,
      permissions: grants.permissions,
      controlled: grants.controlled,
      dataRules: grants.dataRules,
    };
  });
}

async function loadOrgCodes(db: Queryable, userIds: readonly string[]) {
  const { rows } = await sql<{ userId: string; orgCode: string; tenantId: number | string | null }>`
    select link.user_id as "userId", coalesce(depart.org_code, '') as "orgCode",
      ${departTenant(sql.ref("person.rel_tenant_ids"))} as "tenantId"
    from sys_user_depart link join sys_depart depart on depart.id = link.dep_id join sys_user person on person.id = link.user_id
    where link.user_id = any(${sql.val([...userIds])}::text[]) and coalesce(depart.del_flag, 0) = 0
    order by depart.org_code ${keptPlan}`.execute(db);
  const read = rows.map(({ tenantId, ...row }) => ({ ...row, tenantId: tenantId === null ? null : Number(tenantId) }));
  return groupBy(read, ({ userId }) => userId);
}
