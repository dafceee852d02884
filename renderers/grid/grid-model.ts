import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RowStore } from "../../runtime/rowstore/row-store.ts";
import type { CellMark } from "./cell-marks.ts";
import { GridCursor } from "./grid-cursor.ts";
import { GridFindings } from "./grid-findings.ts";
import { GridOrder } from "./grid-order.ts";
import { GridSelection } from "./grid-selection.ts";
import { GridSignals } from "./grid-signals.ts";
import { GridTree } from "./grid-tree.ts";
import type {
  ActiveCell,
  CellPlace,
  CellRange,
  CellState,
  CellWrite,
  GridHost,
  GridLimits,
  PressedKey,
} from "./grid-types.ts";

/**
 * An editable table without looks: which cell is active, which rows are chosen, what is wrong. Values live in the row
 * store; every write goes through `write`, so that it is one step and its consequences are in it.
 */
export class GridModel {
  readonly store: RowStore;
  /** Every column that this person may see, hidden ones included. */
  readonly allColumns: readonly GridColumnPlan[];
  readonly limits: GridLimits;
  /** Rows as they are shown. */
  readonly order: GridOrder;
  /** What is wrong with cells, and what else is said of them. */
  readonly findings: GridFindings;
  /** undefined = the rows stand side by side. */
  readonly tree: GridTree | undefined;
  readonly #host: GridHost;
  readonly #byName: ReadonlyMap<string, GridColumnPlan>;
  readonly #cursor: GridCursor;
  readonly #signals: GridSignals;
  readonly #selection: GridSelection;
  #columns: readonly GridColumnPlan[];
  #keys: readonly string[];
  #isLocked = false;
  #isCovered = false;
  #isWriting = false;
  /** Cells that were written in the running step. */
  readonly #unsettled: CellPlace[] = [];
  /** The wrong cell that was gone to last: a press on a button takes the focus, and with it the active cell, away. */
  #wrongAt: CellPlace | undefined;
  /** What the open cell says once another value than the one that was heard is put in. */
  #overruled: string | undefined;

