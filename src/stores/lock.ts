import { action, makeObservable, observable } from "mobx";
import { siteSettings } from "../api/site-settings.ts";
import type { LocalEntries } from "./local-entries.ts";
import type { SettingsStore } from "./settings.ts";

/** How often the idle time is looked at, and the last touch written for the other tabs of the browser. */
const stepMs = 10_000;
const touches = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

interface Parts {
  readonly entries: LocalEntries;
  readonly settings: Pick<SettingsStore, "values">;
  isSignedIn(): boolean;
}

/**
 * Locks the screen after the idle time of the settings, over all tabs of the browser. The page stays as it is below;
 * the own password opens it again. A reload does not open it.
 */
export class LockStore {
  isLocked: boolean;
  private readonly parts: Parts;
  private lastTouch = Date.now();
  private lastWritten = 0;

  constructor(parts: Parts) {
    this.parts = parts;
    this.isLocked = parts.entries.read("locked") === true;
    makeObservable<this, "set">(this, { isLocked: observable, set: action });
  }

  lock(): void {
    if (this.parts.isSignedIn()) this.change(true);
  }

  unlock(): void {
    this.lastTouch = Date.now();
    this.change(false);
  }

  /** Begins to watch for idleness; the answer ends it. */
  watch(): () => void {
    const touch = () => {
      this.lastTouch = Date.now();
    };
    const follow = (event: StorageEvent) => {
      if (event.key === null || event.key.endsWith("locked")) this.set(this.parts.entries.read("locked") === true);
    };
    for (const name of touches) addEventListener(name, touch, { capture: true, passive: true });
    addEventListener("storage", follow);
    const timer = setInterval(() => this.look(), stepMs);
    return () => {
      for (const name of touches) removeEventListener(name, touch, { capture: true });
      removeEventListener("storage", follow);
      clearInterval(timer);
    };
  }

  private look(): void {
    const { entries, settings } = this.parts;
    const own = settings.values.lockMinutes;
    const everybody = siteSettings().lockMinutes;
    // A person may ask for a shorter time than the operator, not for a longer one.
    const lockMinutes = own > 0 && everybody > 0 ? Math.min(own, everybody) : own || everybody;
    if (lockMinutes === 0 || this.isLocked) return;
    if (this.lastTouch > this.lastWritten) {
      this.lastWritten = this.lastTouch;
      entries.write("touched", this.lastTouch);
    }
    const elsewhere = Number(entries.read("touched") ?? 0);
    if (Date.now() - Math.max(this.lastTouch, elsewhere) >= lockMinutes * 60_000) this.lock();
  }

  private change(isLocked: boolean): void {
    if (isLocked) this.parts.entries.write("locked", true);
    else this.parts.entries.remove("locked");
    this.set(isLocked);
  }

  private set(isLocked: boolean): void {
    this.isLocked = isLocked;
  }
}
