import type { ResolvedModel } from "../model/resolved-model.ts";
import type { Table } from "../schema/types.gen.ts";
import { compileColumns } from "./compile-columns.ts";
import { compileExpressionText } from "./compile-text.ts";
import { type CompileContext, findField, isBroken, report } from "./context.ts";
import type { CalendarPlan, RowLayout, TablePlan } from "./plan.ts";

/** The table of a page: what the document says over what the kind of page gives. */
export function planTable(
  context: CompileContext,
  model: ResolvedModel,
  table: Table,
  given: {
    readonly linksKey: boolean;
    readonly selection: TablePlan["selection"];
    readonly pageSizes?: TablePlan["pageSizes"];
  },
): TablePlan {
  const inherited = model.sort[0] ?? { field: "createTime", order: "desc" };
  const columns = compileColumns(context, model, { ...table, linksKey: given.linksKey }, "/table");
  const totals = (table.totals ?? []).filter((name) => model.fields.has(name));
  const summed = columns.filter(({ summary, field }) => summary === "sum" && field.value === undefined);
  const groups = groupFields(context, model, table);
  const pageSizes = table.pageSizes ?? given.pageSizes ?? [10, 20, 30];
  const calendar = calendarPlan(context, model, table);
  const layouts: readonly RowLayout[] = [
    "table",
    ...(table.as === "table" || table.as === "cards" ? (["cards"] as const) : []),
    ...(calendar ? (["calendar"] as const) : []),
  ];
  return {
    as: layouts.find((layout) => layout === table.as) ?? "table",
    layouts,
    calendar,
    columns,
    selection: table.selection ?? given.selection,
    sort: table.sort ? { field: table.sort.field, order: table.sort.order ?? "desc" } : inherited,
    totals,
    sums: [...new Set([...totals, ...summed.map(({ name }) => name)])],
    groups,
    groupedBy: (table.groupBy?.default ?? []).filter((name) => groups.includes(name)),
    pageSize: table.pageSize ?? pageSizes[0] ?? 10,
    pageSizes,
    height: table.height,
    rowNumber: table.rowNumber ?? false,
    columnSettings: table.columnSettings ?? true,
    rowKey: table.rowKey ?? "id",
    rowStyle: compileExpressionText(context, "/table/rowStyle", table.rowStyle),
    empty: table.empty,
  };
}

/** Without a day for its rows a list has no calendar: what is wrong with the field is reported. */
function calendarPlan(context: CompileContext, model: ResolvedModel, { calendar }: Table): CalendarPlan | undefined {
  if (!calendar) return undefined;
  const at = "/table/calendar";
  const date = findField(context, model, `${at}/date`, calendar.date);
  const color = calendar.color === undefined ? undefined : findField(context, model, `${at}/color`, calendar.color);
  if (isBroken(date)) return undefined;
  return {
    date,
    columns: compileColumns(context, model, { columns: calendar.columns ?? [model.titleField] }, at),
    color: color && !isBroken(color) ? color : undefined,
  };
}

/** The fields that the document offers for groups; one that the model does not have is reported. */
function groupFields(context: CompileContext, model: ResolvedModel, { groupBy }: Table): readonly string[] {
  return (groupBy?.fields ?? []).filter((name, index) => {
    if (model.fields.has(name)) return true;
    report(context, `/table/groupBy/fields/${index}`, "字段", name, model.fields.keys());
    return false;
  });
}
