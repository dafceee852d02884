import { linkageItems } from "../linkage/form-items.ts";
import { isPart, type ResolvedField, type ResolvedModel } from "../model/resolved-model.ts";
import type { Detail, FormItem, ScreenDocument, Source, View } from "../schema/types.gen.ts";
import { compileColumns } from "./compile-columns.ts";
import { compileGrid } from "./compile-grid.ts";
import { type FieldOptions, planFieldItem } from "./compile-item.ts";
import { compileSubList } from "./compile-sub-list.ts";
import { compileCondition, compileTemplate } from "./compile-text.ts";
import { type CompileContext, findField, isBroken, report } from "./context.ts";
import type { ButtonPlan } from "./plan.ts";
import type { ItemPlan, SubTablePlan, ViewPlan } from "./view-plan.ts";

/** Pixels of a drawer; a modal that says nothing takes its share of the window. */
/** Of a printed page at the size of the screen. */
const sheetWidth = 800;
const drawerWidth = { form: 900, detail: 800, content: 960 } as const;
/** A form has two columns, a list of details three. */
const usualColumns = { form: 2, detail: 3, content: 1 } as const;

/** Of the grid that cards stand on. */
const allColumns = 24;

/** What the kind of the screen decides about views that leave their items to the model. */
export interface ViewOptions {
  /** Sub-rows of a form stand in tabs instead of one below the other. */
  readonly formTabs?: boolean;
  /** Where the document writes the view; default `/views/<name>`. */
  readonly path?: string;
}

/** The views that the document writes, and `form` and `detail` where it leaves them to the model. */
export function compileViews(
  context: CompileContext,
  model: ResolvedModel,
  views: Readonly<Record<string, View>>,
  buttons: readonly ButtonPlan[],
  options: ViewOptions = {},
): ReadonlyMap<string, ViewPlan> {
  const names = new Set(["form", "detail", ...Object.keys(views)]);
  return new Map(
    [...names].map((name) => [
      name,
      compileView(context, model, name, kindOf(name, views[name], buttons), views[name] ?? {}, options),
    ]),
  );
}

/** A sheet, and a view that only 详情 opens, is a detail, whatever its name. */
function kindOf(name: string, view: View | undefined, buttons: readonly ButtonPlan[]): ViewPlan["kind"] {
  if (name === "form") return "form";
  if (name === "detail" || view?.sheet) return "detail";
  const openers = buttons.filter((button) => button.view === name);
  return openers.length > 0 && openers.every((button) => button.preset === "detail") ? "detail" : "form";
}

export function compileView(
  context: CompileContext,
  model: ResolvedModel,
  name: string,
  kind: ViewPlan["kind"],
  view: View,
  options: ViewOptions = {},
): ViewPlan {
  const path = options.path ?? `/views/${name}`;
  const columns = view.columns ?? usualColumns[kind];
  const as = view.as ?? (kind === "form" || view.sheet ? "modal" : "drawer");
  if (view.content) return contentView(context, path, name, view, view.content);
  return {
    name,
    kind,
    as,
    title: compileTemplate(context, `${path}/title`, view.title),
    width: view.width ?? (view.sheet ? sheetWidth : as === "drawer" ? drawerWidth[kind] : undefined),
    columns,
    fullscreen: view.fullscreen ?? kind === "form",
    layout: view.layout,
    items: view.items
      ? planItems(context, model, `${path}/items`, view.items, columns, view)
      : inheritedItems(context, model, path, kind, columns, view, options),
    linkage: linkageItems(view.items ?? [], view.override ?? {}),
    rules: view.rules ?? [],
    steps: view.steps,
    sheet: view.sheet && { signatures: view.sheet.signatures ?? [] },
    on: { opened: view.on?.opened ?? [], saved: view.on?.saved ?? [] },
    content: undefined,
  };
}

