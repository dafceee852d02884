export type Listener = () => void;

/** Who wants to hear about which cell. Only mounted cells are in here, a few hundred at a time. */
export class CellListeners {
  readonly #cells = new Map<string, Map<string, Set<Listener>>>();
  readonly #rows = new Map<string, Set<Listener>>();
  #pending = new Map<string, Set<string> | "all">();

  onCell(id: string, key: string, listener: Listener): () => void {
    const row = this.#cells.get(id) ?? new Map<string, Set<Listener>>();
    this.#cells.set(id, row);
    const listeners = row.get(key) ?? new Set();
    row.set(key, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && row.get(key) === listeners) row.delete(key);
      if (row.size === 0 && this.#cells.get(id) === row) this.#cells.delete(id);
    };
  }

  onRow(id: string, listener: Listener): () => void {
    const listeners = this.#rows.get(id) ?? new Set();
    this.#rows.set(id, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#rows.get(id) === listeners) this.#rows.delete(id);
    };
  }

  /** Notes a change for the next flush; without a key the whole row. */
  touch(id: string, key?: string): void {
    if (this.#cells.size === 0 && this.#rows.size === 0) return;
    if (!this.#cells.has(id) && !this.#rows.has(id)) return;
    const keys = this.#pending.get(id);
    if (key === undefined) this.#pending.set(id, "all");
    else if (keys === undefined) this.#pending.set(id, new Set([key]));
    else if (keys !== "all") keys.add(key);
  }

  /** Every row may be another one now. */
  touchAll(): void {
    for (const id of [...this.#cells.keys(), ...this.#rows.keys()]) this.touch(id);
  }

  /** Tells every listener of a touched cell once. A listener may unsubscribe or write while it is told. */
  flush(): void {
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [id, keys] of pending) {
      for (const listener of [...(this.#rows.get(id) ?? [])]) listener();
      const row = this.#cells.get(id);
      if (!row) continue;
      for (const key of keys === "all" ? [...row.keys()] : keys) {
        for (const listener of [...(row.get(key) ?? [])]) listener();
      }
    }
  }

  /** Listening cells; for leak checks. */
  get size(): number {
    let count = 0;
    for (const row of this.#cells.values()) for (const listeners of row.values()) count += listeners.size;
    return count;
  }
}

export type Topic = "order" | "totals" | "meta";
const topics: readonly Topic[] = ["order", "totals", "meta"];

/** Everyone who listens to a store. Changes are noted as they happen and told once, by `flush`. */
export class StoreListeners {
  readonly cells: CellListeners = new CellListeners();
  readonly #listeners: Readonly<Record<Topic, Set<Listener>>> = {
    order: new Set(),
    totals: new Set(),
    meta: new Set(),
  };
  readonly #touched = new Set<Topic>();

  on(topic: Topic, listener: Listener): () => void {
    const listeners = this.#listeners[topic];
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  touch(topic: Topic): void {
    this.#touched.add(topic);
  }

  flush(): void {
    const told = topics.filter((topic) => this.#touched.has(topic));
    this.#touched.clear();
    this.cells.flush();
    for (const topic of told) for (const listener of [...this.#listeners[topic]]) listener();
  }
}
