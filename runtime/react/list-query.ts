import { action, computed, makeObservable, observable, observableRef, runInAction } from "mobx";
import type { ListPlan } from "../compile/plan.ts";
import { resolveJson } from "../expr/template.ts";
import type { Row, SortKey } from "../model/resolved-model.ts";
import { type SuperNode, type SuperQuery, superConditions } from "../query/super-query.ts";
import { isEmpty, type ListAddress, readAddress, writeAddress } from "../wire/address.ts";
import { listParams, type WireParams } from "../wire/list-request.ts";
import type { AddressBar } from "./address-bar.ts";
import { buildScope } from "./scope.ts";
import type { ConsoleServices } from "./services.ts";

/** What takes the rows below a record away: another record is chosen, or the list shows other rows. */
type Leaving = "choice" | "rows";

/** Unsaved work below rows. `mayLeave` asks the person; false = they want to go on with it, else it is given up. */
export interface RowGuard {
  readonly isDirty: boolean;
  mayLeave(): Promise<boolean>;
}

/**
 * What a list asks for: conditions, tab, page and order. They stand in the address, so that back and reload keep them.
 */
export abstract class ListQuery {
  readonly plan: ListPlan;
  readonly services: ConsoleServices;
  /** Conditions that nobody on this page changes: what the page was opened for. New rows start with them. */
  readonly fixed: Readonly<Record<string, unknown>>;

  /** What the tree at the left adds to the conditions. */
  side: Readonly<Record<string, unknown>> = {};
  /** What the controls hold; becomes `applied` with 查询. */
  values: Readonly<Record<string, unknown>> = {};
  applied: Readonly<Record<string, unknown>> = {};
  superQuery: SuperQuery | undefined = undefined;
  tab: string | undefined = undefined;
  pageNo = 1;
  pageSize: number;
  sort: SortKey;
  /** Fields that the rows are grouped by, the outermost first; at most three. */
  groups: readonly string[] = [];
  /** The month that a calendar shows, `yyyy-MM`: all its rows are asked for; undefined = page by page. */
  month: string | undefined = undefined;

  protected readonly address: AddressBar;
  readonly #defaults: ListAddress;
  readonly #guards = new Map<Leaving, ReadonlySet<RowGuard>>();

  constructor(
    plan: ListPlan,
    services: ConsoleServices,
    address: AddressBar,
    fixed: Readonly<Record<string, unknown>>,
  ) {
    this.fixed = fixed;
    this.plan = plan;
    this.services = services;
    this.address = address;
    this.#defaults = defaultAddress(plan, services);
    const state = readAddress(address.read(), this.#defaults, new Set(plan.query.items.map((item) => item.name)));
    this.values = state.values;
    this.applied = state.values;
    this.pageNo = state.pageNo;
    this.pageSize = state.pageSize;
    this.sort = state.sort;
    this.tab = state.tab;
    this.superQuery = state.superQuery;
    this.groups = this.#groupsOf(state.groups ?? []);
    this.month = state.month;
    makeObservable(this, {
      values: observableRef,
      side: observableRef,
      applied: observableRef,
      superQuery: observableRef,
      tab: observable,
      pageNo: observable,
      pageSize: observable,
      sort: observableRef,
      groups: observableRef,
      month: observable,
      setGroups: action,
      setMonth: action,
      filterCount: computed,
      setValue: action,
      search: action,
      reset: action,
      clearFilters: action,
      setSide: action,
      setSuperQuery: action,
      startWith: action,
      setTab: action,
      setPage: action,
      setSort: action,
    });
  }

  abstract load(): Promise<void>;

  /** Nothing was asked for yet. */
  protected abstract get isFresh(): boolean;

  /** The conditions are others now: a choice of all that match ends. */
  protected abstract leaveMatching(): void;

  /** Conditions in force; decides between “nothing yet” and “nothing found”. */
  get filterCount(): number {
    const typed = Object.values(this.applied).filter((value) => !isEmpty(value)).length;
    return typed + (this.superQuery ? superConditions(this.superQuery).length : 0) + (this.tab === undefined ? 0 : 1);
  }

  /**
   * Parameters of the present query; export and totals send the same conditions.
   *
   * @param more conditions that have to hold besides
   */
  params(more: readonly SuperNode[] = []): WireParams {
    const { superQuery } = this;
    return listParams({
      items: this.plan.query.items,
      values: this.applied,
      fixed: {
        ...this.#sourceParams(),
        ...this.fixed,
        ...this.side,
        ...(this.plan.tabs && this.tab !== undefined ? { [this.plan.tabs.field.name]: this.tab } : {}),
      },
      superQuery:
        more.length === 0
          ? superQuery
          : { matchType: "and", conditions: [...(superQuery ? [superQuery] : []), ...more] },
      pageNo: this.pageNo,
      pageSize: this.pageSize,
      sort: this.sort,
    });
  }

  /** Rows under groups of these fields, or one by one again. */
  setGroups(fields: readonly string[]): Promise<void> {
    return this.leave("rows", () => {
      this.groups = this.#groupsOf(fields);
      this.pageNo = 1;
      return this.changed();
    });
  }

  /** The rows of a month, or page by page again. What is asked for before the first load comes with it. */
  setMonth(month: string | undefined): Promise<void> {
    if (month === this.month) return Promise.resolve();
    if (this.isFresh) {
      this.month = month;
      return Promise.resolve();
    }
    return this.leave("rows", () => {
      this.month = month;
      return this.changed();
    });
  }

  #groupsOf(fields: readonly string[]): readonly string[] {
    return fields.filter((name) => this.plan.table.groups.includes(name)).slice(0, 3);
  }

