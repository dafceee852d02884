import { action, computed, makeObservable, observable, observableRef, runInAction } from "mobx";
import type { ListPlan, TreePlan } from "../compile/plan.ts";
import type { Row } from "../model/resolved-model.ts";
import type { AddressBar } from "./address-bar.ts";
import { answeredPage, readLevel } from "./answered-page.ts";
import { ListStore, type OpenView } from "./list-store.ts";
import type { ConsoleServices } from "./services.ts";

/** Hits that a search shows with the way up to each. */
const searchLimit = 200;
/** Parents asked for in one call. */
const batchSize = 100;
/** Rows below one parent that a paged tree shows. */
const childLimit = 500;
/** Rows of one page that are followed upwards at most; a loop in the data ends here. */
const maxLevels = 40;

/**
 * A list whose rows hang together. Levels are read when they open; a search shows what it found and the
 * rows above each, all open. `rows` holds what stands on the screen, top to bottom.
 */
export class TreeListStore extends ListStore {
  readonly tree: TreePlan;
  /** Keys of rows that stand open. */
  open: ReadonlySet<string> = new Set();
  readonly opening = observable.set<string>();
  /** Keys of the rows that a search found; undefined while nothing is searched for. */
  found: ReadonlySet<string> | undefined = undefined;
  foundTotal = 0;
  /** Top rows on all pages; 0 where they come whole. */
  topTotal = 0;

  /** The row in the card at the right and the view in front; undefined: there is no card. */
  card: { readonly row: Row; readonly view: string } | undefined = undefined;
  /** How often somebody asked for what the card shows already: the focus goes there. */
  cardAsked = 0;
  #hasRoom = false;

  /** Rows below each parent, as far as they were read; the top rows stand under "". */
  #below = new Map<string, readonly Row[]>();
  #started = false;
  #depths = new Map<string, number>();
  #round = 0;

  constructor(
    plan: ListPlan,
    tree: TreePlan,
    services: ConsoleServices,
    address: AddressBar,
    fixed: Readonly<Record<string, unknown>> = {},
  ) {
    super(plan, services, address, fixed);
    this.tree = tree;
    makeObservable(this, {
      open: observableRef,
      found: observableRef,
      foundTotal: observable,
      card: observableRef,
      cardAsked: observable,
      topTotal: observable,
      isSearching: computed,
      canExpand: computed,
      canCollapse: computed,
      toggle: action,
      collapseAll: action,
    });
  }

  get isSearching(): boolean {
    return this.found !== undefined;
  }

  /** A row in sight has others below it and is closed. */
  get canExpand(): boolean {
    return this.rows.some((row) => !this.open.has(this.keyOf(row)) && this.hasChildren(row));
  }

  /** A row in sight stands open. */
  get canCollapse(): boolean {
    return this.rows.some((row) => this.open.has(this.keyOf(row)) && this.hasChildren(row));
  }

  depthOf(row: Row): number {
    return this.#depths.get(this.keyOf(row)) ?? 0;
  }

  hasChildren(row: Row): boolean {
    const known = this.#below.get(this.keyOf(row));
    if (known) return known.length > 0;
    return !this.isSearching && isYes(row[this.tree.hasChild]);
  }

