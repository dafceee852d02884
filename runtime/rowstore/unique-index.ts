import type { Row } from "../model/resolved-model.ts";

/**
 * Which rows carry which value of one column. A value that stands once costs one map entry; only values that repeat
 * cost a set. Lookups and writes do not depend on the number of rows.
 */
export class UniqueIndex {
  readonly key: string;
  readonly #rows = new Map<string, string | Set<string>>();

  constructor(key: string) {
    this.key = key;
  }

  clear(): void {
    this.#rows.clear();
  }

  /** Moves a row from its old value to its new one. Answers another row whose duplicate state changed by it. */
  replace(id: string, before: Row | undefined, after: Row | undefined): readonly string[] {
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

  isDuplicate(value: unknown): boolean {
    const text = uniqueText(value);
    return text !== undefined && this.#rows.get(text) instanceof Set;
  }

  /** Whether another row than `id` holds the value. */
  isTaken(value: unknown, id: string): boolean {
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
    return entry;
  }
}

/** Empty values, lists and objects are never duplicates; 1 and "1" are one value, as they are in the database. */
export function uniqueText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}
