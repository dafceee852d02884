import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { WireQuery } from "./query/parse-list-query.ts";

/** Parts of a query that narrow nothing. */
const noCondition: ReadonlySet<string> = new Set(["_t", "exportGroups", "pageNo", "pageSize", "column", "order"]);
const partNames: Readonly<Record<string, string>> = {
  exportFields: "列",
  superQueryParams: "高级查询",
  superQueryMatchType: "匹配",
  format: "格式",
};
const ends: Readonly<Record<string, string>> = { _begin: "从", _end: "到" };

/** The conditions of an export for the log, fields by their titles. */
export function filterText(query: WireQuery, model?: ResolvedModel): string {
  const titleOf = (name: string) => {
    const end = Object.keys(ends).find((each) => name.endsWith(each)) ?? "";
    const title = model?.fields.get(name.slice(0, name.length - end.length))?.title;
    return partNames[name] ?? (title ? title + (ends[end] ?? "") : name);
  };
  const filters = Object.entries(query).filter(([name, value]) => !noCondition.has(name) && value !== "");
  const told = filters.map(([name, value]) => {
    const isColumns = name === "exportFields" && typeof value === "string";
    return `${titleOf(name)}=${isColumns ? value.split(",").map(titleOf).join("、") : String(value)}`;
  });
  return told.join(" ") || "无";
}
