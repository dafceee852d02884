import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import { type Bound, type Comparison, type Condition, every, never, type TextPlace } from "../query/condition.ts";
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

/** Every condition that a rule may use. */
export const ruleConditions: readonly string[] = [...Object.keys(comparisons), ...Object.keys(places), "IN"];

/**
 * The rows that data rules leave to a caller, as one condition.
 *
 * A rule that cannot be applied leaves no row, never all: an unknown field, operator (SQL fragments among them) or
 * variable, an empty variable, a value of the wrong type. One field holds one rule, the later wins; rules are ANDed.
 */
export function rowCondition(
  model: Pick<ResolvedModel, "fields">,
  rules: readonly RowRule[],
  variables: RuleVariables,
): Condition {
  const byField = new Map(rules.map((rule) => [rule.column, rule]));
  return every(
    ...[...byField.values()].map((rule) => {
      const field = model.fields.get(rule.column);
      return field ? ruleCondition(field, rule, variables) : never;
    }),
  );
}

function ruleCondition(field: ResolvedField, rule: RowRule, variables: RuleVariables): Condition {
  const condition = rule.condition.trim().toUpperCase();
  const text = fillVariables(rule.value, variables);
  if (text === undefined || text === "") return never;
  if (condition === "IN") return inCondition(field, text);
  const place = places[condition];
  if (place !== undefined) return textCondition(field, place, stripPercent(text));
  const op = comparisons[condition];
  const value = typedValue(field, text);
  if (op === undefined || value === undefined) return never;
  return { kind: "compare", field: field.name, op, value };
}

function inCondition(field: ResolvedField, text: string): Condition {
  const parts = ruleParts(text);
  const values = parts.map((part) => typedValue(field, part)).filter((value): value is Bound => value !== undefined);
  if (values.length === 0 || values.length < parts.length) return never;
  return { kind: "in", field: field.name, values, negate: false };
}

/** The values of a rule with IN. */
export function ruleParts(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim().replace(/^'(.*)'$/, "$1"))
    .filter((part) => part !== "");
}

/** Every row contains an empty text: that is no narrowing. */
function textCondition(field: ResolvedField, place: TextPlace, text: string): Condition {
  return text === "" ? never : { kind: "text", field: field.name, place, text, negate: false };
}

/** Recorded rules write `#{sys_org_code}%` with LIKE operators, which add their own wildcard. */
export function stripPercent(text: string): string {
  return text.replace(/^%+|%+$/g, "");
}

/** `#{name}`, in the forms of version 2 and 3. */
const variable = /#\{\s*\[?\s*([^\]}\s]*)\s*\]?\s*\}/g;

/** A rule's value with its variables filled in. @returns undefined when a variable is unknown, unfinished or empty */
export function fillVariables(text: string, variables: RuleVariables): string | undefined {
  if (unknownVariable(text) !== undefined) return undefined;
  const found = [...text.matchAll(variable)].map(([, name = ""]) => variableValue(name, variables));
  if (found.some((value) => !value)) return undefined;
  return text.trim().replace(variable, (_, name: string) => variableValue(name, variables) ?? "");
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

/** As the forms of administration name them. */
export const variableNames = [
  "sys_user_code",
  "sys_user_name",
  "sys_user_id",
  "sys_org_code",
  "sys_multi_org_code",
  "sys_date",
  "sys_time",
  "bpm_status",
  "tenant_id",
] as const;

/** The first `#{name}` of a rule's value that stands for nothing, or that does not end; undefined when all are known. */
export function unknownVariable(text: string): string | undefined {
  for (const [, name = ""] of text.matchAll(variable)) if (readerOf(name) === undefined) return name;
  const [, unfinished] = text.replace(variable, "").split("#{");
  return unfinished;
}

const readerOf = (name: string) => {
  const key = name.replaceAll("_", "").toLowerCase();
  return Object.hasOwn(readers, key) ? readers[key] : undefined;
};

const variableValue = (name: string, variables: RuleVariables): string | undefined => readerOf(name)?.(variables);
