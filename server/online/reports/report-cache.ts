import type { RunResult } from "./sql/report-sql.ts";

/** Rows of a report as they were read. */
export interface KeptResult {
  readonly result: RunResult;
  /** `yyyy-MM-dd HH:mm:ss` in the business time zone. */
  readonly readAt: string;
}

interface Entry extends KeptResult {
  readonly until: number;
  readonly length: number;
}

/** Characters of one page and of all together. */
const maxEntryLength = 4 * 1024 * 1024;
const maxLength = 32 * 1024 * 1024;

/**
 * Pages of reports for as long as their designers allow. A key stands for one statement with its values, as the caller's
 * rules have written it: whoever may see other rows or columns has another key.
 */
export class ReportCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  #length = 0;

  /** @param now milliseconds that only grow */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get(key: string): KeptResult | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until > this.#now()) return entry;
    this.#drop(key);
    return undefined;
  }

  keep(key: string, kept: KeptResult, seconds: number): void {
    this.#drop(key);
    const { length } = JSON.stringify(kept.result.rows);
    if (length > maxEntryLength) return;
    this.#entries.set(key, { ...kept, length, until: this.#now() + seconds * 1000 });
    this.#length += length;
    for (const oldest of this.#entries.keys()) {
      if (this.#length <= maxLength) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#length -= this.#entries.get(key)?.length ?? 0;
    this.#entries.delete(key);
  }
}
