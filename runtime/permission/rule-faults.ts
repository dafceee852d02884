import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import { typedValue } from "../query/typed-value.ts";
import { nearest } from "../schema/nearest.ts";
import { type RowRule, ruleConditions, ruleParts, stripPercent, unknownVariable, variableNames } from "./row-rules.ts";

/** What is wrong with a data rule, whoever it narrows: such a rule leaves no row. */
export type RuleFault =
  | { readonly kind: "column" | "condition" | "variable"; readonly word: string; readonly nearest: string | undefined }
  /** A value that no row could hold, or none at all. */
  | { readonly kind: "value"; readonly word: string; readonly field: string }
  | { readonly kind: "sql" };

type FaultModel = Pick<ResolvedModel, "fields" | "title">;

/** The first fault of a rule on a model's rows; undefined for a sound one. */
export function ruleFault(model: FaultModel, { column, condition, value }: RowRule): RuleFault | undefined {
  const operator = condition.trim().toUpperCase();
  if (operator === "USE_SQL_RULES") return { kind: "sql" };
  const field = model.fields.get(column);
  if (!field) return { kind: "column", word: column, nearest: nearest(column, model.fields.keys()) };
  if (!ruleConditions.includes(operator)) {
    return { kind: "condition", word: condition, nearest: nearest(operator, ruleConditions) };
  }
  const variable = unknownVariable(value);
  if (variable !== undefined) {
    const snake = variable.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { kind: "variable", word: variable, nearest: nearest(snake, variableNames) };
  }
  return fitsField(field, operator, value) ? undefined : { kind: "value", word: value, field: field.title };
}

/** What a variable stands for is known only when somebody asks; what is written out can be looked at now. */
function fitsField(field: ResolvedField, operator: string, value: string): boolean {
  if (value.trim() === "") return false;
  if (value.includes("#{")) return true;
  if (operator.endsWith("LIKE")) return stripPercent(value.trim()) !== "";
  const parts = operator === "IN" ? ruleParts(value) : [value.trim()];
  return parts.length > 0 && parts.every((part) => typedValue(field, part) !== undefined);
}

/** The fault in words, with the right word where one is near. */
export function faultText(model: FaultModel, fault: RuleFault): string {
  const told = faultWords(model, fault);
  if (!("nearest" in fault) || fault.nearest === undefined) return told;
  return `${told}，是否应为 ${fault.kind === "variable" ? `#{${fault.nearest}}` : fault.nearest}`;
}

/** The fault alone, for who tells the right word by itself. */
export function faultWords(model: FaultModel, fault: RuleFault): string {
  if (fault.kind === "sql") return "不支持自定义 SQL，请用字段、条件和值来写";
  if (fault.kind === "value") return `规则值“${fault.word}”不能与${fault.field}比较`;
  const told = {
    column: `${model.title}没有字段 ${fault.word}`,
    condition: `没有条件规则 ${fault.word}`,
    variable: `没有系统变量 #{${fault.word}}`,
  };
  return told[fault.kind];
}
