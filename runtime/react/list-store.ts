import { action, computed, makeObservable, observable, observableRef, runInAction } from "mobx";
import type { ButtonPlan, ListPlan } from "../compile/plan.ts";
import type { Row, SortKey } from "../model/resolved-model.ts";
import { isEmpty, type ListAddress, readAddress, writeAddress } from "../wire/address.ts";
import { listParams, type SuperQuery, type WireParams } from "../wire/list-request.ts";
import { readPage } from "../wire/page.ts";
import type { AddressBar } from "./address-bar.ts";
import { type ConsoleServices, RequestError } from "./services.ts";

export type ListStatus = "idle" | "loading" | "ready" | "error" | "denied";

/** A form, detail or question that stands open over the list. */
export interface OpenView {
  readonly view: string;
  readonly mode: "add" | "edit" | "detail" | "copy" | "ask";
  readonly row: Row | undefined;
  /** Values that a new row starts with. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The transition that asks; only for mode `ask`. */
  readonly button: ButtonPlan | undefined;
  readonly key: number;
}

/**
 * One mounted list: what is asked for, what came, what is selected and which views stand open.
 * Rows are replaced as a whole array; nothing inside them is observable.
 */
export class ListStore {
  readonly plan: ListPlan;
  readonly services: ConsoleServices;

  /** What the controls hold; becomes `applied` with 查询. */
  values: Readonly<Record<string, unknown>> = {};
  applied: Readonly<Record<string, unknown>> = {};
  superQuery: SuperQuery | undefined = undefined;
  tab: string | undefined = undefined;
  pageNo = 1;
  pageSize: number;
  sort: SortKey;

  rows: readonly Row[] = [];
  total = 0;
  totals: Readonly<Record<string, unknown>> | undefined = undefined;
  status: ListStatus = "idle";
  error: RequestError | undefined = undefined;
  selected: ReadonlyMap<string, Row> = new Map();
  views: readonly OpenView[] = [];
  /** Keys of buttons whose action runs now: `key` or `key:rowId`. */
  readonly busy = observable.set<string>();

  readonly #defaults: ListAddress;
  readonly #address: AddressBar;
  #request: AbortController | undefined;
  #viewKey = 0;

