import type { PartPlace } from "../compile/part-place.ts";
import type { Scope } from "../expr/compile.ts";

interface MarkedPart {
  readonly place?: PartPlace | undefined;
  readonly permission?: string | undefined;
}

/** Attributes by which a drawn part says where it comes from, for whoever looks through the page. */
export const partMarks = ({ place, permission }: MarkedPart) =>
  place && { "data-at": place.at, "data-from": place.from, "data-permission": permission };

const scopes = new WeakMap<Element, () => Scope>();

/**
 * A `ref` that keeps what the expressions below an element read.
 *
 * @param read the roots that this element adds to those around it; called only when somebody asks
 */
export const keepScope = (read: () => Scope) => (element: Element | null) => {
  if (element) scopes.set(element, read);
};

/** What an expression at this element reads: the roots of everything around it, the nearest first. */
export function scopeAt(element: Element): Scope {
  const found: Scope[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const read = scopes.get(at);
    if (read) found.unshift(read());
  }
  return Object.assign({}, ...found);
}
