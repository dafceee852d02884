import { compileBracedRule } from "../expr/template.ts";
import { shownText } from "../expr/text.ts";
import type { ResolvedField, Row } from "../model/resolved-model.ts";
import { requiredMessage } from "../record/check-field.ts";
import { isEmpty, normaliseValue } from "../record/normalise.ts";
import { patternOf } from "../record/patterns.ts";
import { recordMessages as texts } from "../record/record-messages.ts";
import type { Rule } from "../schema/types.gen.ts";
import type { AsyncCellTest, CellCheck } from "./row-store-types.ts";

export interface CellCheckOptions {
  /** Scope of an expression about a row: `row` and whatever the table's place offers. */
  readonly scopeOf: (row: Row) => Readonly<Record<string, unknown>>;
  readonly isRequired: boolean;
  /** The row as it was opened: a number that stood there before its field got bounds is not refused. */
  readonly openedRow?: (row: Row) => Row | undefined;
  /** Asks a stored check rule on the server; without it `checkRule` entries are left to the save. */
  readonly checkRule?: (code: string) => AsyncCellTest;
}

/** TBL-16: what the model demands (required, type and range, unique), then the rules in the order in which they stand. */
export function cellChecks(field: ResolvedField, options: CellCheckOptions): readonly CellCheck[] {
  const checks: CellCheck[] = [];
  if (options.isRequired) checks.push({ kind: "required", message: requiredMessage(field) });
  checks.push({
    kind: "test",
    test: (value, row) => {
      const problem = shapeProblem(field, value);
      return problem === undefined
        ? boundsProblem(field, value, () => options.openedRow?.(row)?.[field.name])
        : problem;
    },
  });
  const isNamed = field.rules.some((rule) => "pattern" in rule && rule.pattern === "only" && rule.level !== "warning");
  if (field.unique && !isNamed) checks.push({ kind: "unique", message: texts.notUnique(field.title) });
  for (const rule of field.rules) {
    const check = rule.level === "warning" ? undefined : ruleCheck(field, rule, options);
    if (check) checks.push(check);
  }
  return checks;
}

function shapeProblem(field: ResolvedField, value: unknown): string | undefined {
  const isText = field.type === "string" || field.type === "text";
  // A text in a text field has the right shape already, and tables check ten thousand of them at once.
  if (typeof value === "string" && isText) {
    const isAnyLength = field.maxLength === undefined && field.minLength === undefined;
    return isAnyLength || isEmpty(value) ? undefined : lengthProblem(field, value);
  }
  if (isEmpty(value)) return undefined;
  const { message } = normaliseValue(field, value);
  if (message !== undefined) return message;
  return lengthProblem(field, value);
}

function boundsProblem({ minimum, maximum }: ResolvedField, value: unknown, before: () => unknown): string | undefined {
  if (typeof value !== "number") return undefined;
  if (minimum !== undefined && value < minimum) return value === before() ? undefined : texts.minimum(minimum);
  if (maximum !== undefined && value > maximum) return value === before() ? undefined : texts.maximum(maximum);
  return undefined;
}

/** Characters are counted only where code units, of which there are never fewer, leave a doubt. */
function lengthProblem({ minLength, maxLength }: ResolvedField, value: unknown): string | undefined {
  const text = typeof value === "string" ? value : "";
  if (maxLength !== undefined && text.length > maxLength && [...text].length > maxLength) {
    return texts.maxLength(maxLength);
  }
  return minLength !== undefined && [...text].length < minLength ? texts.minLength(minLength) : undefined;
}

function ruleCheck(field: ResolvedField, rule: Rule, options: CellCheckOptions): CellCheck | undefined {
  if ("pattern" in rule) {
    if (rule.pattern === "*") return { kind: "required", message: rule.message ?? requiredMessage(field) };
    if (rule.pattern === "only") return { kind: "unique", message: rule.message ?? texts.notUnique(field.title) };
    const pattern = patternOf(rule.pattern);
    const message = rule.message ?? pattern.message;
    const test = (value: unknown) => {
      const text = typeof value === "string" ? value : shownText(value);
      return isEmpty(value) || pattern.test(text) ? undefined : message;
    };
    return { kind: "test", test };
  }
  if ("checkRule" in rule) {
    const ask = options.checkRule?.(rule.checkRule);
    if (!ask) return undefined;
    const { message } = rule;
    const test: AsyncCellTest = async (value, row) => {
      const refused = await ask(value, row);
      return refused === undefined ? undefined : (message ?? refused);
    };
    return { kind: "async", test };
  }
  const isKept = compileBracedRule(rule.expr);
  return {
    kind: "test",
    test: (value, row) => (isEmpty(value) || isKept(options.scopeOf(row)) ? undefined : rule.message),
  };
}
