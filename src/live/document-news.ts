import type { DocumentNews } from "../../runtime/react/services.ts";

interface Parts {
  /** What the sign-in brought, read again: the menu and the rights, the dictionaries. */
  reloadMenus(): Promise<unknown>;
  reloadDictionaries(): Promise<unknown>;
}

/** Tells open pages that documents are others now, after what they show beside them has come. */
export class DocumentChannel implements DocumentNews {
  readonly #parts: Parts;
  readonly #listeners = new Set<() => void>();
  #round = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get round(): number {
    return this.#round;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** A frame of the notice channel; it never fails: what could not be read again stays as it was. */
  async hear({ menus, dictionaries }: Readonly<Record<string, unknown>>): Promise<void> {
    await Promise.allSettled([
      menus === true ? this.#parts.reloadMenus() : undefined,
      dictionaries === true ? this.#parts.reloadDictionaries() : undefined,
    ]);
    this.#round += 1;
    for (const listener of this.#listeners) listener();
  }
}