  constructor(store: RowStore, columns: readonly GridColumnPlan[], limits: GridLimits, host: GridHost = {}) {
    this.store = store;
    this.allColumns = columns;
    this.#columns = columns;
    this.limits = limits;
    this.#keys = columns.map(({ name }) => name);
    this.#host = host;
    this.#byName = new Map(columns.map((column) => [column.name, column]));
    this.#signals = new GridSignals(store);
    this.#selection = new GridSelection(this.#signals);
    this.findings = new GridFindings(store, this.#signals, this.#keys, (key) => host.isToldElsewhere?.(key) ?? false);
    this.tree = host.tree && new GridTree(host.tree, store, this.#signals);
    this.order = new GridOrder(store, limits.pageSize, this.tree);
    this.#cursor = new GridCursor({
      order: this.order,
      keys: () => this.#keys,
      signals: this.#signals,
      isEditable: (id, key) => this.isEditable(id, key),
    });
    store.onOrder(() => this.#dropGoneRows());
    store.onMeta(() => this.#signals.tell());
  }

  // Reading

  /** The columns as they are shown, in their order. */
  get columns(): readonly GridColumnPlan[] {
    return this.#columns;
  }

  get active(): ActiveCell | undefined {
    return this.#cursor.active;
  }

  get selected(): ReadonlySet<string> {
    return this.#selection.ids;
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

  get canMove(): boolean {
    return (this.limits.canMove ?? true) && !this.#isLocked;
  }

  get version(): number {
    return this.#signals.version;
  }

  rowVersion(id: string): number {
    return this.#signals.rowVersion(id);
  }

  /** @param index the row's place, where it is known */
  cellState(id: string, column: GridColumnPlan, index?: number): CellState {
    const state = this.#host.cellState?.(index ?? this.store.indexOf(id), column.name) ?? open;
    const isClosed = this.#isLocked || column.readOnly || state.disabled || this.store.isDisabled(id);
    return { visible: state.visible, disabled: isClosed || column.editor.kind === "broken" };
  }

  /** What the rules say of a cell that is not wrong. */
  hint(id: string, key: string): string | undefined {
    const row = this.store.row(id);
    return this.findings.warning(id, key) ?? (row && this.#host.hint?.(row, key));
  }

  isEditable(id: string, key: string): boolean {
    const column = this.#byName.get(key);
    if (!column || !this.store.row(id)) return false;
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
    this.#overruled = undefined;
    return this.#cursor.edit(typed);
  }

  hold(key: PressedKey): void {
    this.#cursor.hold(key);
  }

  takeWaiting(): readonly PressedKey[] {
    return this.#cursor.takeWaiting();
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

  jump(rows: -1 | 0 | 1, columns: -1 | 0 | 1, extend = false): void {
    this.#cursor.jump(rows, columns, extend, (id, key) => isBlank(this.store.cell(id, key)));
  }

  /** Every cell of the table; the active one stays. */
  selectAll(): void {
    this.#cursor.selectAll();
  }

  selectBlock(range: CellRange): void {
    this.#cursor.select(range);
  }

  /** The cell at the lower right of the block. */
  get corner(): CellPlace | undefined {
    const range = this.range();
    const id = range && this.order.ids[range.bottom];
    const key = range && this.#keys[range.right];
    return id === undefined || key === undefined ? undefined : { id, key };
  }

  next(step: 1 | -1, editableOnly: boolean): boolean {
    return this.#cursor.next(step, editableOnly);
  }

  /** Every wrong cell that counts here, in reading order; those below closed rows too. */
  wrongCells(): readonly CellPlace[] {
    const ids = this.order.sort ? this.order.ids : this.store.order;
    return ids.flatMap((id) =>
      this.columns.filter(({ name }) => this.findings.isWrong(id, name)).map(({ name }) => ({ id, key: name })),
    );
  }

  /**
   * Goes to the wrong cell after, or before, the active one.
   *
   * @param way `round`: the last one and the first one follow each other; `on`: there is an end; `start`: from the end
   */
  nextError(step: 1 | -1 = 1, way: "round" | "on" | "start" = "round"): CellPlace | undefined {
    this.#showWrongColumns();
    const wrong = this.wrongCells();
    for (const { id } of wrong) this.tree?.reveal(id);
    const from = way === "start" ? undefined : (this.active ?? this.#wrongAt);
    const here = from ? this.#cursor.position(from) : step > 0 ? -1 : Number.POSITIVE_INFINITY;
    const isFurther = (place: CellPlace) => (this.#cursor.position(place) - here) * step > 0;
    const further = step > 0 ? wrong.find(isFurther) : wrong.findLast(isFurther);
    const found = further ?? (way === "round" ? wrong.at(step > 0 ? 0 : -1) : undefined);
    if (found) this.activate(found);
    this.#wrongAt = found;
    return found;
  }

  /** The columns to show, in their order; a cell of another one is left. */
  arrange(columns: readonly GridColumnPlan[]): void {
    const isSame = columns.length === this.#columns.length && columns.every((each, at) => each === this.#columns[at]);
    if (isSame) return;
    this.#columns = columns;
    this.#keys = columns.map(({ name }) => name);
    if (this.active && !this.#keys.includes(this.active.key)) this.leave();
    this.#signals.tellAll();
  }

  /** A mistake cannot be corrected out of sight: a hidden column that holds one is shown last. */
  #showWrongColumns(): void {
    const hidden = this.allColumns.filter(({ name }) => !this.#keys.includes(name));
    const wrong = hidden.filter(({ name }) => this.store.order.some((id) => this.findings.isWrong(id, name)));
    if (wrong.length > 0) this.arrange([...this.#columns, ...wrong]);
  }

  /** Rows that a button works on: the chosen ones, else those of the block; in the order in which they are shown. */
  targetRows(): readonly string[] {
    if (this.selected.size > 0) return this.order.ids.filter((id) => this.selected.has(id));
    const range = this.range();
    return range ? this.order.ids.slice(range.top, range.bottom + 1) : [];
  }

  /** Press by press: ascending, descending, the table's own order. */
  sortBy(key: string): void {
    const column = this.#byName.get(key);
    // Rows that hang together keep their order.
    if (!column || this.tree) return;
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

  /** One step: the change with every change inside it, and once what follows from all of them. */
  write<Result>(change: () => Result): Result {
    if (this.#isWriting) return change();
    this.#isWriting = true;
    try {
      return this.store.transaction(() => {
        const result = change();
        this.#host.follow?.();
        return result;
      });
    } finally {
      this.#isWriting = false;
      this.settle(this.#unsettled.splice(0));
    }
  }

  /** A value that a person put in; `text` are its words when it is a row of another model. */
  commit(id: string, key: string, value: unknown, text?: string): void {
    if (Object.is(this.store.cell(id, key), value)) return;
    const hasText = text !== undefined || this.store.cell(id, `${key}_dictText`) !== undefined;
    this.write(() => this.store.patch(id, { [key]: value, ...(hasText ? { [`${key}_dictText`]: text ?? null } : {}) }));
    if (this.#overruled !== undefined && this.isOpen(id, key)) {
      this.findings.note([{ id, key, message: this.#overruled }]);
    }
    this.settle([{ id, key }]);
  }

  /**
   * Says of cells that somebody else saved them. An open one keeps what is typed in it.
   *
   * @param overruled what an open cell says once what is typed is put in over the value that came
   */
  noteSaved(notes: readonly CellMark[], overruled: string): void {
    this.findings.note(notes);
    if (notes.some(({ id, key }) => this.isOpen(id, key))) this.#overruled = overruled;
  }

  /** Whether the editor of a cell is open. */
  isOpen(id: string, key: string): boolean {
    return this.active?.isEditing === true && this.active.id === id && this.active.key === key;
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
      this.allColumns.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
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
    return this.canRemove ? this.write(() => this.store.remove(this.tree?.withBelow(ids) ?? ids)) : 0;
  }

  moveRow(id: string, to: number): void {
    if (this.canMove) this.write(() => this.store.move(id, to));
  }

  /**
   * Gives many cells their values: one step, one evaluation of what follows, one check. Closed cells keep theirs.
   *
   * @returns the cells that were written
   */
  put(cells: readonly CellWrite[]): readonly CellPlace[] {
    const open = cells.filter(({ id, key }) => this.isEditable(id, key));
    const rows = new Map<string, Record<string, unknown>>();
    for (const { id, key, value, text } of open) {
      const values = rows.get(id) ?? {};
      values[key] = value;
      if (text !== undefined || this.store.cell(id, `${key}_dictText`) !== undefined) {
        values[`${key}_dictText`] = text ?? null;
      }
      rows.set(id, values);
    }
    this.write(() => {
      for (const [id, values] of rows) this.store.patch(id, values);
    });
    this.findings.mark(
      open.flatMap(({ id, key, misfit }) => (misfit === undefined ? [] : [{ id, key, message: misfit }])),
    );
    this.settle(open);
    return open;
  }

  undo(): void {
    if (!this.#isLocked && this.store.undo()) this.#host.follow?.();
  }

  redo(): void {
    if (!this.#isLocked && this.store.redo()) this.#host.follow?.();
  }

  /** Cells got their values from a person, one or a whole block at once. */
  settle(places: readonly CellPlace[]): void {
    if (this.#isWriting) for (const place of places) this.#unsettled.push(place);
    else if (places.length > 0) this.#host.settled?.(places);
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

  lock(isLocked: boolean): void {
    if (isLocked === this.#isLocked) return;
    this.#isLocked = isLocked;
    this.stop();
    this.refresh();
  }

  /** One row is shown elsewhere with its fields: cells stay closed here, the editor of the active one opens there. */
  get isCovered(): boolean {
    return this.#isCovered;
  }

  cover(isCovered: boolean): void {
    this.stop();
    this.#isCovered = isCovered;
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