function contentView(
  context: CompileContext,
  path: string,
  name: string,
  view: View,
  content: NonNullable<View["content"]>,
): ViewPlan {
  return {
    name,
    kind: "content",
    as: view.as ?? "drawer",
    title: compileTemplate(context, `${path}/title`, view.title),
    width: view.width ?? (view.as === "modal" ? undefined : drawerWidth.content),
    columns: 1,
    fullscreen: view.fullscreen ?? false,
    layout: undefined,
    items: [],
    linkage: [],
    rules: [],
    steps: undefined,
    sheet: undefined,
    on: { opened: [], saved: [] },
    content: { screen: content.screen, component: content.component, params: content.params ?? {} },
  };
}

function inheritedItems(
  context: CompileContext,
  model: ResolvedModel,
  path: string,
  kind: ViewPlan["kind"],
  columns: number,
  view: View,
  options: ViewOptions,
): ItemPlan[] {
  const fields = [...model.fields.values()].filter((field) => !field.hidden && isListed(field, kind));
  const items = fields.map((field) => {
    const changes = view.override?.[field.name] ?? {};
    return planFieldItem(context, model, `${path}/override/${field.name}`, field, changes, columns);
  });
  const tables = ownRows(context, model, kind);
  if (kind === "form" && !options.formTabs) return [...items, ...tables];
  const tabs = tables.map((table) => ({ title: table.title, visible: table.visible, items: [table] }));
  return tabs.length > 0 ? [...items, { kind: "tabs", tabs, cardSpan: allColumns }] : items;
}

const auditColumns = new Set(["createBy", "createTime", "updateBy", "updateTime"]);

function isListed(field: ResolvedField, kind: ViewPlan["kind"]): boolean {
  return field.system ? kind === "detail" && auditColumns.has(field.name) : true;
}

/** The rows that are saved with the record: entered in a form, read in a detail. */
function ownRows(context: CompileContext, model: ResolvedModel, kind: ViewPlan["kind"]): SubTablePlan[] {
  return Object.entries(model.relations).flatMap(([name, relation]) =>
    isPart(relation)
      ? [
          planSubTable(context, model, `/relations/${name}`, {
            kind: kind === "form" ? "table" : "list",
            relation: name,
          }),
        ]
      : [],
  );
}

function planItems(
  context: CompileContext,
  model: ResolvedModel,
  path: string,
  items: readonly FormItem[],
  columns: number,
  view: View,
): ItemPlan[] {
  return items.map((item, index) => planItem(context, model, `${path}/${index}`, item, columns, view));
}

function planItem(
  context: CompileContext,
  model: ResolvedModel,
  path: string,
  item: FormItem,
  columns: number,
  view: View,
): ItemPlan {
  if (typeof item === "string") return planNamed(context, model, path, { field: item }, columns, view);
  if ("group" in item) {
    const inner = item.columns ?? columns;
    return {
      kind: "group",
      title: item.group,
      cardSpan: item.span ?? allColumns,
      columns: inner,
      visible: compileCondition(context, `${path}/visible`, item.visible, true),
      items: planItems(context, model, `${path}/items`, item.items, inner, view),
    };
  }
  if ("tabs" in item) {
    return {
      kind: "tabs",
      cardSpan: item.span ?? allColumns,
      tabs: item.tabs.map((tab, index) => ({
        title: tab.title,
        visible: compileCondition(context, `${path}/tabs/${index}/visible`, tab.visible, true),
        items: planItems(context, model, `${path}/tabs/${index}/items`, tab.items, columns, view),
      })),
    };
  }
  if ("subTable" in item) return planSubTable(context, model, `${path}/subTable`, item.subTable, item.visible);
  if ("component" in item) {
    return {
      kind: "component",
      name: item.component,
      params: item.params ?? {},
      cardSpan: item.span ?? allColumns,
      visible: compileCondition(context, `${path}/visible`, item.visible, true),
    };
  }
  if ("screen" in item) {
    return {
      kind: "screen",
      name: item.screen,
      title: item.title,
      params: item.params ?? {},
      cardSpan: item.span ?? allColumns,
      visible: compileCondition(context, `${path}/visible`, item.visible, true),
    };
  }
  return planNamed(context, model, path, item, columns, view);
}

