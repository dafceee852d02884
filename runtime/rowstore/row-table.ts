import type { Row } from "../model/resolved-model.ts";
import { CellValidator } from "./cell-validator.ts";
import { ColumnTotals } from "./column-totals.ts";
import { type HistoryStep, RowHistory } from "./row-history.ts";
import { changedKeys, RowMarks } from "./row-marks.ts";
import type { RowStoreMeta, RowStoreOptions } from "./row-store-types.ts";
import { StoreListeners } from "./store-listeners.ts";
import { UniqueIndex } from "./unique-index.ts";

/** Lookups of a row's place, since rows last moved, that are answered without an index. */
const lookupLimit = 20;
/** Rows before and after the one that was looked up last, where the next one mostly stands: a person works in one place. */
const nearby = 40;

/**
 * The rows of a store with everything that follows from a write: marks, totals, unique values, history, checks and
 * listeners. What a write means is the store's; here it happens, as one step that can be taken back.
 */
export class RowTable {
  readonly marks: RowMarks = new RowMarks();
  readonly totals: ColumnTotals;
  readonly validator: CellValidator;
  readonly history: RowHistory;
  readonly listeners: StoreListeners = new StoreListeners();
  readonly #rows = new Map<string, Row>();
  readonly #uniques: ReadonlyMap<string, UniqueIndex>;
  #order: readonly string[] = [];
  #index: Map<string, number> | undefined;
  #lookups = 0;
  #lastPlace = 0;
  #lastId = 0;
  #depth = 0;
  #step: HistoryStep | undefined;
  #meta: RowStoreMeta | undefined;
  readonly #recheck = new Map<string, Set<string>>();

