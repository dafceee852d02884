/** A date token of a pattern, such as `yyyyMMdd`. */
export const isDateToken = (token: string): boolean => /^(yyyy|yy|MM|dd|HH|mm|ss)+$/.test(token);

/** Paths in the braces of a pattern, and where they stand in it: `{branchCode}{A00}` → `branchCode` at 1. */
export function patternPaths(pattern: string): readonly { readonly path: string; readonly offset: number }[] {
  return [...pattern.matchAll(/\{([a-z][A-Za-z0-9.]*)\}/g)].flatMap(({ 1: path, index }) =>
    path && !isDateToken(path) ? [{ path, offset: index + 1 }] : [],
  );
}

/** The day of the first start, where a moment may name a value of the row. */
export const today = "today";

/** The path that a moment begins with: `createTime+3h` → `createTime`; empty for one that counts from the first start. */
export function momentPath(moment: string): string {
  const path = /^([A-Za-z][A-Za-z0-9.]*)?/.exec(moment)?.[0] ?? "";
  return path === today ? "" : path;
}
