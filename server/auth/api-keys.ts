import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Selectable, sql } from "kysely";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Database, Queryable } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { countUp } from "../http/shared-limits.ts";
import type { Caller } from "./caller.ts";
import { makeCaller } from "./make-caller.ts";
import { hashToken } from "./sessions.ts";
import type { SignedIn } from "./sign-in.ts";
import { isLiveTenant } from "./tenants.ts";
import { readTenantIds, splitList } from "./user-store.ts";

/** `ak_`, eight characters that find it in a list, 256 random bits. */
const keyPattern = /ak_[0-9a-f]{8}_[A-Za-z0-9_-]{43}/;
const prefixLength = 11;
const windowMs = 60_000;
const cacheMs = 30_000;
const noteEveryMs = 60_000;
const maxCached = 1_000;

interface Loaded {
  readonly signedIn: SignedIn;
  readonly perMinute: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly loadedAt: number;
}

/** @returns the key, which is shown once, and the part of it that is kept in the clear */
export function newApiKey(): { readonly key: string; readonly prefix: string } {
  const key = `ak_${randomBytes(4).toString("hex")}_${randomBytes(32).toString("base64url")}`;
  return { key, prefix: key.slice(0, prefixLength) };
}

/** The start of a key that stands in an address, encoded or not; undefined when there is none. */
export function keyInAddress(url: string): string | undefined {
  const found = keyPattern.exec(decoded(url.slice(0, 8_000)));
  return found?.[0].slice(0, prefixLength);
}

const decoded = (url: string): string =>
  url.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The key of a request, from its headers only. */
export function offeredKey({ headers }: Pick<FastifyRequest, "headers">): string | undefined {
  const named = headers["x-api-key"];
  if (typeof named === "string" && named !== "") return named;
  return /^Bearer\s+(ak_\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

/**
 * Tables that a key may be made for. A list of what is allowed: administration (accounts, grants, keys, jobs, designs) is
 * never reached by a key, and a new system table is not until somebody adds it here.
 */
const systemTables: ReadonlySet<string> = new Set([
  "system/dict",
  "system/dict-item",
  "system/category",
  "system/position",
]);

export function mayHaveKeys(model: ResolvedModel): boolean {
  return systemTables.has(model.id) || !/^(system|online)\//.test(model.id);
}

/**
 * API key → caller: the rights of its maker as they are at this moment, cut down to the tables of the key. Kept for half
 * a minute; every change of a key, a grant or a person drops all of them at once, on every process.
 */
export class ApiKeys {
  readonly #db: Database;
  readonly #models: () => ReadonlyMap<string, ResolvedModel>;
  readonly #known = new Map<string, Loaded>();
  readonly #notedAt = new Map<string, number>();
  #generation = 0;

  constructor(db: Database, models: () => ReadonlyMap<string, ResolvedModel>) {
    this.#db = db;
    this.#models = models;
  }

  get size(): number {
    return this.#known.size;
  }

  clear(): void {
    this.#generation += 1;
    this.#known.clear();
  }

  /**
   * @throws AppError API_KEY_INVALID for a key that is unknown, revoked or expired, or whose maker may not sign in;
   * TOO_MANY above its calls per minute
   */
  async authenticate(key: string, request: FastifyRequest): Promise<SignedIn> {
    const found = await this.#find(key);
    const id = found?.signedIn.caller.key?.id;
    if (!found || id === undefined) throw new AppError("API_KEY_INVALID");
    const limit = { max: found.perMinute, windowMs, from: "first" } as const;
    const counted = await countUp(this.#db.kysely, [{ key: `api key ${id}`, limit }], Date.now());
    if (counted.get(`api key ${id}`)?.isOver) throw new AppError("TOO_MANY");
    await this.#noteUse(id, request.ip);
    return found.signedIn;
  }

  async #find(key: string): Promise<Loaded | undefined> {
    if (key.length > 100) return undefined;
    const hash = hashToken(key);
    const known = this.#known.get(hash);
    const now = Date.now();
    if (known && known.expiresAt > now && performance.now() - known.loadedAt < cacheMs) return known;
    const generation = this.#generation;
    const loaded = await loadKey(this.#db.kysely, hash, this.#models());
    this.#known.delete(hash);
    if (loaded && generation === this.#generation) {
      if (this.#known.size >= maxCached) this.#known.clear();
      this.#known.set(hash, loaded);
    }
    return loaded;
  }

  /** When and from where it was used last, at most once a minute: no version, no data log. */
  async #noteUse(id: string, address: string): Promise<void> {
    const now = performance.now();
    if (now - (this.#notedAt.get(id) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return;
    this.#notedAt.set(id, now);
    await this.#db.kysely
      .updateTable("sys_api_key")
      .set({ last_used_at: new Date(), last_used_ip: address.slice(0, 64) })
      .where("id", "=", id)
      .execute();
  }
}

async function loadKey(
  db: Queryable,
  hash: string,
  models: ReadonlyMap<string, ResolvedModel>,
): Promise<Loaded | undefined> {
  const { rows } = await sql<Selectable<Record<string, string | number | null>>>`
    select key.id, key.name, key.tables, key.access, key.per_minute, key.tenant_id,
      cast(extract(epoch from cast(key.expires_at as timestamptz)) * 1000 as bigint) as ends_at,
      person.id as user_id, person.username, person.realname, person.org_code, person.rel_tenant_ids
    from sys_api_key_secret secret
    join sys_api_key key on key.id = secret.key_id
    join sys_user person on person.username = key.create_by
    where secret.key_hash = ${hash} and key.status = 1 and key.expires_at > localtimestamp
      and person.status = 1 and coalesce(person.del_flag, 0) = 0
      and ${isLiveTenant(sql.ref("key.tenant_id"), sql.ref("person.rel_tenant_ids"))}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const user = {
    id: String(row.user_id),
    username: String(row.username),
    realname: String(row.realname ?? ""),
    orgCode: String(row.org_code ?? ""),
    status: 1,
    tenantIds: readTenantIds(row.rel_tenant_ids),
  };
  const tenantId = Number(row.tenant_id);
  const maker = await makeCaller(db, { user, sessionId: `key ${row.id}`, orgCode: user.orgCode, tenantId });
  const caller = cutDown(maker, splitList(row.tables), models);
  const key = { id: String(row.id), name: String(row.name), mayWrite: row.access === "write" };
  return {
    signedIn: {
      caller: { ...caller, key },
      // A key is a proof of its own, and belongs to no session.
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
      provedAt: undefined,
    },
    perMinute: Number(row.per_minute),
    expiresAt: Number(row.ends_at),
    loadedAt: performance.now(),
  };
}

/** The maker without role `admin` and with the codes of the named tables only. */
function cutDown(maker: Caller, tables: readonly string[], models: ReadonlyMap<string, ResolvedModel>): Caller {
  const named = tables.flatMap((id) => models.get(id) ?? []).filter(mayHaveKeys);
  const prefixes = new Set(named.map((model) => model.permissionPrefix));
  const isNamed = (code: string) => prefixes.has(code.slice(0, Math.max(0, code.lastIndexOf(":"))));
  return { ...maker, isAdmin: false, roles: [], permissions: new Set([...maker.permissions].filter(isNamed)) };
}
