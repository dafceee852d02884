import { DatabaseError } from "../database.ts";
import { isLast } from "../kept-plan.ts";
import { beginsTransaction, emptyResult, endsTransaction, verbOf } from "../statement-verb.ts";
import type { Beside, QueryResult } from "./protocol.ts";

export interface LeaseHost {
  /**
   * Runs one statement on the engine with those beside it; `retryable` when nothing is lost by running it again on a new
   * worker.
   */
  run(
    text: string,
    values: readonly unknown[],
    options: { deadlineMs: number; retryable: boolean } & Beside,
  ): Promise<QueryResult>;
}

export interface LeaseOptions {
  /** Per statement; for `totalMs` also the whole lease. */
  readonly deadlineMs: number;
  readonly totalMs?: number | undefined;
  /** For a read outside a transaction, in place of `deadlineMs`. */
  readonly readMs?: number | undefined;
  /** How long a holder may keep the engine without asking it anything. */
  readonly idleMs: number;
  /** Gives the engine to the next caller. */
  readonly onEnd: () => void;
}

/** The engine, exclusively, from `connect()` to `release()`. It has one session, so a transaction needs all of it. */
export class Lease {
  readonly #host: LeaseHost;
  readonly #options: LeaseOptions;
  readonly #endAt: number;
  #inTransaction = false;
  /** `begin` goes with the first statement of its transaction: one way to the engine less. */
  #beginning: string | undefined;
  /** The last statement took `commit` with it: Kysely's own has nothing left to do. */
  #committed = false;
  #statements = 0;
  #ended = false;
  /** Set when the session underneath is lost: nothing more can be done in this lease. */
  #broken: DatabaseError | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(host: LeaseHost, options: LeaseOptions) {
    this.#host = host;
    this.#options = options;
    this.#endAt = options.totalMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.totalMs;
    this.#watchIdle();
  }

  async query(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const verb = verbOf(text);
    if (this.#broken) {
      if (verb === "rollback") return emptyResult(text); // the session's end rolled it back already
      throw this.#broken;
    }
    if (this.#ended) throw new DatabaseError("unavailable", { cause: new Error("the connection was released") });
    clearTimeout(this.#idle);
    if (performance.now() > this.#endAt) {
      const late = this.#revoke(`took longer than ${this.#options.totalMs} ms`);
      if (verb === "rollback") return emptyResult(text);
      throw late;
    }
    const first = this.#beginning;
    this.#beginning = undefined;
    try {
      if (beginsTransaction(verb)) {
        this.#statements++;
        this.#beginning = text;
        this.#committed = false;
        return emptyResult(text);
      }
      if ((first !== undefined || this.#committed) && endsTransaction(text)) return emptyResult(text); // nothing is open
      const retryable = this.#statements === 0 && verb === "select";
      this.#statements++;
      if (first !== undefined) this.#inTransaction = true;
      const last = this.#inTransaction && isLast(text) ? "commit" : undefined;
      const result = await this.#host.run(text, values, {
        deadlineMs: this.#remainingMs(verb),
        retryable,
        first,
        last,
      });
      if (last !== undefined) this.#committed = true;
      if (this.#committed || endsTransaction(text)) this.#inTransaction = false;
      return result;
    } catch (error) {
      if (error instanceof DatabaseError && losesSession.has(error.failure)) this.#broken = error;
      throw error;
    } finally {
      this.#watchIdle();
    }
  }

  /** Hands the engine on; a transaction left open is rolled back first. Calling twice is harmless. */
  release(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    if (!this.#inTransaction || this.#broken) {
      this.#options.onEnd();
      return;
    }
    const rollback = this.#host.run("rollback", [], { deadlineMs: this.#options.deadlineMs, retryable: false });
    rollback.catch(() => {}).finally(() => this.#options.onEnd());
  }

  #remainingMs(verb: string): number {
    const remaining = this.#endAt - performance.now();
    const { deadlineMs, readMs = deadlineMs } = this.#options;
    const isLoneRead = !this.#inTransaction && reads.has(verb);
    return Math.max(1, Math.min(isLoneRead ? readMs : deadlineMs, remaining));
  }

  #watchIdle(): void {
    if (this.#ended || this.#broken) return;
    this.#idle = setTimeout(() => this.#revoke(`asked nothing for ${this.#options.idleMs} ms`), this.#options.idleMs);
    this.#idle.unref();
  }

  /** A holder that waits for something else, or never ends, would stop everyone: take the engine back. */
  #revoke(reason: string): DatabaseError {
    this.release();
    this.#broken = new DatabaseError("timeout", { cause: new Error(`a transaction: ${reason}`) });
    return this.#broken;
  }
}

const reads = new Set(["select", "with"]);
const losesSession = new Set(["timeout", "unavailable"]);
