import { isNumeric } from "../model/field-types.ts";
import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { compileRowActions, compileToolbar } from "./compile-buttons.ts";
import { planDetail } from "./compile-detail.ts";
import { compilePanels } from "./compile-panels.ts";
import { compileQuery } from "./compile-query.ts";
import { compileRecordPage, isRecordPage } from "./compile-record-page.ts";
import { compileReport } from "./compile-report.ts";
import { planTable } from "./compile-table.ts";
import { compileSide, compileTree } from "./compile-tree.ts";
import { compileViews } from "./compile-views.ts";
import { type CompileContext, findField, isBroken, type KnownRenderers, report } from "./context.ts";
import type {
  BrokenPlan,
  LayoutPlan,
  ListKind,
  ListPlan,
  RecordKind,
  ScreenPlan,
  TablePlan,
  TabsPlan,
} from "./plan.ts";

export type ListDocument = Extract<ScreenDocument, { readonly kind: ListKind }>;

/** Kinds that have a renderer; the others get a diagnostics page instead of an empty one. */
const listKinds = ["list", "tab-list", "inner-list", "erp-list", "tree-list"] as const satisfies readonly ListKind[];
const recordKinds = ["form", "detail"] as const satisfies readonly RecordKind[];
const supportedKinds = [...listKinds, ...recordKinds, "report", "dashboard", "page"];

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
  if (screen.kind === "report") return compileReport(context, id, screen) ?? brokenPlan(context, id, screen.title);
  if (!isList(screen) && !isRecordPage(screen)) {
    report(context, "/kind", "页面类型", screen.kind, supportedKinds);
    return brokenPlan(context, id, screen.title ?? id);
  }
  const model = screen.model
    ? models.get(screen.model)
    : isList(screen)
      ? modelOfSource(id, screen, models)
      : undefined;
  if (!model) {
    report(context, "/model", "模型", screen.model ?? "", models.keys());
    return brokenPlan(context, id, screen.title ?? id);
  }
  return isList(screen) ? compileList(context, id, screen, model) : compileRecordPage(context, id, screen, model);
}

function isList(screen: ScreenDocument): screen is ListDocument {
  return (listKinds as readonly string[]).includes(screen.kind);
}

/** A list page, or the list below a record that a detail describes. */
export function compileList(context: CompileContext, id: string, screen: ListDocument, model: ResolvedModel): ListPlan {
  const prefix = screen.permissionPrefix ?? model.permissionPrefix;
  const query = compileQuery(context, model, screen.query);
  const table = compileTable(context, model, screen);
  const toolbar = compileToolbar(context, model, prefix, screen.toolbar);
  const rowActions = compileRowActions(context, model, prefix, screen.rowActions, screen.model !== undefined);
  const views = compileViews(context, model, screen.views ?? {}, [...toolbar, ...rowActions.items], {
    formTabs: screen.kind === "tab-list",
  });
  const details = "details" in screen ? (screen.details ?? []) : [];
  return {
    kind: screen.kind,
    id,
    title: screen.title ?? model.title,
    model,
    listUrl: endpointOf(screen, "list") ?? `${model.base}/list`,
    listParams: sourceOf(screen)?.params ?? {},
    rowUrl: screen.model ? `${model.base}/queryById` : endpointOf(screen, "get"),
    models: context.models,
    permissionPrefix: prefix,
    tabs: compileTabs(context, model, screen.tabs),
    query,
    table,
    toolbar,
    rowActions,
    views,
    details: details.map((detail, index) => planDetail(context, model, `/details/${index}`, detail)),
    layout: compileLayout("layout" in screen ? screen.layout : undefined),
    tree: screen.kind === "tree-list" ? compileTree(context, model, screen.tree, { views }) : undefined,
    side: screen.kind === "tree-list" ? compileSide(context, screen.tree?.side) : undefined,
    refreshSeconds: "refresh" in screen ? screen.refresh : undefined,
    report: undefined,
    record: undefined,
    needs: [...context.needs],
    diagnostics: context.diagnostics,
    permissions: [...context.permissions],
  };
}

/** The path that a `rest` source reads its rows, or one row, from. */
function endpointOf(screen: ListDocument, call: "list" | "get"): string | undefined {
  return sourceOf(screen)?.[call]?.replace(/^[A-Z]+ /, "");
}

const sourceOf = (screen: ListDocument) => ("source" in screen ? screen.source : undefined);

/** Rows that no model stores: the screen's own fields over the calls of its source, only to be read. */
function modelOfSource(
  id: string,
  screen: ListDocument,
  models: ReadonlyMap<string, ResolvedModel>,
): ResolvedModel | undefined {
  const fields = "fields" in screen ? screen.fields : undefined;
  const url = endpointOf(screen, "list");
  if (!fields || !url) return undefined;
  const document = {
    schemaVersion: 1,
    id,
    title: screen.title ?? id,
    table: "none",
    base: url.slice(0, url.lastIndexOf("/")),
    permissionPrefix: screen.permissionPrefix ?? id.replaceAll("/", ":"),
    writable: false,
    fields,
  } as const;
  return resolveModel(document, (other) => models.get(other)?.titleField);
}

function compileTable(context: CompileContext, model: ResolvedModel, screen: ListDocument): TablePlan {
  const { totals = [], ...table } = screen.table ?? {};
  // The server refuses the sums of all fields for one that it cannot add up, and the page would show a 0 that is none.
  const summed = totals.filter((name) => {
    const field = model.fields.get(name);
    return field && isNumeric(field);
  });
  return planTable(
    context,
    model,
    { ...table, totals: summed },
    {
      linksKey: true,
      selection: defaultSelection(screen.kind, model),
      // Below the masters their details need the room.
      ...(screen.kind === "erp-list" ? { pageSizes: [5, 10, 30] } : {}),
    },
  );
}

/** The master of an ERP page is one row; a tree is worked on row by row. */
function defaultSelection(kind: ListKind, model: ResolvedModel): TablePlan["selection"] {
  if (kind === "erp-list") return "single";
  return kind === "tree-list" || !model.writable ? "none" : "multiple";
}

function compileLayout(layout: Partial<LayoutPlan> | undefined): LayoutPlan {
  return { split: layout?.split ?? "vertical", ratio: layout?.ratio, resizable: layout?.resizable ?? true };
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
