import { workerFile } from "../../worker-file.ts";
import { DatabaseError } from "../database.ts";
import { FairQueue } from "../fair-queue.ts";
import { encodeValue } from "../wire-types.ts";
import { within } from "../within.ts";
import { Lease, type LeaseHost } from "./lease.ts";
import type { Beside, QueryResult, WorkerStart } from "./protocol.ts";
import { WorkerLink } from "./worker-link.ts";

export interface EngineOptions extends WorkerStart {
  readonly deadlineMs: number;
  /** For a read outside a transaction. */
  readonly readMs: number;
  /** Callers that may wait for the engine; one more is refused as busy. */
  readonly maxQueue: number;
  /** How long a caller may wait for its turn. */
  readonly queueWaitMs: number;
  readonly idleMs: number;
  readonly log: (message: string, details?: Readonly<Record<string, unknown>>) => void;
}

const openDeadlineMs = 120_000;
const closeDeadlineMs = 20_000;
/** Between two tries to open a cluster that would not open, for example on a full disk. */
const reopenPauseMs = 500;

/**
 * The embedded database: one worker thread with one session, lent to one caller at a time, in turn between people.
 * A statement past its deadline ends the thread; a new one opens the same cluster while the others wait.
 */
export class EmbeddedEngine implements LeaseHost {
  readonly #options: EngineOptions;
  readonly #queue: FairQueue;
  #link: WorkerLink;
  #failedAt = Number.NEGATIVE_INFINITY;
  #lastUsedAt = performance.now();
  #closing = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    const { maxQueue, queueWaitMs } = options;
    this.#queue = new FairQueue({ places: 1, placesForLong: 1, pacesLong: true, maxQueue, queueWaitMs });
    this.#link = this.#newLink();
  }

  /** When somebody last asked for the engine, in `performance.now()` time; maintenance does not count. */
  get lastUsedAt(): number {
    return this.#lastUsedAt;
  }

  get log(): EngineOptions["log"] {
    return this.#options.log;
  }

  isShared(): boolean {
    return this.#queue.isShared();
  }

  /** Resolves when the cluster is open for the first time. */
  async opened(): Promise<void> {
    await within(this.#link.opened(), openDeadlineMs, noAnswer);
  }

  /** The next free moment of the engine; `busy` when too many wait or the wait takes too long. */
  async connect(
    limits: {
      readonly deadlineMs?: number;
      readonly totalMs?: number;
      readonly idleMs?: number;
      readonly isMaintenance?: boolean;
      /** Expected to keep others waiting: it stands behind their short statements. */
      readonly isLong?: boolean;
      readonly signal?: AbortSignal | undefined;
    } = {},
  ): Promise<Lease> {
    const { idleMs, deadlineMs, readMs } = this.#options;
    if (!limits.isMaintenance) this.#lastUsedAt = performance.now();
    const turn = await this.#queue.enter(limits);
    const deadlines = limits.deadlineMs ? {} : { deadlineMs, readMs: limits.isLong ? deadlineMs : readMs };
    return new Lease(this, { deadlineMs, idleMs, ...limits, ...deadlines, onEnd: () => turn.leave() });
  }

  async run(
    text: string,
    values: readonly unknown[],
    options: { deadlineMs: number; retryable: boolean } & Beside,
  ): Promise<QueryResult> {
    const encoded = values.map((value) => encodeValue(value, this.#options.timeZone));
    const link = await this.#liveLink();
    try {
      return await this.#runOn(link, text, encoded, options);
    } catch (error) {
      const lostEngine = link.gone && error instanceof DatabaseError && error.failure === "unavailable";
      if (!lostEngine || !options.retryable) throw error;
      this.#options.log("the database thread ended; the read is asked again", { error: String(error.cause) });
      return await this.#runOn(await this.#liveLink(), text, encoded, options);
    }
  }

  /** Lets the callers in line finish, then closes the cluster. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    await within(this.#queue.drain(), closeDeadlineMs, noAnswer).catch(() => {});
    this.#queue.refuseAll();
    await this.#link.close(closeDeadlineMs);
  }

  async #runOn(
    link: WorkerLink,
    text: string,
    values: unknown[],
    { deadlineMs, first, last }: { readonly deadlineMs: number } & Beside,
  ): Promise<QueryResult> {
    const timer = setTimeout(() => {
      this.#options.log("a statement passed its deadline; the database thread is replaced", { deadlineMs, text });
      void link.end(new DatabaseError("timeout"));
      this.#link = this.#newLink(link);
    }, deadlineMs);
    try {
      return await link.query(text, values, { first, last });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The open worker, or a new one when the last is gone; a cluster that will not open is tried again after a pause. */
  async #liveLink(): Promise<WorkerLink> {
    if (this.#link.gone) {
      const pause = this.#failedAt + reopenPauseMs - performance.now();
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.#link.gone) this.#link = this.#newLink(this.#link);
    }
    const link = this.#link;
    try {
      await within(link.opened(), openDeadlineMs, noAnswer);
      return link;
    } catch (error) {
      this.#failedAt = performance.now();
      throw error instanceof DatabaseError ? error : new DatabaseError("unavailable", { cause: error });
    }
  }

  #newLink(previous?: WorkerLink): WorkerLink {
    const { clusterDir, timeZone, durable, fault } = this.#options;
    const start: WorkerStart = { clusterDir, timeZone, durable, ...(fault ? { fault } : {}) };
    return new WorkerLink(workerFile("pglite"), start, previous?.end(new DatabaseError("unavailable")));
  }
}

const noAnswer = () => new DatabaseError("unavailable", { cause: new Error("the embedded database does not answer") });
