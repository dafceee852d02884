import { parseExpression } from "../expr/parse.ts";
import { splitTemplate } from "../expr/template.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";

type Values = Readonly<Record<string, unknown>>;

/** Parts of a transition that give rows a name (`as`). */
const parts = ["read", "post"];

/** What the rows are called that a transition reads and that its posts find or make. */
export function rowNames(transition: Values): readonly string[] {
  return parts.flatMap((part) => listOf(transition[part]).flatMap(({ as }) => (typeof as === "string" ? [as] : [])));
}

/**
 * Names of rows that nothing reads, each with the one like it that several expressions read: it is misspelt where it is
 * given.
 *
 * @param roots what expressions may begin with anyway
 */
export function misspeltRows(transition: Values, roots: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = rowNames(transition);
  if (names.length === 0) return new Map();
  const read = new Map<string, number>();
  for (const root of rootsIn(transition)) read.set(root, (read.get(root) ?? 0) + 1);
  const unknown = [...read].flatMap(([root, times]) =>
    times > 1 && !roots.has(root) && !names.includes(root) ? [root] : [],
  );
  // Two posts may give one name, each in its own case.
  const given = names.filter((name) => read.has(name));
  return new Map(
    names.flatMap((name) => {
      const meant = read.has(name) ? undefined : (nearest(name, unknown) ?? nearest(name, given, 1));
      return meant === undefined ? [] : [[name, meant] as const];
    }),
  );
}

/** LC2004, where the row gets its name: the expressions that read it are right. */
export function checkRowNames({ definition, value, path, context }: Site, report: Report): void {
  if (definition !== "transition") return;
  const transition = value as Values;
  const misspelt = misspeltRows(transition, context.roots);
  for (const part of parts) {
    for (const [index, { as }] of listOf(transition[part]).entries()) {
      const suggestion = misspelt.get(String(as));
      if (suggestion === undefined) continue;
      const message = `没有地方用到 ${quoted(as)}，别处写的是 ${quoted(suggestion)}`;
      report({ code: "LC2004", message, suggestion, path: [...path, part, index, "as"] });
    }
  }
}

const listOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value : []);

function rootsIn(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(rootsIn);
  if (typeof value !== "string" || !value.includes("{{")) return [];
  return splitTemplate(value).flatMap((part) =>
    part.kind === "expression" ? parseExpression(part.source).refs.map(([root = ""]) => root) : [],
  );
}
