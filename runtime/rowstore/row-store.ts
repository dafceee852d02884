import { isForbiddenName } from "../expr/names.ts";
import type { Row } from "../model/resolved-model.ts";
import { CellValidator, type ValidateOptions, type ValidationResult } from "./cell-validator.ts";
import { ColumnTotals } from "./column-totals.ts";
import { type HistoryStep, RowHistory } from "./row-history.ts";
import { changedKeys, RowMarks } from "./row-marks.ts";
import type { RowStoreChanges, RowStoreMeta, RowStoreOptions } from "./row-store-types.ts";
import { type Listener, StoreListeners } from "./store-listeners.ts";
import { UniqueIndex } from "./unique-index.ts";

/**
 * The rows of one editable table. Rows are immutable objects under an id; a write replaces one row and tells the
 * listeners of its cells, nobody else. The id of a row is its `rowKey`; rows that are new, or came without an id or
 * with one that was taken, get an id of the store's own.
 */
export class RowStore {
  readonly #options: RowStoreOptions;
  readonly #rowKey: string;
  readonly #rows = new Map<string, Row>();
  #order: readonly string[] = [];
  #index: Map<string, number> | undefined;
  readonly #marks = new RowMarks();
  #lastId = 0;

  readonly #totals: ColumnTotals;
  readonly #uniques: ReadonlyMap<string, UniqueIndex>;
  readonly #validator: CellValidator;
  readonly #history: RowHistory;
  readonly #listeners = new StoreListeners();

  #depth = 0;
  #step: HistoryStep | undefined;
  #meta: RowStoreMeta | undefined;
  readonly #recheck = new Map<string, Set<string>>();

