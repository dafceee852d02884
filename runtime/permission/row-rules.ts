import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import { type Bound, type Comparison, type Condition, every, type TextPlace } from "../query/condition.ts";
import { typedValue } from "../query/typed-value.ts";

/** A data rule as stored (contract 02 §2.4): wire name of a field, operator, text that may hold `#{variables}`. */
export interface RowRule {
  readonly column: string;
  readonly condition: string;
  readonly value: string;
}

/** What `#{name}` stands for; a variable that is absent or empty makes its rule match no row. */
export interface RuleVariables {
  readonly username: string;
  readonly realname: string;
  readonly userId: string;
  readonly orgCode: string;
  readonly orgCodes: readonly string[];
  readonly tenantId: number;
  /** `yyyy-MM-dd HH:mm:ss` in the business time zone. */
  readonly now: string;
}

const comparisons: Readonly<Record<string, Comparison>> = {
  "=": "eq",
  "!=": "ne",
  ">": "gt",
  ">=": "ge",
  "<": "lt",
  "<=": "le",
};
const places: Readonly<Record<string, TextPlace>> = { LIKE: "contains", LEFT_LIKE: "ends", RIGHT_LIKE: "starts" };

const never: Condition = { kind: "never" };

/**
 * The rows that data rules leave to a caller, as one condition.
 *
 * A rule on a field that the model does not have is ignored; an unknown operator, SQL fragments among them, matches no
 * row; one field holds one rule, the later wins; rules are ANDed.
 */
export function rowCondition(
  model: Pick<ResolvedModel, "fields">,
  rules: readonly RowRule[],
  variables: RuleVariables,
): Condition {
  const byField = new Map(rules.map((rule) => [rule.column, rule]));
  return every(
    ...[...byField.values()].flatMap((rule) => {
      const field = model.fields.get(rule.column);
      if (field) return [ruleCondition(field, rule, variables)];
      return rule.condition === "USE_SQL_RULES" ? [never] : [];
    }),
  );
}

function ruleCondition(field: ResolvedField, rule: RowRule, variables: RuleVariables): Condition {
  const condition = rule.condition.trim().toUpperCase();
  const text = fillVariables(rule.value, variables);
  if (text === undefined || text === "") return never;
  if (condition === "IN") return inCondition(field, text);
  const place = places[condition];
  if (place !== undefined) return { kind: "text", field: field.name, place, text: stripPercent(text), negate: false };
  const op = comparisons[condition];
  const value = typedValue(field, text);
  if (op === undefined || value === undefined) return never;
  return { kind: "compare", field: field.name, op, value };
}

function inCondition(field: ResolvedField, text: string): Condition {
  const parts = text
    .split(",")
    .map((part) => part.trim().replace(/^'(.*)'$/, "$1"))
    .filter((part) => part !== "");
  const values = parts.map((part) => typedValue(field, part)).filter((value): value is Bound => value !== undefined);
  if (values.length === 0 || values.length < parts.length) return never;
  return { kind: "in", field: field.name, values, negate: false };
}

/** Recorded rules write `#{sys_org_code}%` with LIKE operators, which add their own wildcard. */
export function stripPercent(text: string): string {
  return text.replace(/^%+|%+$/g, "");
}

/** A rule's value with its variables filled in. @returns undefined when a variable is unknown or empty */
export function fillVariables(text: string, variables: RuleVariables): string | undefined {
  let complete = true;
  const filled = text.trim().replace(/#\{\s*\[?\s*([A-Za-z_]+)\s*\]?\s*\}/g, (_, name: string) => {
    const value = variableValue(name, variables);
    if (!value) complete = false;
    return value ?? "";
  });
  return complete ? filled : undefined;
}

const readers: Readonly<Record<string, (variables: RuleVariables) => string>> = {
  sysusercode: (variables) => variables.username,
  sysusername: (variables) => variables.realname,
  sysuserid: (variables) => variables.userId,
  sysorgcode: (variables) => variables.orgCode,
  sysmultiorgcode: (variables) => variables.orgCodes.join(","),
  sysdate: (variables) => variables.now.slice(0, 10),
  systime: (variables) => variables.now,
  bpmstatus: () => "1",
  tenantid: (variables) => String(variables.tenantId),
};

/** The first `#{name}` of a rule's value that stands for nothing; undefined when all are known. */
export function unknownVariable(text: string): string | undefined {
  for (const [, name = ""] of text.matchAll(/#\{\s*\[?\s*([^\]}\s]*)\s*\]?\s*\}/g)) {
    if (!Object.hasOwn(readers, name.replaceAll("_", "").toLowerCase())) return name;
  }
  return undefined;
}

function variableValue(name: string, variables: RuleVariables): string | undefined {
  const key = name.replaceAll("_", "").toLowerCase();
  return Object.hasOwn(readers, key) ? readers[key]?.(variables) : undefined;
}