  /** Names of the rows above a row, from the top. */
  pathOf(row: Row): readonly string[] {
    const names: string[] = [];
    const byKey = new Map(this.rows.map((each) => [this.keyOf(each), each]));
    let at = byKey.get(this.#parentOf(row));
    while (at && names.length < maxLevels) {
      names.unshift(String(at[this.tree.titleField] ?? ""));
      at = byKey.get(this.#parentOf(at));
    }
    return names;
  }

  /** Whether the window has room for a card; else its views open over the list. */
  setRoom(hasRoom: boolean): void {
    this.#hasRoom = hasRoom;
    if (!hasRoom) this.#setCard(undefined);
  }

  /** The tabs of the card that the person may see. */
  get cardTabs(): NonNullable<TreePlan["card"]>["tabs"] {
    const mayOpen = (code: string | undefined) => code === undefined || this.services.hasPermission(code);
    return (this.tree.card?.tabs ?? []).filter(({ permission }) => mayOpen(permission));
  }

  /** A view that the card has opens there; others over the list. */
  override openView(view: Omit<OpenView, "key">): void {
    const tabs = this.cardTabs;
    const tab = tabs.find((each) => each.view === view.view) ?? (view.view === "detail" ? tabs[0] : undefined);
    const isOfRow = view.mode === "edit" || view.mode === "detail";
    if (!this.#hasRoom || !tab || !view.row || !isOfRow) super.openView(view);
    else if (this.#isShown(view.row, tab.view)) runInAction(() => this.cardAsked++);
    else void this.showCard(view.row, tab.view);
  }

  /** Asks first when something in the card was typed and not saved. */
  showCard(row: Row, view = this.card?.view ?? this.cardTabs[0]?.view ?? ""): Promise<void> {
    if (this.card && this.keyOf(this.card.row) === this.keyOf(row)) {
      this.#setCard({ row: this.card.row, view });
      return Promise.resolve();
    }
    return this.leave("choice", async () => this.#setCard({ row, view }));
  }

  #isShown(row: Row, view: string): boolean {
    return this.card?.view === view && this.keyOf(this.card.row) === this.keyOf(row);
  }

  closeCard(): Promise<void> {
    return this.leave("choice", async () => this.#setCard(undefined));
  }

  #setCard(card: TreeListStore["card"]): void {
    runInAction(() => {
      this.card = card;
      this.selected = new Map(card ? [[this.keyOf(card.row), card.row]] : []);
    });
  }

  /** A card whose row went with what was done closes. */
  override async loadActed(rows: readonly Row[], load?: () => Promise<void>): Promise<void> {
    await super.loadActed(rows, load);
    const { card } = this;
    if (!card) return;
    const key = this.keyOf(card.row);
    const isGone = rows.some((row) => this.keyOf(row) === key) && !this.rows.some((row) => this.keyOf(row) === key);
    this.#setCard(isGone ? undefined : card);
  }

  /** Opens or closes a row; its level is read the first time. */
  async toggle(row: Row): Promise<void> {
    const key = this.keyOf(row);
    if (this.open.has(key)) {
      this.#show(without(this.open, key));
      return;
    }
    if (!this.hasChildren(row) || this.opening.has(key)) return;
    if (!this.#below.has(key)) {
      this.opening.add(key);
      try {
        await this.#readBelow([key]);
      } catch (reason) {
        this.services.notify("error", reason instanceof Error ? reason.message : String(reason), reason);
        return;
      } finally {
        runInAction(() => this.opening.delete(key));
      }
    }
    runInAction(() => this.#show(new Set([...this.open, key])));
  }

  /** Opens every level, reading what was not read yet. */
  async expandAll(): Promise<void> {
    await this.#openLevels(maxLevels);
    runInAction(() => this.#show(this.open));
  }

  collapseAll(): void {
    this.#show(new Set());
  }

  /** The present levels again, or a search when there are conditions. An older answer never replaces a newer one. */
  override async load(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    runInAction(() => {
      this.status = "loading";
      this.error = undefined;
    });
    try {
      if (this.filterCount > 0) await this.#search(round);
      else await this.#browse(round);
    } catch (reason) {
      if (round === this.#round) runInAction(() => this.fail(reason));
    }
  }

  /** A row that was added below another is seen: the one above it opens. */
  override async loadSaved(result: unknown): Promise<void> {
    const parent = isRow(result) ? this.#parentOf(result) : "";
    if (parent !== "" && !this.isSearching) this.open = new Set([...this.open, parent]);
    await this.load();
  }

  async #browse(round: number): Promise<void> {
    const top = await this.#readTop();
    if (round !== this.#round) return;
    const wasOpen = this.isSearching ? new Set<string>() : this.open;
    this.#below = new Map([["", top]]);
    runInAction(() => {
      this.found = undefined;
      this.open = wasOpen;
    });
    await this.#readBelow([...wasOpen]);
    if (!this.#started) {
      this.#started = true;
      await this.#openLevels(this.tree.expandLevel);
    }
    if (round !== this.#round) return;
    runInAction(() => {
      this.#show(this.open);
      this.status = "ready";
    });
  }

  async #readTop(): Promise<readonly Row[]> {
    const { base } = this.plan.model;
    if (!this.tree.isPaged) {
      return readLevel(await this.services.request<unknown>({ method: "GET", url: `${base}/rootList` }));
    }
    const isTop = [{ field: this.tree.parent, rule: "empty" }];
    const params = { ...this.params(), superQueryParams: JSON.stringify(isTop) };
    const page = answeredPage(await this.services.request<unknown>({ method: "GET", url: `${base}/list`, params }));
    runInAction(() => {
      this.topTotal = page.total;
    });
    return page.rows;
  }

  async #openLevels(levels: number): Promise<void> {
    let level = this.#below.get("") ?? [];
    // Rows that hang below each other would come again, and more of them, on every level.
    const opened = new Set<string>();
    for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
      const keys = new Set(level.filter((row) => this.hasChildren(row)).map((row) => this.keyOf(row)));
      const parents = [...keys].filter((key) => !opened.has(key));
      for (const key of parents) opened.add(key);
      await this.#readBelow(parents.filter((key) => !this.#below.has(key)));
      runInAction(() => {
        this.open = new Set([...this.open, ...parents]);
      });
      level = parents.flatMap((key) => this.#below.get(key) ?? []);
    }
  }

  /** Reads the rows below each of the given ones, many at a time. */
  async #readBelow(keys: readonly string[]): Promise<void> {
    const { base } = this.plan.model;
    if (this.tree.isPaged) {
      for (const key of keys) {
        const params = { ...this.params(), [this.tree.parent]: key, pageNo: 1, pageSize: childLimit };
        const page = answeredPage(await this.services.request<unknown>({ method: "GET", url: `${base}/list`, params }));
        this.#below.set(key, page.rows);
      }
      return;
    }
    for (let from = 0; from < keys.length; from += batchSize) {
      const some = keys.slice(from, from + batchSize);
      const result = await this.services.request<unknown>({
        method: "GET",
        url: `${base}/getChildListBatch`,
        params: { parentIds: some.join(",") },
      });
      const children = readLevel(result);
      for (const key of some) {
        this.#below.set(
          key,
          children.filter((row) => this.#parentOf(row) === key),
        );
      }
    }
  }

  async #search(round: number): Promise<void> {
    const { base } = this.plan.model;
    const params = { ...this.params(), pageNo: 1, pageSize: searchLimit };
    const page = answeredPage(await this.services.request<unknown>({ method: "GET", url: `${base}/list`, params }));
    const rows = await this.#withAncestors(page.rows);
    if (round !== this.#round) return;
    this.#below = new Map([["", []]]);
    for (const row of rows.values()) {
      const parent = this.#parentOf(row);
      const key = rows.has(parent) ? parent : "";
      this.#below.set(key, [...(this.#below.get(key) ?? []), row]);
    }
    runInAction(() => {
      this.found = new Set(page.rows.map((row) => this.keyOf(row)));
      this.foundTotal = page.total;
      this.#show(new Set(this.#below.keys()));
      this.status = "ready";
    });
  }

  /** The rows and every row above them that the person may see, each once. */
  async #withAncestors(found: readonly Row[]): Promise<ReadonlyMap<string, Row>> {
    const rows = new Map(found.map((row) => [this.keyOf(row), row]));
    const asked = new Set<string>();
    for (let level = 0; level < maxLevels; level += 1) {
      const missing = new Set(
        [...rows.values()].map((row) => this.#parentOf(row)).filter((key) => key !== "" && !rows.has(key)),
      );
      const next = [...missing].filter((key) => !asked.has(key)).slice(0, batchSize);
      if (next.length === 0) break;
      for (const key of next) asked.add(key);
      const result = await this.services.request<unknown>({
        method: "GET",
        url: `${this.plan.model.base}/list`,
        params: { id: next.join(","), pageNo: 1, pageSize: batchSize },
      });
      for (const row of answeredPage(result).rows) rows.set(this.keyOf(row), row);
    }
    return rows;
  }

  #parentOf(row: Row): string {
    const value = row[this.tree.parent];
    return value === null || value === undefined || value === this.tree.root ? "" : String(value);
  }

  /** Lays the open levels out top to bottom. A row that hangs below itself is drawn once. */
  #show(open: ReadonlySet<string>): void {
    this.open = open;
    const rows: Row[] = [];
    const depths = new Map<string, number>();
    const add = (level: readonly Row[], depth: number) => {
      for (const row of level) {
        const key = this.keyOf(row);
        if (depths.has(key)) continue;
        depths.set(key, depth);
        rows.push(row);
        if (open.has(key)) add(this.#below.get(key) ?? [], depth + 1);
      }
    };
    add(this.#below.get("") ?? [], 0);
    this.#depths = depths;
    this.rows = rows;
    this.total = rows.length;
  }
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;

function isYes(value: unknown): boolean {
  return value === true || value === "1" || value === "Y" || (typeof value === "number" && value > 0);
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  next.delete(key);
  return next;
}
