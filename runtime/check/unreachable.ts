import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import { quoted } from "../schema/messages.ts";
import type { Report } from "./report.ts";

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
    for (const field of model.fields.values()) {
      if (!mustBeTyped(field) || named.has(field.name) || Object.hasOwn(values, field.name)) continue;
      report({
        code: "LC2016",
        severity: "warning",
        message: `表单里没有必填的字段 ${quoted(field.name)}（${field.title}），不能保存`,
        path: [...path, "items"],
      });
    }
  }
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
