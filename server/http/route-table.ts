interface Addressed {
  readonly method: string;
  /** Parts that begin with a colon stand for any, a star for the rest. */
  readonly path: string;
}

/** Routes by their paths: of one whose route was not registered, of one that is called by a wrong method. */
export class RouteTable<Route extends Addressed = Addressed> {
  readonly routes: Route[] = [];
  readonly #fixed = new Map<string, Route[]>();
  readonly #patterns: { readonly route: Route; readonly parts: readonly string[] }[] = [];

  constructor(routes: Iterable<Route> = []) {
    for (const route of routes) this.add(route);
  }

  add(route: Route): void {
    this.routes.push(route);
    const same = this.#fixed.get(route.path);
    if (/[:*]/.test(route.path)) this.#patterns.push({ route, parts: route.path.split("/") });
    else if (same) same.push(route);
    else this.#fixed.set(route.path, [route]);
  }

  /** The routes that a path (without query) can be of. */
  at(path: string): readonly Route[] {
    const parts = path.split("/");
    const fitting = this.#patterns.filter((pattern) => matches(pattern.parts, parts)).map(({ route }) => route);
    return [...(this.#fixed.get(path) ?? []), ...fitting];
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const star = pattern.indexOf("*");
  if (star >= 0 ? path.length < pattern.length : path.length !== pattern.length) return false;
  const compared = star >= 0 ? pattern.slice(0, star) : pattern;
  return compared.every((part, index) => part.startsWith(":") || part === path[index]);
}
