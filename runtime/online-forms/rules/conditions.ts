import { tokenize } from "../../expr/lexer.ts";
import { parseExpression } from "../../expr/parse.ts";
import { fieldNameOf } from "../form-columns.ts";
import type { FormRule, RuleOp, RuleTest } from "./form-rule.ts";

/** A value as an expression writes it. */
export const literal = (value: unknown): string => {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = String(value ?? "").replace(/\s+/g, " ");
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
};

export const listLiteral = (values: readonly unknown[]): string => `[${values.map(literal).join(", ")}]`;

const listOf = (value: RuleTest["value"]): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Each comparison as our expressions write it; `read-rules.ts` reads them back. */
export const printTest: Readonly<Record<RuleOp, (field: string, value: RuleTest["value"]) => string>> = {
  eq: (field, value) => `${field} == ${literal(value)}`,
  ne: (field, value) => `${field} != ${literal(value)}`,
  gt: (field, value) => `${field} > ${literal(value)}`,
  ge: (field, value) => `${field} >= ${literal(value)}`,
  lt: (field, value) => `${field} < ${literal(value)}`,
  le: (field, value) => `${field} <= ${literal(value)}`,
  contains: (field, value) => `contains(${field}, ${literal(value)})`,
  has: (field, value) => `${literal(value)} in ${field}`,
  in: (field, value) => `${field} in ${listLiteral(listOf(value))}`,
  empty: (field) => `toText(${field}) == ''`,
  filled: (field) => `toText(${field}) != ''`,
};

const testText = ({ field, op, value }: RuleTest): string => printTest[op](`row.${fieldNameOf(field)}`, value);

/** The alternatives of a rule's condition, each an expression that may need brackets. */
function branchesOf({ match, when, formula }: FormRule): readonly string[] {
  if (formula) return [bare(formula)];
  const tests = when.map(testText);
  return match === "any" ? tests : [tests.join(" && ")];
}

/** The inside of `{{ … }}`. */
export const bare = (formula: string): string => formula.trim().slice(2, -2).trim();

/** The condition of one rule. */
export const conditionOf = (rule: FormRule): string => anyOf([rule]);

/** Holds when one of the rules does. */
export function anyOf(rules: readonly FormRule[]): string {
  const branches = rules.flatMap(branchesOf);
  if (branches.length < 2) return branches[0] ?? "false";
  return branches.map((branch) => (isOneTest(branch) ? branch : `(${branch})`)).join(" || ");
}

/** `!(…)` of it, or what stands in the brackets of one that is negated already. */
export function negated(source: string): string {
  return negatedPart(source) ?? `!(${source})`;
}

/** What stands in `!( … )`, if that is all of it. */
export function negatedPart(source: string): string | undefined {
  const [, inner] = /^!\(([\s\S]*)\)$/.exec(source) ?? [];
  return inner !== undefined && parseExpression(inner).ast ? inner : undefined;
}

const joints: ReadonlySet<string> = new Set(["&&", "||", "??", "?"]);

const isOneTest = (source: string): boolean =>
  !tokenize(source).tokens.some(({ kind, text }) => kind === "operator" && joints.has(text));

/** The same expression over another root: `row.price` → `form.price`. */
export function withRoot(source: string, from: string, to: string): string {
  return replaceNames(source, (name, before) => (name === from && before !== "." ? to : name));
}

/** The same expression with other names of fields below `row`. */
export function withFields(source: string, names: ReadonlyMap<string, string>): string {
  const { tokens } = tokenize(source);
  return replaceNames(source, (name, before, at) => {
    const isOfRow = before === "." && tokens[at - 2]?.text === "row" && tokens[at - 3]?.text !== ".";
    return isOfRow ? (names.get(name) ?? name) : name;
  });
}

function replaceNames(
  source: string,
  rename: (name: string, before: string | undefined, at: number) => string,
): string {
  const { tokens } = tokenize(source);
  let result = "";
  let end = 0;
  for (const [at, { kind, text, offset }] of tokens.entries()) {
    if (kind !== "name") continue;
    result += source.slice(end, offset) + rename(text, tokens[at - 1]?.text, at);
    end = offset + text.length;
  }
  return result + source.slice(end);
}

/** The fields that an expression reads of its record. */
export function readsOfRow(source: string): readonly string[] {
  const names = parseExpression(source).refs.flatMap(([root, name]) => (root === "row" && name ? [name] : []));
  return [...new Set(names)];
}

/** The fields that a condition reads. */
export const readsOf = (rule: FormRule): readonly string[] => readsOfRow(conditionOf(rule));
