import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Draft, UnsavedWork } from "../../runtime/react/services.ts";
import type { LocalEntries } from "./local-entries.ts";

const lifetimeMs = 604_800_000;
/** The oldest draft goes when there are more. */
const maxDrafts = 20;
/** Longer ones are not kept: the storage of a browser holds about five million characters for everything. */
const maxDraftLength = 200_000;

/** Knows which open pages hold input that was not saved, and keeps drafts of it for the person in this browser. */
export class UnsavedStore {
  private readonly entries: LocalEntries;
  private readonly userId: () => string;
  private readonly pages = new Map<string, PageWork>();

  /** @param userId empty while nobody is signed in: nothing is kept then */
  constructor(entries: LocalEntries, userId: () => string) {
    this.entries = entries;
    this.userId = userId;
  }

  /** The part of one page; `key` is that of the mounted page. */
  page(key: string): PageWork {
    const known = this.pages.get(key);
    if (known) return known;
    const made = new PageWork(this.drafts());
    this.pages.set(key, made);
    return made;
  }

  /** The page is gone, and with it what was typed there. */
  drop(key: string): void {
    this.pages.delete(key);
  }

  /** Whether a page holds unsaved input; all pages when no path is given. */
  isDirty(isMeant: (path: string) => boolean = () => true): boolean {
    return [...this.pages].some(([key, page]) => isMeant(key.split(" ", 1)[0] ?? "") && page.isDirty);
  }

  /** Before pages with unsaved input close on the person's word: their drafts go too. */
  discard(isMeant: (path: string) => boolean): void {
    for (const [key, page] of this.pages) if (isMeant(key.split(" ", 1)[0] ?? "")) page.discard();
  }

  /** From now on nothing asks before it closes; drafts stay. For a reload that was decided elsewhere. */
  release(): void {
    this.pages.clear();
  }

  /** Signing out on purpose takes the drafts along: the next person at this browser is not to read them. */
  forgetDrafts(): void {
    this.entries.remove(this.entryName());
  }

  private entryName(): string {
    return `drafts:${this.userId()}`;
  }

  private drafts(): Pick<UnsavedWork, "readDraft" | "writeDraft"> {
    return {
      readDraft: (key) => readDrafts(this.entries.read(this.entryName()))[key],
      writeDraft: (key, values) => {
        if (this.userId() === "") return;
        const { [key]: before, ...others } = readDrafts(this.entries.read(this.entryName()));
        if (!values && !before) return;
        const isKept = values !== undefined && JSON.stringify(values).length <= maxDraftLength;
        const all = isKept ? { [key]: { values, savedAt: Date.now() }, ...others } : others;
        this.entries.write(this.entryName(), latestOf(all), lifetimeMs);
      },
    };
  }
}

/** One page's part: its forms report here. */
export class PageWork implements UnsavedWork {
  /** False while the page stands hidden behind another tab: its forms are quiet then, not gone. */
  isShown = true;
  readonly readDraft: UnsavedWork["readDraft"];
  private readonly drafts: Pick<UnsavedWork, "readDraft" | "writeDraft">;
  private readonly watched = new Set<() => boolean>();
  private readonly written = new Set<string>();
  private isDiscarded = false;

  constructor(drafts: Pick<UnsavedWork, "readDraft" | "writeDraft">) {
    this.drafts = drafts;
    this.readDraft = drafts.readDraft;
  }

  writeDraft(key: string, values: Row | undefined): void {
    if (this.isDiscarded) return;
    this.written.add(key);
    this.drafts.writeDraft(key, values);
  }

  /** Its forms are about to close without being saved, as the person wants; their last words are not kept. */
  discard(): void {
    for (const key of this.written) this.drafts.writeDraft(key, undefined);
    this.isDiscarded = true;
    this.watched.clear();
  }

  get isDirty(): boolean {
    return [...this.watched].some((isDirty) => isDirty());
  }

  watch(isDirty: () => boolean): () => void {
    this.watched.add(isDirty);
    return () => {
      if (this.isShown) this.watched.delete(isDirty);
    };
  }

  /** The page is shown again: the forms that are still there report anew. */
  show(): void {
    this.isShown = true;
    this.watched.clear();
  }
}

function readDrafts(stored: unknown): Readonly<Record<string, Draft>> {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, Draft] => isDraft(entry[1])));
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { values, savedAt } = value as { readonly values?: unknown; readonly savedAt?: unknown };
  return typeof savedAt === "number" && typeof values === "object" && values !== null && !Array.isArray(values);
}

function latestOf(drafts: Readonly<Record<string, { readonly values: Row; readonly savedAt: number }>>) {
  const entries = Object.entries(drafts).sort(([, one], [, other]) => other.savedAt - one.savedAt);
  return Object.fromEntries(entries.slice(0, maxDrafts));
}
