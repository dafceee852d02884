import { isForbiddenName } from "../expr/names.ts";
import type { Row } from "../model/resolved-model.ts";
import type { ValidateOptions, ValidationResult } from "./cell-validator.ts";
import { changedKeys } from "./row-marks.ts";
import type { RowStoreChanges, RowStoreMeta, RowStoreOptions } from "./row-store-types.ts";
import { RowTable } from "./row-table.ts";
import type { Listener } from "./store-listeners.ts";

/**
 * The rows of one editable table. Rows are immutable objects under an id; a write replaces one row and tells the
 * listeners of its cells, nobody else. The id of a row is its `rowKey`; rows that are new, or came without an id or
 * with one that was taken, get an id of the store's own.
 */
export class RowStore {
  readonly #options: RowStoreOptions;
  readonly #rowKey: string;
  readonly #table: RowTable;

  constructor(options: RowStoreOptions) {
    this.#options = options;
    this.#rowKey = options.rowKey ?? "id";
    this.#table = new RowTable(options);
  }

  // Reading

  /** Ids in table order; the same array until the order changes. */
  get order(): readonly string[] {
    return this.#table.order;
  }

  get size(): number {
    return this.#table.order.length;
  }

  row(id: string): Row | undefined {
    return this.#table.row(id);
  }

  cell(id: string, key: string): unknown {
    return this.#table.row(id)?.[key];
  }

  indexOf(id: string): number {
    return this.#table.indexOf(id);
  }

  error(id: string, key: string): string | undefined {
    return this.#table.validator.error(id, key);
  }

  /** What a cell's rules would say to a value that is not there yet; rules that ask elsewhere are left out. */
  problemOf(id: string, key: string, value: unknown): string | undefined {
    return this.#table.validator.problemOf(id, key, value);
  }

  isInserted(id: string): boolean {
    return this.#table.marks.isInserted(id);
  }

  /** Whether a loaded row differs from how it was loaded; undoing by hand counts as undone. */
  isEdited(id: string): boolean {
    return this.#table.marks.isEdited(id);
  }

  isMoved(id: string): boolean {
    return this.#table.marks.isMoved(id);
  }

