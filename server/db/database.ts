import type { Kysely, Transaction } from "kysely";

/** Tables are made from model documents at run time, so their columns are known only by name. */
export type Tables = Record<string, Record<string, unknown>>;
export type Queryable = Kysely<Tables> | Transaction<Tables>;

export interface ReadOnlyOptions {
  /** For each statement; on the embedded engine for all of them together. */
  readonly deadlineMs: number;
  /** Expected to keep others waiting: it stands behind their short statements. */
  readonly isLong?: boolean;
  /** Aborted: a waiting call leaves the queue, PostgreSQL cancels the running statement. */
  readonly signal?: AbortSignal | undefined;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** One column of an answer, by the numbers of PostgreSQL's catalogue. */
export interface AnsweredColumn {
  readonly name: string;
  readonly typeId: number;
  /** The table's column that it shows unchanged; 0 for anything computed. */
  readonly tableId: number;
  readonly columnId: number;
}

/**
 * The one interface over the embedded database (PGlite in a worker) and PostgreSQL.
 * On both: int8 and numeric arrive as strings, date/time as wire text (`yyyy-MM-dd HH:mm:ss`) in APP_TZ,
 * the collation is C, and a query past its deadline fails with `DatabaseError("timeout")`.
 */
export interface Database {
  readonly engine: "embedded" | "postgres";
  readonly kysely: Kysely<Tables>;
  /** The same for single reads that are expected to take long: they give way to everybody else's short statements. */
  readonly longReads: Kysely<Tables>;
  /**
   * Statements that are committed at once, beside the transaction that asks for them, on a connection of their own. They wait
   * for no lock longer than a moment. Undefined on the embedded engine, which does one transaction after the other.
   */
  readonly beside: Kysely<Tables> | undefined;
  /** Somebody else than the one who asks now has asked the database a moment ago: long work makes pauses. */
  isShared(): boolean;
  /**
   * Runs `work` in one transaction; commits on return, rolls back on throw.
   * `deadlineMs` is for each statement and replaces the default one: index builds and bulk loads need longer.
   */
  transaction<Result>(
    work: (trx: Transaction<Tables>) => Promise<Result>,
    options?: { readonly deadlineMs?: number },
  ): Promise<Result>;
  /** A read-only transaction with its own deadline, for reports. */
  readOnly<Result>(work: (trx: Transaction<Tables>) => Promise<Result>, options: ReadOnlyOptions): Promise<Result>;
  /**
   * The columns that a SELECT answers. It is run: end it with `limit 0`.
   *
   * @param before statements without values that go before it in its read-only transaction
   */
  columnsOf(statement: Statement, before: readonly string[]): Promise<readonly AnsweredColumn[]>;
  /**
   * Reads one state of the whole database while others go on writing. The embedded engine stands still while its files
   * are copied into `workDir` (removed afterwards), and the copy is read; PostgreSQL reads in one transaction.
   */
  snapshot<Result>(work: (source: Transaction<Tables>) => Promise<Result>, workDir: string): Promise<Result>;
  /** Wakes every server process that listens on the channel; payload ≤ 8,000 bytes, truth stays in tables. */
  notify(channel: string, payload: string): Promise<void>;
  /** Returns a function that stops listening. An empty payload can also mean that some were missed: look at the tables. */
  listen(channel: string, handler: NoticeHandler): Promise<() => Promise<void>>;
  /** Round trip of `select 1`; throws when the database does not answer in time. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** @param isOwn this process sent it */
export type NoticeHandler = (payload: string, isOwn: boolean) => void;

/** What callers may need to tell apart; everything else is an internal error. */
export type DatabaseFailure =
  | "unique" // 23505, `constraint` names the index
  | "tooLong" // 22001
  | "outOfRange" // 22003
  | "timeout" // deadline or statement_timeout
  | "busy" // queue full, connections used up
  | "unavailable" // not reachable, restarting
  | "diskFull" // 53100, ENOSPC, read-only file system
  | "serialization"; // 40001, 40P01: the caller may retry

export class DatabaseError extends Error {
  readonly failure: DatabaseFailure;
  /** Name of the violated index, for `unique`. */
  readonly constraint: string | undefined;

  constructor(
    failure: DatabaseFailure,
    options: { readonly cause?: unknown; readonly constraint?: string | undefined } = {},
  ) {
    super(failure, { cause: options.cause });
    this.failure = failure;
    this.constraint = options.constraint;
  }
}