  /** What the source of the rows is always asked with. */
  #sourceParams(): Row {
    const { listParams } = this.plan;
    if (Object.keys(listParams).length === 0) return listParams;
    return (resolveJson(listParams, buildScope(this.services, {})) ?? {}) as Row;
  }

  /**
   * Stands where another store of this list stood before its document changed: conditions, tab, page and order that the
   * document still has.
   */
  protected takeQuery(before: ListQuery): void {
    const names = new Set(this.plan.query.items.map((item) => item.name));
    const known = (values: Row) => Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
    this.values = known(before.values);
    this.applied = known(before.applied);
    this.side = before.side;
    this.superQuery = before.superQuery;
    if (this.plan.tabs) this.tab = before.tab;
    this.pageNo = before.pageNo;
    this.pageSize = before.pageSize;
    if (this.plan.model.fields.has(before.sort.field)) this.sort = before.sort;
    this.groups = this.#groupsOf(before.groups);
    this.month = before.month;
  }

  /** What `params` holds without page and order: the conditions alone. */
  conditions(): WireParams {
    const { pageNo: _page, pageSize: _size, column: _column, order: _order, ...conditions } = this.params();
    return conditions;
  }

  setValue(name: string, value: unknown): void {
    this.values = { ...this.values, [name]: value };
  }

  /** Takes what is asked before the rows go that way; the answer ends it. */
  guard(leaving: Leaving, guard: RowGuard): () => void {
    this.#guards.set(leaving, new Set([...(this.#guards.get(leaving) ?? []), guard]));
    return () => {
      this.#guards.set(leaving, new Set([...(this.#guards.get(leaving) ?? [])].filter((one) => one !== guard)));
    };
  }

  /**
   * Does at once what a person wants of the list, or asks first and leaves everything as it is when the answer is no.
   */
  protected leave(leaving: Leaving, change: () => Promise<void>): Promise<void> {
    const guard = [...(this.#guards.get(leaving) ?? [])].find(({ isDirty }) => isDirty);
    // What is typed in several places at once is one loss, asked about once.
    if (!guard) return change();
    return guard.mayLeave().then((may) => (may ? runInAction(change) : undefined));
  }

  /** A person wants to see the rows as they are now. */
  reload(): Promise<void> {
    return this.leave("rows", () => this.load());
  }

  search(): Promise<void> {
    return this.#ask(() => {
      this.applied = this.values;
    });
  }

  reset(): Promise<void> {
    return this.#ask(() => {
      this.values = this.#defaults.values;
      this.applied = this.#defaults.values;
      this.superQuery = undefined;
    });
  }

  /** The query bar's 重置, the tab in front and what the address of the page asked for. */
  clearFilters(): Promise<void> {
    const given = new Set(this.plan.query.items.flatMap((item) => (item.given === undefined ? [] : [item.name])));
    const values = Object.fromEntries(Object.entries(this.#defaults.values).filter(([name]) => !given.has(name)));
    return this.#ask(() => {
      this.tab = undefined;
      this.values = values;
      this.applied = values;
      this.superQuery = undefined;
    });
  }

  /** Another row of the tree at the left was chosen, or none. */
  setSide(conditions: Readonly<Record<string, unknown>>): Promise<void> {
    return this.leave("rows", () => {
      this.side = conditions;
      this.pageNo = 1;
      return this.load();
    });
  }

  /** Takes a saved query over before the first load; false when the address asks for something already. */
  startWith(query: SuperQuery & { readonly sort?: SortKey }): boolean {
    if (!this.isFresh || this.superQuery || this.tab !== undefined) return false;
    if (this.plan.query.items.some(({ given }) => given !== undefined)) return false;
    if (Object.keys(this.applied).some((name) => this.applied[name] !== this.#defaults.values[name])) return false;
    this.superQuery =
      query.conditions.length > 0 ? { matchType: query.matchType, conditions: query.conditions } : undefined;
    if (query.sort) this.sort = query.sort;
    return true;
  }

  /**
   * QRY-02: applies an advanced query, or takes it off. A saved one may bring its order along.
   */
  setSuperQuery(query: SuperQuery | undefined, sort?: SortKey): Promise<void> {
    return this.#ask(() => {
      this.superQuery = query;
      if (sort) this.sort = sort;
    });
  }

  setTab(tab: string | undefined): Promise<void> {
    return this.#ask(() => {
      this.tab = tab;
    });
  }

  setPage(pageNo: number, pageSize: number): Promise<void> {
    return this.leave("rows", () => {
      this.pageNo = pageSize === this.pageSize ? pageNo : 1;
      this.pageSize = pageSize;
      return this.changed();
    });
  }

  /** Changing the order keeps the page, as the contract's clients do. */
  setSort(sort: SortKey | undefined): Promise<void> {
    return this.leave("rows", () => {
      this.sort = sort ?? this.#defaults.sort;
      return this.changed();
    });
  }

  /** Other conditions begin at the first page, and end a choice of all that matched the ones before. */
  #ask(change: () => void): Promise<void> {
    return this.leave("rows", () => {
      change();
      this.pageNo = 1;
      this.leaveMatching();
      return this.changed();
    });
  }

  protected changed(): Promise<void> {
    this.address.write(
      writeAddress(
        this.address.read(),
        {
          values: this.applied,
          pageNo: this.pageNo,
          pageSize: this.pageSize,
          sort: this.sort,
          tab: this.tab,
          superQuery: this.superQuery,
          groups: this.groups,
          month: this.month,
        },
        this.#defaults,
      ),
    );
    return this.load();
  }
}

function defaultAddress(plan: ListPlan, services: ConsoleServices): ListAddress {
  const items = plan.query.items.filter((item) => (item.given ?? item.default) !== undefined);
  // The scope is built only where a default may ask for it.
  const scope = items.length > 0 ? buildScope(services, {}) : {};
  const values = Object.fromEntries(items.map((item) => [item.name, item.given ?? resolveJson(item.default, scope)]));
  return {
    values,
    pageNo: 1,
    pageSize: plan.table.pageSize,
    sort: plan.table.sort,
    tab: plan.tabs?.given,
    groups: plan.table.groupedBy,
  };
}
