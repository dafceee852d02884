/**
 * Which element draws which row. A row keeps its element as long as it is drawn, also while it becomes the active one: an
 * open editor stays, and a press in it that closes it still finds the cell that it began on. Elements of rows that went
 * take the rows that came, which costs less than new ones.
 */
export class RowSlots {
  #slots: ReadonlyMap<string, number> = new Map();

  /** @returns an element's number by the id of its row, from 0; the same for the same rows, however often it is asked */
  take(ids: readonly string[]): ReadonlyMap<string, number> {
    const kept = ids.flatMap((id): [string, number][] => {
      const slot = this.#slots.get(id);
      return slot === undefined ? [] : [[id, slot]];
    });
    if (kept.length === ids.length && kept.length === this.#slots.size) return this.#slots;
    const slots = new Map(kept);
    const taken = new Set(slots.values());
    let free = 0;
    for (const id of ids) {
      if (slots.has(id)) continue;
      while (taken.has(free)) free += 1;
      slots.set(id, free);
      taken.add(free);
    }
    this.#slots = slots;
    return slots;
  }
}
