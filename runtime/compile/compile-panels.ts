import { fieldsModel } from "../model/fields-model.ts";
import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Panel, ScreenDocument, Source } from "../schema/types.gen.ts";
import { compileColumns } from "./compile-columns.ts";
import { compileCondition, compileExpressionText, compileTemplate } from "./compile-text.ts";
import { type CompileContext, report } from "./context.ts";
import type { FigurePlan, PanelPlan, TaskPlan } from "./panel-plan.ts";
import { placeOf } from "./part-place.ts";
import type { BrokenPart, ColumnPlan, PanelsPlan } from "./plan.ts";
import { aggregateFields, bareModel, plainField } from "./report-model.ts";

type Task = Extract<Panel, { readonly type: "my-tasks" }>["items"][number];
type PanelsDocument = Extract<ScreenDocument, { readonly kind: "dashboard" | "page" }>;

/** Everybody's own notices; a document only says how many. */
const ownNotices = "GET /sys/sysAnnouncementSend/getMyAnnouncementSend";

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
  if (context.known && !context.known.has("panel", panel.type))
    return report(context, `${path}/type`, "面板", panel.type, context.known.names("panel"));
  context.needs.add(`panel/${panel.type}`);
  const model = modelOf(context, panel.source);
  if (model === "missing")
    return report(context, `${path}/source/model`, "模型", sourceModel(panel.source) ?? "", context.models.keys());
  const rows = model ?? restModel(panel);
  const tasks = panel.type === "my-tasks" ? panel.items.map((task) => planTask(context, task)) : [];
  const missing = tasks.indexOf(undefined);
  if (missing >= 0 && panel.type === "my-tasks")
    return report(
      context,
      `${path}/items/${missing}/model`,
      "模型",
      panel.items[missing]?.model ?? "",
      context.models.keys(),
    );
  return {
    kind: "panel",
    place: placeOf(context, path, model, ""),
    key: `${index}-${panel.type}`,
    title: panel.title,
    span: panel.span ?? (panel.type === "stat" ? 6 : 12),
    height: panel.height,
    visible: compileCondition(context, `${path}/visible`, panel.visible, true),
    source: panel.type === "notices" ? noticesSource(panel.limit) : panel.source,
    base: model?.base,
    figures: rows && !model ? fieldFigures(rows) : figuresOf(model, panel.source),
    value: panel.type === "stat" ? compileExpressionText(context, `${path}/value`, panel.value) : undefined,
    compare: panel.type === "stat" ? compileExpressionText(context, `${path}/compare`, panel.compare) : undefined,
    text: planText(context, panel, path),
    columns: panel.type === "table" ? tableColumns(context, panel, rows, path) : [],
    tasks: tasks.filter((task) => task !== undefined),
    panel,
  };
}

/** What a panel says by itself: a text, or the greeting above the tasks. */
function planText(context: CompileContext, panel: Panel, path: string): PanelPlan["text"] {
  if (panel.type === "text") return compileTemplate(context, `${path}/text`, panel.text);
  return panel.type === "my-tasks" ? compileTemplate(context, `${path}/greeting`, panel.greeting) : undefined;
}

function noticesSource(limit = 6): Source {
  return { type: "rest", list: ownNotices, params: { pageNo: 1, pageSize: limit } };
}

function planTask(context: CompileContext, task: Task): TaskPlan | undefined {
  const { title, permission, model, where = {}, since, page = model } = task;
  const base = context.models.get(model)?.base;
  if (base === undefined) return undefined;
  const [name = model, search] = page.split("?");
  return { title, permission, base, where, since, page: name, search: search ? `?${search}` : "" };
}

/** Columns of a small table: of the model itself, of the figures of an aggregate, or just the names that are written. */
function tableColumns(
  context: CompileContext,
  panel: Extract<Panel, { readonly type: "table" }>,
  model: ResolvedModel | undefined,
  path: string,
): readonly ColumnPlan[] {
  const { source, columns } = panel;
  if (model && source?.type !== "aggregate") return compileColumns(context, model, { columns }, path);
  const fields =
    model && source?.type === "aggregate"
      ? aggregateFields(source, model)
      : columns.map((column) => {
          const { field, title } = typeof column === "string" ? { field: column, title: undefined } : column;
          return plainField(field, title ?? field, "string");
        });
  return compileColumns(context, bareModel("panel", { title: panel.title ?? "" }, fields), { columns }, path);
}

function sourceModel(source: Source | undefined): string | undefined {
  return source?.type === "model" || source?.type === "aggregate" ? source.model : undefined;
}

function modelOf(context: CompileContext, source: Source | undefined): ResolvedModel | "missing" | undefined {
  const id = sourceModel(source);
  return id === undefined ? undefined : (context.models.get(id) ?? "missing");
}

/** What the document says of rows that an interface of the server answers. */
function restModel({ source, title }: Panel): ResolvedModel | undefined {
  if (source?.type !== "rest" || !source.fields) return undefined;
  const list = source.list ?? source.get ?? "";
  return fieldsModel({ id: "panel", title: title ?? "", permissionPrefix: "panel", list, fields: source.fields });
}

function fieldFigures(model: ResolvedModel): ReadonlyMap<string, FigurePlan> {
  return new Map(
    [...model.fields.values()].map((field) => [field.name, { title: field.title, format: formatOf(field) }]),
  );
}

/** Titles and number forms of the columns, from the fields behind them. */
function figuresOf(model: ResolvedModel | undefined, source: Source | undefined): ReadonlyMap<string, FigurePlan> {
  if (!model || source?.type !== "aggregate") return new Map();
  return new Map(
    aggregateFields(source, model).map((field) => {
      // A group is shown by its word or its day.
      const format = Object.hasOwn(source.measures, field.name) ? formatOf(field) : "text";
      return [field.name, { title: field.title, format }];
    }),
  );
}

function formatOf(field: ResolvedField): FigurePlan["format"] {
  if (field.type === "money") return "money";
  return field.type === "percent" ? "percent" : "number";
}
