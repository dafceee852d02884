import type { RawBuilder } from "kysely";
import type { Queryable } from "../db/database.ts";
import type { TableWrites } from "./table-writes.ts";

const keepMs = { least: 10_000, most: 60_000 };
/** An answer is kept this many times as long as it took, so that working it out takes a hundredth of the time. */
const keepPerCost = 100;
const mostKept = 500;

/** A statement with its values, as somebody asks it: what a caller's rules leave them is written into it. */
export interface KeptQuestion {
  readonly key: string;
  readonly runningKey: string;
  readonly generation: number;
  /** An answer from before it lacks what the asker has written themselves. */
  readonly ownGeneration: number;
}

interface Kept<Answer> {
  readonly answer: Answer;
  readonly untilMs: number;
  readonly generation: number;
}

export interface KeptAnswersOptions<Answer> {
  /** Others are worked out each time. */
  isWorthKeeping(answer: Answer): boolean;
  /** It stays as it is for a moment when others write: one row more is not seen in it. */
  isSteady(answer: Answer): boolean;
}

/**
 * Answers about large tables, kept for ten seconds to a minute. What the asker has written themselves drops theirs: they
 * look for their row. Who asks the same at the same time shares one answer.
 */
export class KeptAnswers<Answer> {
  readonly #writes: TableWrites;
  readonly #options: KeptAnswersOptions<Answer>;
  readonly #kept = new Map<string, Kept<Answer>>();
  readonly #running = new Map<string, Promise<Answer>>();

  constructor(writes: TableWrites, options: KeptAnswersOptions<Answer>) {
    this.#writes = writes;
    this.#options = options;
  }

  /** @param userId whose own writes the answer has to show */
  question(database: Queryable, statement: RawBuilder<unknown>, table: string, userId: string): KeptQuestion {
    const { sql: text, parameters } = statement.compile(database);
    const key = `${text} ${JSON.stringify(parameters)}`;
    const { generation, ownGeneration } = this.#writes.of(table, userId);
    return { key, runningKey: `${generation} ${key}`, generation, ownGeneration };
  }

  find({ key, generation, ownGeneration }: KeptQuestion): Answer | undefined {
    const kept = this.#kept.get(key);
    if (!kept || kept.untilMs <= performance.now() || kept.generation < ownGeneration) return undefined;
    return kept.generation === generation || this.#options.isSteady(kept.answer) ? kept.answer : undefined;
  }

  /** The kept answer, the one that is being worked out, or a new one. */
  async answer(question: KeptQuestion, work: () => Promise<Answer>): Promise<Answer> {
    const kept = this.find(question);
    if (kept !== undefined) return kept;
    const { runningKey } = question;
    const running = this.#running.get(runningKey);
    if (running) return running;
    const start = performance.now();
    const working = work()
      .then((answer) => {
        this.keep(question, answer, performance.now() - start);
        return answer;
      })
      .finally(() => this.#running.delete(runningKey));
    this.#running.set(runningKey, working);
    return working;
  }

  /** @param costMs what it took alone; of an answer that came with others, nothing */
  keep({ key, generation }: KeptQuestion, answer: Answer, costMs = 0): void {
    if (!this.#options.isWorthKeeping(answer)) return;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    const forMs = Math.min(keepMs.most, Math.max(keepMs.least, costMs * keepPerCost));
    this.#kept.set(key, { answer, untilMs: performance.now() + forMs, generation });
  }

  get size(): number {
    return this.#kept.size;
  }

  clear(): void {
    this.#kept.clear();
  }
}
