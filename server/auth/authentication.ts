import type { FastifyRequest } from "fastify";
import type { Database } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { type ApiKeys, offeredKey } from "./api-keys.ts";
import type { Caller } from "./caller.ts";
import { readFileCookie } from "./file-cookie.ts";
import { Gathered } from "./gathered.ts";
import { type PermissionTable, readPermissionTable } from "./grants.ts";
import { readProtocolToken } from "./hand-shake.ts";
import { type LoadedSession, loadSessions } from "./load-sessions.ts";
import { hashToken, type Sessions } from "./sessions.ts";
import type { SignedIn } from "./sign-in.ts";

/** Payload: the id of a user whose sessions or grants changed, or nothing for everybody. */
export const authChannel = "auth";
/** A missed wake-up is made good after this long; the rule itself is the table. */
const cacheMs = 30_000;
const maxCached = 5000;

interface Known extends LoadedSession {
  readonly loadedAt: number;
}

/**
 * Token → caller. Keeps what it found for half a minute; a change of grants, a freeze or a sign-out wakes every
 * server process, which forgets it at once.
 */
export class Authentication {
  readonly #db: Database;
  readonly #sessions: Sessions;
  readonly #keys: ApiKeys;
  readonly #onLoaded: (caller: Caller) => void;
  readonly #known = new Map<string, Known>();
  readonly #lookUp = new Gathered<LoadedSession>((tokenHashes) => this.#load(tokenHashes));
  /** Raised by every invalidation, so that a load that began before it is not kept. */
  #generation = 0;
  /** One for everybody: after a restart a thousand people come back at once, and it is hundreds of rows. */
  #table: { readonly read: Promise<PermissionTable>; readonly begunAt: number } | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  /** @param onLoaded hears of every caller that was read anew */
  constructor(db: Database, sessions: Sessions, keys: ApiKeys, onLoaded: (caller: Caller) => void = () => {}) {
    this.#db = db;
    this.#keys = keys;
    this.#onLoaded = onLoaded;
    this.#sessions = sessions;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#db.listen(authChannel, (payload) => this.#forget(payload));
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
    await this.#sessions.writeUses();
  }

  /** How many sessions are kept at the moment. */
  get size(): number {
    return this.#known.size;
  }

  /** Forgets everything on this process. */
  clear(): void {
    this.#forget("");
  }

  /** Forgets everything about a user on every process; without an id, about everybody. */
  async invalidate(userId?: string): Promise<void> {
    this.#forget(userId ?? "");
    await this.#db.notify(authChannel, userId ?? "");
  }

  /**
   * The session of a request, from its header (for pictures from their cookie, for live channels from their
   * sub-protocol): a token in the address is never looked at.
   *
   * @returns undefined without a token
   * @throws AppError SESSION_EXPIRED for a token that is unknown, ended or its user frozen; TENANT_REFUSED
   */
  async authenticate(request: FastifyRequest): Promise<SignedIn | undefined> {
    const header = request.headers["x-access-token"];
    const cookie = request.routeOptions.config.fileCookie ? readFileCookie(request) : undefined;
    const offered = request.routeOptions.config.liveToken ? readProtocolToken(request) : undefined;
    const token = typeof header === "string" && header !== "" ? header : (cookie ?? offered);
    if (token === undefined) {
      const key = offeredKey(request);
      return key === undefined ? undefined : this.#withKey(key, request);
    }
    const found = await this.find(token);
    if (!found) throw new AppError("SESSION_EXPIRED");
    return withTenant(found, tenantHeader(request));
  }

  /** The tenant of a key is fixed: a request may name it, and no other. */
  async #withKey(key: string, request: FastifyRequest): Promise<SignedIn> {
    const signedIn = await this.#keys.authenticate(key, request);
    const named = tenantHeader(request);
    if (named !== undefined && named !== String(signedIn.caller.tenantId)) {
      throw new AppError("TENANT_REFUSED", { details: { tenantId: named.slice(0, 20) } });
    }
    return signedIn;
  }

  /** The session of a token, for the live channels and the file cookie; undefined when it is not valid. */
  async find(token: string): Promise<Known | undefined> {
    if (token.length > 200) return undefined;
    const key = hashToken(token);
    const known = this.#known.get(key);
    if (known && performance.now() - known.loadedAt < cacheMs && known.session.expiresAt > Date.now()) return known;
    const generation = this.#generation;
    const found = await this.#lookUp.find(key);
    if (!found) {
      this.#known.delete(key);
      return undefined;
    }
    const loaded = { ...found, loadedAt: performance.now() };
    this.#sessions.noteUse(loaded.session);
    if (generation === this.#generation) this.#remember(key, loaded);
    return loaded;
  }

  async #load(tokenHashes: readonly string[]): Promise<ReadonlyMap<string, LoadedSession>> {
    const loaded = await loadSessions(this.#db.kysely, tokenHashes, Date.now(), await this.#permissionTable());
    for (const { signedIn } of loaded.values()) this.#onLoaded(signedIn.caller);
    return loaded;
  }

  #permissionTable(): Promise<PermissionTable> {
    if (this.#table && performance.now() - this.#table.begunAt < cacheMs) return this.#table.read;
    const begun = { read: readPermissionTable(this.#db.kysely), begunAt: performance.now() };
    this.#table = begun;
    begun.read.catch(() => {
      if (this.#table === begun) this.#table = undefined;
    });
    return begun.read;
  }

  #remember(key: string, known: Known): void {
    if (this.#known.size >= maxCached) {
      const oldest = this.#known.keys().next().value;
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(key, known);
  }

  #forget(userId: string): void {
    this.#generation += 1;
    this.#keys.clear();
    if (userId === "") this.#table = undefined;
    for (const [key, known] of this.#known) {
      if (userId === "" || known.user.id === userId || known.session.viewerId === userId) this.#known.delete(key);
    }
  }
}

/** The three spellings that clients of different age send. */
const tenantHeaders = ["tenant_id", "tenant-id", "x-tenant-id"];

function tenantHeader(request: FastifyRequest): string | undefined {
  for (const name of tenantHeaders) {
    const value = request.headers[name];
    if (typeof value === "string" && value !== "" && value !== "0") return value;
  }
  return undefined;
}

/** Narrows a caller to the tenant the request names, which must be one of their own. */
function withTenant(known: Known, named: string | undefined): SignedIn {
  const { signedIn, user } = known;
  if (named === undefined || named === String(signedIn.caller.tenantId)) return signedIn;
  const tenantId = user.tenantIds.find((own) => String(own) === named);
  if (tenantId === undefined) throw new AppError("TENANT_REFUSED", { details: { tenantId: named.slice(0, 20) } });
  return { ...signedIn, caller: { ...signedIn.caller, tenantId } };
}
