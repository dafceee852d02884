import { compileExpression, evaluateExpression } from "../compile.ts";
import { parseExpression } from "../parse.ts";
import cases from "./cases.json";
import probes from "./probes.json";

/** The table and the probes as plain functions, so that they also run outside the test runner. */
export interface Failure {
  readonly expression: string;
  readonly got: string;
}

export type ExpressionCase = readonly [expression: string, result?: unknown];

export const expressionCases = cases.cases as unknown as readonly ExpressionCase[];
export const caseScope: Readonly<Record<string, unknown>> = cases.scopes.order;

export type ProbeOutcome = "refused" | "undefined" | "nothing" | "number" | "text" | "list";
export const escapeProbes = probes as unknown as readonly (readonly [expression: string, outcome: ProbeOutcome])[];

class Instance {
  secret = "secret";
}

/** Everything that a scope should not hold, as if a caller had put it in by mistake. */
export function hostileScope(report: (what: string) => void): Record<string, unknown> {
  const plain: Record<string, unknown> = {
    name: "龙井",
    qty: 3,
    list: [1, 2, 3],
    fn: () => report("a function ran"),
    when: new Date(0),
    instance: new Instance(),
    map: new Map([["a", 1]]),
    symbol: Symbol("s"),
    big: 10n,
  };
  Object.defineProperty(plain, "ownProto", { enumerable: true, value: null });
  Object.defineProperty(plain, "getter", { enumerable: true, get: () => report("a getter ran") });
  const angry = new Proxy(
    {},
    {
      get: () => {
        throw new Error("trap");
      },
      getPrototypeOf: () => {
        throw new Error("trap");
      },
      getOwnPropertyDescriptor: () => {
        throw new Error("trap");
      },
      ownKeys: () => {
        throw new Error("trap");
      },
    },
  );
  const trap = new Proxy(() => report("a proxy was called"), { get: () => report("a proxy was read") });
  return { row: plain, fn: () => report("a function ran"), keyword: "constructor", angry, trap };
}

export function outcomeOf(expression: string, report: (what: string) => void): ProbeOutcome | string {
  if (parseExpression(expression).diagnostics.length > 0) {
    const value = compileExpression(expression)(hostileScope(report));
    return value === undefined ? "refused" : `refused, but evaluates to ${String(value)}`;
  }
  const { value } = evaluateExpression(expression, hostileScope(report));
  if (value === undefined) return "undefined";
  if (value === null || value === false) return "nothing";
  if (Array.isArray(value)) return value.every((item) => typeof item !== "function") ? "list" : "a function inside";
  return typeof value === "string" ? "text" : typeof value;
}

/** Runs everything; an empty list is good. */
export function runSuite(): { readonly ran: number; readonly failures: readonly Failure[] } {
  const failures: Failure[] = [];
  for (const [expression, result] of expressionCases) {
    const got = compileExpression(expression)(caseScope);
    if (JSON.stringify(got) !== JSON.stringify(result))
      failures.push({ expression, got: JSON.stringify(got) ?? "undefined" });
  }
  for (const [expression, outcome] of escapeProbes) {
    const reports: string[] = [];
    const got = outcomeOf(expression, (what) => reports.push(what));
    if (got !== outcome || reports.length > 0) failures.push({ expression, got: [got, ...reports].join("; ") });
  }
  return { ran: expressionCases.length + escapeProbes.length, failures };
}
