/** Remembers which methods a path has, so that a wrong method is told apart from a wrong path. */
export class RouteTable {
  readonly #routes: { readonly method: string; readonly parts: readonly string[] }[] = [];

  add(method: string, url: string): void {
    this.#routes.push({ method, parts: url.split("/") });
  }

  /** Methods registered for a path (without query), sorted; empty for an unknown path. */
  methodsOf(path: string): string[] {
    const parts = path.split("/");
    const methods = this.#routes.filter((route) => matches(route.parts, parts)).map((route) => route.method);
    return [...new Set(methods)].filter((method) => method !== "HEAD").sort();
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const star = pattern.indexOf("*");
  if (star >= 0 ? path.length < pattern.length : path.length !== pattern.length) return false;
  const compared = star >= 0 ? pattern.slice(0, star) : pattern;
  return compared.every((part, index) => part.startsWith(":") || part === path[index]);
}
