import type { Condition } from "../../../runtime/query/condition.ts";
import { always, type Comparison, type TextPlace } from "../../../runtime/query/condition.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import { checkLength, compare, inList, parseBound, type QueryField, splitList, textMatch } from "./parse-filter.ts";

/** Conditions of one advanced query. */
export const maxSuperConditions = 100;
/** Groups inside groups. */
export const maxSuperDepth = 5;
const maxSuperLength = 50_000;

type RuleReader = (field: QueryField, value: string) => Condition;

const comparison = (op: Comparison): RuleReader => {
  return (field, value) => compare(field, op, value.trim());
};
const like = (place: TextPlace, negate = false): RuleReader => {
  return (field, value) => textMatch(field, place, value, negate);
};
const list = (negate: boolean): RuleReader => {
  return (field, value) => inList(field, splitList(field, value), negate);
};
const emptiness = (negate: boolean): RuleReader => {
  return (field) => ({ kind: "empty", field: field.name, negate });
};
const range = (inside: boolean): RuleReader => {
  return (field, value) => {
    const [from, to, ...more] = value.split(",").map((part) => part.trim());
    if (!from || !to || more.length > 0) throw refuse(`查询条件“${field.title}”须为“起,止”`);
    if (inside) return { kind: "every", of: [parseBound(field, from, "start"), parseBound(field, to, "end")] };
    return { kind: "some", of: [compare(field, "lt", from), compare(field, "gt", to)] };
  };
};
const words: RuleReader = (field, value) => ({
  kind: "some",
  of: splitList(field, value).map((word) => textMatch(field, "contains", word, false)),
});

/** Every rule of the advanced query; `left_like` has the wildcard on the left, so it means "ends with". */
const rules: Readonly<Record<string, RuleReader>> = {
  eq: comparison("eq"),
  ne: comparison("ne"),
  gt: comparison("gt"),
  ge: comparison("ge"),
  lt: comparison("lt"),
  le: comparison("le"),
  "=": comparison("eq"),
  "!=": comparison("ne"),
  ">": comparison("gt"),
  ">=": comparison("ge"),
  "<": comparison("lt"),
  "<=": comparison("le"),
  like: like("contains"),
  left_like: like("ends"),
  right_like: like("starts"),
  not_like: like("contains", true),
  not_left_like: like("ends", true),
  not_right_like: like("starts", true),
  like_with_or: words,
  in: list(false),
  not_in: list(true),
  elemMatch: list(false),
  range: range(true),
  not_range: range(false),
  empty: emptiness(false),
  not_empty: emptiness(true),
};
const needsNoValue = new Set(["empty", "not_empty"]);

/** The fields that a caller may query: of the row itself, and of its sub-rows. */
export interface QueryFields {
  readonly fieldOf: (name: string) => QueryField | undefined;
  /** A field of a relation, which is named by relation, model or table. */
  readonly childFieldOf?: (
    relation: string,
    name: string,
  ) => { readonly relation: string; readonly field: QueryField } | undefined;
}

/**
 * The advanced query as one condition. A field of sub-rows is written `table,field` or `table@field`. The wire's form
 * is a flat list; as an extension of ours an item may be a group, `{"matchType": "or", "conditions": [ … ]}`.
 *
 * @param text JSON, or JSON encoded once more; blank asks nothing
 * @param matchType `and` or `or`, in any letter case
 * @throws AppError INVALID for anything that is not understood: leaving a condition out would show more rows
 */
export function parseSuperQuery(text: string, matchType: string, fields: QueryFields): Condition {
  if (text.trim() === "") return always;
  if (text.length > maxSuperLength) throw refuse(`高级查询过长，最多 ${maxSuperLength} 个字符`);
  const joint = readMatchType(matchType);
  const items = readItems(text);
  if (countItems(items, 0) > maxSuperConditions) throw refuse(`高级查询最多 ${maxSuperConditions} 个条件`);
  const of = items.flatMap((item) => readNode(item, fields) ?? []);
  return of.length === 0 ? always : { kind: joint, of };
}

interface WireGroup {
  readonly matchType?: unknown;
  readonly conditions: readonly unknown[];
}

const isGroup = (item: unknown): item is WireGroup =>
  typeof item === "object" && item !== null && Array.isArray((item as WireGroup).conditions);

/** Conditions of all groups together. The depth ends the walk before it could exhaust the stack. */
function countItems(items: readonly unknown[], depth: number): number {
  if (depth > maxSuperDepth) throw refuse(`高级查询的条件组最多嵌套 ${maxSuperDepth} 层`);
  return items.reduce<number>((sum, item) => sum + (isGroup(item) ? countItems(item.conditions, depth + 1) : 1), 0);
}

function readNode(item: unknown, fields: QueryFields): Condition | undefined {
  if (!isGroup(item)) return readItem(item, fields);
  const { matchType = "and" } = item;
  if (typeof matchType !== "string") throw refuse("高级查询的匹配方式只能是 and 或 or");
  const of = item.conditions.flatMap((inner) => readNode(inner, fields) ?? []);
  return of.length === 0 ? undefined : { kind: readMatchType(matchType), of };
}

function readMatchType(text: string): "every" | "some" {
  const lower = text.trim().toLowerCase();
  if (lower === "" || lower === "and") return "every";
  if (lower === "or") return "some";
  throw refuse("高级查询的匹配方式只能是 and 或 or");
}

function readItems(text: string): readonly unknown[] {
  const parsed = parseJson(text) ?? parseJson(decodeOnce(text));
  if (!Array.isArray(parsed)) throw refuse("高级查询条件格式不正确");
  return parsed;
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function readItem(item: unknown, fields: QueryFields): Condition | undefined {
  if (typeof item !== "object" || item === null || Array.isArray(item)) throw refuse("高级查询条件格式不正确");
  const { field: name, rule, val } = item as Record<string, unknown>;
  if (isBlank(name) || isBlank(rule)) return undefined;
  if (typeof name !== "string" || typeof rule !== "string") throw refuse("高级查询条件格式不正确");
  if (isBlank(val) && !needsNoValue.has(rule)) return undefined;
  const [table, column] = splitOnce(name);
  const child = column === undefined ? undefined : fields.childFieldOf?.(table, column);
  const field = child?.field ?? fields.fieldOf(name);
  if (!field) throw refuse(`高级查询中没有字段${quoted(name)}`);
  const read = ruleReader(rule);
  const value = readValue(val);
  checkLength(field, value, 40_000);
  const where = read(field, value);
  return child ? { kind: "child", relation: child.relation, where } : where;
}

function splitOnce(name: string): [table: string, column: string | undefined] {
  const place = name.search(/[,@]/);
  return place < 0 ? [name, undefined] : [name.slice(0, place), name.slice(place + 1)];
}

/** Rules of version 3 are lower case, `elemMatch` apart; the symbol forms of version 2 are upper case. */
function ruleReader(rule: string): RuleReader {
  const name = [rule, rule.toLowerCase()].find((candidate) => Object.hasOwn(rules, candidate));
  const read = name === undefined ? undefined : rules[name];
  if (!read) throw refuse(`高级查询不支持规则${quoted(rule)}`);
  return read;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function readValue(value: unknown): string {
  if (Array.isArray(value) && value.every((part) => typeof part !== "object")) return value.join(",");
  if (typeof value === "object" && value !== null) throw refuse("高级查询条件格式不正确");
  return value === undefined || value === null ? "" : String(value);
}
