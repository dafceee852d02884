import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import { type Database, DatabaseError } from "../db/database.ts";
import { addressKey } from "./net/address-key.ts";
import { countUp } from "./shared-limits.ts";
import { Turns } from "./turns.ts";

/** A process takes this share of a limit at once, so that a look-up does not cost a statement of its own. */
const share = 1 / 20;
const sweepEveryMs = 60_000;

/** Numbers of a window that this process took and gives out without asking again. */
interface Lease {
  /** Given out last. */
  given: number;
  readonly last: number;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

type Counted = Parameters<Parameters<FastifyRateLimitStore["incr"]>[1]>[1];
type ChildOptions = Parameters<FastifyRateLimitStore["child"]>[0] & {
  readonly routeInfo: { readonly method: string | readonly string[]; readonly url: string };
};

/** Whose calls are counted together: a person's, wherever they are; without a session, an address's. */
export const countedKey = ({ signedIn, ip }: FastifyRequest): string =>
  signedIn ? `person ${(signedIn.caller.viewer ?? signedIn.caller).userId}` : `address ${addressKey(ip)}`;

/**
 * Counts the calls of limited routes where tries to sign in are counted, so that all servers of an installation share
 * each limit: never more calls than allowed, at most one share fewer for each other server.
 */
export function sharedCallCounts(db: Database, now: () => number = Date.now): FastifyRateLimitStoreCtor {
  const turns = new Turns();
  const leases = new Map<string, Lease>();
  let sweptAt = now();

  const sweep = () => {
    if (now() - sweptAt < sweepEveryMs) return;
    sweptAt = now();
    for (const [name, { endsAt }] of leases) if (endsAt <= sweptAt) leases.delete(name);
  };

  const lease = async (key: string, windowMs: number, max: number): Promise<Lease> => {
    const step = Math.max(1, Math.floor(max * share));
    const limited = { key, step, limit: { max, windowMs, from: "first" } } as const;
    const taken = (await countUp(db.kysely, [limited], now()).catch(uncounted))?.get(key);
    // Reads go on when nothing can be written, on a full disk above all: this process counts alone for a while.
    if (!taken) return { given: 0, last: max, endsAt: now() + windowMs };
    const given = taken.count - step;
    return { given, last: Math.min(taken.count, max), endsAt: taken.endsAt };
  };

  const take = async (key: string, windowMs: number, max: number): Promise<Counted> => {
    sweep();
    const known = leases.get(key);
    const isOpen = known !== undefined && known.endsAt > now() && (known.given < known.last || known.last >= max);
    const current = isOpen ? known : await lease(key, windowMs, max);
    leases.set(key, current);
    current.given = Math.min(current.given, current.last) + 1;
    return {
      current: current.given > current.last ? max + 1 : current.given,
      ttl: Math.max(0, current.endsAt - now()),
    };
  };

  class SharedCallCounts implements FastifyRateLimitStore {
    readonly #route: string;

    constructor(_options: object, route = "") {
      this.#route = route;
    }

    incr(key: string, done: (error: Error | null, counted?: Counted) => void, windowMs: number, max: number): void {
      const name = `calls ${this.#route} ${key}`;
      turns.take(name, () => take(name, windowMs, max)).then((counted) => done(null, counted), done);
    }

    child(options: ChildOptions): SharedCallCounts {
      return new SharedCallCounts({}, `${String(options.routeInfo.method)} ${options.routeInfo.url}`);
    }
  }
  return SharedCallCounts;
}

function uncounted(error: unknown): undefined {
  if (!(error instanceof DatabaseError)) throw error;
}
