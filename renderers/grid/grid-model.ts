import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RowStore } from "../../runtime/rowstore/row-store.ts";

/** How one cell stands now. */
export interface CellState {
  readonly visible: boolean;
  readonly disabled: boolean;
}

/** What the place of a table decides: a form asks its rules, a table of its own leaves these out. */
export interface GridHost {
  cellState?(index: number, key: string): CellState;
  /** Runs inside the transaction of every write: fills in what follows from it. */
  follow?(): void;
  /** A person left a cell with another value. */
  settled?(id: string, key: string): void;
  newRow?(given: Row): Row;
}

export interface GridLimits {
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  /** Most rows; undefined = any number. */
  readonly max: number | undefined;
}

export interface CellPlace {
  readonly id: string;
  readonly key: string;
}

export interface ActiveCell extends CellPlace {
  readonly isEditing: boolean;
  /** The character that opened the editor; undefined = the present value. */
  readonly typed: string | undefined;
}

export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

type Listener = () => void;

/**
 * An editable table without looks: which cell is active, which rows are chosen, what is wrong. Values live in the row
 * store; every write goes through `write`, so that it is one step and its consequences are in it.
 */
export class GridModel {
  readonly store: RowStore;
  readonly columns: readonly GridColumnPlan[];
  readonly limits: GridLimits;
  readonly #host: GridHost;
  #active: ActiveCell | undefined;
  /** The other corner of a block; undefined = the block is the active cell. */
  #anchor: CellPlace | undefined;
  #selected: ReadonlySet<string> = new Set();
  #errors: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  /** What is wrong with the table as a whole. */
  #problem: string | undefined;
  #isLocked = false;
  #version = 0;
  #round = 0;
  readonly #rowVersions = new Map<string, number>();
  readonly #rowListeners = new Map<string, Set<Listener>>();
  readonly #listeners = new Set<Listener>();

