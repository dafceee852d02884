import { compileToolbar } from "./compile-buttons.ts";
import { planPanel } from "./compile-panels.ts";
import { compileQuery } from "./compile-query.ts";
import { planTable } from "./compile-table.ts";
import { type CompileContext, report } from "./context.ts";
import type { PanelPlan } from "./panel-plan.ts";
import type { ListPlan } from "./plan.ts";
import { type ReportDocument, reportModels } from "./report-model.ts";

/** A report: conditions, panels over its rows, and the rows themselves, only to read. Undefined without its columns. */
export function compileReport(context: CompileContext, id: string, screen: ReportDocument): ListPlan | undefined {
  const models = reportModels(id, screen, context.models);
  if ("missing" in models) {
    report(context, "/source", "报表的数据", models.missing, context.models.keys());
    return undefined;
  }
  const { columns: model, queried } = models;
  const prefix = screen.permissionPrefix ?? id.replaceAll("/", ":");
  const query = compileQuery(context, queried, screen.query);
  const panels = (screen.panels ?? []).map((panel, index) => planPanel(context, panel, index));
  return {
    kind: "report",
    record: undefined,
    id,
    title: screen.title,
    model,
    listUrl: `${model.base}/list`,
    listParams: {},
    rowUrl: `${model.base}/queryById`,
    models: context.models,
    permissionPrefix: prefix,
    tabs: undefined,
    query: { ...query, advanced: false },
    table: planTable(context, model, screen.table ?? {}, { linksKey: false, selection: "none" }),
    toolbar: compileToolbar(context, model, prefix, screen.toolbar ?? [{ preset: "export" }, { preset: "print" }]),
    rowActions: { inline: 0, width: 0, items: [] },
    views: new Map(),
    details: [],
    layout: { split: "vertical", ratio: undefined, resizable: false },
    tree: undefined,
    side: undefined,
    report: {
      source: screen.source,
      params: Object.entries(screen.params ?? {}).map(([name, param]) => ({
        name,
        title: param.title ?? name,
        from: param.from ?? "query",
        value: param.value,
        required: param.required ?? false,
      })),
      panels: panels.map((panel) => (panel.kind === "panel" ? withTitles(panel, model) : panel)),
      beside: screen.layout?.split === "horizontal" ? (screen.layout.ratio ?? 0.6) : undefined,
      words: new Map(),
      hasRowRules: true,
      refreshSeconds: screen.refresh,
    },
    needs: [...context.needs],
    diagnostics: context.diagnostics,
    permissions: [...context.permissions],
  };
}

/** A chart over the report's own rows names its columns as the table does. */
function withTitles(panel: PanelPlan, model: ListPlan["model"]): PanelPlan {
  if (panel.source) return panel;
  const figures = [...model.fields.values()].map(
    ({ name, title, type }): [string, { title: string; format: "number" | "money" | "percent" | "text" }] => [
      name,
      {
        title,
        format:
          type === "money" || type === "percent" ? type : type === "integer" || type === "number" ? "number" : "text",
      },
    ],
  );
  return { ...panel, figures: new Map([...figures, ...panel.figures]) };
}
