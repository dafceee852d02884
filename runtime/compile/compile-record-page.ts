import type { ResolvedModel } from "../model/resolved-model.ts";
import type { Button, ScreenDocument, View } from "../schema/types.gen.ts";
import { compileRowActions } from "./compile-buttons.ts";
import { compileView, compileViews } from "./compile-views.ts";
import type { CompileContext } from "./context.ts";
import type { ListPlan, RecordKind, TablePlan } from "./plan.ts";
import type { ViewPlan } from "./view-plan.ts";

export type RecordDocument = Extract<ScreenDocument, { readonly kind: RecordKind }>;

export function isRecordPage(screen: ScreenDocument): screen is RecordDocument {
  return screen.kind === "form" || screen.kind === "detail";
}

/**
 * A page over one record. The view named like the kind is the page itself; the other one opens over it (a form over
 * a detail) or shows the same items to read (a form that may not be changed).
 */
export function compileRecordPage(
  context: CompileContext,
  id: string,
  screen: RecordDocument,
  model: ResolvedModel,
): ListPlan {
  const prefix = screen.permissionPrefix ?? model.permissionPrefix;
  const items = screen.toolbar ?? (screen.kind === "detail" ? inheritedButtons(model) : []);
  const rowActions = compileRowActions(context, model, prefix, { inline: items.length, items }, false, "/toolbar");
  const view = screen.view ?? {};
  const views = new Map(compileViews(context, model, {}, rowActions.items));
  if (screen.kind === "form") views.set("form", inline(compileView(context, model, "form", "form", view, written)));
  views.set("detail", inline(compileView(context, model, "detail", "detail", readable(view), written)));
  return {
    kind: screen.kind,
    record: screen.kind === "form" ? screen.record : undefined,
    id,
    title: screen.title ?? model.title,
    model,
    listUrl: `${model.base}/list`,
    listParams: {},
    rowUrl: `${model.base}/queryById`,
    models: context.models,
    permissionPrefix: prefix,
    tabs: undefined,
    query: { items: [], collapsedCount: 0, advanced: false },
    table: oneRow(model),
    toolbar: [],
    rowActions,
    views,
    details: [],
    layout: { split: "vertical", ratio: undefined, resizable: false },
    tree: undefined,
    side: undefined,
    report: undefined,
    needs: [...context.needs],
    diagnostics: context.diagnostics,
    permissions: [...context.permissions],
  };
}

/** The document writes its one view under `view`. */
const written = { path: "/view" } as const;

const inline = (view: ViewPlan): ViewPlan => ({ ...view, as: "inline", fullscreen: false });

/** What of a view says how a record is read. */
function readable({ columns, items, override, title, width }: View): View {
  return {
    ...(title === undefined ? {} : { title }),
    ...(width === undefined ? {} : { width }),
    ...(columns === undefined ? {} : { columns }),
    ...(items === undefined ? {} : { items }),
    ...(override === undefined ? {} : { override }),
  };
}

function inheritedButtons(model: ResolvedModel): Button[] {
  if (!model.writable) return [];
  const transitions = Object.keys(model.states?.transitions ?? {});
  return [
    ...transitions.map((transition): Button => ({ preset: "transition", transition })),
    { preset: "edit" },
    { preset: "delete" },
  ];
}

function oneRow(model: ResolvedModel): TablePlan {
  return {
    as: "table",
    layouts: ["table"],
    calendar: undefined,
    columns: [],
    selection: "none",
    sort: model.sort[0] ?? { field: "createTime", order: "desc" },
    totals: [],
    sums: [],
    groups: [],
    groupedBy: [],
    pageSize: 1,
    pageSizes: [1],
    height: undefined,
    rowNumber: false,
    columnSettings: false,
    rowKey: "id",
    rowStyle: undefined,
    empty: undefined,
  };
}
