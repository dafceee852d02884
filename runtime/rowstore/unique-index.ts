import type { Row } from "../model/resolved-model.ts";

/**
 * Which rows carry which value of one column. A value that stands once costs one map entry; only values that repeat
 * cost a set. It is made when it is first asked, so that a table that is only read does without; from then on lookups
 * and writes do not depend on the number of rows.
 */
export class UniqueIndex {
  readonly key: string;
  /** All rows as they are before the write that is under way. */
  readonly #source: () => ReadonlyMap<string, Row>;
  readonly #rows = new Map<string, string | Set<string>>();
  #isMade = false;
  /** Values that stand more than once. */
  #repeated = 0;

  constructor(key: string, source: () => ReadonlyMap<string, Row>) {
    this.key = key;
    this.#source = source;
  }

  /** Other rows are there now. */
  clear(): void {
    this.#rows.clear();
    this.#isMade = false;
    this.#repeated = 0;
  }

  /** To be called before a write that touches the column. */
  make(): void {
    if (this.#isMade) return;
    this.#isMade = true;
    this.#source().forEach((row, id) => {
      const text = uniqueText(row[this.key]);
      if (text !== undefined) this.#add(text, id);
    });
  }

  /** Moves a row from its old value to its new one. Answers another row whose duplicate state changed by it. */
  replace(id: string, before: Row | undefined, after: Row | undefined): readonly string[] {
    if (!this.#isMade) return [];
    const old = before && uniqueText(before[this.key]);
    const next = after && uniqueText(after[this.key]);
    if (old === next) return [];
    const touched: string[] = [];
    if (old !== undefined) {
      const left = this.#remove(old, id);
      if (left !== undefined) touched.push(left);
    }
    if (next !== undefined) {
      const met = this.#add(next, id);
      if (met !== undefined) touched.push(met);
    }
    return touched;
  }

  get hasDuplicates(): boolean {
    this.make();
    return this.#repeated > 0;
  }

  isDuplicate(value: unknown): boolean {
    if (!this.hasDuplicates) return false;
    const text = uniqueText(value);
    return text !== undefined && this.#rows.get(text) instanceof Set;
  }

  /** Whether another row than `id` holds the value. */
  isTaken(value: unknown, id: string): boolean {
    this.make();
    const text = uniqueText(value);
    const entry = text === undefined ? undefined : this.#rows.get(text);
    return entry instanceof Set ? entry.size > 1 || !entry.has(id) : entry !== undefined && entry !== id;
  }

  /** The one row left alone with the value, if the removal ended a pair. */
  #remove(text: string, id: string): string | undefined {
    const entry = this.#rows.get(text);
    if (!(entry instanceof Set)) {
      this.#rows.delete(text);
      return undefined;
    }
    entry.delete(id);
    if (entry.size > 1) return undefined;
    const [last] = entry;
    this.#repeated -= 1;
    if (last !== undefined) this.#rows.set(text, last);
    return last;
  }

  /** The row that was alone with the value until now. */
  #add(text: string, id: string): string | undefined {
    const entry = this.#rows.get(text);
    if (entry === undefined) {
      this.#rows.set(text, id);
      return undefined;
    }
    if (entry instanceof Set) {
      entry.add(id);
      return undefined;
    }
    this.#rows.set(text, new Set([entry, id]));
    this.#repeated += 1;
    return entry;
  }
}

/** Empty values, lists and objects are never duplicates; 1 and "1" are one value, as they are in the database. */
export function uniqueText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}