  constructor({ columns, undoLimit = 100 }: RowStoreOptions) {
    this.totals = new ColumnTotals(columns);
    const isUnique = columns.filter((column) => column.checks?.some((check) => check.kind === "unique"));
    this.#uniques = new Map(isUnique.map(({ key }) => [key, new UniqueIndex(key, () => this.#rows)]));
    this.history = new RowHistory(undoLimit);
    this.validator = new CellValidator(columns, {
      row: (id) => this.#rows.get(id),
      order: () => this.#order,
      unique: (key) => this.#uniques.get(key),
      changed: (id, key) => {
        this.listeners.cells.touch(id, key);
        this.touchMeta();
      },
      flush: () => {
        if (this.#depth === 0) this.listeners.flush();
      },
    });
  }

  get order(): readonly string[] {
    return this.#order;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  row(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  indexOf(id: string): number {
    if (this.#index) return this.#index.get(id) ?? -1;
    const end = Math.min(this.#lastPlace + nearby, this.#order.length);
    for (let place = Math.max(0, this.#lastPlace - nearby); place < end; place += 1) {
      if (this.#order[place] !== id) continue;
      this.#lastPlace = place;
      return place;
    }
    // Looking along the rows once is cheaper than an index of all of them; many times is not.
    if (this.#lookups >= lookupLimit) {
      this.#index = new Map(this.#order.map((item, index) => [item, index]));
      return this.#index.get(id) ?? -1;
    }
    this.#lookups += 1;
    const place = this.#order.indexOf(id);
    this.#lastPlace = Math.max(0, place);
    return place;
  }

  /** The same object until something in it changes. */
  get meta(): RowStoreMeta {
    this.#meta ??= {
      size: this.#order.length,
      inserted: this.marks.inserted,
      edited: this.marks.edited,
      removed: this.marks.removed.length,
      errors: this.validator.errorCount,
      canUndo: this.history.canUndo,
      canRedo: this.history.canRedo,
    };
    return this.#meta;
  }

  newId(): string {
    do this.#lastId += 1;
    while (this.#rows.has(`new-${this.#lastId}`));
    return `new-${this.#lastId}`;
  }

  /**
   * Replaces everything; nothing is edited, nothing can be taken back.
   *
   * @param idOf undefined, or an id that an earlier row has: the row gets one of the store's own
   */
  replaceAll(rows: readonly Row[], idOf: (row: Row) => string | undefined): void {
    this.transaction(() => {
      this.validator.clear();
      this.#rows.clear();
      this.marks.clear();
      this.totals.clear();
      for (const index of this.#uniques.values()) index.clear();
      this.setOrder(this.#fill(rows, idOf));
      this.totals.add(rows);
      this.listeners.cells.touchAll();
      this.listeners.touch("totals");
    });
    this.#step = undefined;
    this.history.clear();
    this.touchMeta();
    this.listeners.flush();
  }

  /** One look-up per row: whether an id was taken shows in the number of rows. */
  #fill(rows: readonly Row[], idOf: (row: Row) => string | undefined): readonly string[] {
    const order: string[] = [];
    let hasDoubles = false;
    for (const row of rows) {
      let id = idOf(row);
      if (id !== undefined && hasDoubles && this.#rows.has(id)) id = undefined;
      if (id !== undefined) this.#rows.set(id, row);
      if (id !== undefined && this.#rows.size === order.length) {
        // The first row keeps the id; doubles are looked for from here on.
        const first = rows[order.indexOf(id)];
        if (first) this.#rows.set(id, first);
        hasDoubles = true;
        id = undefined;
      }
      if (id === undefined) {
        id = this.newId();
        this.#rows.set(id, row);
      }
      order.push(id);
    }
    return order;
  }

  /**
   * The one place where a row changes: history, totals, unique values and listeners follow from here.
   *
   * @param touched the keys that differ, where the caller knows them
   */
  write(id: string, next: Row | undefined, touched?: readonly string[]): void {
    const before = this.#rows.get(id);
    if (before === next) return;
    const uniques = [...this.#uniques.values()].filter(
      ({ key }) => !before || !next || !Object.is(before[key], next[key]),
    );
    for (const index of uniques) index.make();
    this.capture(id);
    if (next) this.#rows.set(id, next);
    else {
      this.#rows.delete(id);
      this.validator.forget(id);
    }
    if (this.totals.replace(before, next)) this.listeners.touch("totals");
    for (const index of uniques) {
      for (const other of index.replace(id, before, next)) this.#markForCheck(other, index.key);
      if (!before && next && index.isDuplicate(next[index.key])) this.#markForCheck(id, index.key);
    }
    if (before && next) for (const key of touched ?? changedKeys(before, next)) this.listeners.cells.touch(id, key);
    else this.listeners.cells.touch(id);
    this.touchMeta();
  }

  /** Changed cells are checked again, and cells of the row that are wrong now, since a rule may look at other cells. */
  recheckRow(id: string, touched: readonly string[]): void {
    for (const key of touched) this.#markForCheck(id, key);
    for (const key of this.validator.wrongKeys(id)) this.#markForCheck(id, key);
  }

  setOrder(order: readonly string[]): void {
    this.#order = order;
    this.#index = undefined;
    this.#lookups = 0;
    this.listeners.touch("order");
    this.touchMeta();
  }

  /** Remembers how a row stands before the running transaction changes it. */
  capture(id: string): void {
    const step = this.#step;
    if (!step || step.rows.has(id)) return;
    step.rows.set(id, this.marks.snapshot(id, this.#rows.get(id)));
  }

  /** Several writes as one step: listeners hear once, undo takes all of it back. If it throws, nothing stays. */
  transaction<Result>(write: () => Result): Result {
    if (this.#depth > 0) return write();
    this.#depth = 1;
    this.#step = { rows: new Map(), order: this.#order, removed: this.marks.removed };
    try {
      const result = write();
      if (this.#step && this.history.push(this.#step)) this.touchMeta();
      return result;
    } catch (failure) {
      if (this.#step) this.#restore(this.#step);
      throw failure;
    } finally {
      this.#depth = 0;
      this.#step = undefined;
      this.#settle();
    }
  }

  /** A change that is no step of its own. */
  quietly(write: () => void): void {
    this.#depth += 1;
    write();
    this.#depth -= 1;
    if (this.#depth === 0) this.#settle();
  }

  undo(): boolean {
    return this.#travel(this.history.undo((step) => this.#mirror(step)));
  }

  redo(): boolean {
    return this.#travel(this.history.redo((step) => this.#mirror(step)));
  }

  touchMeta(): void {
    this.listeners.touch("meta");
    this.#meta = undefined;
  }

  #travel(step: HistoryStep | undefined): boolean {
    if (step) this.quietly(() => this.#restore(step));
    return step !== undefined;
  }

  #mirror(step: HistoryStep): HistoryStep {
    const rows = new Map([...step.rows.keys()].map((id) => [id, this.marks.snapshot(id, this.#rows.get(id))] as const));
    return { rows, order: this.#order, removed: this.marks.removed };
  }

  #restore(step: HistoryStep): void {
    this.#step = undefined;
    for (const [id, snapshot] of step.rows) {
      const { row } = snapshot;
      const before = this.#rows.get(id);
      this.write(id, row);
      this.marks.restore(id, snapshot);
      if (before && row) this.recheckRow(id, changedKeys(before, row));
    }
    this.marks.removed = step.removed;
    if (step.order !== this.#order) this.setOrder(step.order);
    this.touchMeta();
  }

  #markForCheck(id: string, key: string): void {
    const keys = this.#recheck.get(id);
    if (keys) keys.add(key);
    else this.#recheck.set(id, new Set([key]));
  }

  #settle(): void {
    for (const [id, keys] of this.#recheck) this.validator.check(id, keys);
    this.#recheck.clear();
    this.listeners.flush();
  }
}