  constructor(store: RowStore, columns: readonly GridColumnPlan[], limits: GridLimits, host: GridHost = {}) {
    this.store = store;
    this.columns = columns;
    this.limits = limits;
    this.#host = host;
    store.onOrder(() => this.#dropGoneRows());
    store.onMeta(() => this.#tell());
  }

  // Reading

  get active(): ActiveCell | undefined {
    return this.#active;
  }

  get selected(): ReadonlySet<string> {
    return this.#selected;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** Nothing may be changed now. */
  get isLocked(): boolean {
    return this.#isLocked;
  }

  get canAdd(): boolean {
    const { canAdd, max } = this.limits;
    return canAdd && !this.#isLocked && (max === undefined || this.store.size < max);
  }

  get canRemove(): boolean {
    return this.limits.canRemove && !this.#isLocked;
  }

  get version(): number {
    return this.#version;
  }

  rowVersion(id: string): number {
    return (this.#rowVersions.get(id) ?? 0) + this.#round;
  }

  error(id: string, key: string): string | undefined {
    return this.#errors.get(id)?.get(key) ?? this.store.error(id, key);
  }

  get errorCount(): number {
    let count = this.store.meta.errors;
    for (const [id, errors] of this.#errors) {
      for (const key of errors.keys()) if (this.store.error(id, key) === undefined) count += 1;
    }
    return count;
  }

  cellState(id: string, column: GridColumnPlan): CellState {
    const state = this.#host.cellState?.(this.store.indexOf(id), column.name) ?? open;
    const isClosed = this.#isLocked || column.readOnly || state.disabled || this.store.isDisabled(id);
    return { visible: state.visible, disabled: isClosed || column.editor.kind === "broken" };
  }

  isEditable(id: string, key: string): boolean {
    const column = this.columns.find((each) => each.name === key);
    if (!column) return false;
    const state = this.cellState(id, column);
    return state.visible && !state.disabled;
  }

  /** The block that copying, pasting and clearing work on; undefined while no cell is active. */
  range(): CellRange | undefined {
    const active = this.#active;
    if (!active) return undefined;
    const from = this.#anchor ?? active;
    const rows = [this.store.indexOf(from.id), this.store.indexOf(active.id)];
    const columns = [this.columnAt(from.key), this.columnAt(active.key)];
    return {
      top: Math.min(...rows),
      bottom: Math.max(...rows),
      left: Math.min(...columns),
      right: Math.max(...columns),
    };
  }

  columnAt(key: string): number {
    return this.columns.findIndex((column) => column.name === key);
  }

  // Moving about

  activate(place: CellPlace, options: { readonly extend?: boolean } = {}): void {
    const before = this.#active;
    const hadBlock = this.#anchor !== undefined;
    this.#anchor = options.extend && before ? (this.#anchor ?? { id: before.id, key: before.key }) : undefined;
    this.#setActive({ id: place.id, key: place.key, isEditing: false, typed: undefined });
    if (hadBlock || this.#anchor) this.refresh();
  }

  /** Opens the editor of the active cell; a cell that may not be changed stays closed. */
  edit(typed?: string): boolean {
    const active = this.#active;
    if (!active || !this.isEditable(active.id, active.key)) return false;
    this.#anchor = undefined;
    this.#setActive({ ...active, isEditing: true, typed });
    return true;
  }

  /** Closes the editor; the cell stays active. */
  stop(): void {
    if (this.#active?.isEditing) this.#setActive({ ...this.#active, isEditing: false, typed: undefined });
  }

  leave(): void {
    this.#anchor = undefined;
    this.#setActive(undefined);
  }

  /** Steps of rows and columns; stays inside the table. */
  move(rows: number, columns: number, extend = false): void {
    const active = this.#active;
    const row = active ? this.store.indexOf(active.id) + rows : 0;
    const column = active ? this.columnAt(active.key) + columns : 0;
    const id = this.store.order[clamp(row, this.store.size)];
    const key = this.columns[clamp(column, this.columns.length)]?.name;
    if (id !== undefined && key !== undefined) this.activate({ id, key }, { extend });
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
    const width = this.columns.length;
    let at = this.store.indexOf(active.id) * width + this.columnAt(active.key) + step;
    for (; at >= 0 && at < this.store.size * width; at += step) {
      const id = this.store.order[Math.floor(at / width)];
      const key = this.columns[at % width]?.name;
      if (id === undefined || key === undefined) return false;
      if (editableOnly && !this.isEditable(id, key)) continue;
      this.activate({ id, key });
      return true;
    }
    return false;
  }

  /** Goes to the wrong cell after the active one, from the last one to the first. */
  nextError(): CellPlace | undefined {
    const wrong: CellPlace[] = this.store.order.flatMap((id) =>
      this.columns.filter(({ name }) => this.error(id, name) !== undefined).map(({ name }) => ({ id, key: name })),
    );
    const active = this.#active;
    const here = active ? this.#position(active) : -1;
    const found = wrong.find((place) => this.#position(place) > here) ?? wrong[0];
    if (found) this.activate(found);
    return found;
  }

  #position(place: CellPlace): number {
    return this.store.indexOf(place.id) * this.columns.length + this.columnAt(place.key);
  }

  // Writing

  /** One step: the change, and inside it what follows from it. */
  write<Result>(change: () => Result): Result {
    return this.store.transaction(() => {
      const result = change();
      this.#host.follow?.();
      return result;
    });
  }

  /** A value that a person put in; `text` are its words when it is a row of another model. */
  commit(id: string, key: string, value: unknown, text?: string): void {
    if (Object.is(this.store.cell(id, key), value)) return;
    const hasText = text !== undefined || this.store.cell(id, `${key}_dictText`) !== undefined;
    this.write(() => this.store.patch(id, { [key]: value, ...(hasText ? { [`${key}_dictText`]: text ?? null } : {}) }));
    this.#host.settled?.(id, key);
  }

  /** Puts a new row at a position (default: the end) and goes to its first open cell. Undefined = no room. */
  addRow(at = this.store.size, given: Row = {}): string | undefined {
    if (!this.canAdd) return undefined;
    const defaults = Object.fromEntries(
      this.columns.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
    );
    const row = this.#host.newRow?.({ ...defaults, ...given }) ?? { ...defaults, ...given };
    const [id] = this.write(() => this.store.insert([row], at));
    if (id === undefined) return undefined;
    const key = this.columns.find(({ name }) => this.isEditable(id, name))?.name ?? this.columns[0]?.name;
    if (key !== undefined) this.activate({ id, key });
    return id;
  }

  removeRows(ids: readonly string[]): number {
    return this.canRemove ? this.write(() => this.store.remove(ids)) : 0;
  }

  moveRow(id: string, to: number): void {
    if (!this.#isLocked) this.write(() => this.store.move(id, to));
  }

  /** Empties every open cell of the block. */
  clearRange(): void {
    const range = this.range();
    if (!range) return;
    const cleared: CellPlace[] = [];
    this.write(() => {
      for (let row = range.top; row <= range.bottom; row += 1) {
        const id = this.store.order[row];
        for (const { name } of this.columns.slice(range.left, range.right + 1)) {
          if (id === undefined || !this.isEditable(id, name)) continue;
          this.store.patch(id, { [name]: null, [`${name}_dictText`]: null });
          cleared.push({ id, key: name });
        }
      }
    });
    for (const { id, key } of cleared) this.#host.settled?.(id, key);
  }

  undo(): void {
    if (!this.#isLocked && this.store.undo()) this.#host.follow?.();
  }

  redo(): void {
    if (!this.#isLocked && this.store.redo()) this.#host.follow?.();
  }

  /** Whether a cell lies in a block of more than one cell. */
  isInBlock(id: string, key: string): boolean {
    const range = this.#anchor ? this.range() : undefined;
    if (!range) return false;
    const row = this.store.indexOf(id);
    const column = this.columnAt(key);
    return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
  }

  /** Values that came in without a person leaving each cell, as a pasted block. */
  settle(id: string, key: string): void {
    this.#host.settled?.(id, key);
  }

  // Choosing rows

  toggleRow(id: string, isSingle = false): void {
    const next = new Set(isSingle ? [] : this.#selected);
    if (this.#selected.has(id)) next.delete(id);
    else next.add(id);
    this.#setSelected(next);
  }

  toggleAll(): void {
    const isAll = this.#selected.size === this.store.size;
    this.#setSelected(new Set(isAll ? [] : this.store.order));
  }

  // From outside

  /** Errors that are not rules of the store: those of the record, those that the server answered. */
  showErrors(errors: ReadonlyMap<string, ReadonlyMap<string, string>>, problem?: string): void {
    const touched = new Set([...this.#errors.keys(), ...errors.keys()]);
    this.#errors = errors;
    this.#problem = problem;
    for (const id of touched) this.#tellRow(id);
    this.#tell();
  }

  lock(isLocked: boolean): void {
    if (isLocked === this.#isLocked) return;
    this.#isLocked = isLocked;
    this.stop();
    this.refresh();
  }

  /** States of cells may be others now. */
  refresh(): void {
    this.#round += 1;
    for (const listeners of this.#rowListeners.values()) for (const listener of listeners) listener();
    this.#tell();
  }

  // Listening

  onRow(id: string, listener: Listener): () => void {
    const told = () => {
      this.#rowVersions.set(id, (this.#rowVersions.get(id) ?? 0) + 1);
      listener();
    };
    const off = this.store.onRow(id, told);
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

  // Inside

  #setActive(next: ActiveCell | undefined): void {
    const before = this.#active;
    this.#active = next;
    for (const id of new Set([before?.id, next?.id])) if (id !== undefined) this.#tellRow(id);
    this.#tell();
  }

  #setSelected(next: ReadonlySet<string>): void {
    const before = this.#selected;
    this.#selected = next;
    for (const id of before) if (!next.has(id)) this.#tellRow(id);
    for (const id of next) if (!before.has(id)) this.#tellRow(id);
    this.#tell();
  }

  #dropGoneRows(): void {
    const isThere = (id: string) => this.store.row(id) !== undefined;
    if ([...this.#selected].some((id) => !isThere(id))) this.#selected = new Set([...this.#selected].filter(isThere));
    if (this.#active && !isThere(this.#active.id)) this.#active = undefined;
    if (this.#anchor && !isThere(this.#anchor.id)) this.#anchor = undefined;
    for (const id of this.#rowVersions.keys()) if (!isThere(id)) this.#rowVersions.delete(id);
    this.refresh();
  }

  #tellRow(id: string): void {
    this.#rowVersions.set(id, (this.#rowVersions.get(id) ?? 0) + 1);
    for (const listener of this.#rowListeners.get(id) ?? []) listener();
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

const open: CellState = { visible: true, disabled: false };

const clamp = (at: number, size: number): number => Math.max(0, Math.min(size - 1, at));
