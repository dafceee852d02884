import type { ResolvedModel } from "../model/resolved-model.ts";
import type { Table } from "../schema/types.gen.ts";
import { compileColumns } from "./compile-columns.ts";
import { compileExpressionText } from "./compile-text.ts";
import { type CompileContext, report } from "./context.ts";
import type { TablePlan } from "./plan.ts";

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
  return {
    as: table.as,
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

/** The fields that the document offers for groups; one that the model does not have is reported. */
function groupFields(context: CompileContext, model: ResolvedModel, { groupBy }: Table): readonly string[] {
  return (groupBy?.fields ?? []).filter((name, index) => {
    if (model.fields.has(name)) return true;
    report(context, `/table/groupBy/fields/${index}`, "字段", name, model.fields.keys());
    return false;
  });
}
