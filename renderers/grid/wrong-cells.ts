/** What leads through the wrong cells of one table. */
export interface WrongCells {
  /**
   * Goes to the next wrong cell, or the one before, and takes the focus.
   *
   * @param from `start` begins at the table's own end; `here` goes on from where a person was
   * @returns false where there is none further
   */
  go(step: 1 | -1, from: "start" | "here"): boolean;
}

const tables = new WeakMap<Element, WrongCells>();

/** Makes the wrong cells of a table known by its element; the answer ends it. */
export function offerWrongCells(table: Element, cells: WrongCells): () => void {
  tables.set(table, cells);
  return () => void tables.delete(table);
}

export const wrongCellsOf = (table: Element): WrongCells | undefined => tables.get(table);
