import { action, makeObservable, observable, observableRef } from "mobx";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";

/** One open page. Its address without query is its name: a route reuses its tab. */
export interface Tab {
  readonly path: string;
  /** Query and fragment it was last seen with; going back to the tab restores them. */
  readonly search: string;
  readonly title: string;
}

/** Which tabs a closing takes, seen from the chosen one. */
export type CloseRange = "this" | "left" | "right" | "others";

/** What closing comes to: nothing to do, a refusal to show, or the address to go to. */
export type CloseResult =
  | { readonly kind: "stay" }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "go"; readonly to: string };

const home: Tab = { path: homePath, search: "", title: messages.shell.home };

/** The open pages, 首页 first. The router says which one is shown; this says what is open and what closing leads to. */
export class TabsStore {
  private tabs: readonly Tab[] = [home];
  /** Titles that were changed at run time, by path; they stay when the tab is opened again. */
  private readonly titles = observable.map<string, string>();
  /** Counted up to draw a page anew, by path. */
  private readonly rounds = observable.map<string, number>();

  constructor() {
    makeObservable<this, "tabs">(this, {
      tabs: observableRef,
      visit: action,
      remember: action,
      close: action,
      rename: action,
      refresh: action,
      clear: action,
    });
  }

  get open(): readonly Tab[] {
    return this.tabs;
  }

  titleOf(path: string): string | undefined {
    return this.titles.get(path) ?? this.tabs.find((tab) => tab.path === path)?.title;
  }

  /** Query that the tab was last seen with, without fragment. */
  searchOf(path: string): string {
    return this.tabs.find((tab) => tab.path === path)?.search.split("#", 1)[0] ?? "";
  }

  roundOf(path: string): number {
    return this.rounds.get(path) ?? 0;
  }

  /**
   * Called when a page is shown. An address without query leaves the one that the page has by now.
   *
   * @param keepOthers false where tabs are switched off: only the current page stays
   */
  visit(tab: Tab, keepOthers = true): void {
    const title = this.titles.get(tab.path) ?? tab.title;
    const seen = { ...tab, title, search: tab.search || this.searchOf(tab.path) };
    const others = keepOthers ? this.tabs : this.tabs.filter(({ path }) => path === homePath || path === tab.path);
    const isOpen = others.some(({ path }) => path === tab.path);
    this.tabs = isOpen ? others.map((other) => (other.path === tab.path ? seen : other)) : [...others, seen];
  }

  /** Paths of the tabs that a closing takes. */
  takenBy(range: CloseRange, chosen: string): readonly string[] {
    const index = this.tabs.findIndex((tab) => tab.path === chosen);
    if (index < 0) return [];
    return this.tabs.flatMap(({ path }, at) => (path !== homePath && isInRange(range, at, index) ? [path] : []));
  }

  /**
   * Closes tabs around the chosen one; 首页 always stays.
   *
   * @param active path of the page that is shown
   * @returns where to go when the shown page was closed: to its neighbour, or to the chosen tab
   */
  close(range: CloseRange, chosen: string, active: string): CloseResult {
    if (range === "this" && chosen === homePath) return { kind: "refused", message: messages.tabs.homeStays };
    if (range === "this" && this.tabs.length === 1) return { kind: "refused", message: messages.tabs.lastStays };
    const index = this.tabs.findIndex((tab) => tab.path === chosen);
    if (index < 0) return { kind: "stay" };
    const before = this.tabs;
    this.tabs = before.filter((tab, at) => tab.path === homePath || !isInRange(range, at, index));
    if (this.tabs.some((tab) => tab.path === active)) return { kind: "stay" };
    const neighbour = range === "this" ? (before[index + 1] ?? before[index - 1]) : before[index];
    return { kind: "go", to: neighbour ? neighbour.path + neighbour.search : homePath };
  }

  /** The page changed its own query without a navigation; its tab leads back to it. */
  remember(path: string, search: string): void {
    this.tabs = this.tabs.map((tab) => (tab.path === path ? { ...tab, search } : tab));
  }

  /** Changes the title of a page; it is remembered for the route. */
  rename(path: string, title: string): void {
    this.titles.set(path, title);
    this.tabs = this.tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab));
  }

  /** Draws the page anew. */
  refresh(path: string): void {
    this.rounds.set(path, this.roundOf(path) + 1);
  }

  clear(): void {
    this.tabs = [home];
    this.titles.clear();
    this.rounds.clear();
  }
}

function isInRange(range: CloseRange, at: number, chosen: number): boolean {
  if (range === "this") return at === chosen;
  if (range === "left") return at < chosen;
  if (range === "right") return at > chosen;
  return at !== chosen;
}