  constructor(plan: ListPlan, services: ConsoleServices, address: AddressBar) {
    this.plan = plan;
    this.services = services;
    this.#address = address;
    this.#defaults = defaultAddress(plan);
    const state = readAddress(address.read(), this.#defaults, new Set(plan.query.items.map((item) => item.name)));
    this.values = state.values;
    this.applied = state.values;
    this.pageNo = state.pageNo;
    this.pageSize = state.pageSize;
    this.sort = state.sort;
    this.tab = state.tab;
    makeObservable(this, {
      values: observableRef,
      applied: observableRef,
      superQuery: observableRef,
      tab: observable,
      pageNo: observable,
      pageSize: observable,
      sort: observableRef,
      rows: observableRef,
      total: observable,
      totals: observableRef,
      status: observable,
      error: observableRef,
      selected: observableRef,
      views: observableRef,
      filterCount: computed,
      pageCount: computed,
      setValue: action,
      search: action,
      reset: action,
      clearFilters: action,
      setTab: action,
      setPage: action,
      setSort: action,
      toggleRow: action,
      toggleAll: action,
      clearSelection: action,
      openView: action,
      moveView: action,
      closeView: action,
    });
  }

  /** Conditions in force; decides between “nothing yet” and “nothing found”. */
  get filterCount(): number {
    const typed = Object.values(this.applied).filter((value) => !isEmpty(value)).length;
    return typed + (this.superQuery?.conditions.length ?? 0) + (this.tab === undefined ? 0 : 1);
  }

  get pageCount(): number {
    return Math.max(1, Math.ceil(this.total / this.pageSize));
  }

  /** Parameters of the present query; export and totals send the same conditions. */
  params(): WireParams {
    return listParams({
      items: this.plan.query.items,
      values: this.applied,
      fixed: this.plan.tabs && this.tab !== undefined ? { [this.plan.tabs.field.name]: this.tab } : {},
      superQuery: this.superQuery,
      pageNo: this.pageNo,
      pageSize: this.pageSize,
      sort: this.sort,
    });
  }

  setValue(name: string, value: unknown): void {
    this.values = { ...this.values, [name]: value };
  }

  search(): Promise<void> {
    this.applied = this.values;
    this.pageNo = 1;
    return this.#changed();
  }

  reset(): Promise<void> {
    this.values = this.#defaults.values;
    this.applied = this.#defaults.values;
    this.superQuery = undefined;
    this.pageNo = 1;
    return this.#changed();
  }

  /** The query bar's 重置 and the tab in front. */
  clearFilters(): Promise<void> {
    this.tab = undefined;
    return this.reset();
  }

  setTab(tab: string | undefined): Promise<void> {
    this.tab = tab;
    this.pageNo = 1;
    return this.#changed();
  }

  setPage(pageNo: number, pageSize: number): Promise<void> {
    this.pageNo = pageSize === this.pageSize ? pageNo : 1;
    this.pageSize = pageSize;
    return this.#changed();
  }

  /** Changing the order keeps the page, as the contract's clients do. */
  setSort(sort: SortKey | undefined): Promise<void> {
    this.sort = sort ?? this.#defaults.sort;
    return this.#changed();
  }

  toggleRow(row: Row): void {
    const key = this.keyOf(row);
    const next = new Map(this.plan.table.selection === "single" ? [] : this.selected);
    if (this.selected.has(key)) next.delete(key);
    else next.set(key, row);
    this.selected = next;
  }

  toggleAll(): void {
    const all = this.rows.every((row) => this.selected.has(this.keyOf(row)));
    const next = new Map(this.selected);
    for (const row of this.rows) {
      if (all) next.delete(this.keyOf(row));
      else next.set(this.keyOf(row), row);
    }
    this.selected = next;
  }

  clearSelection(): void {
    this.selected = new Map();
  }

  openView(view: Omit<OpenView, "key">): void {
    this.#viewKey += 1;
    this.views = [...this.views, { ...view, key: this.#viewKey }];
  }

  /** The same view on another row: a detail walks along the page without closing. */
  moveView(key: number, row: Row): void {
    this.views = this.views.map((view) => (view.key === key ? { ...view, row } : view));
  }

  /** Closes one view, or the topmost. */
  closeView(key?: number): void {
    this.views = key === undefined ? this.views.slice(0, -1) : this.views.filter((view) => view.key !== key);
  }

  keyOf(row: Row): string {
    return String(row[this.plan.table.rowKey] ?? "");
  }

  /**
   * Loads the present page and, beside it, the sums over the whole query. A newer call ends an older one;
   * the older one's answer is never shown.
   */
  async load(): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    runInAction(() => {
      this.status = "loading";
      this.error = undefined;
    });
    try {
      void this.#loadTotals(request.signal);
      const result = await this.services.request<unknown>({
        method: "GET",
        url: `${this.plan.model.base}/list`,
        params: this.params(),
        signal: request.signal,
      });
      if (request.signal.aborted) return;
      const page = readPage(result);
      runInAction(() => {
        this.rows = page.rows;
        this.total = page.total;
        this.status = "ready";
      });
      await this.#leaveEmptyPage();
    } catch (reason) {
      if (request.signal.aborted) return;
      runInAction(() => this.fail(reason));
    }
  }

  dispose(): void {
    this.#request?.abort();
  }

  /** Sums are an extra: a server without them leaves the page sums alone. */
  async #loadTotals(signal: AbortSignal): Promise<void> {
    const { totals } = this.plan.table;
    if (totals.length === 0) return;
    const { pageNo: _page, pageSize: _size, column: _column, order: _order, ...conditions } = this.params();
    const result = await this.services
      .request<unknown>({
        method: "GET",
        url: `${this.plan.model.base}/totals`,
        params: { ...conditions, fields: totals.join(",") },
        signal,
      })
      .catch(() => undefined);
    if (signal.aborted) return;
    runInAction(() => {
      this.totals = readTotals(result);
    });
  }

  /** After the last row of the last page was deleted, the page before it is the last one. */
  async #leaveEmptyPage(): Promise<void> {
    if (this.rows.length > 0 || this.total === 0 || this.pageNo <= this.pageCount) return;
    await this.setPage(this.pageCount, this.pageSize);
  }

  protected fail(reason: unknown): void {
    const error = reason instanceof RequestError ? reason : new RequestError(String(reason), 0, undefined);
    const code = Number(error.envelope?.code);
    this.error = error;
    this.status = error.status === 403 || code === 510 ? "denied" : "error";
  }

  #changed(): Promise<void> {
    this.#address.write(
      writeAddress(
        this.#address.read(),
        { values: this.applied, pageNo: this.pageNo, pageSize: this.pageSize, sort: this.sort, tab: this.tab },
        this.#defaults,
      ),
    );
    return this.load();
  }
}

function defaultAddress(plan: ListPlan): ListAddress {
  const values = Object.fromEntries(
    plan.query.items.flatMap((item) => (item.default === undefined ? [] : [[item.name, item.default]])),
  );
  return { values, pageNo: 1, pageSize: plan.table.pageSize, sort: plan.table.sort, tab: undefined };
}

function readTotals(result: unknown): Readonly<Record<string, unknown>> | undefined {
  const totals = (result as { readonly totals?: unknown } | null)?.totals;
  return typeof totals === "object" && totals !== null ? (totals as Row) : undefined;
}
