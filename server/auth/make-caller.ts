import type { Queryable } from "../db/database.ts";
import type { Caller } from "./caller.ts";
import { loadGrants, type PermissionTable } from "./grants.ts";
import { departmentsOf, type User } from "./user-store.ts";

interface SessionPlace {
  readonly sessionId: string;
  /** Department that the session is in; one that was taken from the user since is not his any more. */
  readonly orgCode: string;
  readonly tenantId: number;
}

/** A user with his grants and departments as they are now. */
export async function makeCaller(
  db: Queryable,
  user: User,
  place: SessionPlace,
  table?: PermissionTable,
): Promise<Caller> {
  const [grants, departments] = [await loadGrants(db, user.id, table), await departmentsOf(db, user.id)];
  const orgCodes = departments.map((department) => department.orgCode);
  return {
    sessionId: place.sessionId,
    userId: user.id,
    username: user.username,
    realname: user.realname,
    orgCode: orgCodes.includes(place.orgCode) ? place.orgCode : (orgCodes[0] ?? ""),
    orgCodes,
    tenantId: place.tenantId,
    roles: grants.roles,
    isAdmin: grants.isAdmin,
    permissions: grants.permissions,
    controlled: grants.controlled,
    dataRules: grants.dataRules,
  };
}
