import type { Touch } from "./touched.ts";

/** Texts written beside the engine, or whose notice was lost, show up after this long at the latest. */
const keptMs = 5_000;
const mostValues = 50_000;

/** What one source (columns of a table, of one tenant) gave; null for a value without row. */
interface Known {
  readonly tables: readonly string[];
  readonly texts: Map<string, string | null>;
  /** The values without row. */
  readonly missing: Set<string>;
  readonly untilMs: number;
}

/** What looks up texts may know before it asks. */
export interface TextMemory {
  of(source: string, tables: readonly string[]): Pick<ReadonlyMap<string, string | null>, "get"> | undefined;
  generationOf(tables: readonly string[]): string;
  keep(source: string, tables: readonly string[], generation: string, texts: ReadonlyMap<string, string | null>): void;
}

/**
 * Texts of dictionary items and of rows that other rows name, kept for a few seconds: a list of orders names the same
 * stores and states page after page. A write drops what its table gave.
 */
export class KnownTexts implements TextMemory {
  readonly #kept = new Map<string, Known>();
  readonly #generation = new Map<string, number>();
  #values = 0;

  /** What is known of a source, by value; undefined where nothing is. */
  of(source: string): ReadonlyMap<string, string | null> | undefined {
    const known = this.#kept.get(source);
    return known && known.untilMs > Date.now() ? known.texts : undefined;
  }

  /** To be asked before the database is read, and handed to `keep` with what was read. */
  generationOf(tables: readonly string[]): string {
    return tables.map((table) => this.#generation.get(table) ?? 0).join(" ");
  }

  /** Keeps what was read, unless one of the tables was written meanwhile. */
  keep(source: string, tables: readonly string[], generation: string, texts: ReadonlyMap<string, string | null>): void {
    if (generation !== this.generationOf(tables)) return;
    if (this.#values + texts.size > mostValues) this.clear();
    const known = this.of(source) ? this.#kept.get(source) : undefined;
    const into = known ?? { tables, texts: new Map(), missing: new Set(), untilMs: Date.now() + keptMs };
    for (const [value, text] of texts) {
      into.texts.set(value, text);
      if (text === null) into.missing.add(value);
    }
    this.#values += texts.size;
    this.#kept.set(source, into);
  }

  /** Called after a committed write. A new row changes the text of a value only where there was none. */
  forget(table: string, kind: Touch): void {
    if (kind === "counted") return;
    this.#generation.set(table, (this.#generation.get(table) ?? 0) + 1);
    for (const [source, { tables, texts, missing }] of this.#kept) {
      if (!tables.includes(table)) continue;
      if (kind === "changed") this.#kept.delete(source);
      for (const value of missing) texts.delete(value);
      missing.clear();
    }
  }

  /** Values kept, of all sources. */
  get size(): number {
    return [...this.#kept.values()].reduce((sum, { texts }) => sum + texts.size, 0);
  }

  clear(): void {
    this.#kept.clear();
    this.#values = 0;
  }
}

/** What a running transaction may take from the texts that are known: nothing that it has changed itself. */
export function textsBeside(known: KnownTexts, touched: ReadonlyMap<string, Touch>): TextMemory {
  const isOwn = (tables: readonly string[], ...kinds: Touch[]) =>
    tables.some((table) => kinds.includes(touched.get(table) ?? "counted"));
  return {
    of: (source, tables) => {
      const texts = isOwn(tables, "changed") ? undefined : known.of(source);
      return texts && isOwn(tables, "added") ? { get: (value) => texts.get(value) ?? undefined } : texts;
    },
    generationOf: (tables) => known.generationOf(tables),
    keep: (source, tables, generation, texts) => {
      if (!isOwn(tables, "added", "changed")) known.keep(source, tables, generation, texts);
    },
  };
}
