interface Misses {
  readonly suggestion: string;
  readonly times: number;
}

/**
 * Which fields of which models are named, and which names lead to none. A field that nobody names, while several
 * places name something very like it, is misspelt where it is declared.
 */
export class FieldUsage {
  readonly #used = new Set<string>();
  /** Model → wrong name → what it looks like and how often it stands. */
  readonly #missed = new Map<string, Map<string, Misses>>();

  use(modelId: string | undefined, name: string): void {
    if (modelId !== undefined) this.#used.add(`${modelId}#${name}`);
  }

  isUsed(modelId: string, name: string): boolean {
    return this.#used.has(`${modelId}#${name}`);
  }

  miss(modelId: string | undefined, name: string, suggestion: string | undefined): void {
    if (modelId !== undefined && suggestion !== undefined) this.#miss(modelId, name, { suggestion, times: 1 });
  }

  /** Adds what another has collected. */
  include(other: FieldUsage): void {
    for (const field of other.#used) this.#used.add(field);
    for (const [modelId, names] of other.#missed) {
      for (const [name, misses] of names) this.#miss(modelId, name, misses);
    }
  }

  #miss(modelId: string, name: string, { suggestion, times }: Misses): void {
    const names = this.#missed.get(modelId) ?? new Map<string, Misses>();
    this.#missed.set(modelId, names);
    const before = names.get(name);
    names.set(name, { suggestion: before?.suggestion ?? suggestion, times: (before?.times ?? 0) + times });
  }

  /** Declared field → the name that others use for it. A name that stands once may be a slip of its own. */
  misspeltDeclarations(modelId: string): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const [name, { suggestion, times }] of this.#missed.get(modelId) ?? []) {
      if (times > 1 && !this.#used.has(`${modelId}#${suggestion}`)) found.set(suggestion, name);
    }
    return found;
  }
}
