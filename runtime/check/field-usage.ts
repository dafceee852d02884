interface Miss {
  readonly name: string;
  readonly suggestion: string;
}

/**
 * Which fields of which models are named, and which names lead to none. A field that nobody names, while several
 * places name something very like it, is misspelt where it is declared.
 */
export class FieldUsage {
  readonly #used = new Set<string>();
  readonly #missed = new Map<string, Miss[]>();

  use(modelId: string | undefined, name: string): void {
    if (modelId !== undefined) this.#used.add(`${modelId}#${name}`);
  }

  miss(modelId: string | undefined, name: string, suggestion: string | undefined): void {
    if (modelId === undefined || suggestion === undefined) return;
    this.#missed.set(modelId, [...(this.#missed.get(modelId) ?? []), { name, suggestion }]);
  }

  /** Declared field → the name that others use for it. */
  misspeltDeclarations(modelId: string): ReadonlyMap<string, string> {
    const misses = this.#missed.get(modelId) ?? [];
    const found = new Map<string, string>();
    for (const { name, suggestion } of misses) {
      const isShared = misses.filter((miss) => miss.name === name).length > 1; // once may be a slip of its own
      if (isShared && !this.#used.has(`${modelId}#${suggestion}`)) found.set(suggestion, name);
    }
    return found;
  }
}
