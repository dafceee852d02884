import type { GridOrder } from "./grid-order.ts";
import type { GridSignals } from "./grid-signals.ts";
import type { ActiveCell, CellPlace, CellRange, PressedKey } from "./grid-types.ts";

interface CursorParts {
  /** Rows as they are shown. */
  readonly order: GridOrder;
  /** Names of the shown columns in their order. */
  keys(): readonly string[];
  readonly signals: GridSignals;
  isEditable(id: string, key: string): boolean;
}

/** Where a person stands in a table: the active cell, whether it is open, and the block that it is a corner of. */
export class GridCursor {
  readonly #parts: CursorParts;
  #active: ActiveCell | undefined;
  /** The other corner of a block; undefined = the block is the active cell. */
  #anchor: CellPlace | undefined;
  /** The corner that is drawn out, where it is not the active cell: of a block of everything. */
  #corner: CellPlace | undefined;

  constructor(parts: CursorParts) {
    this.#parts = parts;
  }

  get active(): ActiveCell | undefined {
    return this.#active;
  }

  columnAt(key: string): number {
    return this.#parts.keys().indexOf(key);
  }

  /** Place in reading order. */
  position(place: CellPlace): number {
    const { order, keys } = this.#parts;
    return order.indexOf(place.id) * keys().length + this.columnAt(place.key);
  }

  /** The block that copying, pasting and clearing work on; undefined while no cell is active. */
  range(): CellRange | undefined {
    const active = this.#active;
    if (!active) return undefined;
    const { order } = this.#parts;
    const from = this.#anchor ?? active;
    const to = this.#corner ?? active;
    const rows = [order.indexOf(from.id), order.indexOf(to.id)];
    const columns = [this.columnAt(from.key), this.columnAt(to.key)];
    return {
      top: Math.min(...rows),
      bottom: Math.max(...rows),
      left: Math.min(...columns),
      right: Math.max(...columns),
    };
  }

  /** Whether a cell lies in a block of more than one cell. */
  isInBlock(id: string, key: string): boolean {
    const range = this.#anchor ? this.range() : undefined;
    if (!range) return false;
    const row = this.#parts.order.indexOf(id);
    const column = this.columnAt(key);
    return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
  }

