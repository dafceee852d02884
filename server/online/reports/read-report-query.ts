import { plainField } from "../../../runtime/compile/report-model.ts";
import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import { rowCondition } from "../../../runtime/permission/row-rules.ts";
import { type Condition, every } from "../../../runtime/query/condition.ts";
import type { Field } from "../../../runtime/schema/types.gen.ts";
import type { Caller } from "../../auth/caller.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import { parseBound, parseFilter, textMatch } from "../../models/query/parse-filter.ts";
import type { ReportHead, ReportItem } from "./definition.ts";
import { dictKeyOf } from "./report-dictionaries.ts";
import { reportPrefix } from "./report-rights.ts";
import { maxReportRows, type ReportValues } from "./sql/report-sql.ts";

export type WireValues = Readonly<Record<string, unknown>>;

export interface ReportQuery {
  readonly where: Condition;
  readonly sort: readonly { readonly column: string; readonly order: "asc" | "desc" }[];
  readonly page: { readonly pageNo: number; readonly pageSize: number };
  readonly values: ReportValues;
}

const fieldTypes: Readonly<Record<string, Field["type"]>> = {
  Integer: "integer",
  Long: "integer",
  BigDecimal: "number",
  Date: "date",
  Datetime: "datetime",
};
const usualPageSize = 10;
/** What every list of ours sorts by when nobody said otherwise; a report may not have it. */
const usualSort: ReadonlySet<string> = new Set(["createTime", "create_time", "id"]);

/**
 * A call's parameters over the columns that the caller may see: conditions of the query inputs by the value syntax of
 * lists, `_begin` and `_end`, order, page, `self_*` values. Other parameters are passed through, so they ask nothing.
 *
 * @throws AppError INVALID for a value that does not fit its column, and for an order by a column that is not there
 */
export function readReportQuery(items: readonly ReportItem[], query: WireValues): ReportQuery {
  const where = items.filter(({ isSearch }) => isSearch).map((item) => conditionOf(item, query));
  return {
    where: every(...where),
    sort: readSort(items, query),
    page: readPage(query),
    values: readValues(query),
  };
}

/** The data rules of the report's menu row, over all its columns; a rule on a column that is gone leaves no row. */
export function ruleCondition(
  head: Pick<ReportHead, "id" | "code">,
  items: readonly ReportItem[],
  caller: Caller,
  now: string,
): Condition {
  if (caller.isAdmin) return every();
  const rules = [...new Set([head.id, head.code])].flatMap((name) => caller.dataRules.get(reportPrefix(name)) ?? []);
  if (rules.length === 0) return every();
  const fields = new Map(items.map((item) => [item.fieldName, fieldOf(item)]));
  return rowCondition({ fields }, rules, { ...caller, now });
}

export function fieldOf({ fieldName, fieldTxt, fieldType }: ReportItem): ResolvedField {
  return plainField(fieldName, fieldTxt, fieldTypes[fieldType] ?? "string");
}

function conditionOf(item: ReportItem, query: WireValues): Condition {
  const field = fieldOf(item);
  return every(
    singleCondition(item, field, textOf(query[item.fieldName])),
    parseBound(field, textOf(query[`${item.fieldName}_begin`]), "start"),
    parseBound(field, textOf(query[`${item.fieldName}_end`]), "end"),
  );
}

/** Text without a marker and without a dictionary is looked for inside the column. */
function singleCondition(item: ReportItem, field: ResolvedField, text: string): Condition {
  const condition = parseFilter(field, text);
  const isPlain =
    condition.kind === "compare" && condition.op === "eq" && condition.value === text.replaceAll("++", ",");
  if (!isPlain || field.type !== "string" || dictKeyOf(item) !== undefined) return condition;
  return textMatch(field, "contains", String(condition.value), false);
}

function readSort(items: readonly ReportItem[], query: WireValues): ReportQuery["sort"] {
  const order = textOf(query.order).toLowerCase().includes("asc") ? "asc" : "desc";
  const names = textOf(query.column)
    .split(",")
    .map((name) => name.trim().replace(/_dictText$/, ""));
  return names.flatMap((name) => {
    if (name === "") return [];
    if (items.some(({ fieldName }) => fieldName === name)) return [{ column: name, order } as const];
    if (usualSort.has(name)) return [];
    throw refuse(`报表没有可以排序的列${quoted(name)}`);
  });
}

function readPage(query: WireValues): ReportQuery["page"] {
  const number = (name: string, usual: number) => {
    const text = textOf(query[name]);
    if (text === "") return usual;
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) throw refuse(`参数 ${name} 须为正整数`);
    return value;
  };
  return { pageNo: number("pageNo", 1), pageSize: Math.min(number("pageSize", usualPageSize), maxReportRows) };
}

/** Values of `${name}`: everything sent as `self_<name>`. */
export function readValues(query: WireValues): ReportValues {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      if (!name.startsWith("self_") || value === undefined || value === null) return [];
      return [[name.slice("self_".length), textOf(value)] as const];
    }),
  );
}

/** A parameter that came twice counts with its last value. */
function textOf(value: unknown): string {
  const last = Array.isArray(value) ? value.at(-1) : value;
  return last === undefined || last === null ? "" : String(last);
}
