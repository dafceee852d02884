/** Texts written by another process of the server show up after this long at the latest. */
const keptMs = 5_000;
const mostValues = 50_000;

/** What one source (columns of a table, of one tenant) gave; null for a value without row. */
interface Known {
  readonly tables: readonly string[];
  readonly texts: Map<string, string | null>;
  readonly untilMs: number;
}

/**
 * Texts of dictionary items and of rows that other rows name, kept for a few seconds: a list of orders names the same
 * stores and states page after page. A write of this process drops what its table gave.
 */
export class KnownTexts {
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
    const into = known ?? { tables, texts: new Map(), untilMs: Date.now() + keptMs };
    for (const [value, text] of texts) into.texts.set(value, text);
    this.#values += texts.size;
    this.#kept.set(source, into);
  }

  /** Called after a committed write. */
  forget(table: string): void {
    this.#generation.set(table, (this.#generation.get(table) ?? 0) + 1);
    for (const [source, { tables }] of this.#kept) if (tables.includes(table)) this.#kept.delete(source);
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
