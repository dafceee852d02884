import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../db/database.ts";

/** Something that a process keeps in memory and can read again. */
export interface Cache {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** How many things are kept at the moment. */
  readonly size: number;
  clear(): void;
}

/** Names what keeps something, for the list of caches. */
export const cacheOf = (name: string, title: string, kept: Pick<Cache, "size" | "clear">): Cache => ({
  name,
  title,
  get size() {
    return kept.size;
  },
  clear: () => kept.clear(),
});

/** What one process dropped. */
export interface Cleared {
  readonly node: string;
  readonly caches: readonly { readonly name: string; readonly title: string; readonly count: number }[];
}

interface CachesParts {
  readonly db: Database;
  /** Name of this process. */
  readonly node: string;
  readonly caches: readonly Cache[];
}

const channel = "caches";
/** Other processes answer within this time or are not named; they drop their caches all the same. */
const answersMs = 300;

/** The caches in use, cleared on every process at once. */
export class Caches {
  readonly #parts: CachesParts;
  /** Answers of other processes to the questions of this one. */
  readonly #answers = new Map<string, Cleared[]>();
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: CachesParts) {
    this.#parts = parts;
  }

  get all(): readonly Cache[] {
    return this.#parts.caches;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(channel, (payload) => void this.#hear(payload));
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
  }

  /** @returns what was dropped, this process first */
  async clear(): Promise<readonly Cleared[]> {
    const question = randomUUID();
    const answers: Cleared[] = [this.#clearOwn()];
    this.#answers.set(question, answers);
    await this.#parts.db.notify(channel, JSON.stringify({ question }));
    await wait(answersMs);
    this.#answers.delete(question);
    return answers;
  }

  #clearOwn(): Cleared {
    const { node, caches } = this.#parts;
    const dropped = caches.map(({ name, title, size }) => ({ name, title, count: size }));
    for (const cache of caches) cache.clear();
    return { node, caches: dropped };
  }

  async #hear(payload: string): Promise<void> {
    const { question, answer } = readNotice(payload);
    if (answer !== undefined) this.#answers.get(question)?.push(answer);
    else if (question === "") this.#clearOwn();
    else if (!this.#answers.has(question)) {
      const text = JSON.stringify({ question, answer: this.#clearOwn() });
      await this.#parts.db.notify(channel, text).catch(() => {});
    }
  }
}

/** An empty payload means that some were missed: one of them may have been a question. */
function readNotice(payload: string): { readonly question: string; readonly answer?: Cleared } {
  return payload === "" ? { question: "" } : JSON.parse(payload);
}

/** `会话 3、字典 12`, over all processes. */
export function clearedText(cleared: readonly Cleared[]): string {
  const counts = new Map<string, number>();
  for (const { title, count } of cleared.flatMap(({ caches }) => caches)) {
    counts.set(title, (counts.get(title) ?? 0) + count);
  }
  const parts = [...counts].map(([title, count]) => `${title} ${count}`).join("、");
  return `${parts}；共 ${cleared.length} 个进程`;
}
