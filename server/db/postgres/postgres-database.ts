import { type Kysely, sql, type Transaction } from "kysely";
import pg from "pg";
import {
  type AnsweredColumn,
  type Database,
  DatabaseError,
  type NoticeHandler,
  type ReadOnlyOptions,
  type Statement,
  type Tables,
} from "../database.ts";
import { assertPayload } from "../embedded/local-bus.ts";
import { FairQueue } from "../fair-queue.ts";
import { isLast } from "../kept-plan.ts";
import { createKysely, type PoolClient } from "../kysely-pool.ts";
import { mapError } from "../map-error.ts";
import { beginsTransaction, emptyResult, endsTransaction, verbOf } from "../statement-verb.ts";
import { within } from "../within.ts";
import { PostgresListener } from "./listener.ts";
import { queryOn, queryTogether, wireTypes } from "./wire-client.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly timeZone: string;
  readonly deadlineMs: number;
  readonly maxQueue: number;
  readonly queueWaitMs: number;
  readonly idleMs: number;
  readonly pingMs: number;
  readonly connectMs: number;
  readonly connections: number;
  readonly log: (message: string, details?: Readonly<Record<string, unknown>>) => void;
}

/** The driver waits this much longer than the server, for a server that no longer answers at all. */
const driverGraceMs = 2_000;
/** A statement beside a transaction gives up after this: whoever holds the lock may wait for that transaction. */
const besideLockMs = 300;
/** Of the connections, for long reads. */
const shareOfLong = 0.4;
/** One statement of a backup fetches a thousand rows. */
const snapshotDeadlineMs = 10 * 60_000;

