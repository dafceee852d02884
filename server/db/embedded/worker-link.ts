import { Worker } from "node:worker_threads";
import { DatabaseError } from "../database.ts";
import { mapError } from "../map-error.ts";
import { within } from "../within.ts";
import { KeptStatements } from "./kept-statements.ts";
import type { Beside, QueryResult, Request, Response, WireError, WorkerStart } from "./protocol.ts";
import { readAnswer } from "./wire-answer.ts";
import { writeStatement } from "./wire-message.ts";

/** After a failed write of its log the engine stops without an answer; this long it gets to answer properly. */
const failureGraceMs = 500;

interface Pending {
  readonly id: number;
  readonly text: string;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** One life of the worker thread: started, asked one statement at a time, ended. Never restarted: make a new one. */
export class WorkerLink {
  readonly #opened: Promise<void>;
  #worker: Worker | undefined;
  #pending: Pending | undefined;
  readonly #kept = new KeptStatements();
  #lastId = 0;
  #gone = false;
  #isOpen = false;
  #onClosed: (() => void) | undefined;

  /** `after`: the end of the life before; two threads must never have one cluster open. */
  constructor(file: string, start: WorkerStart, after: Promise<void> = Promise.resolve()) {
    this.#opened = after.then(() => this.#spawn(file, start));
    this.#opened.catch(() => {}); // reported by opened(); a life that nobody waits for must not end the process
  }

  /** Resolves when the cluster is open; rejects with the reason when it could not be opened. */
  opened(): Promise<void> {
    return this.#opened;
  }

  /** True when the thread has ended or its engine stopped; the next statement needs a new life. */
  get gone(): boolean {
    return this.#gone;
  }

  /**
   * Sends one statement; the caller has waited for the answer to the one before.
   *
   * @param beside statements without values and rows that go with it; when one fails, those after it are not run
   */
  query(text: string, values: readonly unknown[], beside: Beside = {}): Promise<QueryResult> {
    if (this.#gone) return Promise.reject(new DatabaseError("unavailable"));
    const id = ++this.#lastId;
    const kept = this.#kept.of(text);
    const closing = this.#kept.takeClosing();
    return new Promise((resolve, reject) => {
      this.#pending = { id, text, resolve, reject };
      this.#post({ kind: "query", id, message: writeStatement(text, values, { kept, ...beside, closing }) });
    });
  }

  /** Closes the cluster properly (final checkpoint), then ends the thread. */
  async close(deadlineMs: number): Promise<void> {
    if (!this.#gone) {
      const closed = new Promise<void>((resolve) => {
        this.#onClosed = resolve;
      });
      this.#post({ kind: "close" });
      await within(closed, deadlineMs, () => new Error("the database did not close in time")).catch(() => {});
    }
    await this.end(new DatabaseError("unavailable"));
  }

  /** Ends the thread at once; a statement on its way fails with `reason`. */
  async end(reason: DatabaseError): Promise<void> {
    this.#fail(reason);
    await this.#worker?.terminate();
  }

  #post(request: Request): void {
    this.#worker?.postMessage(request);
  }

  #spawn(file: string, start: WorkerStart): Promise<void> {
    if (this.#gone) return Promise.reject(new DatabaseError("unavailable"));
    const worker = new Worker(file, { workerData: start, name: "pglite" });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.on("message", (response: Response) => this.#receive(response, resolve, reject));
      worker.on("error", (error) => {
        reject(error);
        this.#fail(error);
      });
      worker.on("exit", (code) => {
        const error = new DatabaseError("unavailable", { cause: new Error(`the database thread ended (${code})`) });
        reject(error);
        this.#fail(error);
      });
    });
  }

  #receive(response: Response, opened: () => void, failed: (error: unknown) => void): void {
    if (response.kind === "ready") {
      this.#isOpen = true;
      opened();
    } else if (response.kind === "closed") this.#onClosed?.();
    else if (response.kind === "hostFailure") this.#watchFailure(response.code, failed);
    else if (response.kind === "answer") this.#answer(response);
    else {
      if (response.kind === "failed" || response.error.fatal) this.#gone = true;
      if (response.kind === "failed") failed(toError(response.error));
      else this.#take(response.id)?.reject(toError(response.error));
    }
  }

  #answer({ id, bytes, hostFailure }: Extract<Response, { kind: "answer" }>): void {
    const pending = this.#take(id);
    if (!pending) return;
    const answer = readAnswer(bytes);
    if ("result" in answer) {
      this.#kept.succeeded(pending.text);
      pending.resolve(answer.result);
      return;
    }
    this.#kept.failed(pending.text);
    if (answer.error.fatal) this.#gone = true;
    pending.reject(toError({ ...answer.error, hostFailure }));
  }

  #watchFailure(code: string, failedToOpen: (error: unknown) => void): void {
    const pending = this.#pending;
    const error = mapError(Object.assign(new Error(`a write of the database failed: ${code}`), { code }));
    const timer = setTimeout(() => {
      if (this.#gone || (pending && this.#pending !== pending)) return;
      failedToOpen(error); // of no effect on a cluster that is open
      if (pending) void this.end(error instanceof DatabaseError ? error : unavailable(error));
      else if (!this.#isOpen) this.#gone = true;
    }, failureGraceMs);
    timer.unref();
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending;
    if (pending?.id !== id) return undefined;
    this.#pending = undefined;
    return pending;
  }

  #fail(error: unknown): void {
    this.#gone = true;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(mapError(error) instanceof DatabaseError ? mapError(error) : unavailable(error));
  }
}

function toError(wire: WireError): unknown {
  const error = Object.assign(new Error(wire.message), wire);
  const mapped = mapError(error);
  return mapped === error && wire.fatal ? unavailable(error) : mapped;
}

const unavailable = (cause: unknown) => new DatabaseError("unavailable", { cause });
