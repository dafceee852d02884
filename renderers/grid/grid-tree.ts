import type { GridTreePlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RowStore } from "../../runtime/rowstore/row-store.ts";
import type { BranchState } from "../table/table-layout.ts";
import type { GridSignals } from "./grid-signals.ts";

/** Where the rows below a row come from. */
export interface TreeHost {
  readonly plan: GridTreePlan;
  /** The rows directly below a stored row. */
  read(parent: Row): Promise<readonly Row[]>;
  /** Puts read rows into the table, at a place counted over all rows; they are no changes of the person's. */
  receive(rows: readonly Row[], at: number): void;
  /** A level could not be read. */
  fail(reason: unknown): void;
}

/** Stands below a row while its level is read (TBL-10). */
const placeholderOf = (id: string) => `${id} loading...`;

/**
 * Rows that hang together (TBL-10). The level below a row is read when it opens for the first time and stands after it in
 * the table's own order; rows below a closed one are there and not shown.
 */
export class GridTree {
  readonly plan: GridTreePlan;
  readonly #host: TreeHost;
  readonly #store: RowStore;
  readonly #signals: GridSignals;
  readonly #open = new Set<string>();
  readonly #loading = new Set<string>();
  /** Rows whose level was read, or that are new and have none. */
  readonly #read = new Set<string>();
  #shown: readonly string[] | undefined;
  #madeOf: readonly string[] | undefined;

  constructor(host: TreeHost, store: RowStore, signals: GridSignals) {
    this.plan = host.plan;
    this.#host = host;
    this.#store = store;
    this.#signals = signals;
  }

  /**
   * The row above; undefined for a top row, for one whose parent is not in the table, and for one of a loop: all rows of a
   * loop are top rows, since below each other none of them could be reached.
   */
  parentOf(id: string): string | undefined {
    const parent = this.#namedParent(id);
    const seen = new Set<string>();
    for (let at = parent; at !== undefined && !seen.has(at); at = this.#namedParent(at)) {
      if (at === id) return undefined;
      seen.add(at);
    }
    return parent;
  }

  #namedParent(id: string): string | undefined {
    const parent = String(this.#store.cell(id, this.plan.parent) ?? "");
    return parent !== "" && this.#store.row(parent) ? parent : undefined;
  }

  /** The rows above a row, nearest first. */
  #above(id: string): readonly string[] {
    const found: string[] = [];
    for (let at = this.parentOf(id); at !== undefined; at = this.parentOf(at)) found.push(at);
    return found;
  }

  depth(id: string): number {
    return this.#above(id).length;
  }

  state(id: string): BranchState {
    if (this.#loading.has(id)) return "loading";
    if (!this.#hasChildren(id)) return "leaf";
    return this.#open.has(id) ? "open" : "closed";
  }

  #hasChildren(id: string): boolean {
    if (this.#read.has(id) || this.#store.isInserted(id)) return this.#childrenOf(id).length > 0;
    return isYes(this.#store.cell(id, this.plan.hasChild)) || this.#childrenOf(id).length > 0;
  }

  #childrenOf(id: string): readonly string[] {
    return this.#store.order.filter((each) => this.parentOf(each) === id);
  }

  /** These rows and every row below them that is in the table, in its order. */
  withBelow(ids: readonly string[]): readonly string[] {
    const wanted = new Set(ids);
    return this.#store.order.filter((id) => wanted.has(id) || this.#above(id).some((each) => wanted.has(each)));
  }

  /** Place after a row and all rows below it. */
  endOf(id: string): number {
    const last = this.withBelow([id]).at(-1);
    return last === undefined ? this.#store.size : this.#store.indexOf(last) + 1;
  }

  /** The id stands for a level on its way, no row. */
  isPlaceholder(id: string): boolean {
    return id.endsWith(" loading...") && this.#loading.has(id.slice(0, -" loading...".length));
  }

  /** The rows that are shown, of all rows in their order. */
  shown(order: readonly string[]): readonly string[] {
    if (this.#shown && this.#madeOf === order) return this.#shown;
    const hidden = new Set<string>();
    this.#shown = order.flatMap((id) => {
      const parent = this.parentOf(id);
      if (parent !== undefined && (hidden.has(parent) || !this.#open.has(parent))) {
        hidden.add(id);
        return [];
      }
      return this.#loading.has(id) ? [id, placeholderOf(id)] : [id];
    });
    this.#madeOf = order;
    return this.#shown;
  }

  /** Opens or closes a row; its level is read the first time. */
  async toggle(id: string, opens = !this.#open.has(id)): Promise<void> {
    const state = this.state(id);
    if (state === "leaf" || state === "loading") return;
    if (opens && !(await this.#readBelow(id))) return;
    if (opens) this.#open.add(id);
    else this.#open.delete(id);
    this.#tell();
  }

  /** Opens what stands above a row, so that it is in sight. */
  reveal(id: string): void {
    const closed = this.#above(id).filter((each) => !this.#open.has(each));
    for (const each of closed) this.#open.add(each);
    if (closed.length > 0) this.#tell();
  }

  /** Reads every level below these rows: what is removed with them has to be known. */
  async readAll(ids: readonly string[]): Promise<boolean> {
    for (const id of ids) {
      if (!(await this.#readBelow(id)) || !(await this.readAll(this.#childrenOf(id)))) return false;
    }
    return true;
  }

  /** @returns false when the level could not be read */
  async #readBelow(id: string): Promise<boolean> {
    const row = this.#store.row(id);
    if (!row || this.#read.has(id) || !this.#hasChildren(id) || this.#store.isInserted(id)) return true;
    this.#loading.add(id);
    this.#tell();
    try {
      const rows = await this.#host.read(row);
      this.#read.add(id);
      const known = rows.filter((each) => this.#store.row(String(each.id ?? "")) === undefined);
      if (known.length > 0) this.#host.receive(known, this.#store.indexOf(id) + 1);
      return true;
    } catch (reason) {
      this.#host.fail(reason);
      return false;
    } finally {
      this.#loading.delete(id);
      this.#tell();
    }
  }

  #tell(): void {
    this.#shown = undefined;
    this.#signals.tellAll();
  }
}

const isYes = (value: unknown) => value === true || value === 1 || value === "1" || value === "Y";
