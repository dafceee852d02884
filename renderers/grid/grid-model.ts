import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RowStore } from "../../runtime/rowstore/row-store.ts";
import { GridCursor } from "./grid-cursor.ts";
import { GridOrder } from "./grid-order.ts";
import { GridSelection } from "./grid-selection.ts";
import { GridSignals } from "./grid-signals.ts";
import type { ActiveCell, CellPlace, CellRange, CellState, GridHost, GridLimits } from "./grid-types.ts";

/**
 * An editable table without looks: which cell is active, which rows are chosen, what is wrong. Values live in the row
 * store; every write goes through `write`, so that it is one step and its consequences are in it.
 */
export class GridModel {
  readonly store: RowStore;
  readonly columns: readonly GridColumnPlan[];
  readonly limits: GridLimits;
  /** Rows as they are shown. */
  readonly order: GridOrder;
  readonly #host: GridHost;
  readonly #byName: ReadonlyMap<string, GridColumnPlan>;
  readonly #cursor: GridCursor;
  readonly #signals: GridSignals;
  readonly #selection: GridSelection;
  #errors: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  /** What is wrong with the table as a whole. */
  #problem: string | undefined;
  #isLocked = false;

  constructor(store: RowStore, columns: readonly GridColumnPlan[], limits: GridLimits, host: GridHost = {}) {
    this.store = store;
    this.columns = columns;
    this.limits = limits;
    this.#host = host;
    this.#byName = new Map(columns.map((column) => [column.name, column]));
    this.#signals = new GridSignals(store);
    this.#selection = new GridSelection(this.#signals);
    this.order = new GridOrder(store, limits.pageSize);
    this.#cursor = new GridCursor({
      order: this.order,
      keys: columns.map((column) => column.name),
      signals: this.#signals,
      isEditable: (id, key) => this.isEditable(id, key),
    });
    store.onOrder(() => this.#dropGoneRows());
    store.onMeta(() => this.#signals.tell());
  }

  // Reading

  get active(): ActiveCell | undefined {
    return this.#cursor.active;
  }

  get selected(): ReadonlySet<string> {
    return this.#selection.ids;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** Nothing may be changed now. */
  get isLocked(): boolean {
    return this.#isLocked;
  }

  /** Rows are added here, although there may be no room for one now. */
  get offersAdd(): boolean {
    return this.limits.canAdd && !this.#isLocked && (this.#host.isOffered?.("add") ?? true);
  }

  get canAdd(): boolean {
    const { max } = this.limits;
    return this.offersAdd && (max === undefined || this.store.size < max);
  }

  get canRemove(): boolean {
    return this.limits.canRemove && !this.#isLocked && (this.#host.isOffered?.("remove") ?? true);
  }

  get version(): number {
    return this.#signals.version;
  }

  rowVersion(id: string): number {
    return this.#signals.rowVersion(id);
  }

  error(id: string, key: string): string | undefined {
    return this.#errors.get(id)?.get(key) ?? this.store.error(id, key);
  }

  /** Why a value that is being typed would be wrong; undefined while it is right. */
  draftError(id: string, key: string, value: unknown): string | undefined {
    return this.store.problemOf(id, key, value);
  }

  get errorCount(): number {
    let count = this.store.meta.errors;
    for (const [id, errors] of this.#errors) {
      for (const key of errors.keys()) if (this.store.error(id, key) === undefined) count += 1;
    }
    return count;
  }

  /** @param index the row's place, where it is known */
  cellState(id: string, column: GridColumnPlan, index?: number): CellState {
    const state = this.#host.cellState?.(index ?? this.store.indexOf(id), column.name) ?? open;
    const isClosed = this.#isLocked || column.readOnly || state.disabled || this.store.isDisabled(id);
    return { visible: state.visible, disabled: isClosed || column.editor.kind === "broken" };
  }

  isEditable(id: string, key: string): boolean {
    const column = this.#byName.get(key);
    if (!column) return false;
    const state = this.cellState(id, column);
    return state.visible && !state.disabled;
  }

  // Moving about

  range(): CellRange | undefined {
    return this.#cursor.range();
  }

  isInBlock(id: string, key: string): boolean {
    return this.#cursor.isInBlock(id, key);
  }

  columnAt(key: string): number {
    return this.#cursor.columnAt(key);
  }

  activate(place: CellPlace, options: { readonly extend?: boolean } = {}): void {
    this.#cursor.activate(place, options);
  }

  edit(typed?: string): boolean {
    return this.#cursor.edit(typed);
  }

  type(change: (typed: string) => string): void {
    this.#cursor.type(change);
  }

  stop(): void {
    this.#cursor.stop();
  }

  leave(): void {
    this.#cursor.leave();
  }

  move(rows: number, columns: number, extend = false): void {
    this.#cursor.move(rows, columns, extend);
  }

  next(step: 1 | -1, editableOnly: boolean): boolean {
    return this.#cursor.next(step, editableOnly);
  }

  /** Goes to the wrong cell after the active one, from the last one to the first. */
  nextError(): CellPlace | undefined {
    const wrong: CellPlace[] = this.order.ids.flatMap((id) =>
      this.columns.filter(({ name }) => this.error(id, name) !== undefined).map(({ name }) => ({ id, key: name })),
    );
    const here = this.active ? this.#cursor.position(this.active) : -1;
    const found = wrong.find((place) => this.#cursor.position(place) > here) ?? wrong[0];
    if (found) this.activate(found);
    return found;
  }

  /** Press by press: ascending, descending, the table's own order. */
  sortBy(key: string): void {
    const column = this.#byName.get(key);
    if (!column) return;
    this.stop();
    this.order.press(column);
    this.#signals.tellAll();
  }

  turnPage(pageNo: number, pageSize: number): void {
    this.stop();
    this.leave();
    this.order.turn(pageNo, pageSize);
    this.#signals.tell();
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
    this.settle(id, key);
  }

  /** Puts a new row at a position (default: the end) and goes to its first open cell. Undefined = no room. */
  addRow(at = this.store.size, given: Row = {}): string | undefined {
    const [id] = this.addRows([given], at);
    if (id === undefined) return undefined;
    const key = this.columns.find(({ name }) => this.isEditable(id, name))?.name ?? this.columns[0]?.name;
    if (key !== undefined) this.activate({ id, key });
    return id;
  }

  /** Puts new rows in as one step; as many as there is room for. */
  addRows(given: readonly Row[], at = this.store.size): readonly string[] {
    if (!this.canAdd) return [];
    const room = this.limits.max === undefined ? given.length : this.limits.max - this.store.size;
    const defaults = Object.fromEntries(
      this.columns.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
    );
    const rows = given.slice(0, room).map((values) => {
      const row = { ...defaults, ...values };
      return this.#host.newRow?.(row) ?? row;
    });
    return this.write(() => this.store.insert(rows, at));
  }

  /** @throws TypeError for anything but a list of row ids */
  removeRows(ids: readonly string[]): number {
    if (!Array.isArray(ids) || ids.some((id) => typeof id !== "string")) {
      throw new TypeError("removeRows takes a list of row ids");
    }
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
        const id = this.order.ids[row];
        for (const { name } of this.columns.slice(range.left, range.right + 1)) {
          if (id === undefined || !this.isEditable(id, name)) continue;
          this.store.patch(id, { [name]: null, [`${name}_dictText`]: null });
          cleared.push({ id, key: name });
        }
      }
    });
    for (const { id, key } of cleared) this.settle(id, key);
  }

  undo(): void {
    if (!this.#isLocked && this.store.undo()) this.#host.follow?.();
  }

  redo(): void {
    if (!this.#isLocked && this.store.redo()) this.#host.follow?.();
  }

  /** A cell got its value from a person; also for values that came without his leaving each cell, as a pasted block. */
  settle(id: string, key: string): void {
    this.#host.settled?.(id, key);
  }

  // Choosing rows

  toggleRow(id: string, isSingle = false): void {
    this.#selection.toggle(id, isSingle);
  }

  /** Every row of the page. */
  toggleAll(): void {
    this.#selection.toggleAll(this.order.shown);
  }

  // From outside

  /** Errors that are not rules of the store: those of the record, those that the server answered. */
  showErrors(errors: ReadonlyMap<string, ReadonlyMap<string, string>>, problem?: string): void {
    const touched = new Set([...this.#errors.keys(), ...errors.keys()]);
    this.#errors = errors;
    this.#problem = problem;
    for (const id of touched) this.#signals.tellRow(id);
    this.#signals.tell();
  }

  lock(isLocked: boolean): void {
    if (isLocked === this.#isLocked) return;
    this.#isLocked = isLocked;
    this.stop();
    this.refresh();
  }

  /** States of cells may be others now. */
  refresh(): void {
    this.#signals.tellAll();
  }

  onRow(id: string, listener: () => void): () => void {
    return this.#signals.onRow(id, listener);
  }

  onChange(listener: () => void): () => void {
    return this.#signals.onChange(listener);
  }

  #dropGoneRows(): void {
    const isThere = (id: string) => this.store.row(id) !== undefined;
    this.#selection.keep(isThere);
    this.#cursor.keep(isThere);
    this.#signals.keep(isThere);
    this.refresh();
  }
}

const open: CellState = { visible: true, disabled: false };
