import { distance } from "fastest-levenshtein";
import type { Diagnostic } from "../schema/diagnostic.ts";
import type { BrokenPart } from "./plan.ts";

/** The known name nearest to a misspelt one; undefined when none is near enough to be meant. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = String(name).toLowerCase(); // a document may hold a number where a name belongs
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.ceil(wanted.length * 0.4)) + 1;
  for (const candidate of known) {
    const steps = distance(wanted, candidate.toLowerCase());
    if (steps >= bestDistance) continue;
    best = candidate;
    bestDistance = steps;
  }
  return best;
}

interface BrokenOptions {
  readonly file: string;
  readonly path: string;
  /** What it is in Chinese: 列组件、字段 … */
  readonly what: string;
  readonly name: string;
  readonly known: Iterable<string>;
}

/** A placeholder for a name that does not exist, with the nearest one that does. */
export function brokenName({ file, path, what, name, known }: BrokenOptions): BrokenPart {
  const suggestion = nearestName(name, known);
  const diagnostic: Diagnostic = {
    code: "LC2001",
    severity: "error",
    file,
    line: 1,
    column: 1,
    path,
    message: `未找到${what} "${name}"${suggestion ? `，是否为 "${suggestion}"` : ""}`,
    ...(suggestion ? { suggestion } : {}),
  };
  return { kind: "broken", name, diagnostic };
}
