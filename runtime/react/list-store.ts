import { action, computed, makeObservable, observable, observableRef, runInAction } from "mobx";
import type { ButtonPlan, ListPlan } from "../compile/plan.ts";
import type { Row } from "../model/resolved-model.ts";
import type { AddressBar } from "./address-bar.ts";
import { answeredPage } from "./answered-page.ts";
import { readQueryTotals, readTabCounts } from "./list-figures.ts";
import { ListQuery } from "./list-query.ts";
import type { DrawnRow, GroupNode, RowGroups } from "./row-groups.ts";
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

/** The call that writes a file of a list, and what a background export of the same reads. */
export interface ExportCall {
  readonly url: string;
  readonly params: Row;
  /** Absent where only the call itself knows the rows. */
  readonly source?: { readonly kind: "model" | "report" | "screen"; readonly id: string } | undefined;
}

/**
 * One mounted list: what came for its query, what is selected and which views stand open.
 * Rows are replaced as a whole array; nothing inside them is observable.
 */
export class ListStore extends ListQuery {
  rows: readonly Row[] = [];
  total = 0;
  totals: Readonly<Record<string, unknown>> | undefined = undefined;
  status: ListStatus = "idle";
  error: RequestError | undefined = undefined;
  selected: ReadonlyMap<string, Row> = new Map();
  /** Every row that matches the query is chosen, also on pages that were never seen. */
  isAllMatching = false;
  /** Rows per tab value under the present conditions; undefined until they are counted. */
  tabCounts: ReadonlyMap<string, number> | undefined = undefined;
  views: readonly OpenView[] = [];
  /** The rows under their groups; undefined while they stand one by one. `rows` holds those of open groups. */
  grouped: readonly DrawnRow[] | undefined = undefined;
  /** Rows per day, `yyyy-MM-dd`, of a month with more of them than are read at once; `rows` is empty then. */
  dayCounts: ReadonlyMap<string, number> | undefined = undefined;
  /** Keys of buttons whose action runs now: `key` or `key:rowId`. */
  readonly busy = observable.set<string>();

  #request: AbortController | undefined;
  #rowGroups: RowGroups | undefined;
  #viewKey = 0;

  constructor(
    plan: ListPlan,
    services: ConsoleServices,
    address: AddressBar,
    fixed: Readonly<Record<string, unknown>> = {},
  ) {
    super(plan, services, address, fixed);
    makeObservable(this, {
      rows: observableRef,
      total: observable,
      totals: observableRef,
      status: observable,
      error: observableRef,
      selected: observableRef,
      isAllMatching: observable,
      tabCounts: observableRef,
      selectedCount: computed,
      isPageSelected: computed,
      views: observableRef,
      grouped: observableRef,
      dayCounts: observableRef,
      pageCount: computed,
      toggleRow: action,
      toggleAll: action,
      selectMatching: action,
      clearSelection: action,
      openView: action,
      moveView: action,
      closeView: action,
    });
  }

  protected override get isFresh(): boolean {
    return this.status === "idle";
  }

  get pageCount(): number {
    return Math.max(1, Math.ceil(this.total / this.pageSize));
  }

  get isPageSelected(): boolean {
    const rows = this.#selectable();
    return rows.length > 0 && rows.every((row) => this.selected.has(this.keyOf(row)));
  }

  get selectedCount(): number {
    return this.isAllMatching ? this.total : this.selected.size;
  }

  /** The row whose detail the address names; undefined = none. */
  get addressedId(): string | undefined {
    return new URLSearchParams(this.address.read()).get("id") || undefined;
  }

  /** The button that the address wants pressed; it is asked for once, so that a reload presses nothing. */
  takePressed(): string | undefined {
    const params = new URLSearchParams(this.address.read());
    const key = params.get("press");
    if (!key) return undefined;
    params.delete("press");
    const rest = params.toString();
    this.address.write(rest && `?${rest}`);
    return key;
  }

  /** A person presses a row's mark. */
  chooseRow(row: Row): Promise<void> {
    return this.leave("choice", async () => this.toggleRow(row));
  }

  toggleRow(row: Row): void {
    const key = this.keyOf(row);
    if (key === "") return;
    const next = new Set(this.plan.table.selection === "single" ? [] : this.selected.keys());
    if (this.selected.has(key)) next.delete(key);
    else next.add(key);
    this.#select(next, [row]);
  }

