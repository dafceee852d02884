import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Panel, ScreenDocument, Source } from "../schema/types.gen.ts";
import { compileColumns } from "./compile-columns.ts";
import { compileCondition, compileExpressionText, compileTemplate } from "./compile-text.ts";
import { type CompileContext, report } from "./context.ts";
import type { BrokenPart, FigurePlan, PanelPlan, PanelsPlan } from "./plan.ts";

type PanelsDocument = Extract<ScreenDocument, { readonly kind: "dashboard" | "page" }>;

/** Panels that can be drawn; a document may name others, whose places say so. */
const drawn: ReadonlySet<Panel["type"]> = new Set([
  "stat",
  "line",
  "area",
  "bar",
  "pie",
  "rank",
  "table",
  "text",
  "shortcuts",
]);

/** A page of panels. A panel that cannot be drawn keeps its place and says why. */
export function compilePanels(context: CompileContext, id: string, screen: PanelsDocument): PanelsPlan {
  const panels = (screen.panels ?? []).map((panel, index) => planPanel(context, panel, index));
  return {
    kind: screen.kind,
    id,
    title: screen.title ?? id,
    models: context.models,
    panels,
    refreshSeconds: "refresh" in screen ? screen.refresh : undefined,
    needs: [...context.needs],
    diagnostics: context.diagnostics,
    permissions: [...context.permissions],
  };
}

export function planPanel(context: CompileContext, panel: Panel, index: number): PanelPlan | BrokenPart {
  const path = `/panels/${index}`;
  if (!drawn.has(panel.type)) return report(context, `${path}/type`, "面板", panel.type, drawn);
  context.needs.add(`panel/${panel.type}`);
  const model = modelOf(context, panel.source);
  if (model === "missing")
    return report(context, `${path}/source/model`, "模型", sourceModel(panel.source) ?? "", context.models.keys());
  return {
    kind: "panel",
    key: `${index}-${panel.type}`,
    title: panel.title,
    span: panel.span ?? (panel.type === "stat" ? 6 : 12),
    height: panel.height,
    visible: compileCondition(context, `${path}/visible`, panel.visible, true),
    source: panel.source,
    base: model?.base,
    figures: figuresOf(model, panel.source),
    value: panel.type === "stat" ? compileExpressionText(context, `${path}/value`, panel.value) : undefined,
    compare: panel.type === "stat" ? compileExpressionText(context, `${path}/compare`, panel.compare) : undefined,
    text: panel.type === "text" ? compileTemplate(context, `${path}/text`, panel.text) : undefined,
    columns: panel.type === "table" && model ? compileColumns(context, model, { columns: panel.columns }, path) : [],
    panel,
  };
}

function sourceModel(source: Source | undefined): string | undefined {
  return source?.type === "model" || source?.type === "aggregate" ? source.model : undefined;
}

function modelOf(context: CompileContext, source: Source | undefined): ResolvedModel | "missing" | undefined {
  const id = sourceModel(source);
  return id === undefined ? undefined : (context.models.get(id) ?? "missing");
}

/** Titles and number forms of the columns, from the fields behind them. */
function figuresOf(model: ResolvedModel | undefined, source: Source | undefined): ReadonlyMap<string, FigurePlan> {
  if (!model || source?.type !== "aggregate") return new Map();
  const measures = Object.entries(source.measures).map(([name, measure]): [string, FigurePlan] => {
    const field = measure.field === undefined ? undefined : model.fields.get(measure.field);
    const isCount = measure.op === "count" || !field;
    return [name, { title: field?.title ?? `${model.title}数`, format: isCount ? "number" : formatOf(field) }];
  });
  const groups = (source.groupBy ?? []).map((group): [string, FigurePlan] => {
    const name = typeof group === "string" ? group : group.field;
    return [name, { title: model.fields.get(name)?.title ?? name, format: "text" }];
  });
  return new Map([...groups, ...measures]);
}

function formatOf(field: ResolvedField): FigurePlan["format"] {
  if (field.type === "money") return "money";
  return field.type === "percent" ? "percent" : "number";
}
