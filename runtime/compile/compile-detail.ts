import { linkageItems } from "../linkage/form-items.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { Detail } from "../schema/types.gen.ts";
import type { GridDetail } from "./compile-grid.ts";
import { planSubTable } from "./compile-views.ts";
import type { CompileContext } from "./context.ts";
import type { SubTablePlan, ViewPlan } from "./view-plan.ts";

/** Rows below the record of a list: to read, a list of their own, or a table that is edited where it stands. */
export function planDetail(context: CompileContext, model: ResolvedModel, path: string, detail: Detail): SubTablePlan {
  const table = planSubTable(context, model, path, detail);
  if (detail.kind !== "table" || !table.grid || detail.editable === false) return table;
  return { ...table, form: rowsForm(table, detail) };
}

/**
 * Rows belong to their record: what is done to them is an edit of it, with its rules, its permission and its version. So
 * the table is the record's form with one item.
 */
function rowsForm(table: SubTablePlan, detail: GridDetail): ViewPlan {
  return {
    name: table.name,
    kind: "form",
    as: "inline",
    title: undefined,
    width: undefined,
    columns: 1,
    fullscreen: false,
    layout: undefined,
    items: [table],
    linkage: linkageItems([{ subTable: detail }]),
    rules: [],
    steps: undefined,
    sheet: undefined,
    on: { opened: [], saved: [] },
    content: undefined,
  };
}