  isDisabled(id: string): boolean {
    const row = this.#table.row(id);
    return row !== undefined && (this.#options.isDisabled?.(row) ?? false);
  }

  /** Row keys of the loaded rows that were removed, in order of removal. New rows never enter. */
  get deleteIds(): readonly string[] {
    return this.#table.marks.removed;
  }

  sum(key: string): number | undefined {
    return this.#table.totals.sum(key);
  }

  average(key: string): number | null | undefined {
    return this.#table.totals.average(key);
  }

  /** The same object until something in it changes. */
  get meta(): RowStoreMeta {
    return this.#table.meta;
  }

  get isDirty(): boolean {
    return this.#table.marks.isDirty;
  }

  /** All rows in table order. */
  values(): readonly Row[] {
    return this.#rowsWhere(() => true);
  }

  /** What a save sends. Rows that only changed place count as updated when an order field carries the place. */
  changes(): RowStoreChanges {
    const { marks } = this.#table;
    return {
      inserted: this.#rowsWhere((id) => marks.isInserted(id)),
      updated: this.#rowsWhere((id) => marks.isEdited(id)),
      deleteIds: marks.removed,
    };
  }

  #rowsWhere(isWanted: (id: string) => boolean): readonly Row[] {
    const isRow = (row: Row | undefined): row is Row => row !== undefined;
    return this.order
      .filter(isWanted)
      .map((id) => this.#table.row(id))
      .filter(isRow);
  }

  // Writing

  /** Replaces everything, as after loading or saving; nothing is edited, nothing can be undone. */
  load(rows: readonly unknown[]): void {
    const isRow = (row: unknown): row is Row => typeof row === "object" && row !== null && !Array.isArray(row);
    this.#table.replaceAll(rows.filter(isRow), (row) => this.idOf(row));
  }

  /** TBL-22: what a loaded row is known by has at most 50 characters; its own key stays whole. Undefined = it has none. */
  idOf(row: Row): string | undefined {
    const key = row[this.#rowKey];
    return isBlankKey(key) ? undefined : String(key).slice(0, maxKeyLength);
  }

  set(id: string, key: string, value: unknown): void {
    this.patch(id, { [key]: value });
  }

  /** Changes cells of one row, computes what depends on them and checks what changed. Unknown ids are ignored. */
  patch(id: string, values: Row): void {
    this.transaction(() => {
      const before = this.#table.row(id);
      if (!before) return;
      const keys = Object.keys(values).filter((key) => !Object.is(before[key], values[key]) && !isForbiddenName(key));
      if (keys.length === 0) return;
      const written: Record<string, unknown> = { ...before };
      for (const key of keys) written[key] = values[key];
      const next = this.#computed(written);
      const touched = next === written ? keys : changedKeys(before, next);
      this.#replace(id, before, next, touched);
      this.#table.recheckRow(id, touched);
    });
  }

  /**
   * Puts new rows at a position (default: the end) and answers their ids. A row key in the values is dropped: the
   * server gives it.
   */
  insert(rows: readonly Row[], at = this.size): readonly string[] {
    return this.transaction(() => {
      const ids = rows.map((values) => {
        const id = this.#table.newId();
        const { [this.#rowKey]: _key, ...row } = values;
        this.#table.write(id, this.#computed(row));
        this.#table.marks.insert(id);
        return id;
      });
      const { order } = this;
      const position = Math.max(0, Math.min(order.length, Math.trunc(at)));
      this.#table.setOrder([...order.slice(0, position), ...ids, ...order.slice(position)]);
      if (position < order.length) this.#renumber();
      return ids;
    });
  }

  /**
   * Puts in rows that were read later, such as those below a row of a tree. They count as loaded, and undoing leaves
   * them where they are. Rows whose key is taken are left out.
   *
   * @param at place among the present rows
   */
  receive(rows: readonly Row[], at: number): void {
    const table = this.#table;
    const came = new Map<string, Row>();
    for (const row of rows) {
      const id = this.idOf(row) ?? table.newId();
      if (!table.has(id)) came.set(id, row);
    }
    const before = this.order[at - 1];
    const put = (order: readonly string[]) => {
      const place = before === undefined ? 0 : order.indexOf(before) + 1;
      return [...order.slice(0, place), ...came.keys(), ...order.slice(place)];
    };
    table.history.reorder(put);
    table.quietly(() => {
      for (const [id, row] of came) table.write(id, row);
      table.setOrder(put(this.order));
    });
  }

  /** Rows that somebody else has removed: no change of the person's, and nothing brings them back. */
  discard(ids: readonly string[]): void {
    const table = this.#table;
    const gone = new Set(ids.filter((id) => table.has(id)));
    const keep = (order: readonly string[]) => order.filter((id) => !gone.has(id));
    for (const id of gone) table.history.forget(id);
    table.history.reorder(keep);
    table.quietly(() => {
      for (const id of gone) {
        table.write(id, undefined);
        table.marks.forget(id);
      }
      table.setOrder(keep(this.order));
    });
  }

  /** Takes rows away; disabled rows stay. Answers how many went. */
  remove(ids: readonly string[]): number {
    return this.transaction(() => {
      const { marks } = this.#table;
      const going = new Set(ids.filter((id) => this.#table.has(id) && !this.isDisabled(id)));
      if (going.size === 0) return 0;
      const removed: string[] = [];
      for (const id of going) {
        const key = this.cell(id, this.#rowKey);
        if (!marks.isInserted(id) && !isBlankKey(key)) removed.push(String(key));
        this.#table.write(id, undefined);
        marks.forget(id);
      }
      marks.removed = [...marks.removed, ...removed];
      this.#table.setOrder(this.order.filter((id) => !going.has(id)));
      return going.size;
    });
  }

  /** Moves a row to a position, counted without it. */
  move(id: string, to: number): void {
    this.transaction(() => {
      if (!this.#table.has(id)) return;
      const others = this.order.filter((item) => item !== id);
      const position = Math.max(0, Math.min(others.length, Math.trunc(to)));
      if (this.order[position] === id) return;
      this.#table.capture(id);
      this.#table.setOrder([...others.slice(0, position), id, ...others.slice(position)]);
      this.#table.marks.move(id);
      this.#renumber();
    });
  }

  /**
   * Takes in what someone else saved. Cells that were edited here keep the local value; the row counts as edited
   * only while it differs from what came. Not undoable.
   */
  applyRemote(id: string, values: Row): void {
    const { marks, history } = this.#table;
    const current = this.#table.row(id);
    if (!current || marks.isInserted(id)) return;
    const base = marks.base(id) ?? current;
    const incoming = Object.entries(values).filter(([key]) => !isForbiddenName(key));
    const merged = (row: Row, known: Row): Row => ({
      ...row,
      ...Object.fromEntries(incoming.filter(([key]) => Object.is(known[key], row[key]))),
    });
    history.rebase(id, (snapshot) => ({
      ...snapshot,
      row: snapshot.row && merged(snapshot.row, snapshot.base ?? snapshot.row),
      base: snapshot.base && { ...snapshot.base, ...Object.fromEntries(incoming) },
    }));
    this.#table.quietly(() => {
      const next = merged(current, base);
      this.#table.write(id, next);
      marks.settle(id, { ...base, ...Object.fromEntries(incoming) }, next);
      this.#table.recheckRow(id, changedKeys(current, next));
    });
  }

  /** Several writes as one step: listeners hear once, undo takes all of it back. If it throws, nothing stays. */
  transaction<Result>(write: () => Result): Result {
    return this.#table.transaction(write);
  }

  undo(): boolean {
    return this.#table.undo();
  }

  redo(): boolean {
    return this.#table.redo();
  }

  // Checking

  /** Checks all rows in slices and waits for asynchronous rules. */
  validate(options?: ValidateOptions): Promise<ValidationResult> {
    return this.#table.validator.checkAll(options);
  }

  // Listening

  onCell(id: string, key: string, listener: Listener): () => void {
    return this.#table.listeners.cells.onCell(id, key, listener);
  }

  onRow(id: string, listener: Listener): () => void {
    return this.#table.listeners.cells.onRow(id, listener);
  }

  onOrder(listener: Listener): () => void {
    return this.#table.listeners.on("order", listener);
  }

  onMeta(listener: Listener): () => void {
    return this.#table.listeners.on("meta", listener);
  }

  onTotals(listener: Listener): () => void {
    return this.#table.listeners.on("totals", listener);
  }

  /** Listening cells now; for leak checks. */
  get listeningCells(): number {
    return this.#table.listeners.cells.size;
  }

  // Inside

  #computed(row: Row): Row {
    return this.#options.compute?.(row) ?? row;
  }

  #replace(id: string, before: Row, next: Row, touched?: readonly string[]): void {
    const { marks } = this.#table;
    this.#table.write(id, next, touched);
    const base = marks.base(id);
    if (!base && touched && touched.length > 0) marks.edit(id, before);
    else marks.settle(id, base ?? before, next);
  }

  /** The order field says where each row stands, from 1. */
  #renumber(): void {
    const { orderField } = this.#options;
    if (orderField === undefined) return;
    this.order.forEach((id, index) => {
      const row = this.#table.row(id);
      if (row && row[orderField] !== index + 1) this.#replace(id, row, { ...row, [orderField]: index + 1 });
    });
  }
}

const isBlankKey = (key: unknown): boolean => key === null || key === undefined || key === "";

/** Characters (specification, widgets §9). */
const maxKeyLength = 50;