  activate(place: CellPlace, options: { readonly extend?: boolean } = {}): void {
    const before = this.#active;
    const hadBlock = this.#anchor !== undefined;
    this.#anchor = options.extend && before ? (this.#anchor ?? { id: before.id, key: before.key }) : undefined;
    this.#set({ id: place.id, key: place.key, ...closed });
    if (hadBlock || this.#anchor) this.#parts.signals.tellAll();
  }

  /** Opens the editor of the active cell; a cell that may not be changed stays closed. */
  edit(typed?: string): boolean {
    const active = this.#active;
    if (!active || !this.#parts.isEditable(active.id, active.key)) return false;
    this.#anchor = undefined;
    this.#set({ ...active, isEditing: true, typed, waiting: [] });
    return true;
  }

  /** Keeps a key until the editor is there. */
  hold(key: PressedKey): void {
    if (this.#active?.isEditing) this.#set({ ...this.#active, waiting: [...this.#active.waiting, key] });
  }

  /** Hands the kept keys over, once. */
  takeWaiting(): readonly PressedKey[] {
    const waiting = this.#active?.waiting ?? [];
    if (this.#active && waiting.length > 0) this.#active = { ...this.#active, waiting: [] };
    return waiting;
  }

  /** Closes the editor; the cell stays active. */
  stop(): void {
    if (this.#active?.isEditing) this.#set({ ...this.#active, ...closed });
  }

  leave(): void {
    this.#anchor = undefined;
    this.#set(undefined);
  }

  /** Steps of rows and columns; stays inside the table. */
  move(rows: number, columns: number, extend = false): void {
    const { order } = this.#parts;
    const keys = this.#parts.keys();
    const active = this.#active;
    const row = active ? order.indexOf(active.id) + rows : 0;
    const column = active ? this.columnAt(active.key) + columns : 0;
    const id = order.ids[clamp(row, order.ids.length)];
    const key = keys[clamp(column, keys.length)];
    if (id !== undefined && key !== undefined) this.activate({ id, key }, { extend });
  }

  /** As far as a spreadsheet goes: to the end of what is filled, over a gap to what is filled next, or to the edge. */
  jump(rows: -1 | 0 | 1, columns: -1 | 0 | 1, extend: boolean, isBlank: (id: string, key: string) => boolean): void {
    const active = this.#active;
    if (!active) return;
    const { order } = this.#parts;
    const keys = this.#parts.keys();
    const from = rows === 0 ? this.columnAt(active.key) : order.indexOf(active.id);
    const count = rows === 0 ? keys.length : order.ids.length;
    const step = rows || columns;
    const isFilled = (at: number): boolean =>
      rows === 0 ? !isBlank(active.id, keys[at] ?? "") : !isBlank(order.ids[at] ?? "", active.key);
    const isIn = (at: number) => at >= 0 && at < count;
    let to = from + step;
    if (isIn(to) && isFilled(from) && isFilled(to)) while (isIn(to + step) && isFilled(to + step)) to += step;
    else while (isIn(to + step) && !isFilled(to)) to += step;
    if (isIn(to)) this.move(rows * Math.abs(to - from), columns * Math.abs(to - from), extend);
  }

  selectAll(): void {
    const bottom = this.#parts.order.ids.length - 1;
    const right = this.#parts.keys().length - 1;
    this.select({ top: 0, bottom, left: 0, right });
  }

  /** A block of cells; the active one stays where it is. */
  select({ top, bottom, left, right }: CellRange): void {
    const { order, signals } = this.#parts;
    const keys = this.#parts.keys();
    const [first, last] = [order.ids[top], order.ids[bottom]];
    const [firstKey, lastKey] = [keys[left], keys[right]];
    if (!this.#active || first === undefined || last === undefined || !firstKey || !lastKey) return;
    this.#anchor = { id: first, key: firstKey };
    this.#corner = { id: last, key: lastKey };
    signals.tellAll();
  }

  /**
   * The next cell in reading order, over the ends of rows.
   *
   * @param editableOnly passes cells that may not be changed
   * @returns false at the end of the table
   */
  next(step: 1 | -1, editableOnly: boolean): boolean {
    const active = this.#active;
    if (!active) return false;
    const { order, isEditable } = this.#parts;
    const keys = this.#parts.keys();
    const width = keys.length;
    let at = this.position(active) + step;
    for (; at >= 0 && at < order.ids.length * width; at += step) {
      const id = order.ids[Math.floor(at / width)];
      const key = keys[at % width];
      if (id === undefined || key === undefined) return false;
      if (editableOnly && !isEditable(id, key)) continue;
      this.activate({ id, key });
      return true;
    }
    return false;
  }

  /** Leaves rows that are gone. */
  keep(isThere: (id: string) => boolean): void {
    if (this.#active && !isThere(this.#active.id)) this.#active = undefined;
    if (this.#anchor && !isThere(this.#anchor.id)) this.#anchor = undefined;
    if (this.#corner && !isThere(this.#corner.id)) this.#corner = undefined;
  }

  #set(next: ActiveCell | undefined): void {
    const before = this.#active;
    this.#active = next;
    this.#corner = undefined;
    // Keys go over the ends of pages; the page follows.
    if (next) this.#parts.order.turnTo(next.id);
    const { signals } = this.#parts;
    for (const id of new Set([before?.id, next?.id])) if (id !== undefined) signals.tellRow(id);
    signals.tell();
  }
}

const closed = { isEditing: false, typed: undefined, waiting: [] } as const;

const clamp = (at: number, size: number): number => Math.max(0, Math.min(size - 1, at));
