import { resolve } from "node:path";
import type { Database } from "./database.ts";
import { openEmbedded } from "./embedded/embedded-database.ts";
import { openPostgres } from "./postgres/postgres-database.ts";

export type DatabaseLocation = { readonly dataDir: string } | { readonly url: string };

export interface OpenOptions {
  /** Zone of every date and time on the wire; default `APP_TZ` of the environment, else Asia/Shanghai. */
  readonly timeZone?: string;
  /** Per statement, in milliseconds; default 10,000. */
  readonly deadlineMs?: number;
  /** Embedded: per read outside a transaction that is not expected to be long; default 5,000, or `deadlineMs` if given. */
  readonly readMs?: number;
  /** Embedded: callers that may wait for the one session; default 2,000. */
  readonly maxQueue?: number;
  /** How long a caller waits for its turn or for a connection; default 30,000. */
  readonly queueWaitMs?: number;
  /** How long a transaction may ask nothing; default 10,000. */
  readonly idleMs?: number;
  /** Embedded: how long a transaction without a deadline of its own may last; default 300,000, which a large import needs. */
  readonly transactionMs?: number;
  /** Default 5,000. */
  readonly pingMs?: number;
  /** Embedded: between two looks whether a checkpoint, statistics or a vacuum are due; default 30,000. */
  readonly maintenanceMs?: number;
  /** PostgreSQL: until a connection stands; default 5,000. */
  readonly connectMs?: number;
  /** PostgreSQL: connections of this process; default 10. */
  readonly connections?: number;
  /** Embedded, tests only: `false` leaves out every fsync. */
  readonly durable?: boolean;
  /** Embedded, fault tests only: element 0 not 0 makes every write fail as on a full disk. */
  readonly fault?: Int32Array;
  /** Default: one JSON object per line on standard output, like the rest of the server's log. */
  readonly log?: (message: string, details?: Readonly<Record<string, unknown>>) => void;
}

const defaults = {
  timeZone: process.env.APP_TZ ?? "Asia/Shanghai",
  deadlineMs: 10_000,
  readMs: 5_000,
  maxQueue: 2_000,
  queueWaitMs: 30_000,
  idleMs: 10_000,
  transactionMs: 300_000,
  pingMs: 5_000,
  maintenanceMs: 30_000,
  connectMs: 5_000,
  connections: 10,
  durable: true,
  log: (message: string, details: Readonly<Record<string, unknown>> = {}) =>
    console.log(
      JSON.stringify({ level: 40, time: new Date().toISOString(), part: "database", msg: message, ...details }),
    ),
};

/**
 * Opens the embedded database of a data folder, or a PostgreSQL server.
 *
 * @throws DataDirError for a folder that cannot be used; DatabaseError `unavailable` for a server that does not answer
 */
export function openDatabase(location: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  const { deadlineMs } = options;
  const settings = { ...defaults, ...(deadlineMs === undefined ? {} : { readMs: deadlineMs }), ...options };
  if ("url" in location) return openPostgres({ ...settings, url: location.url });
  return openEmbedded({ ...settings, dataDir: resolve(location.dataDir) });
}
