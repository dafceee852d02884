import type { GridSignals } from "./grid-signals.ts";

/** The rows that a person chose. */
export class GridSelection {
  readonly #signals: GridSignals;
  #ids: ReadonlySet<string> = new Set();

  constructor(signals: GridSignals) {
    this.#signals = signals;
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  toggle(id: string, isSingle: boolean): void {
    const next = new Set(isSingle ? [] : this.#ids);
    if (this.#ids.has(id)) next.delete(id);
    else next.add(id);
    this.#set(next);
  }

  /** Chooses all of these; when they are, none of them. */
  toggleAll(these: readonly string[]): void {
    const next = new Set(this.#ids);
    const isChosen = these.every((id) => next.has(id));
    for (const id of these) {
      if (isChosen) next.delete(id);
      else next.add(id);
    }
    this.#set(next);
  }

  /** Forgets rows that are gone. */
  keep(isThere: (id: string) => boolean): void {
    if ([...this.#ids].some((id) => !isThere(id))) this.#ids = new Set([...this.#ids].filter(isThere));
  }

  #set(next: ReadonlySet<string>): void {
    const before = this.#ids;
    this.#ids = next;
    for (const id of before) if (!next.has(id)) this.#signals.tellRow(id);
    for (const id of next) if (!before.has(id)) this.#signals.tellRow(id);
    this.#signals.tell();
  }
}
