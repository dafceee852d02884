import type { RowStore } from "../../runtime/rowstore/row-store.ts";

type Listener = () => void;

/** Who draws what of one table: each row hears of itself, toolbar and head of the table as a whole. */
export class GridSignals {
  readonly #store: RowStore;
  #version = 0;
  /** Counted into every row's version: all rows are drawn anew. */
  #round = 0;
  readonly #rowVersions = new Map<string, number>();
  readonly #rowListeners = new Map<string, Set<Listener>>();
  readonly #listeners = new Set<Listener>();

  constructor(store: RowStore) {
    this.#store = store;
  }

  get version(): number {
    return this.#version;
  }

  rowVersion(id: string): number {
    return (this.#rowVersions.get(id) ?? 0) + this.#round;
  }

  onRow(id: string, listener: Listener): () => void {
    const told = () => {
      this.#rowVersions.set(id, (this.#rowVersions.get(id) ?? 0) + 1);
      listener();
    };
    const off = this.#store.onRow(id, told);
    const listeners = this.#rowListeners.get(id) ?? new Set();
    this.#rowListeners.set(id, listeners.add(listener));
    return () => {
      off();
      listeners.delete(listener);
      if (listeners.size === 0) this.#rowListeners.delete(id);
    };
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tellRow(id: string): void {
    this.#rowVersions.set(id, (this.#rowVersions.get(id) ?? 0) + 1);
    for (const listener of this.#rowListeners.get(id) ?? []) listener();
  }

  /** Something about the table as a whole. */
  tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  tellAll(): void {
    this.#round += 1;
    for (const listeners of this.#rowListeners.values()) for (const listener of listeners) listener();
    this.tell();
  }

  /** Forgets rows that are gone. */
  keep(isThere: (id: string) => boolean): void {
    for (const id of this.#rowVersions.keys()) if (!isThere(id)) this.#rowVersions.delete(id);
  }
}
