import { action, makeObservable, observable, observableRef, runInAction } from "mobx";
import type { ReportPlan } from "../compile/panel-plan.ts";
import type { ListPlan } from "../compile/plan.ts";
import { resolveJson } from "../expr/template.ts";
import type { Row } from "../model/resolved-model.ts";
import { defaultGroups, sortRows, sumsOf } from "../panels/figure-rows.ts";
import { fillPeriods } from "../panels/fill-periods.ts";
import type { WireParams } from "../wire/list-request.ts";
import { readPage } from "../wire/page.ts";
import type { AddressBar } from "./address-bar.ts";
import { answeredPage } from "./answered-page.ts";
import { type ExportCall, ListStore } from "./list-store.ts";
import { buildScope } from "./scope.ts";
import type { ConsoleServices } from "./services.ts";

/** Charts and sums read at most this many rows of a paged source. */
export const chartRows = 5_000;

/**
 * The rows of a report. A paged source is asked for page by page; one that answers everything at once (an aggregate,
 * rows in the document) is sorted and cut here. `all` is what charts and figures draw.
 */
export class ReportStore extends ListStore {
  all: readonly Row[] = [];
  /** `all` is there; before that it says nothing. */
  isRead = false;
  /** When the server read the rows, where that may be a while ago. */
  readAt: string | undefined = undefined;
  /** Whether `all` is the whole result; sums over a part of it would be wrong. */
  isWhole = true;
  readonly report: ReportPlan;
  /** Parameters and conditions that the page around the report states: nobody on it changes them. */
  readonly settled: Readonly<Record<string, unknown>>;
  readonly #given: Readonly<Record<string, unknown>>;
  /** Those of `settled` that are parameters, as they are sent. */
  readonly #settledParams: WireParams;
  #asked: AbortController | undefined;
  /** Sums that came with the page. */
  #answered: Row | undefined;
  /** The next rows are read anew, whatever the server has kept. */
  #isFresh = false;

