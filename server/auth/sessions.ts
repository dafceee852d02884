import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { removeSessions } from "./session-events.ts";
import { isLiveTenant } from "./tenants.ts";

const lifetimeMs = 7 * 24 * 60 * 60_000;
const viewLifetimeMs = 60 * 60_000;
const seenEveryMs = 60_000;
const writeUsesMs = 500;
const idsPerQuery = 1_000;

/** One sign-in. The token itself is known to the client only. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly tenantId: number;
  /** Department that the session works in; empty when the user has none. */
  readonly orgCode: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Administrator who looks through this session at what its user sees. */
  readonly viewerId: string | undefined;
  readonly lastSeenAt: number;
}

export interface NewSession {
  readonly userId: string;
  readonly tenantId: number;
  readonly orgCode: string;
  readonly address: string;
  readonly userAgent: string;
  /** Set for an administrator who looks through it; such a session lives an hour. */
  readonly viewerId?: string;
  /** A code of two-step verification was given for it. */
  readonly isProved?: boolean;
}

/** Sessions as rows, found by the SHA-256 of an opaque 256-bit token. */
export class Sessions {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #used = new Set<string>();
  #writing: NodeJS.Timeout | undefined;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** @returns the token to hand out; it cannot be read again */
  async create(values: NewSession): Promise<{ readonly token: string; readonly sessionId: string }> {
    const token = randomBytes(32).toString("base64url");
    const sessionId = randomUUID();
    const now = this.#now();
    const row = {
      id: sessionId,
      token_hash: hashToken(token),
      user_id: values.userId,
      tenant_id: values.tenantId,
      org_code: values.orgCode,
      address: values.address.slice(0, 64),
      user_agent: values.userAgent.slice(0, 300),
      created_at: now,
      last_seen_at: now,
      expires_at: now + (values.viewerId === undefined ? lifetimeMs : viewLifetimeMs),
      viewer_id: values.viewerId ?? null,
      proved_at: values.isProved ? now : null,
    };
    await this.#db.kysely
      .with("opened", (db) => db.insertInto("sys_session").values(row))
      .insertInto("sys_session_event")
      .values({ kind: "opened", amount: 1 })
      .execute();
    await removeSessions(this.#db.kysely, sql`expires_at < ${now}`, now);
    return { token, sessionId };
  }

  /** Notes that the session was used, at most once a minute; written together with the others' soon after. */
  noteUse(session: Session): void {
    if (this.#now() - session.lastSeenAt < seenEveryMs) return;
    this.#used.add(session.id);
    this.#writing ??= setTimeout(() => void this.writeUses().catch(() => {}), writeUsesMs).unref();
  }

  /** Writes what was noted; a write that fails is made good by the next use. */
  async writeUses(): Promise<void> {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    const ids = [...this.#used];
    this.#used.clear();
    for (let from = 0; from < ids.length; from += idsPerQuery) {
      await this.#db.kysely
        .updateTable("sys_session")
        .set({ last_seen_at: this.#now() })
        .where("id", "in", ids.slice(from, from + idsPerQuery))
        .execute();
    }
  }

  /** A code was given for what the session is about to do. */
  async noteProof(sessionId: string): Promise<void> {
    await this.#db.kysely
      .updateTable("sys_session")
      .set({ proved_at: this.#now() })
      .where("id", "=", sessionId)
      .execute();
  }

  async moveToDepartment(sessionId: string, orgCode: string): Promise<void> {
    await this.#db.kysely.updateTable("sys_session").set({ org_code: orgCode }).where("id", "=", sessionId).execute();
  }

  async moveToTenant(sessionId: string, tenantId: number): Promise<void> {
    await this.#db.kysely.updateTable("sys_session").set({ tenant_id: tenantId }).where("id", "=", sessionId).execute();
  }

  /** Which of these sessions are neither ended nor run out, and whose users are neither frozen nor deleted. */
  async stillLive(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const live = new Set<string>();
    for (let from = 0; from < sessionIds.length; from += idsPerQuery) {
      const rows = await this.#db.kysely
        .selectFrom("sys_session as session")
        .innerJoin("sys_user as user", "user.id", "session.user_id")
        .select("session.id")
        .where("session.id", "in", sessionIds.slice(from, from + idsPerQuery))
        .where("session.expires_at", ">", this.#now())
        .where("user.status", "=", 1)
        .where(isLiveTenant(sql.ref("session.tenant_id"), sql.ref("user.rel_tenant_ids")))
        .where((eb) => eb.or([eb("user.del_flag", "=", 0), eb("user.del_flag", "is", null)]))
        .execute();
      for (const row of rows) live.add(String(row.id));
    }
    return live;
  }

  async end(sessionId: string): Promise<void> {
    await removeSessions(this.#db.kysely, sql`id = ${sessionId}`, this.#now());
  }

  /** Ends a user's sessions: after a freeze, a deletion, a password change. No browser is known any more either. */
  async endAllOf(userId: string, exceptSessionId?: string): Promise<void> {
    await this.#db.kysely.deleteFrom("sys_known_browser").where("user_id", "=", userId).execute();
    const others = sql`user_id = ${userId} and id <> ${exceptSessionId ?? ""}`;
    await removeSessions(this.#db.kysely, others, this.#now());
  }
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
