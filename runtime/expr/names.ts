/** Words that lead from a value to its prototype or constructor; refused in source, unreadable when computed. */
const forbidden = new Set([
  "__proto__",
  "prototype",
  "constructor",
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
]);

/** Host names and keywords that can never be a root of a scope. */
const foreignRoots = new Set([
  "this",
  "globalThis",
  "global",
  "window",
  "self",
  "top",
  "parent",
  "document",
  "process",
  "require",
  "module",
  "exports",
  "import",
  "eval",
  "Function",
  "arguments",
  "new",
  "delete",
  "typeof",
  "instanceof",
  "void",
  "function",
  "class",
  "async",
  "await",
  "yield",
  "throw",
  "return",
  "let",
  "const",
  "var",
  "undefined",
  "super",
]);

export const isForbiddenName = (name: string): boolean => forbidden.has(name);
export const isForeignRoot = (name: string): boolean => foreignRoots.has(name);

/** The candidate that differs by at most two edits (one for short words), or undefined. */
export function nearestName(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = word.length <= 4 ? 2 : 3;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
