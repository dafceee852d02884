import type { Row } from "../model/resolved-model.ts";
import { recordMessages as texts } from "../record/record-messages.ts";
import type { AsyncCellTest } from "./row-store-types.ts";

interface Question {
  readonly id: string;
  readonly key: string;
  readonly row: Row;
  readonly tests: readonly AsyncCellTest[];
}

interface Hooks {
  /** Whether the cell still holds the value that was asked about. */
  isCurrent(id: string, key: string, value: unknown): boolean;
  settle(id: string, key: string, message: string | undefined): void;
}

/** Questions that run at a time. */
const atOnce = 6;

/** Rules that ask elsewhere. One question per cell counts, the last; older answers are dropped. */
export class AsyncChecks {
  readonly #hooks: Hooks;
  /** The question that counts for a cell, by row and column. */
  readonly #latest = new Map<string, Map<string, Question>>();
  #queue: Question[] = [];
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  ask(id: string, key: string, row: Row, tests: readonly AsyncCellTest[]): void {
    const known = this.#latest.get(id)?.get(key);
    if (known && Object.is(known.row[key], row[key])) return;
    const question = { id, key, row, tests };
    const ofRow = this.#latest.get(id) ?? new Map<string, Question>();
    this.#latest.set(id, ofRow);
    ofRow.set(key, question);
    this.#queue.push(question);
    this.#start();
  }

  drop(id: string, key: string): void {
    const ofRow = this.#latest.get(id);
    ofRow?.delete(key);
    if (ofRow?.size === 0) this.#latest.delete(id);
  }

  forget(id: string): void {
    this.#latest.delete(id);
  }

  clear(): void {
    this.#latest.clear();
    this.#queue = [];
  }

  /** Resolves when nothing is asked any more. */
  idle(): Promise<void> {
    if (this.#running === 0 && this.#queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(): void {
    while (this.#running < atOnce) {
      const question = this.#queue.shift();
      if (!question) break;
      if (!this.#counts(question)) continue;
      this.#running += 1;
      void this.#run(question);
    }
    if (this.#running > 0 || this.#queue.length > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  async #run(question: Question): Promise<void> {
    const { id, key, row, tests } = question;
    let message: string | undefined;
    try {
      for (const test of tests) {
        message = await test(row[key], row);
        if (message !== undefined) break;
      }
    } catch {
      message = texts.notChecked;
    }
    this.#running -= 1;
    if (this.#counts(question)) {
      this.drop(id, key);
      if (this.#hooks.isCurrent(id, key, row[key])) this.#hooks.settle(id, key, message);
    }
    this.#start();
  }

  #counts(question: Question): boolean {
    return this.#latest.get(question.id)?.get(question.key) === question;
  }
}