function planNamed(
  context: CompileContext,
  model: ResolvedModel,
  path: string,
  options: FieldOptions & { readonly field: string },
  columns: number,
  view: View,
): ItemPlan {
  const field = findField(context, model, path, options.field);
  if (isBroken(field)) return field;
  return planFieldItem(context, model, path, field, { ...view.override?.[field.name], ...options }, columns);
}

/** A report below a record: the record's value goes in as the parameter that `link` names. */
function onlineRows(
  { title = "", table, query }: Extract<Detail, { readonly kind: "list" }>,
  source: Extract<Source, { readonly type: "cgreport" }>,
  link: SubTablePlan["link"],
): SubTablePlan["report"] {
  return {
    code: source.code,
    document: {
      schemaVersion: 1,
      kind: "report",
      title,
      source,
      ...(link ? { params: { [link.field]: { from: "query", required: true } } } : {}),
      ...(query ? { query } : {}),
      ...(table ? { table } : {}),
      toolbar: [],
    } as ScreenDocument,
  };
}

/** Rows below a form, a list or in a detail: a relation of the model, or another model linked by a field. */
export function planSubTable(
  context: CompileContext,
  model: ResolvedModel,
  path: string,
  detail: Detail,
  visible?: boolean | string,
): SubTablePlan {
  const relation = detail.relation ? model.relations[detail.relation] : undefined;
  const { source = undefined, link = undefined } = detail.kind === "list" ? detail : {};
  const sourceModel = source?.type === "model" ? source.model : undefined;
  const modelId = sourceModel ?? (relation && "model" in relation ? relation.model : undefined);
  const target = modelId ? context.models.get(modelId) : undefined;
  const online = source?.type === "cgreport" && detail.kind === "list" ? onlineRows(detail, source, link) : undefined;
  if (!target && !online)
    report(context, path, "关系", detail.relation ?? sourceModel ?? "", Object.keys(model.relations));
  const { popover = undefined } = detail.kind === "table" ? detail : {};
  const below =
    popover && target
      ? planSubTable(context, target, `${path}/popover`, {
          kind: "list",
          relation: popover.relation,
          ...(popover.title === undefined ? {} : { title: popover.title }),
          ...(popover.columns ? { table: { columns: popover.columns } } : {}),
        })
      : undefined;
  const grid = detail.kind === "table" && target ? compileGrid(context, model, target, detail, path, below) : undefined;
  const columns = detail.kind === "list" ? detail.table?.columns : undefined;
  const foreignKey = relation && "foreignKey" in relation ? relation.foreignKey : undefined;
  const name = detail.relation ?? modelId ?? path;
  const title = detail.title ?? relation?.title ?? target?.title ?? "";
  const key = link ?? (foreignKey ? { field: foreignKey, masterField: "id" } : undefined);
  const shown = grid?.columns ?? (target ? compileColumns(context, target, { columns }, `${path}/table`) : []);
  return {
    kind: "subTable",
    name,
    title,
    relation: detail.relation,
    permissionPrefix: target?.permissionPrefix ?? model.permissionPrefix,
    permission: target && !(relation && isPart(relation)) ? `${target.permissionPrefix}:list` : undefined,
    base: target?.base,
    link,
    // The column that points back to the master says the same in every row.
    columns: columns ? shown : shown.filter((column) => column.name !== foreignKey && column.name !== link?.field),
    height: detail.kind === "list" ? detail.table?.height : detail.height,
    visible: compileCondition(context, `${path}/visible`, visible ?? detail.visible, true),
    grid,
    report: online,
    form: undefined,
    list:
      detail.kind === "list" && target && key
        ? compileSubList(context, { id: `${model.id}/${name}`, title, model: target, key, path, detail })
        : undefined,
  };
}
