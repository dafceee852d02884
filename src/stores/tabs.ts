import { action, makeObservable, observable, observableRef } from "mobx";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import type { LocalEntries } from "./local-entries.ts";

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

/** As many as anybody reads; more in the storage was not written by this console. */
const maxRestored = 100;

/**
 * The open pages, 首页 first. The router says which one is shown; this says what is open and what closing leads to.
 * They are there again after a reload, with their titles and queries.
 */
export class TabsStore {
  private readonly entries: LocalEntries;
  private tabs: readonly Tab[];
  private kept = "";
  /** Titles that were changed at run time, by path; they stay when the tab is opened again. */
  private readonly titles = observable.map<string, string>();
  /** Counted up to draw a page anew, by path. */
  private readonly rounds = observable.map<string, number>();

  /** @param entries those of this browser tab, so that two windows keep their own pages */
  constructor(entries: LocalEntries) {
    this.entries = entries;
    this.tabs = [home, ...readTabs(entries.read("tabs"))];
    this.titles.replace(readTitles(entries.read("tabTitles")));
    makeObservable<this, "tabs" | "set">(this, {
      tabs: observableRef,
      set: action,
      keepOnly: action,
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
    this.set(isOpen ? others.map((other) => (other.path === tab.path ? seen : other)) : [...others, seen]);
  }

  /** Drops tabs of pages that the person does not have, after the menu has arrived. */
  keepOnly(isKnown: (path: string) => boolean): void {
    const known = this.tabs.filter(({ path }) => path === homePath || isKnown(path));
    if (known.length < this.tabs.length) this.set(known);
  }

  /** Component names of the pages that are kept alive now. */
  noteKept(names: readonly string[]): void {
    const text = names.join();
    if (text === this.kept) return;
    this.kept = text;
    this.entries.write("keptAlive", names);
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
    this.set(before.filter((tab, at) => tab.path === homePath || !isInRange(range, at, index)));
    if (this.tabs.some((tab) => tab.path === active)) return { kind: "stay" };
    const neighbour = range === "this" ? (before[index + 1] ?? before[index - 1]) : before[index];
    return { kind: "go", to: neighbour ? neighbour.path + neighbour.search : homePath };
  }

  /** The page changed its own query without a navigation; its tab leads back to it. */
  remember(path: string, search: string): void {
    this.set(this.tabs.map((tab) => (tab.path === path ? { ...tab, search } : tab)));
  }

  /** Changes the title of a page; it is remembered for the route. */
  rename(path: string, title: string): void {
    this.titles.set(path, title);
    this.entries.write("tabTitles", Object.fromEntries(this.titles));
    this.set(this.tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab)));
  }

  /** Draws the page anew. */
  refresh(path: string): void {
    this.rounds.set(path, this.roundOf(path) + 1);
  }

  clear(): void {
    this.tabs = [home];
    this.titles.clear();
    this.rounds.clear();
    this.kept = "";
    for (const name of ["tabs", "tabTitles", "keptAlive"]) this.entries.remove(name);
  }

  private set(tabs: readonly Tab[]): void {
    this.tabs = tabs;
    const others = tabs.filter(({ path }) => path !== homePath);
    if (others.length > 0) this.entries.write("tabs", others);
    else this.entries.remove("tabs");
  }
}

function isInRange(range: CloseRange, at: number, chosen: number): boolean {
  if (range === "this") return at === chosen;
  if (range === "left") return at < chosen;
  if (range === "right") return at > chosen;
  return at !== chosen;
}

/** Only what this console can have written: pages of its own, each once. */
function readTabs(stored: unknown): readonly Tab[] {
  const found = new Map<string, Tab>();
  for (const each of Array.isArray(stored) ? stored.slice(0, maxRestored) : []) {
    const { path, search, title } = (each ?? {}) as Partial<Tab>;
    const isTab = [path, search, title].every((text) => typeof text === "string");
    if (isTab && path !== homePath && /^\/[^/\\]/.test(path as string)) found.set(path as string, each as Tab);
  }
  return [...found.values()];
}

function readTitles(stored: unknown): readonly (readonly [string, string])[] {
  const titles = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return titles.filter((entry): entry is [string, string] => typeof entry[1] === "string");
}