/** Connects to a PostgreSQL server (15 or newer); fails when it does not answer. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const database = new PostgresDatabase(options);
  try {
    await database.ping();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

class PostgresDatabase implements Database {
  readonly engine = "postgres";
  readonly kysely: Kysely<Tables>;
  readonly longReads: Kysely<Tables>;
  readonly beside: Kysely<Tables>;
  readonly #options: PostgresOptions;
  readonly #pool: pg.Pool;
  readonly #besidePool: pg.Pool;
  readonly #queue: FairQueue;
  readonly #listener: PostgresListener;

  constructor(options: PostgresOptions) {
    this.#options = options;
    const shared: pg.ClientConfig = {
      connectionString: options.url,
      types: wireTypes,
      keepAlive: true,
      connectionTimeoutMillis: options.connectMs,
      options: `-c TimeZone=${options.timeZone} -c DateStyle=ISO,YMD`,
      application_name: "schema-console",
      // Statements of one client may overlap: `begin` with the first one, and several `listen`.
      pipeline: true,
    };
    this.#pool = new pg.Pool({
      ...shared,
      max: options.connections,
      statement_timeout: options.deadlineMs,
      idle_in_transaction_session_timeout: options.idleMs,
    });
    // What is lost with an uncommitted log is lost with every row that was to follow it.
    const besideOptions = `-c lock_timeout=${besideLockMs} -c synchronous_commit=off`;
    this.#besidePool = new pg.Pool({
      ...shared,
      options: `${shared.options} ${besideOptions}`,
      max: 1,
      statement_timeout: options.deadlineMs,
    });
    this.#besidePool.on("error", (error) => options.log("an idle connection was lost", { error: String(error) }));
    this.#pool.on("error", (error) => options.log("an idle connection was lost", { error: String(error) }));
    const backends = new Set<number>();
    this.#pool.on("connect", (client) => backends.add(backendOf(client)));
    this.#pool.on("remove", (client) => backends.delete(backendOf(client)));
    this.#listener = new PostgresListener(shared, (backend) => backends.has(backend), options.log);
    const { connections: places, maxQueue, queueWaitMs } = options;
    const placesForLong = Math.max(1, Math.floor(places * shareOfLong));
    this.#queue = new FairQueue({ places, placesForLong, pacesLong: false, maxQueue, queueWaitMs });
    this.kysely = createKysely(() => this.#connect());
    this.beside = createKysely(() => this.#connectBeside());
    this.longReads = createKysely(() => this.#connect(options.deadlineMs, true));
  }

  transaction<Result>(
    work: (trx: Transaction<Tables>) => Promise<Result>,
    { deadlineMs }: { readonly deadlineMs?: number } = {},
  ): Promise<Result> {
    if (deadlineMs === undefined) return this.kysely.transaction().execute(work);
    return createKysely(() => this.#connect(deadlineMs))
      .transaction()
      .execute((trx) => withDeadline(trx, deadlineMs, work));
  }

  snapshot<Result>(work: (source: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const kysely = createKysely(() => this.#connect(snapshotDeadlineMs));
    return kysely
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((trx) => withDeadline(trx, snapshotDeadlineMs, work));
  }

  readOnly<Result>(
    work: (trx: Transaction<Tables>) => Promise<Result>,
    { deadlineMs, isLong = false, signal }: ReadOnlyOptions,
  ): Promise<Result> {
    const kysely = createKysely(() => this.#connect(deadlineMs, isLong, signal));
    return kysely
      .transaction()
      .setAccessMode("read only")
      .execute((trx) => withDeadline(trx, deadlineMs, signal ? (own) => this.#cancelling(own, signal, work) : work));
  }

  async columnsOf({ text, values }: Statement, before: readonly string[]): Promise<readonly AnsweredColumn[]> {
    const client = await this.#connect();
    try {
      await client.query("begin read only", []);
      for (const one of before) await client.query(one, []);
      const { columns = [] } = await client.query(text, values);
      return columns;
    } finally {
      await client.query("rollback", []).catch(() => {});
      client.release();
    }
  }

  /** The connection is given back when a cancellation on its way has arrived: it must not hit the next statement. */
  async #cancelling<Result>(
    trx: Transaction<Tables>,
    signal: AbortSignal,
    work: (trx: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result> {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    let cancelling: Promise<unknown> | undefined;
    const cancel = () => {
      cancelling = sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(this.kysely).catch(() => {});
    };
    signal.throwIfAborted();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await work(trx);
    } finally {
      signal.removeEventListener("abort", cancel);
      await cancelling;
    }
  }

  isShared(): boolean {
    return this.#queue.isShared();
  }

  async notify(channel: string, payload: string): Promise<void> {
    assertPayload(payload);
    await sql`select pg_notify(${channel}, ${payload})`.execute(this.kysely);
  }

  async listen(channel: string, handler: NoticeHandler): Promise<() => Promise<void>> {
    try {
      return await this.#listener.listen(channel, handler);
    } catch (error) {
      throw mapError(error);
    }
  }

  async ping(): Promise<void> {
    const late = () => new DatabaseError("unavailable", { cause: new Error("ping timed out") });
    await within(sql`select 1`.execute(this.kysely), this.#options.pingMs, late);
  }

  async close(): Promise<void> {
    await this.#listener.close();
    this.#queue.refuseAll();
    await Promise.all([this.#pool.end(), this.#besidePool.end()]);
  }

  async #connect(
    deadlineMs: number = this.#options.deadlineMs,
    isLong = false,
    signal?: AbortSignal,
  ): Promise<PoolClient> {
    const turn = await this.#queue.enter({ isLong, signal });
    const client = await this.#checkOut().catch((error: unknown) => {
      turn.leave();
      throw error;
    });
    let broken: DatabaseError | undefined;
    // The server may end a lent connection between two statements; unheard, that error would end the process.
    const onLost = (error: Error) => {
      broken = lostConnection(error);
    };
    client.on("error", onLost);
    const late = () => new DatabaseError("timeout", { cause: new Error("no answer from the server") });
    const { timeZone } = this.#options;
    let beginning: string | undefined;
    /** Between `begin` and what ends it. */
    let isOpen = false;
    return {
      query: async (text, values) => {
        const verb = verbOf(text);
        if (broken) {
          if (verb === "rollback") return emptyResult(text);
          throw broken;
        }
        const first = beginning;
        beginning = undefined;
        if (beginsTransaction(verb)) {
          beginning = text;
          isOpen = true;
          return emptyResult(text);
        }
        // It never began, or its last statement has ended it.
        if (endsTransaction(text) && (first !== undefined || !isOpen)) return emptyResult(text);
        const last = isOpen && isLast(text) ? "commit" : undefined;
        if (last !== undefined || endsTransaction(text)) isOpen = false;
        try {
          const answer = queryTogether(client, { first, last }, text, values, timeZone);
          return await within(answer, deadlineMs + driverGraceMs, late);
        } catch (error) {
          if (error instanceof DatabaseError && isConnectionLost(error)) broken = error;
          throw error;
        }
      },
      release: () => {
        client.off("error", onLost);
        client.release(broken);
        turn.leave();
      },
    };
  }

  async #connectBeside(): Promise<PoolClient> {
    const client = await this.#besidePool.connect().catch((error: unknown) => {
      throw mapError(error);
    });
    let lost: Error | undefined;
    const onLost = (error: Error) => {
      lost = error;
    };
    client.on("error", onLost);
    return {
      query: (text, values) => queryOn(client, text, values, this.#options.timeZone),
      release: () => {
        client.off("error", onLost);
        client.release(lost);
      },
    };
  }

  /** pg gives up after `connectionTimeoutMillis` both when all connections are in use and when the server is silent. */
  async #checkOut(): Promise<pg.PoolClient> {
    const full = this.#pool.totalCount >= this.#options.connections && this.#pool.idleCount === 0;
    try {
      return await this.#pool.connect();
    } catch (error) {
      const mapped = mapError(error);
      if (mapped instanceof DatabaseError) throw mapped;
      throw new DatabaseError(full ? "busy" : "unavailable", { cause: error });
    }
  }
}

/** The process id of the backend that serves a connection; the types of the driver do not name it. */
const backendOf = (client: pg.PoolClient): number => (client as pg.PoolClient & { processID: number }).processID;

/** The server's own limit for the rest of this transaction. */
async function withDeadline<Result>(
  trx: Transaction<Tables>,
  deadlineMs: number,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  await sql`select set_config('statement_timeout', ${String(Math.ceil(deadlineMs))}, true)`.execute(trx);
  return work(trx);
}

/** A cancelled statement leaves its connection usable; silence and a lost connection do not. */
function isConnectionLost(error: DatabaseError): boolean {
  if (error.failure === "unavailable") return true;
  return error.failure === "timeout" && (error.cause as { code?: unknown } | undefined)?.code !== "57014";
}

function lostConnection(error: Error): DatabaseError {
  const mapped = mapError(error);
  return mapped instanceof DatabaseError ? mapped : new DatabaseError("unavailable", { cause: error });
}
