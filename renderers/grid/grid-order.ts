import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { numberOf } from "../../runtime/expr/decimal.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { Row, SortKey } from "../../runtime/model/resolved-model.ts";
import type { RowStore } from "../../runtime/rowstore/row-store.ts";
import type { GridTree } from "./grid-tree.ts";

/**
 * The order in which rows are shown: the table's own, or by one column, whole or page by page. Sorting and turning pages
 * are ways of looking: the rows keep their places, and a save sends them as before. A row that is changed stays where it
 * stands until the head is pressed again.
 */
export class GridOrder {
  readonly #store: RowStore;
  #sort: SortKey | undefined;
  #ids: readonly string[] = [];
  /** The table's order that `ids` was made of. */
  #madeOf: readonly string[] = [];
  #places: ReadonlyMap<string, number> | undefined;
  #pageNo = 1;
  /** undefined = all rows stand on one page. */
  #pageSize: number | undefined;
  readonly #tree: GridTree | undefined;
  #placesOf: readonly string[] = [];

  constructor(store: RowStore, pageSize?: number, tree?: GridTree) {
    this.#store = store;
    this.#pageSize = pageSize;
    this.#tree = tree;
  }

  get sort(): SortKey | undefined {
    return this.#sort;
  }

  get ids(): readonly string[] {
    if (!this.#sort) return this.#tree?.shown(this.#store.order) ?? this.#store.order;
    if (this.#madeOf !== this.#store.order) this.#follow();
    return this.#ids;
  }

  indexOf(id: string): number {
    if (!this.#sort && !this.#tree) return this.#store.indexOf(id);
    const { ids } = this;
    if (!this.#places || this.#placesOf !== ids) this.#places = new Map(ids.map((each, place) => [each, place]));
    this.#placesOf = ids;
    return this.#places.get(id) ?? -1;
  }

  get pageSize(): number | undefined {
    return this.#pageSize;
  }

  /** From 1. Rows that went may have left a page without any: the last one with rows is shown. */
  get pageNo(): number {
    if (this.#pageSize === undefined) return 1;
    return Math.min(this.#pageNo, Math.max(1, Math.ceil(this.ids.length / this.#pageSize)));
  }

  /** How many rows stand before the page. */
  get start(): number {
    return (this.pageNo - 1) * (this.#pageSize ?? 0);
  }

  /** The rows of the page. */
  get shown(): readonly string[] {
    const { start } = this;
    return this.#pageSize === undefined ? this.ids : this.ids.slice(start, start + this.#pageSize);
  }

  turn(pageNo: number, pageSize: number): void {
    this.#pageNo = pageNo;
    this.#pageSize = pageSize;
  }

  /** Turns to the page of a row. */
  turnTo(id: string): void {
    const place = this.indexOf(id);
    if (place >= 0 && this.#pageSize !== undefined) this.#pageNo = Math.floor(place / this.#pageSize) + 1;
  }

  /** Press by press: ascending, descending, the table's own order. */
  press(column: GridColumnPlan): void {
    const before = this.#sort?.field === column.name ? this.#sort.order : undefined;
    const order = before === undefined ? "asc" : before === "asc" ? "desc" : undefined;
    this.#sort = order && { field: column.name, order };
    if (this.#sort) this.#take(sortedIds(this.#store, column, this.#sort));
  }

  /** Rows that came stand at the end, rows that went leave no gap. */
  #follow(): void {
    const known = new Set(this.#ids);
    const kept = this.#ids.filter((id) => this.#store.row(id) !== undefined);
    this.#take([...kept, ...this.#store.order.filter((id) => !known.has(id))]);
  }

  #take(ids: readonly string[]): void {
    this.#ids = ids;
    this.#madeOf = this.#store.order;
    this.#places = undefined;
  }
}

const collator = new Intl.Collator("zh-CN", { numeric: true });
/** Blank cells stand at the end either way; equal ones keep the table's order. */
function sortedIds(store: RowStore, { name, field }: GridColumnPlan, { order }: SortKey): readonly string[] {
  const rows = store.values();
  const compare = isNumeric(field) ? byNumber(rows, name) : byText(rows, name);
  const sign = order === "asc" ? 1 : -1;
  const isLast = rows.map((row) => isBlank(row[name]));
  const places = Uint32Array.from(rows, (_, place) => place);
  places.sort((a, b) => {
    if (isLast[a] || isLast[b]) return Number(isLast[a]) - Number(isLast[b]);
    return sign * compare(a, b);
  });
  return Array.from(places, (place) => store.order[place] ?? "");
}

type Compare = (a: number, b: number) => number;

function byNumber(rows: readonly Row[], name: string): Compare {
  const numbers = Float64Array.from(rows, (row) => numberOf(row[name]) ?? 0);
  return (a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0);
}

/** By what a person reads where the row carries the words. */
function byText(rows: readonly Row[], name: string): Compare {
  const texts = rows.map((row) => String(row[`${name}_dictText`] ?? row[name] ?? ""));
  return (a, b) => collator.compare(texts[a] ?? "", texts[b] ?? "");
}
