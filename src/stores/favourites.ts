import { action, makeObservable, observableRef } from "mobx";
import type { LocalEntries } from "./local-entries.ts";

const maxRecent = 8;

interface Places {
  /** Addresses in the order in which they were marked. */
  readonly marked: readonly string[];
  /** The last ones first. */
  readonly recent: readonly string[];
}

const none: Places = { marked: [], recent: [] };

/** The pages a person marked, and those they were on last; kept in this browser, for each person. */
export class FavouritesStore {
  private readonly entries: LocalEntries;
  private readonly userId: () => string;
  private places: Places = none;
  private owner: string | undefined;

  constructor(entries: LocalEntries, userId: () => string) {
    this.entries = entries;
    this.userId = userId;
    makeObservable<this, "places" | "owner" | "read">(this, {
      places: observableRef,
      // Who looks before anything was read has looked at nothing else, and is told when it is.
      owner: observableRef,
      read: action,
      toggle: action,
      visit: action,
    });
  }

  get marked(): readonly string[] {
    return this.owner === this.userId() ? this.places.marked : [];
  }

  get recent(): readonly string[] {
    return this.owner === this.userId() ? this.places.recent : [];
  }

  isMarked(path: string): boolean {
    return this.marked.includes(path);
  }

  toggle(path: string): void {
    this.read();
    const { marked } = this.places;
    this.store({ marked: marked.includes(path) ? marked.filter((each) => each !== path) : [...marked, path] });
  }

  /** Called when a page is shown. */
  visit(path: string): void {
    this.read();
    if (this.places.recent[0] === path) return;
    this.store({ recent: [path, ...this.places.recent.filter((each) => each !== path)].slice(0, maxRecent) });
  }

  private read(): void {
    const owner = this.userId();
    if (this.owner === owner) return;
    this.owner = owner;
    this.places = readPlaces(this.entries.read(`favourites:${owner}`));
  }

  private store(change: Partial<Places>): void {
    this.places = { ...this.places, ...change };
    this.entries.write(`favourites:${this.owner}`, this.places);
  }
}

function readPlaces(stored: unknown): Places {
  const { marked, recent } = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<Places>;
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
  return { marked: texts(marked), recent: texts(recent) };
}
