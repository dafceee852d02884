import { sql } from "kysely";
import type { Queryable } from "../db/database.ts";
import { keptPlan } from "../db/kept-plan.ts";
import type { Actor } from "./caller.ts";
import { adminRoleCode, type PermissionTable } from "./grants.ts";
import { makeCallers } from "./make-caller.ts";
import { needsSecondFactor } from "./second-factor.ts";
import type { Session } from "./sessions.ts";
import type { SignedIn } from "./sign-in.ts";
import { isLiveTenant, isOpenNow, tenantEndsAt } from "./tenants.ts";
import { readTenantIds, type User } from "./user-store.ts";

/** A session with all that is asked of it. */
export interface LoadedSession {
  readonly signedIn: SignedIn;
  readonly session: Session;
  /** With those of their tenants that are open. */
  readonly user: User;
}

interface SessionRow {
  readonly token_hash: string;
  readonly id: string;
  readonly user_id: string;
  readonly tenant_id: number;
  readonly org_code: string;
  readonly expires_at: string;
  readonly last_seen_at: string;
  readonly viewer_id: string | null;
  readonly viewer_name: string | null;
  readonly viewer_realname: string | null;
  readonly username: string;
  readonly realname: string | null;
  readonly own_org_code: string | null;
  readonly status: number;
  readonly open_tenant_ids: string | null;
  readonly must_change: boolean | null;
  readonly has_second_factor: boolean;
  readonly needs_second_factor: boolean;
  readonly proved_at: string | null;
}

/**
 * The live sessions of these token hashes, by hash. After a restart a thousand people come back at once: the statements
 * are as many for all of them as for one.
 */
export async function loadSessions(
  db: Queryable,
  tokenHashes: readonly string[],
  now: number,
  table: PermissionTable,
): Promise<ReadonlyMap<string, LoadedSession>> {
  const rows = await readSessions(db, tokenHashes, now);
  const people = rows.map((row) => ({ user: readUser(row), session: readSession(row), row }));
  const callers = await makeCallers(
    db,
    people.map(({ user, session }) => ({
      user,
      sessionId: session.id,
      orgCode: session.orgCode,
      tenantId: session.tenantId,
    })),
    table,
  );
  const loaded = people.map(({ user, session, row }, index): [string, LoadedSession] => {
    const caller = callers[index];
    if (!caller) throw new Error("a caller was asked for and not made");
    const { viewerId } = session;
    const signedIn = {
      caller: { ...caller, viewer: readViewer(row) },
      // Who only looks changes no password and gives no code of another.
      mustChangePassword: row.must_change === true && viewerId === undefined,
      mustSetUpSecondFactor: row.needs_second_factor && !row.has_second_factor && viewerId === undefined,
      provedAt: row.has_second_factor && viewerId === undefined ? Number(row.proved_at ?? 0) : undefined,
    };
    return [row.token_hash, { signedIn, session, user }];
  });
  return new Map(loaded);
}

/** Looking through another's eyes ends with the administrator's own right to it. */
async function readSessions(db: Queryable, tokenHashes: readonly string[], now: number) {
  const { rows } = await sql<SessionRow>`
    select session.token_hash, session.id, session.user_id, session.tenant_id, session.org_code,
      least(session.expires_at, ${tenantEndsAt(sql.ref("session.tenant_id"))}) as expires_at,
      session.last_seen_at, session.viewer_id, person.username, person.realname, person.org_code as own_org_code,
      person.status, secret.must_change, session.proved_at, ${needsSecondFactor(sql.ref("person.id"))} as needs_second_factor,
      exists (select 1 from sys_user_totp totp where totp.user_id = person.id and totp.confirmed_at is not null)
        as has_second_factor, looker.username as viewer_name,
      looker.realname as viewer_realname, (
        select string_agg(tenant.id, ',') from sys_tenant tenant where ${isOpenNow}
          and tenant.id = any(string_to_array(coalesce(person.rel_tenant_ids, ''), ','))) as open_tenant_ids
    from sys_session session
    join sys_user person on person.id = session.user_id
    left join sys_user looker on looker.id = session.viewer_id
    left join sys_user_secret secret on secret.user_id = person.id
    where session.token_hash = any(${sql.val([...tokenHashes])}::text[]) and session.expires_at > ${now}
      and person.status = 1 and coalesce(person.del_flag, 0) = 0
      and ${isLiveTenant(sql.ref("session.tenant_id"), sql.ref("person.rel_tenant_ids"))}
      and (session.viewer_id is null or exists (
        select 1 from sys_user viewer
        join sys_user_role link on link.user_id = viewer.id
        join sys_role role on role.id = link.role_id
        where viewer.id = session.viewer_id and viewer.status = 1 and coalesce(viewer.del_flag, 0) = 0
          and role.role_code = ${adminRoleCode})) ${keptPlan}`.execute(db);
  return rows;
}

function readViewer(row: SessionRow): Actor | undefined {
  if (row.viewer_id === null) return undefined;
  return { userId: row.viewer_id, username: row.viewer_name ?? "", realname: row.viewer_realname ?? "" };
}

function readSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    tenantId: Number(row.tenant_id),
    orgCode: row.org_code,
    expiresAt: Number(row.expires_at),
    viewerId: row.viewer_id ?? undefined,
    lastSeenAt: Number(row.last_seen_at),
  };
}

function readUser(row: SessionRow): User {
  return {
    id: row.user_id,
    username: row.username,
    realname: row.realname ?? "",
    orgCode: row.own_org_code ?? "",
    status: Number(row.status),
    tenantIds: readTenantIds(row.open_tenant_ids),
  };
}
