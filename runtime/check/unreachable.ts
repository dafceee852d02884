import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import type { Report } from "./report.ts";
import type { World } from "./world.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * LC2016: a form that adds records and leaves out a field without which nothing can be added. Nobody could ever fill it
 * in, and every save would be refused.
 */
export function checkUnreachableFields(screen: Values, model: ResolvedModel | undefined, report: Report): void {
  // A screen without a menu is opened by another, which says to what its rows belong.
  if (!model?.writable || screen.menu === undefined) return;
  for (const { path, view, values } of addingViews(screen)) {
    if (!Array.isArray(view.items)) continue;
    const named = fieldNames(view.items);
    const unknown = [...named].filter((name) => !model.fields.has(name) && !model.extra.has(name));
    for (const field of model.fields.values()) {
      if (!mustBeTyped(field) || named.has(field.name) || Object.hasOwn(values, field.name)) continue;
      // It stands there under a misspelt name, which is told.
      if (nearest(field.name, unknown) !== undefined) continue;
      report({
        code: "LC2016",
        severity: "warning",
        message: `表单里没有必填的字段 ${quoted(field.name)}（${field.title}），不能保存`,
        path: [...path, "items"],
      });
    }
  }
}

/**
 * LC2020: fields that no page shows and no document names. A page that leaves its columns, conditions or items to the
 * model shows all of them, so only models whose pages say everything themselves are judged; what a hidden field is for,
 * code may know.
 *
 * @returns names of the fields
 */
export function unusedFields(model: ResolvedModel, { models, screens, usage }: World): readonly string[] {
  const own = [...screens.values()].filter((screen) => screen.model === model.id);
  const isBelowAnother = [...models.values()].some(({ relations }) =>
    Object.values(relations).some((relation) => relation.kind !== "tree" && relation.model === model.id),
  );
  if (own.length === 0 || isBelowAnother || own.some(inheritsFields)) return [];
  return [...model.fields.values()]
    .filter((field) => !field.system && !field.hidden && !usage.isUsed(model.id, field.name))
    .map((field) => field.name);
}

/** Whether some part of a page shows whatever the model has. */
function inheritsFields(document: ScreenDocument): boolean {
  const screen = document as Values;
  const says = (part: unknown, key: string) => isObject(part) && Array.isArray(part[key]);
  if (screen.kind === "form" || screen.kind === "detail") return !says(screen.view, "items");
  const views = isObject(screen.views) ? screen.views : {};
  return !says(screen.table, "columns") || !says(screen.query, "items") || !says(views.form, "items");
}

interface AddingView {
  readonly path: readonly string[];
  readonly view: Values;
  /** What the button fills in beforehand. */
  readonly values: Values;
}

/** The views that a button for adding opens, and the one view of a form page. */
function addingViews(screen: Values): readonly AddingView[] {
  if (screen.kind === "form") {
    // The address may fill in anything.
    return isObject(screen.view) ? [{ path: ["view"], view: screen.view, values: {} }] : [];
  }
  const views = isObject(screen.views) ? screen.views : {};
  const toolbar = Array.isArray(screen.toolbar) ? screen.toolbar : [{ preset: "add" }];
  return toolbar.flatMap((button: unknown) => {
    if (!isObject(button) || button.preset !== "add") return [];
    const name = typeof button.view === "string" ? button.view : "form";
    const view = Object.hasOwn(views, name) ? views[name] : undefined;
    return isObject(view)
      ? [{ path: ["views", name], view, values: isObject(button.values) ? button.values : {} }]
      : [];
  });
}

/** A value that only a person can give. */
function mustBeTyped(field: ResolvedField): boolean {
  if (field.required !== true || field.readOnly || field.hidden || field.system) return false;
  return !field.when && !field.fill && !field.value && !field.snapshot && !field.rollup && field.default === undefined;
}

/** Names that stand in items, however deep in groups and tabs. */
function fieldNames(items: readonly unknown[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (item: unknown): void => {
    if (typeof item === "string") names.add(item);
    if (!isObject(item)) return;
    if (typeof item.field === "string") names.add(item.field);
    for (const inner of Array.isArray(item.items) ? item.items : []) visit(inner);
    for (const tab of Array.isArray(item.tabs) ? item.tabs : []) visit(tab);
  };
  for (const item of items) visit(item);
  return names;
}

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
