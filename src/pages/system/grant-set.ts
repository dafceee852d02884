/** A menu or button of the tree for granting, as the server sends it. */
export interface GrantNode {
  readonly key: string;
  readonly slotTitle: string;
  /** 0 group, 1 page, 2 button. */
  readonly menuType: number;
  readonly ruleFlag: 0 | 1;
  /** Address of a page. */
  readonly url: string;
  /** The person may not hand it on. */
  readonly disableCheckbox: boolean;
  readonly children: readonly GrantNode[];
}

export type CheckState = "all" | "some" | "none";

/** The tree with everything that is asked of it while somebody ticks. Pure: each change answers a new set. */
export class GrantTree {
  readonly roots: readonly GrantNode[];
  readonly #nodes = new Map<string, GrantNode>();
  readonly #parents = new Map<string, string>();
  readonly #below = new Map<string, readonly string[]>();

  constructor(roots: readonly GrantNode[]) {
    this.roots = roots;
    for (const root of roots) this.#index(root);
  }

  get size(): number {
    return this.#nodes.size;
  }

  get keys(): Iterable<string> {
    return this.#nodes.keys();
  }

  titleOf(key: string): string {
    return this.#nodes.get(key)?.slotTitle ?? key;
  }

  /** The row's title after those of the rows above it. */
  pathOf(key: string): string {
    const above = this.#parents.get(key);
    return above === undefined ? this.titleOf(key) : `${this.pathOf(above)} / ${this.titleOf(key)}`;
  }

  /** Pages that can be opened by their address alone. */
  get pages(): readonly GrantNode[] {
    return [...this.#nodes.values()].filter(({ menuType, url }) => menuType === 1 && /^\/[^:]*$/.test(url));
  }

  /** The row itself and everything below it. */
  below(key: string): readonly string[] {
    return this.#below.get(key) ?? [key];
  }

  countOf(key: string, granted: ReadonlySet<string>): number {
    return this.below(key).filter((one) => granted.has(one)).length;
  }

  stateOf(key: string, granted: ReadonlySet<string>): CheckState {
    const count = this.countOf(key, granted);
    if (count === 0) return "none";
    return count === this.below(key).length ? "all" : "some";
  }

  /**
   * Grants or takes one row. Linked, what stands below goes with it, and the rows above follow: they are granted with
   * the first row below them and taken with the last.
   */
  set(granted: ReadonlySet<string>, key: string, on: boolean, isLinked: boolean): ReadonlySet<string> {
    const next = new Set(granted);
    const keys = isLinked ? this.below(key) : [key];
    for (const one of keys) this.#put(next, one, on);
    if (!isLinked) return next;
    for (let above = this.#parents.get(key); above !== undefined; above = this.#parents.get(above)) {
      if (on) this.#put(next, above, true);
      else if (this.countOf(above, next) === (next.has(above) ? 1 : 0) && this.#isGroup(above)) {
        this.#put(next, above, false);
      }
    }
    return next;
  }

  /** Grants one row without what stands below it; linked, the rows above come along. */
  setAlone(granted: ReadonlySet<string>, key: string, isLinked: boolean): ReadonlySet<string> {
    const next = new Set(granted);
    for (let at: string | undefined = key; at !== undefined; at = isLinked ? this.#parents.get(at) : undefined) {
      this.#put(next, at, true);
    }
    return next;
  }

  all(granted: ReadonlySet<string>, on: boolean): ReadonlySet<string> {
    const next = new Set(granted);
    for (const key of this.#nodes.keys()) this.#put(next, key, on);
    return next;
  }

  /** Rows that match, with the way down to them. */
  filter(keep: (node: GrantNode) => boolean): readonly GrantNode[] {
    const kept = (nodes: readonly GrantNode[]): readonly GrantNode[] =>
      nodes.flatMap((node) => {
        const children = kept(node.children);
        if (children.length > 0) return [{ ...node, children: keep(node) ? node.children : children }];
        return keep(node) ? [node] : [];
      });
    return kept(this.roots);
  }

  /** A page stays granted without its buttons; a group without pages is empty. */
  #isGroup(key: string): boolean {
    return this.#nodes.get(key)?.menuType === 0;
  }

  #put(granted: Set<string>, key: string, on: boolean): void {
    if (this.#nodes.get(key)?.disableCheckbox !== false) return;
    if (on) granted.add(key);
    else granted.delete(key);
  }

  #index(node: GrantNode, parent?: string): readonly string[] {
    this.#nodes.set(node.key, node);
    if (parent !== undefined) this.#parents.set(node.key, parent);
    const keys = [node.key, ...node.children.flatMap((child) => this.#index(child, node.key))];
    this.#below.set(node.key, keys);
    return keys;
  }
}