  /** A person marks rows: those of these keys are chosen from now on, on this page and on those before. */
  choose(keys: ReadonlySet<string>): Promise<void> {
    return this.leave("choice", async () => runInAction(() => this.#select(keys)));
  }

  /** @param near rows that may not have been chosen before */
  #select(keys: ReadonlySet<string>, near = this.rows): void {
    const rows = new Map(near.map((row) => [this.keyOf(row), row]));
    this.selected = new Map(
      [...keys].flatMap((key) => {
        const row = this.selected.get(key) ?? rows.get(key);
        return row ? [[key, row] as const] : [];
      }),
    );
    this.isAllMatching = false;
  }

  toggleAll(): void {
    const all = this.isPageSelected;
    const next = new Set(this.selected.keys());
    for (const row of this.#selectable()) {
      if (all) next.delete(this.keyOf(row));
      else next.add(this.keyOf(row));
    }
    this.#select(next);
  }

  /** Chooses every row of the query, on all pages. Ends when the conditions change or a row is taken out. */
  selectMatching(): void {
    this.isAllMatching = true;
    this.selected = new Map(this.#selectable().map((row) => [this.keyOf(row), row]));
  }

  clearSelection(): void {
    this.selected = new Map();
    this.isAllMatching = false;
  }

  /**
   * Reads the list again after something was done to rows. What was chosen for it is done with; the one record whose
   * rows stand below stays chosen as long as the list shows it.
   */
  async loadActed(rows: readonly Row[], load: () => Promise<void> = () => this.load()): Promise<void> {
    const isSingle = this.plan.table.selection === "single";
    if (!isSingle) this.clearSelection();
    await load();
    const acted = new Set(rows.map((row) => this.keyOf(row)));
    const isGone = (key: string) => acted.has(key) && !this.rows.some((row) => this.keyOf(row) === key);
    if (isSingle && [...this.selected.keys()].some(isGone)) this.clearSelection();
  }

  openView(view: Omit<OpenView, "key">): void {
    this.#viewKey += 1;
    this.views = [...this.views, { ...view, key: this.#viewKey }];
    this.#writeOpenRow();
  }

  /** The same view on another row: a detail walks along the page without closing. */
  moveView(key: number, row: Row): void {
    this.views = this.views.map((view) => (view.key === key ? { ...view, row } : view));
    this.#writeOpenRow();
  }

  /** Whether a detail on this row has a neighbour, on its own page or on the one beside it. */
  hasNeighbour(row: Row | undefined, by: 1 | -1): boolean {
    const at = this.#placeOf(row);
    if (at < 0) return false;
    const next = at + by;
    if (this.grouped || this.month) return this.rows[next] !== undefined;
    if (next >= 0 && next < this.rows.length) return true;
    return by > 0 ? this.pageNo < this.pageCount : this.pageNo > 1;
  }

  /** Walks an open detail to the next or the previous row; past the end of a page the list turns it. */
  async stepView(key: number, by: 1 | -1): Promise<void> {
    const row = this.views.find((view) => view.key === key)?.row;
    if (!this.hasNeighbour(row, by)) return;
    const next = this.rows[this.#placeOf(row) + by];
    if (next) return this.moveView(key, next);
    const page = this.pageNo + by;
    await this.setPage(page, this.pageSize);
    if (this.pageNo !== page) return;
    const first = by > 0 ? this.rows[0] : this.rows.at(-1);
    if (first && this.status === "ready") runInAction(() => this.moveView(key, first));
  }

  /** Closes one view, or the topmost. */
  closeView(key?: number): void {
    this.views = key === undefined ? this.views.slice(0, -1) : this.views.filter((view) => view.key !== key);
    this.#writeOpenRow();
  }

  keyOf(row: Row): string {
    return String(row[this.plan.table.rowKey] ?? "");
  }

  /** Reads again what a saved form changed. `result` is the server's answer: an added row, complete. */
  loadSaved(_result: unknown): Promise<void> {
    return this.load();
  }

  /**
   * Loads the present page and, beside it, the sums over the whole query. A newer call ends an older one;
   * the older one's answer is never shown.
   */
  override async load(): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    runInAction(() => {
      this.status = "loading";
      this.error = undefined;
    });
    try {
      void this.#loadTotals(request.signal);
      void this.#loadTabCounts(request.signal);
      if (this.groups.length > 0) return await this.#loadGroups(request.signal);
      this.#rowGroups = undefined;
      if (this.month) return await this.#loadMonth(this.month, request.signal);
      const result = await this.services.request<unknown>({
        method: "GET",
        url: this.plan.listUrl,
        params: this.params(),
        signal: request.signal,
      });
      if (request.signal.aborted) return;
      const page = answeredPage(result);
      runInAction(() => {
        this.grouped = undefined;
        this.rows = page.rows;
        this.total = page.total;
        this.status = "ready";
        if (this.isAllMatching) this.selectMatching();
      });
      await this.#leaveEmptyPage();
    } catch (reason) {
      if (request.signal.aborted) return;
      runInAction(() => this.fail(reason));
    }
  }

  /** Groups that were open stay open. Their part comes with the first list that is grouped. */
  async #loadGroups(signal: AbortSignal): Promise<void> {
    const { RowGroups } = await import("./row-groups.ts");
    const open = this.#rowGroups?.openKeys ?? new Set();
    const groups = new RowGroups(this.plan, this.services, this.groups, (more) => this.params(more));
    await groups.load(open, signal);
    if (signal.aborted) return;
    this.#rowGroups = groups;
    runInAction(() => {
      this.total = groups.total;
      this.status = "ready";
      this.#showGroups();
      if (this.isAllMatching) this.selectMatching();
    });
  }

  /** The part that reads a month comes with the first calendar. */
  async #loadMonth(month: string, signal: AbortSignal): Promise<void> {
    const { readMonth } = await import("./month-rows.ts");
    const { rows, total, dayCounts } = await readMonth(this, month, signal);
    if (signal.aborted) return;
    runInAction(() => {
      this.grouped = undefined;
      Object.assign(this, { rows, total, dayCounts, status: "ready" });
    });
  }

  #showGroups(): void {
    this.grouped = this.#rowGroups?.drawn();
    this.rows = (this.grouped ?? []).filter(({ node }) => node === undefined).map(({ row }) => row);
  }

  groupState(node: GroupNode): "open" | "closed" | "loading" {
    return this.#rowGroups?.state(node) ?? "closed";
  }

  /** Opens or closes a group, or reads the next rows of one. */
  async pressGroup(node: NonNullable<DrawnRow["node"]>): Promise<void> {
    const groups = this.#rowGroups;
    const changed = () => runInAction(() => this.#rowGroups === groups && this.#showGroups());
    try {
      await (node.kind === "group" ? groups?.toggle(node, changed) : groups?.more(node, changed));
    } catch (reason) {
      this.services.notify("error", reason instanceof Error ? reason.message : String(reason), reason);
    }
  }

  /** Every row that is here; a list knows those of its page. */
  get allRows(): readonly Row[] {
    return this.rows;
  }

  /** The call that writes a file of what is asked for; undefined where the rows are only here. */
  exportCall(): ExportCall | undefined {
    const { pageNo: _page, pageSize: _size, ...params } = this.params();
    const { model, models } = this.plan;
    // Rows that no model stores have their own call, and no task reads them.
    const source = models.get(model.id) === model ? ({ kind: "model", id: model.id } as const) : undefined;
    return { url: `${model.base}/exportXls`, params, source };
  }

  dispose(): void {
    this.#request?.abort();
  }

  /**
   * Goes on where a store stood whose document is another one now: the same question, rows, choice and open views.
   *
   * @param isAnew the rows are read again; those of before stay in sight until the new ones are there
   */
  goOnFrom(before: ListStore, isAnew: boolean): void {
    runInAction(() => {
      this.takeQuery(before);
      this.rows = before.rows;
      this.total = before.total;
      this.selected = before.selected;
      this.isAllMatching = before.isAllMatching;
      this.views = before.views.filter(({ view, mode }) => mode === "ask" || this.plan.views.has(view));
      this.#viewKey = before.#viewKey;
      this.status = isAnew ? "loading" : before.status;
      this.error = before.error;
    });
  }

  /** Sums and counts are extras: a server without them leaves the rows alone. */
  async #loadTotals(signal: AbortSignal): Promise<void> {
    const totals = await readQueryTotals(this.services, this.plan, this.conditions(), signal);
    if (!signal.aborted) runInAction(() => (this.totals = totals));
  }

  async #loadTabCounts(signal: AbortSignal): Promise<void> {
    const counts = await readTabCounts(this.services, this.plan, this.conditions(), signal);
    if (!signal.aborted) runInAction(() => (this.tabCounts = counts));
  }