  constructor(options: RowStoreOptions) {
    this.#options = options;
    this.#rowKey = options.rowKey ?? "id";
    this.#totals = new ColumnTotals(options.columns);
    const isUnique = options.columns.filter((column) => column.checks?.some((check) => check.kind === "unique"));
    this.#uniques = new Map(isUnique.map(({ key }) => [key, new UniqueIndex(key)]));
    this.#history = new RowHistory(options.undoLimit ?? 100);
    this.#validator = new CellValidator(options.columns, {
      row: (id) => this.#rows.get(id),
      order: () => this.#order,
      isDuplicate: (key, value) => this.#uniques.get(key)?.isDuplicate(value) ?? false,
      changed: (id, key) => {
        this.#listeners.cells.touch(id, key);
        this.#touchMeta();
      },
      flush: () => {
        if (this.#depth === 0) this.#listeners.flush();
      },
    });
  }

  // Reading

  /** Ids in table order; the same array until the order changes. */
  get order(): readonly string[] {
    return this.#order;
  }

  get size(): number {
    return this.#order.length;
  }

  row(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  cell(id: string, key: string): unknown {
    return this.#rows.get(id)?.[key];
  }

  indexOf(id: string): number {
    this.#index ??= new Map(this.#order.map((item, index) => [item, index]));
    return this.#index.get(id) ?? -1;
  }

  error(id: string, key: string): string | undefined {
    return this.#validator.error(id, key);
  }

  isInserted(id: string): boolean {
    return this.#marks.isInserted(id);
  }

  /** Whether a loaded row differs from how it was loaded; undoing by hand counts as undone. */
  isEdited(id: string): boolean {
    return this.#marks.isEdited(id);
  }

  isMoved(id: string): boolean {
    return this.#marks.isMoved(id);
  }

  isDisabled(id: string): boolean {
    const row = this.#rows.get(id);
    return row !== undefined && (this.#options.isDisabled?.(row) ?? false);
  }

  /** Row keys of the loaded rows that were removed, in order of removal. New rows never enter. */
  get deleteIds(): readonly string[] {
    return this.#marks.removed;
  }

  sum(key: string): number | undefined {
    return this.#totals.sum(key);
  }

  average(key: string): number | null | undefined {
    return this.#totals.average(key);
  }

  /** The same object until something in it changes. */
  get meta(): RowStoreMeta {
    this.#meta ??= {
      size: this.#order.length,
      inserted: this.#marks.inserted,
      edited: this.#marks.edited,
      removed: this.#marks.removed.length,
      errors: this.#validator.errorCount,
      canUndo: this.#history.canUndo,
      canRedo: this.#history.canRedo,
    };
    return this.#meta;
  }

  get isDirty(): boolean {
    return this.#marks.isDirty;
  }

  /** All rows in table order. */
  values(): readonly Row[] {
    return this.#order.map((id) => this.#rows.get(id)).filter(isRow);
  }

  /** What a save sends. Rows that only changed place count as updated when an order field carries the place. */
  changes(): RowStoreChanges {
    const pick = (ids: (id: string) => boolean): readonly Row[] =>
      this.#order
        .filter(ids)
        .map((id) => this.#rows.get(id))
        .filter(isRow);
    return {
      inserted: pick((id) => this.#marks.isInserted(id)),
      updated: pick((id) => this.#marks.isEdited(id)),
      deleteIds: this.#marks.removed,
    };
  }

  // Writing

  /** Replaces everything, as after loading or saving; nothing is edited, nothing can be undone. */
  load(rows: readonly unknown[]): void {
    this.transaction(() => {
      this.#validator.clear();
      for (const id of this.#order) this.#listeners.cells.touch(id);
      this.#rows.clear();
      this.#marks.clear();
      this.#totals.clear();
      for (const index of this.#uniques.values()) index.clear();
      const order: string[] = [];
      for (const row of rows) {
        if (typeof row !== "object" || row === null || Array.isArray(row)) continue;
        const loaded = row as Row;
        const key = loaded[this.#rowKey];
        const id =
          key === null || key === undefined || key === "" || this.#rows.has(String(key)) ? this.#newId() : String(key);
        this.#rows.set(id, loaded);
        this.#totals.replace(undefined, loaded);
        for (const index of this.#uniques.values()) index.replace(id, undefined, loaded);
        this.#listeners.cells.touch(id);
        order.push(id);
      }
      this.#setOrder(order);
      this.#listeners.touch("totals");
    });
    this.#step = undefined;
    this.#history.clear();
    this.#touchMeta();
    this.#listeners.flush();
  }

  set(id: string, key: string, value: unknown): void {
    this.patch(id, { [key]: value });
  }

  /** Changes cells of one row, computes what depends on them and checks what changed. Unknown ids are ignored. */
  patch(id: string, values: Row): void {
    this.transaction(() => {
      const before = this.#rows.get(id);
      if (!before) return;
      const keys = Object.keys(values).filter((key) => !Object.is(before[key], values[key]) && !isForbiddenName(key));
      if (keys.length === 0) return;
      const next = this.#computed({ ...before, ...Object.fromEntries(keys.map((key) => [key, values[key]])) });
      this.#write(id, next);
      this.#marks.settle(id, this.#marks.base(id) ?? before, next);
      this.#recheckRow(id, before, next);
    });
  }

  /**
   * Puts new rows at a position (default: the end) and answers their ids. A row key in the values is dropped: the
   * server gives it.
   */
  insert(rows: readonly Row[], at = this.#order.length): readonly string[] {
    return this.transaction(() => {
      const ids = rows.map((values) => {
        const id = this.#newId();
        const { [this.#rowKey]: _key, ...row } = values;
        this.#write(id, this.#computed(row));
        this.#marks.insert(id);
        return id;
      });
      const position = Math.max(0, Math.min(this.#order.length, Math.trunc(at)));
      const isBetween = position < this.#order.length;
      this.#setOrder([...this.#order.slice(0, position), ...ids, ...this.#order.slice(position)]);
      if (isBetween) this.#renumber();
      return ids;
    });
  }

  /** Takes rows away; disabled rows stay. Answers how many went. */
  remove(ids: readonly string[]): number {
    return this.transaction(() => {
      const going = new Set(ids.filter((id) => this.#rows.has(id) && !this.isDisabled(id)));
      if (going.size === 0) return 0;
      const removed: string[] = [];
      for (const id of going) {
        const key = this.#rows.get(id)?.[this.#rowKey];
        if (!this.#marks.isInserted(id) && key !== null && key !== undefined && key !== "") removed.push(String(key));
        this.#write(id, undefined);
        this.#marks.forget(id);
      }
      this.#marks.removed = [...this.#marks.removed, ...removed];
      this.#setOrder(this.#order.filter((id) => !going.has(id)));
      return going.size;
    });
  }

  /** Moves a row to a position, counted without it. */
  move(id: string, to: number): void {
    this.transaction(() => {
      if (!this.#rows.has(id)) return;
      const others = this.#order.filter((item) => item !== id);
      const position = Math.max(0, Math.min(others.length, Math.trunc(to)));
      if (this.#order[position] === id) return;
      this.#capture(id);
      this.#setOrder([...others.slice(0, position), id, ...others.slice(position)]);
      this.#marks.move(id);
      this.#renumber();
    });
  }

  /**
   * Takes in what someone else saved. Cells that were edited here keep the local value; the row counts as edited
   * only while it differs from what came. Not undoable.
   */
  applyRemote(id: string, values: Row): void {
    const current = this.#rows.get(id);
    if (!current || this.#marks.isInserted(id)) return;
    const base = this.#marks.base(id) ?? current;
    const incoming = Object.entries(values).filter(([key]) => !isForbiddenName(key));
    const merged = (row: Row, known: Row): Row => ({
      ...row,
      ...Object.fromEntries(incoming.filter(([key]) => Object.is(known[key], row[key]))),
    });
    this.#history.rebase(id, (snapshot) => ({
      ...snapshot,
      row: snapshot.row && merged(snapshot.row, snapshot.base ?? snapshot.row),
      base: snapshot.base && { ...snapshot.base, ...Object.fromEntries(incoming) },
    }));
    this.#quietly(() => {
      const next = merged(current, base);
      this.#write(id, next);
      this.#marks.settle(id, { ...base, ...Object.fromEntries(incoming) }, next);
      this.#recheckRow(id, current, next);
    });
  }

  /** Several writes as one step: listeners hear once, undo takes all of it back. If it throws, nothing stays. */
  transaction<Result>(write: () => Result): Result {
    if (this.#depth > 0) return write();
    this.#depth = 1;
    this.#step = { rows: new Map(), order: this.#order, removed: this.#marks.removed };
    try {
      const result = write();
      if (this.#step && this.#history.push(this.#step)) this.#touchMeta();
      return result;
    } catch (failure) {
      if (this.#step) this.#restore(this.#step);
      throw failure;
    } finally {
      this.#depth = 0;
      this.#step = undefined;
      this.#checkMarked();
      this.#listeners.flush();
    }
  }

  undo(): boolean {
    return this.#travel(this.#history.undo((step) => this.#mirror(step)));
  }

  redo(): boolean {
    return this.#travel(this.#history.redo((step) => this.#mirror(step)));
  }

  // Checking

  /** Checks all rows in slices and waits for asynchronous rules. */
  validate(options?: ValidateOptions): Promise<ValidationResult> {
    return this.#validator.checkAll(options);
  }

  // Listening

  onCell(id: string, key: string, listener: Listener): () => void {
    return this.#listeners.cells.onCell(id, key, listener);
  }

  onRow(id: string, listener: Listener): () => void {
    return this.#listeners.cells.onRow(id, listener);
  }

  onOrder(listener: Listener): () => void {
    return this.#listeners.on("order", listener);
  }

  onMeta(listener: Listener): () => void {
    return this.#listeners.on("meta", listener);
  }

  onTotals(listener: Listener): () => void {
    return this.#listeners.on("totals", listener);
  }

  /** Listening cells now; for leak checks. */
  get listeningCells(): number {
    return this.#listeners.cells.size;
  }

  // Inside

  #newId(): string {
    do this.#lastId += 1;
    while (this.#rows.has(`new-${this.#lastId}`));
    return `new-${this.#lastId}`;
  }

  #computed(row: Row): Row {
    return this.#options.compute?.(row) ?? row;
  }

  #capture(id: string): void {
    const step = this.#step;
    if (!step || step.rows.has(id)) return;
    step.rows.set(id, this.#marks.snapshot(id, this.#rows.get(id)));
  }

  /** The one place where a row changes: history, totals, unique values and listeners follow from here. */
  #write(id: string, next: Row | undefined): void {
    const before = this.#rows.get(id);
    if (before === next) return;
    this.#capture(id);
    if (next) this.#rows.set(id, next);
    else {
      this.#rows.delete(id);
      this.#validator.forget(id);
    }
    if (this.#totals.replace(before, next)) this.#listeners.touch("totals");
    for (const index of this.#uniques.values()) {
      for (const other of index.replace(id, before, next)) this.#markForCheck(other, index.key);
      if (!before && next && index.isDuplicate(next[index.key])) this.#markForCheck(id, index.key);
    }
    if (before && next) for (const key of changedKeys(before, next)) this.#listeners.cells.touch(id, key);
    else this.#listeners.cells.touch(id);
    this.#touchMeta();
  }

  /** Changed cells are checked again, and cells of the row that are wrong now, since a rule may look at other cells. */
  #recheckRow(id: string, before: Row, next: Row): void {
    for (const key of changedKeys(before, next)) this.#markForCheck(id, key);
    for (const key of this.#validator.wrongKeys(id)) this.#markForCheck(id, key);
  }

  #markForCheck(id: string, key: string): void {
    const keys = this.#recheck.get(id);
    if (keys) keys.add(key);
    else this.#recheck.set(id, new Set([key]));
  }

  #setOrder(order: readonly string[]): void {
    this.#order = order;
    this.#index = undefined;
    this.#listeners.touch("order");
    this.#touchMeta();
  }

  #renumber(): void {
    const { orderField } = this.#options;
    if (orderField === undefined) return;
    this.#order.forEach((id, index) => {
      const row = this.#rows.get(id);
      if (!row || row[orderField] === index + 1) return;
      const next = { ...row, [orderField]: index + 1 };
      this.#write(id, next);
      this.#marks.settle(id, this.#marks.base(id) ?? row, next);
    });
  }

  #mirror(step: HistoryStep): HistoryStep {
    const rows = new Map(
      [...step.rows.keys()].map((id) => [id, this.#marks.snapshot(id, this.#rows.get(id))] as const),
    );
    return { rows, order: this.#order, removed: this.#marks.removed };
  }

  #travel(step: HistoryStep | undefined): boolean {
    if (step) this.#quietly(() => this.#restore(step));
    return step !== undefined;
  }

  /** A change that is no step of its own. */
  #quietly(write: () => void): void {
    this.#depth += 1;
    write();
    this.#depth -= 1;
    if (this.#depth > 0) return;
    this.#checkMarked();
    this.#listeners.flush();
  }

  #checkMarked(): void {
    for (const [id, keys] of this.#recheck) this.#validator.check(id, keys);
    this.#recheck.clear();
  }

  #restore(step: HistoryStep): void {
    this.#step = undefined;
    for (const [id, snapshot] of step.rows) {
      const { row } = snapshot;
      const before = this.#rows.get(id);
      this.#write(id, row);
      this.#marks.restore(id, snapshot);
      if (before && row) this.#recheckRow(id, before, row);
    }
    this.#marks.removed = step.removed;
    if (step.order !== this.#order) this.#setOrder(step.order);
    this.#touchMeta();
  }

  #touchMeta(): void {
    this.#listeners.touch("meta");
    this.#meta = undefined;
  }
}

const isRow = (row: Row | undefined): row is Row => row !== undefined;
