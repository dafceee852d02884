import type { ResolvedModel } from "../model/resolved-model.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { compileRowActions, compileToolbar } from "./compile-buttons.ts";
import { compileColumns } from "./compile-columns.ts";
import { compilePanels } from "./compile-panels.ts";
import { compileQuery } from "./compile-query.ts";
import { compileExpressionText } from "./compile-text.ts";
import { compileTree } from "./compile-tree.ts";
import { compileViews, planSubTable } from "./compile-views.ts";
import { type CompileContext, findField, isBroken, type KnownRenderers, report } from "./context.ts";
import type { BrokenPlan, LayoutPlan, ListKind, ListPlan, ScreenPlan, TablePlan, TabsPlan } from "./plan.ts";

export type ListDocument = Extract<ScreenDocument, { readonly kind: ListKind }>;

/** Kinds that have a renderer; the others get a diagnostics page instead of an empty one. */
const listKinds = ["list", "tab-list", "inner-list", "erp-list", "tree-list"] as const satisfies readonly ListKind[];
const supportedKinds = [...listKinds, "dashboard", "page"];

/**
 * Turns a checked screen and its models into what is drawn. Pure: no React, no requests, no clock.
 * A part that cannot be compiled becomes a `broken` node with its diagnostic; only a screen without a
 * usable model or kind becomes a `BrokenPlan`. Never throws on a document.
 *
 * @param screen the document, defaults not yet written out
 * @param models every model that the screen reaches, by id
 * @param known renderers that exist; absent = all names are taken as they are
 */
export function compileScreen(
  screen: ScreenDocument,
  models: ReadonlyMap<string, ResolvedModel>,
  known?: KnownRenderers,
): ScreenPlan {
  const id = screen.id ?? ("model" in screen ? screen.model : undefined) ?? "screen";
  const context: CompileContext = {
    file: `${id}.screen.json`,
    models,
    known,
    diagnostics: [],
    needs: new Set([`screen/${screen.kind}`]),
    permissions: new Set(),
  };
  if ((screen.kind === "dashboard" || screen.kind === "page") && screen.panels) {
    return compilePanels(context, id, screen);
  }
  if (!isList(screen)) {
    report(context, "/kind", "页面类型", screen.kind, supportedKinds);
    return brokenPlan(context, id, screen.title ?? id);
  }
  const model = screen.model ? models.get(screen.model) : undefined;
  if (!model) {
    report(context, "/model", "模型", screen.model ?? "", models.keys());
    return brokenPlan(context, id, screen.title ?? id);
  }
  return compileList(context, id, screen, model);
}

function isList(screen: ScreenDocument): screen is ListDocument {
  return (listKinds as readonly string[]).includes(screen.kind);
}

function compileList(context: CompileContext, id: string, screen: ListDocument, model: ResolvedModel): ListPlan {
  const prefix = screen.permissionPrefix ?? model.permissionPrefix;
  const query = compileQuery(context, model, screen.query);
  const table = compileTable(context, model, screen);
  const toolbar = compileToolbar(context, model, prefix, screen.toolbar);
  const rowActions = compileRowActions(context, model, prefix, screen.rowActions);
  const views = compileViews(context, model, screen.views ?? {}, [...toolbar, ...rowActions.items], {
    formTabs: screen.kind === "tab-list",
  });
  const details = "details" in screen ? (screen.details ?? []) : [];
  return {
    kind: screen.kind,
    id,
    title: screen.title ?? model.title,
    model,
    models: context.models,
    permissionPrefix: prefix,
    tabs: compileTabs(context, model, screen.tabs),
    query,
    table,
    toolbar,
    rowActions,
    views,
    details: details.map((detail, index) => planSubTable(context, model, `/details/${index}`, detail)),
    layout: compileLayout("layout" in screen ? screen.layout : undefined),
    tree: screen.kind === "tree-list" ? compileTree(context, model, screen.tree) : undefined,
    needs: [...context.needs],
    diagnostics: context.diagnostics,
    permissions: [...context.permissions],
  };
}

function compileTable(context: CompileContext, model: ResolvedModel, screen: ListDocument): TablePlan {
  const table = screen.table ?? {};
  const inherited = model.sort[0] ?? { field: "createTime", order: "desc" };
  const pageSizes = table.pageSizes ?? [10, 20, 30];
  return {
    columns: compileColumns(context, model, { ...table, linksKey: true }, "/table"),
    selection: table.selection ?? defaultSelection(screen.kind, model),
    sort: table.sort ? { field: table.sort.field, order: table.sort.order ?? "desc" } : inherited,
    totals: (table.totals ?? []).filter((name) => model.fields.has(name)),
    pageSize: table.pageSize ?? pageSizes[0] ?? 10,
    pageSizes,
    rowNumber: table.rowNumber ?? false,
    columnSettings: table.columnSettings ?? true,
    rowKey: table.rowKey ?? "id",
    rowStyle: compileExpressionText(context, "/table/rowStyle", table.rowStyle),
  };
}

/** The master of an ERP page is one row; a tree is worked on row by row. */
function defaultSelection(kind: ListKind, model: ResolvedModel): TablePlan["selection"] {
  if (kind === "erp-list") return "single";
  return kind === "tree-list" || !model.writable ? "none" : "multiple";
}

function compileLayout(layout: { readonly ratio?: number; readonly resizable?: boolean } | undefined): LayoutPlan {
  return { ratio: layout?.ratio, resizable: layout?.resizable ?? true };
}

function compileTabs(context: CompileContext, model: ResolvedModel, tabs: ListDocument["tabs"]): TabsPlan | undefined {
  if (!tabs) return undefined;
  const field = findField(context, model, "/tabs/field", tabs.field);
  return isBroken(field) ? undefined : { field, values: tabs.values, counts: tabs.counts ?? false };
}

function brokenPlan(context: CompileContext, id: string, title: string): BrokenPlan {
  return {
    kind: "broken",
    id,
    title,
    needs: [],
    diagnostics: context.diagnostics,
    permissions: [],
  };
}
