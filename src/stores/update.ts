import { action, makeObservable, observable } from "mobx";

/** Least time between two looks at the server, in milliseconds. */
const pauseMs = 300_000;

interface Parts {
  /** The page as the server serves it now. */
  fetchPage(): Promise<string>;
  /** The script that this page began with, as written in it; undefined in a test. */
  readonly entry: string | undefined;
  readonly now?: () => number;
}

/**
 * Knows when the server has a newer console than the one that is open. Built scripts carry a hash in their names, so the
 * page that the server serves names another one after a deployment.
 */
export class UpdateStore {
  isOutdated = false;
  private readonly parts: Parts;
  private lastLookAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts) {
    this.parts = parts;
    makeObservable(this, { isOutdated: observable, tell: action, postpone: action });
  }

  /** Called on navigation; looks at most every five minutes unless told to. A server that cannot be reached says nothing. */
  async look(now = false): Promise<void> {
    const { entry, fetchPage, now: clock = Date.now } = this.parts;
    if (entry === undefined || this.isOutdated || (!now && clock() - this.lastLookAt < pauseMs)) return;
    this.lastLookAt = clock();
    try {
      const served = entryOf(await fetchPage());
      if (served !== undefined && served !== entry) this.tell();
    } catch {
      // The next navigation looks again.
    }
  }

  tell(): void {
    this.isOutdated = true;
  }

  /** The person goes on with the old version for now. */
  postpone(): void {
    this.isOutdated = false;
    this.lastLookAt = (this.parts.now ?? Date.now)();
  }
}

/** Address of the module that a page begins with. @example entryOf('<script type="module" src="/a.js">') // "/a.js" */
export function entryOf(html: string): string | undefined {
  const tag = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0];
  return tag && /\bsrc="([^"]+)"/.exec(tag)?.[1];
}
