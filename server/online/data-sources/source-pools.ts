import type { PoolConnection } from "mysql2/promise";
import pg from "pg";
import type { SecretBox } from "../../auth/secret-box.ts";
import type { Database } from "../../db/database.ts";
import { within } from "../../db/within.ts";
import { AppError } from "../../http/errors.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import { type DataSource, type DataSourceAddress, isAllowed, readAddress } from "./data-source.ts";
import { sourceFailure } from "./source-failure.ts";

/** Woken when a data source was changed or removed, on every server process. */
export const dataSourceChannel = "data_source";

/** Connections of one source per process: reports of another system are rare, and it has its own work. */
const maxConnections = 4;
const connectMs = 5_000;
const idleMs = 60_000;
/** A server that does not answer, although it was told to end a query earlier. */
const silentMs = 12_000;

export interface SourceColumn {
  readonly name: string;
  /** Number of the type as the driver names it. */
  readonly typeId: number;
}

export interface SourceAnswer {
  /** Values as text, by position. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly columns: readonly SourceColumn[];
}

/** One read-only transaction of a source. */
export interface SourceSession {
  query(text: string, values?: readonly unknown[]): Promise<SourceAnswer>;
}

/** A source that is open. */
export interface OpenSource {
  readonly code: string;
  readonly name: string;
  readonly protocol: DataSourceAddress["protocol"];
  readonly database: string;
  /** Runs `work` in a read-only transaction whose statements end after `deadlineMs`. @throws AppError INVALID, QUERY_TIMEOUT */
  read<Result>(
    work: (session: SourceSession) => Promise<Result>,
    options: { readonly deadlineMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<Result>;
}

interface Kept {
  readonly source: OpenSource;
  readonly close: () => Promise<void>;
}

interface SourcePoolsParts {
  readonly db: Database;
  readonly box: () => SecretBox;
  /** `host:port` that the operator lets the server connect to. */
  readonly allowedHosts: readonly string[];
  readonly note: (event: string, details: object) => void;
}

/**
 * Connections to other systems' databases, one pool per row of the data sources, opened when first asked for and closed
 * when the row changes. A password is opened here and nowhere else.
 */
export class SourcePools {
  readonly #parts: SourcePoolsParts;
  readonly #open = new Map<string, Promise<Kept>>();
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: SourcePoolsParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(dataSourceChannel, () => this.clear());
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
    await this.clear();
  }

  get size(): number {
    return this.#open.size;
  }

  /** Closes every pool; a running query ends by itself. */
  async clear(): Promise<void> {
    const kept = [...this.#open.values()];
    this.#open.clear();
    for (const one of await Promise.allSettled(kept)) if (one.status === "fulfilled") await one.value.close();
  }

  /** @throws AppError INVALID for a source that is not there, cannot be read by reports, or is not on the operator's list */
  async open(code: string): Promise<OpenSource> {
    const { source } = await this.#kept(code);
    return { ...source, read: (work, options) => this.#read(code, work, options) };
  }

  #kept(code: string): Promise<Kept> {
    const known = this.#open.get(code) ?? this.#connect(code);
    this.#open.set(code, known);
    known.catch(() => this.#open.delete(code));
    return known;
  }

  /** In the pool that is open now: a row that changes closes the one of before, also between two questions of a report. */
  async #read<Result>(code: string, ...[work, options]: Parameters<OpenSource["read"]>): Promise<Result> {
    for (;;) {
      const kept = this.#kept(code);
      const { source } = await kept;
      if (this.#open.get(code) === kept) return source.read(work, options) as Promise<Result>;
    }
  }

  async #connect(code: string): Promise<Kept> {
    const row = await this.#parts.db.kysely
      .selectFrom("sys_data_source")
      .select(["code", "name", "db_type", "db_url", "db_username", "db_password"])
      .where("code", "=", code)
      .executeTakeFirst();
    if (!row) throw refuse(`没有数据源${quoted(code)}`);
    const name = String(row.name ?? code);
    const address = readAddress(String(row.db_url ?? ""), String(row.db_type));
    if (!address) throw refuse(`数据源${quoted(name)}不是 PostgreSQL、MySQL 或 MariaDB，报表不能读取`);
    if (!isAllowed(address, this.#parts.allowedHosts)) {
      throw refuse(`不允许连接 ${address.host}:${address.port}，请运维在环境变量 DATA_SOURCE_HOSTS 中加入`);
    }
    const source: DataSource = {
      dbType: String(row.db_type),
      dbUrl: String(row.db_url),
      dbUsername: String(row.db_username ?? ""),
      dbPassword: row.db_password ? (this.#parts.box().open(String(row.db_password)) ?? "") : "",
    };
    const open = address.protocol === "postgres" ? openPostgres : openMysql;
    return open({ code, name, source, address, note: this.#parts.note });
  }
}

interface Opening {
  readonly code: string;
  readonly name: string;
  readonly source: DataSource;
  readonly address: DataSourceAddress;
  readonly note: SourcePoolsParts["note"];
}

type Reader = (
  work: (session: SourceSession) => Promise<unknown>,
  options: { readonly deadlineMs: number; readonly signal?: AbortSignal | undefined },
) => Promise<unknown>;

/** Failures of a source are told in words that name it, and no inner address. */
function kept({ code, name, address, note }: Opening, read: Reader, end: () => Promise<void>): Kept {
  const { protocol, database } = address;
  const running = new Set<Promise<unknown>>();
  const source: OpenSource = {
    code,
    name,
    protocol,
    database,
    read: async (work, options) => {
      const one = read(work, options).finally(() => running.delete(one));
      running.add(one);
      try {
        return (await one) as never;
      } catch (error) {
        const failure = sourceFailure(name, error);
        note("data source", { code, failure: failure.errorName, reason: failure.details.reason });
        throw failure;
      }
    },
  };
  // A pool that ends takes along who waits for a connection, and that of MySQL what is still being read.
  const close = async () => {
    await Promise.allSettled(running);
    await end();
  };
  return { source, close };
}

function openPostgres(opening: Opening): Kept {
  const { source, address } = opening;
  const pool = new pg.Pool({
    host: address.host,
    port: address.port,
    database: address.database,
    user: source.dbUsername,
    password: source.dbPassword,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    query_timeout: silentMs,
    application_name: "schema-console reports",
    options: "-c default_transaction_read_only=on",
    types: { getTypeParser: () => (value: string) => value },
  });
  pool.on("error", () => {}); // told by the next query
  const read: Reader = async (work, { deadlineMs, signal }) => {
    const client = await pool.connect();
    client.on("error", ignore);
    let isBroken = true;
    try {
      signal?.throwIfAborted();
      await client.query("begin transaction read only");
      await client.query("select set_config('statement_timeout', $1, true)", [String(deadlineMs)]);
      const result = await work({
        query: async (text, values = []) => {
          const answer = await client.query({ text, values: [...values], rowMode: "array" });
          return {
            rows: answer.rows as (string | null)[][],
            columns: answer.fields.map((field) => ({ name: field.name, typeId: field.dataTypeID })),
          };
        },
      });
      await client.query("rollback");
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = await client.query("rollback").then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.off("error", ignore);
      client.release(isBroken);
    }
  };
  return kept(opening, read, () => pool.end());
}

async function openMysql(opening: Opening): Promise<Kept> {
  const { source, address } = opening;
  const { createPool } = await import("mysql2/promise");
  const pool = createPool({
    host: address.host,
    port: address.port,
    database: address.database,
    user: source.dbUsername,
    password: source.dbPassword,
    connectionLimit: maxConnections,
    connectTimeout: connectMs,
    idleTimeout: idleMs,
    queueLimit: 20,
    multipleStatements: false,
    disableEval: true, // rows would be read by code made from text
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    rowsAsArray: true,
    charset: "utf8mb4",
  });
  const read: Reader = async (work, { deadlineMs, signal }) => {
    const connection = await within(pool.getConnection(), connectMs, silent);
    let isBroken = true;
    const answered = async () => {
      signal?.throwIfAborted();
      await limitTime(connection, deadlineMs);
      await connection.query("start transaction read only");
      const result = await work({ query: (text, values = []) => queryMysql(connection, text, values) });
      await connection.query("rollback");
      return result;
    };
    try {
      const result = await within(answered(), silentMs, silent);
      isBroken = false;
      return result;
    } finally {
      if (isBroken) connection.destroy();
      else connection.release();
    }
  };
  return kept(opening, read, () => pool.end());
}

async function queryMysql(connection: PoolConnection, text: string, values: readonly unknown[]): Promise<SourceAnswer> {
  const [rows, fields] = await connection.query({ sql: text, values: [...values], rowsAsArray: true });
  return {
    rows: (rows as unknown[][]).map((row) => row.map(textOf)),
    columns: (fields ?? []).map((field) => ({ name: field.name, typeId: field.columnType ?? field.type ?? 253 })),
  };
}

const silent = () => new AppError("QUERY_TIMEOUT");

/** MySQL counts in milliseconds, MariaDB in seconds and under another name. */
async function limitTime(connection: PoolConnection, deadlineMs: number): Promise<void> {
  try {
    await connection.query("set session max_statement_time = ?", [deadlineMs / 1_000]);
  } catch {
    await connection.query("set session max_execution_time = ?", [deadlineMs]);
  }
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Buffer.isBuffer(value)
    ? value.toString("utf8")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
}

const ignore = () => {};