  /** A row without a key is shown; no call could name it. */
  #selectable(): readonly Row[] {
    return this.rows.filter((row) => this.keyOf(row) !== "");
  }

  #placeOf(row: Row | undefined): number {
    return row ? this.rows.findIndex((each) => this.keyOf(each) === this.keyOf(row)) : -1;
  }

  protected override leaveMatching(): void {
    if (this.isAllMatching) this.clearSelection();
  }

  /** The address names the row whose detail stands on top, so that a reload or a sent link shows the same. */
  #writeOpenRow(): void {
    const top = this.views.findLast((view) => view.mode === "detail" && view.view === "detail");
    const before = this.address.read();
    const params = new URLSearchParams(before);
    const id = top?.row ? this.keyOf(top.row) : "";
    if ((params.get("id") ?? "") === id) return;
    if (id === "") params.delete("id");
    else params.set("id", id);
    this.address.write(params.size > 0 ? `?${params}` : "");
  }

  /** After the last row of the last page was deleted, the page before it is the last one. */
  async #leaveEmptyPage(): Promise<void> {
    if (this.rows.length > 0 || this.total === 0 || this.pageNo <= this.pageCount) return;
    runInAction(() => {
      this.pageNo = this.pageCount;
    });
    await this.changed();
  }

  protected fail(reason: unknown): void {
    const error = reason instanceof RequestError ? reason : new RequestError(String(reason), 0, undefined);
    const code = Number(error.envelope?.code);
    this.error = error;
    this.status = error.status === 403 || code === 510 ? "denied" : "error";
    // A refusal that came with another status has been told by then.
    if (error.status === 200 && (code === 500 || code === 510)) this.services.notify("warning", error.message, error);
  }
}