  constructor(
    plan: ListPlan,
    services: ConsoleServices,
    address: AddressBar,
    given: Readonly<Record<string, unknown>>,
    { params, conditions }: Settled = nothingSettled,
  ) {
    super(plan, services, address, conditions);
    if (!plan.report) throw new Error(`${plan.id} is no report`);
    this.report = plan.report;
    this.settled = { ...params, ...conditions };
    this.#given = { ...given, ...params };
    this.#settledParams = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [`self_${name}`, String(value ?? "")]),
    );
    this.#startWith(plan.query.items, address);
    makeObservable(this, {
      all: observableRef,
      isRead: observable,
      isWhole: observable,
      readAt: observable,
      keepWhole: action,
    });
  }

  /** Values of a link fill the inputs of their parameters, until something else was typed there. */
  #startWith(items: ListPlan["query"]["items"], address: AddressBar): void {
    const typed = new URLSearchParams(address.read());
    const given = items.flatMap(({ name }) => {
      const value = name.startsWith("self_") ? this.#given[name.slice("self_".length)] : undefined;
      return isBlank(value) || typed.has(`q.${name}`) ? [] : [[name, value] as const];
    });
    if (given.length === 0) return;
    this.values = { ...this.values, ...Object.fromEntries(given) };
    this.applied = this.values;
  }

  /** Values of parameters go as they are typed: they are no conditions with a syntax of their own. */
  override params(): WireParams {
    const { column, order, ...params } = super.params();
    const typed = Object.keys(this.applied).filter((name) => name.startsWith("self_") && name in params);
    return {
      ...params,
      ...(column ? { column, ...(order === undefined ? {} : { order }) } : {}),
      ...Object.fromEntries(typed.map((name) => [name, String(this.applied[name])])),
      ...this.#settledParams,
    };
  }

  /** Titles of required parameters that the address does not give. */
  get missingParams(): readonly string[] {
    const values = this.#selfParams();
    return this.report.params
      .filter((param) => param.required && isBlank(values[`self_${param.name}`]))
      .map((param) => param.title);
  }

  override async load(): Promise<void> {
    this.#asked?.abort();
    const request = new AbortController();
    this.#asked = request;
    runInAction(() => {
      this.status = "loading";
      this.error = undefined;
    });
    try {
      await this.#read(request.signal);
    } catch (reason) {
      if (!request.signal.aborted) runInAction(() => this.fail(reason));
    }
  }

  /** Reads anew what the server would have shown from before. */
  async refresh(): Promise<void> {
    this.#isFresh = true;
    try {
      await this.load();
    } finally {
      this.#isFresh = false;
    }
  }

  override dispose(): void {
    this.#asked?.abort();
  }

  keepWhole(rows: readonly Row[], isWhole: boolean): void {
    this.all = rows;
    this.isRead = true;
    this.isWhole = isWhole;
    const { totals } = this.plan.table;
    const sums = isWhole && totals.length > 0 ? sumsOf(rows, totals) : undefined;
    // The server sums exact numbers over every row, also over those that are not here.
    this.totals = this.#answered ? { ...sums, ...this.#answered } : sums;
  }

  override get allRows(): readonly Row[] {
    return this.all;
  }

  override exportCall(): ExportCall | undefined {
    const { source } = this.report;
    const { pageNo: _no, pageSize: _size, ...conditions } = this.params();
    if (source.type === "cgreport") {
      return {
        url: `/online/cgreport/api/exportXls/${encodeURIComponent(source.code)}`,
        params: { ...conditions, ...this.#selfParams() },
        source: { kind: "report", id: source.code },
      };
    }
    if (source.type === "aggregate") {
      const { id } = this.plan;
      return { url: `/lowcode/aggregate/exportXls/${id}`, params: conditions, source: { kind: "screen", id } };
    }
    if (source.type !== "model") return undefined;
    return {
      url: `${this.plan.model.base}/exportXls`,
      params: { ...this.#values(source.where), ...conditions },
      source: { kind: "model", id: source.model },
    };
  }

  async #read(signal: AbortSignal): Promise<void> {
    const rows = await this.#readAll(signal);
    if (rows) {
      if (signal.aborted) return;
      const sorted = sortRows(rows, this.sort);
      const from = (this.pageNo - 1) * this.pageSize;
      runInAction(() => {
        this.rows = sorted.slice(from, from + this.pageSize);
        this.total = sorted.length;
        this.status = "ready";
        this.keepWhole(rows, true);
      });
      return;
    }
    if (this.#isReadAtOnce) return this.#readAtOnce(signal);
    const page = await this.#readPage(this.params(), signal);
    if (signal.aborted) return;
    this.#show(page, page.rows);
    await this.#readWhole(signal);
  }

  /**
   * An online report is worked out whole for every call: its charts and its page are asked for together where the page is
   * among the rows that the charts read.
   */
  get #isReadAtOnce(): boolean {
    const { source, panels } = this.report;
    return source.type === "cgreport" && panels.length > 0 && this.pageNo * this.pageSize <= chartRows;
  }

  async #readAtOnce(signal: AbortSignal): Promise<void> {
    const { pageNo, pageSize } = this;
    const whole = await this.#readPage({ ...this.params(), pageNo: 1, pageSize: chartRows }, signal);
    if (signal.aborted) return;
    const from = (pageNo - 1) * pageSize;
    this.#show(whole, whole.rows.slice(from, from + pageSize));
    this.keepWhole(whole.rows, whole.rows.length >= whole.total);
  }

  #show({ total, totals, readAt }: ReportPage, rows: readonly Row[]): void {
    this.#answered = totals;
    runInAction(() => {
      this.rows = rows;
      this.total = total;
      this.readAt = readAt;
      this.status = "ready";
    });
  }

  /** Charts show the result, not the page. */
  async #readWhole(signal: AbortSignal): Promise<void> {
    if (this.total <= this.rows.length) return this.keepWhole(this.rows, true);
    const isSummed = this.plan.table.totals.every((name) => this.#answered?.[name] !== undefined);
    const wanted = this.report.panels.length > 0 || !isSummed;
    if (!wanted) return this.keepWhole(this.rows, false);
    const pageSize = Math.min(this.total, chartRows);
    const { rows } = await this.#readPage({ ...this.params(), pageNo: 1, pageSize }, signal);
    if (!signal.aborted) this.keepWhole(rows, rows.length >= this.total);
  }

  /** Every row of a source that has no pages; undefined for one that has. */
  async #readAll(signal: AbortSignal): Promise<readonly Row[] | undefined> {
    const { source } = this.report;
    if (source.type === "static") return filterRows(source.rows, this.applied).filter((row) => holds(row, this.fixed));
    if (source.type !== "aggregate") return undefined;
    const { pageNo: _no, pageSize: _size, column: _column, order: _order, ...conditions } = this.params();
    const data = {
      model: source.model,
      where: { ...this.#values(source.where), ...conditions },
      groupBy: source.groupBy ?? [],
      measures: source.measures,
      limit: source.limit ?? defaultGroups,
    };
    const answer = await this.services.request<unknown>({ method: "POST", url: "/lowcode/aggregate", data, signal });
    return fillPeriods(readPage(answer).rows, source, String(this.#scope().now ?? "").slice(0, 10), data.where);
  }

  async #readPage(params: Row, signal: AbortSignal): Promise<ReportPage> {
    const { source } = this.report;
    const call = (url: string, more: Row) =>
      this.services
        .request<unknown>({ method: "GET", url, params: { ...more, ...params }, signal })
        .then((answer) => ({ ...answeredPage(answer), ...totalsIn(answer), ...readAtIn(answer) }));
    switch (source.type) {
      case "cgreport":
        return call(`/online/cgreport/api/getData/${encodeURIComponent(source.code)}`, {
          ...this.#selfParams(),
          ...(this.#isFresh ? { _fresh: 1 } : {}),
        });
      case "cgform":
        return call(`/online/cgform/api/getData/${encodeURIComponent(source.code)}`, {});
      case "rest":
        return call(String(source.list ?? source.get ?? "").replace(/^[A-Z]+\s+/, ""), this.#values(source.params));
      case "model":
        return call(`${this.plan.model.base}/list`, this.#values(source.where));
      default:
        return { rows: [], total: 0 };
    }
  }

  #selfParams(): Row {
    const { source, params } = this.report;
    const written = source.type === "cgreport" ? this.#values(source.params) : {};
    const draft = source.type === "cgreport" && source.draft ? { draft: 1 } : {};
    const stated = params.map(({ name, from, value }) => {
      const given = from === "fixed" ? resolveJson(value, this.#scope()) : (this.#given[name] ?? "");
      return [name, given] as const;
    });
    const own = [...Object.entries(written), ...stated].map(([name, value]) => [`self_${name}`, value] as const);
    return { ...Object.fromEntries(own), ...draft };
  }

  #values(source: Readonly<Record<string, unknown>> | undefined): Row {
    return (resolveJson(source ?? {}, this.#scope()) ?? {}) as Row;
  }

  #scope() {
    return buildScope(this.services, { query: { ...this.applied, ...this.settled } });
  }
}

type ReportPage = ReturnType<typeof readPage> & { readonly totals?: Row; readonly readAt?: string };

function readAtIn(answer: unknown): { readonly readAt?: string } {
  const { readAt } = (answer ?? {}) as { readonly readAt?: unknown };
  return typeof readAt === "string" ? { readAt } : {};
}

function totalsIn(answer: unknown): { readonly totals?: Row } {
  const { totals } = (answer ?? {}) as { readonly totals?: unknown };
  return typeof totals === "object" && totals !== null ? { totals: totals as Row } : {};
}

const isBlank = (value: unknown) => value === undefined || value === null || value === "";

/** Whether a row has the stated value of each field, or one of the values. */
const holds = (row: Row, conditions: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(conditions).every(
    ([name, value]) =>
      isBlank(value) ||
      [value]
        .flat()
        .map(String)
        .includes(String(row[name] ?? "")),
  );

/** What the page around a report states: parameters of the report, and conditions of its rows. */
export interface Settled {
  readonly params: Row;
  readonly conditions: Row;
}

const nothingSettled: Settled = { params: {}, conditions: {} };

/** A parameter that the document fixes itself is nothing that the page around it can state. */
export function readSettled({ report, query }: ListPlan, settled: Row): Settled {
  const inputs = new Set(query.items.map(({ name }) => name));
  const params = report?.params ?? [];
  const closed = new Set(params.flatMap(({ name, from }) => (from === "fixed" ? [name] : [])));
  const open = new Set(params.flatMap(({ name }) => (closed.has(name) ? [] : [name])));
  const isParam = (name: string) => open.has(name) || (inputs.has(`self_${name}`) && !closed.has(name));
  const entries = Object.entries(settled);
  return {
    params: Object.fromEntries(entries.filter(([name]) => isParam(name))),
    conditions: Object.fromEntries(entries.filter(([name]) => !isParam(name) && !closed.has(name))),
  };
}

/** The plan without inputs for what the page around the report states. */
export function withoutSettled(plan: ListPlan, settled: Row): ListPlan {
  const hidden = new Set(Object.keys(settled).flatMap((name) => [name, `self_${name}`]));
  if (!plan.query.items.some(({ name }) => hidden.has(name))) return plan;
  return { ...plan, query: { ...plan.query, items: plan.query.items.filter(({ name }) => !hidden.has(name)) } };
}

/** Rows that stand in the document are searched here: texts by what they contain, the rest by equality. */
function filterRows(rows: readonly unknown[], values: Readonly<Record<string, unknown>>): readonly Row[] {
  const wanted = Object.entries(values).filter(([, value]) => !isBlank(value));
  return (rows as readonly Row[]).filter((row) =>
    wanted.every(([name, value]) => {
      const own = String(row[name] ?? "");
      return Array.isArray(value) ? value.map(String).includes(own) : own.includes(String(value));
    }),
  );
}
