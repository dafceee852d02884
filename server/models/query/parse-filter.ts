import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import {
  always,
  type Bound,
  type Comparison,
  type Condition,
  type TextPlace,
} from "../../../runtime/query/condition.ts";
import { type DayEdge, isWholeDay, typedValue } from "../../../runtime/query/typed-value.ts";
import { quoted, refuse } from "../../http/refusal.ts";

export type QueryField = Pick<ResolvedField, "name" | "type" | "title" | "multiple">;

/** Characters of one query value; longer ones are refused. */
export const maxFilterLength = 2_000;
/** Values of one IN list. */
export const maxFilterValues = 1_000;

const symbols: Readonly<Record<string, Comparison>> = {
  ">=": "ge",
  "<=": "le",
  "!=": "ne",
  ">": "gt",
  "<": "lt",
  "=": "eq",
};
const words = new Set<string>(["ge", "le", "gt", "lt", "eq", "ne"]);

/** Operator, then one space; the recorded input widget leaves the space out for `>=` and `<=`. */
const spacedOperator = /^(>=|<=|!=|>|<|=|ge|le|gt|lt|eq|ne) ([\s\S]*)$/;
const tightOperator = /^(>=|<=)([\s\S]*)$/;
const tightNumberOperator = /^(>|<|=|!=)(\s*[+-]?\d[\s\S]*)$/;

/**
 * One list parameter as a condition; the value selects the operator.
 *
 * @param text for example `*王*`, `>= 5`, `a,b`, `!x`, `a++b`; blank asks nothing
 * @throws AppError INVALID when the value does not fit the field
 * @see contract README §4
 */
export function parseFilter(field: QueryField, text: string): Condition {
  checkLength(field, text);
  if (text.trim() === "") return always;
  const operator = readOperator(field, text);
  if (operator) return operator.value.trim() === "" ? always : compare(field, operator.op, operator.value.trim());
  const stars = readStars(text);
  if (stars) return stars.text === "" ? always : { kind: "text", field: field.name, ...stars, negate: false };
  if (text.startsWith(",") && text.endsWith(",")) return holdsAny(field, splitList(field, text));
  if (text.includes(",")) return inList(field, splitList(field, text), false);
  if (text.startsWith("!") && text.length > 1) return compare(field, "ne", text.slice(1));
  return compare(field, "eq", text.replaceAll("++", ","));
}

/** `p_begin` and `p_end`: bounds that belong to the range. */
export function parseBound(field: QueryField, text: string, edge: DayEdge): Condition {
  checkLength(field, text);
  if (text.trim() === "") return always;
  return {
    kind: "compare",
    field: field.name,
    op: edge === "start" ? "ge" : "le",
    value: boundValue(field, text.trim(), edge),
  };
}

/** A comparison; a date without time stands for the whole day of a date-time field. */
export function compare(field: QueryField, op: Comparison, text: string): Condition {
  if (field.multiple && op === "eq") return holdsAny(field, [text]);
  if (!isWholeDay(field, text)) {
    return { kind: "compare", field: field.name, op, value: boundValue(field, text, "start") };
  }
  const bound = (bounded: Comparison, edge: DayEdge): Condition => ({
    kind: "compare",
    field: field.name,
    op: bounded,
    value: boundValue(field, text, edge),
  });
  const byOperator: Record<Comparison, () => Condition> = {
    eq: () => ({ kind: "every", of: [bound("ge", "start"), bound("le", "end")] }),
    ne: () => ({ kind: "some", of: [bound("lt", "start"), bound("gt", "end")] }),
    gt: () => bound("gt", "end"),
    ge: () => bound("ge", "start"),
    lt: () => bound("lt", "start"),
    le: () => bound("le", "end"),
  };
  return byOperator[op]();
}

export function inList(field: QueryField, values: readonly string[], negate: boolean): Condition {
  if (values.length === 0) return always;
  if (values.length > maxFilterValues) throw refuse(`查询条件“${field.title}”的值过多，最多 ${maxFilterValues} 个`);
  if (field.multiple && !negate) return holdsAny(field, values);
  return { kind: "in", field: field.name, values: values.map((value) => boundValue(field, value, "start")), negate };
}

export function textMatch(field: QueryField, place: TextPlace, text: string, negate: boolean): Condition {
  checkLength(field, text);
  return { kind: "text", field: field.name, place, text, negate };
}

export function splitList(field: QueryField, text: string): string[] {
  checkLength(field, text, maxFilterLength * 20);
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function checkLength(field: Pick<QueryField, "title">, text: string, limit = maxFilterLength): void {
  if (text.length > limit) throw refuse(`查询条件“${field.title}”过长，最多 ${limit} 个字符`);
  if (text.includes("\u0000")) throw refuse(`查询条件“${field.title}”含有不能识别的字符`);
}

function holdsAny(field: QueryField, values: readonly string[]): Condition {
  if (values.length === 0) return always;
  return { kind: "holdsAny", field: field.name, values };
}

function boundValue(field: QueryField, text: string, edge: DayEdge): Bound {
  const value = typedValue(field, text, edge);
  if (value === undefined) throw refuse(`查询条件“${field.title}”的值${quoted(text)}不正确`);
  return value;
}

function readOperator(field: QueryField, text: string): { op: Comparison; value: string } | undefined {
  const isText = field.type === "string" || field.type === "text";
  const match =
    spacedOperator.exec(text) ?? tightOperator.exec(text) ?? (isText ? null : tightNumberOperator.exec(text));
  if (!match) return undefined;
  const [, symbol = "", value = ""] = match;
  return { op: words.has(symbol) ? (symbol as Comparison) : (symbols[symbol] ?? "eq"), value };
}

function readStars(text: string): { place: TextPlace; text: string } | undefined {
  if (text === "*") return undefined;
  const [starts, ends] = [text.startsWith("*"), text.endsWith("*")];
  if (starts && ends) return { place: "contains", text: text.slice(1, -1) };
  if (starts) return { place: "ends", text: text.slice(1) };
  if (ends) return { place: "starts", text: text.slice(0, -1) };
  return undefined;
}
