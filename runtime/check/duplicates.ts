import { quoted } from "../schema/messages.ts";
import type { PathStep } from "../schema/source-document.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";

type Values = Readonly<Record<string, unknown>>;

/** LC2002: the same column, query item, form field, button or detail twice. */
export function checkDuplicates({ definition, value, path }: Site, report: Report): void {
  if (typeof value !== "object" || value === null) return;
  const object = value as Values;
  const tell = (what: string) => (name: string, at: readonly PathStep[]) =>
    report({ code: "LC2002", message: `${what} ${quoted(name)} 写了两次`, path: at });
  if (definition === "query") once(namesIn(object.items, [...path, "items"]), tell("查询项"));
  if (definition === "table") once(namesIn(object.columns, [...path, "columns"]), tell("列"));
  if (definition === "detail" || definition === "screen") {
    once(namesIn(object.columns, [...path, "columns"]), tell("列"));
    once(buttonsIn(object.toolbar, [...path, "toolbar"]), tell("按钮"));
    once(namesIn(object.details, [...path, "details"], "relation"), tell("子表"));
  }
  if (definition === "rowActions") once(buttonsIn(object.items, [...path, "items"]), tell("按钮"));
  if (definition === "view") once(formFields(object.items, [...path, "items"]), tell("字段"));
}

type Named = readonly [name: string, path: readonly PathStep[]];

function once(names: readonly Named[], tell: (name: string, path: readonly PathStep[]) => void): void {
  const seen = new Set<string>();
  for (const [name, path] of names) {
    if (seen.has(name)) tell(name, path);
    seen.add(name);
  }
}

function namesIn(items: unknown, path: readonly PathStep[], key = "field"): Named[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, index): Named[] => {
    if (typeof item === "string") return [[item, [...path, index]]];
    const name = (item as Values | null)?.[key];
    return typeof name === "string" ? [[name, [...path, index, key]]] : [];
  });
}

/** Two buttons of one preset differ by what they do: a transition, a view, preset values. */
function buttonsIn(items: unknown, path: readonly PathStep[]): Named[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: Values, index): Named[] => {
    if (typeof item.key === "string") return [[item.key, [...path, index, "key"]]];
    if (item.preset === "transition") return [[String(item.transition), [...path, index, "transition"]]];
    const isPlain = item.view === undefined && item.values === undefined && item.visible === undefined;
    return isPlain ? [[String(item.preset), [...path, index, "preset"]]] : [];
  });
}

/** Fields of a form through its groups and tabs; the tabs of one form share its record. */
function formFields(items: unknown, path: readonly PathStep[]): Named[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, index): Named[] => {
    const at = [...path, index];
    if (typeof item === "string") return [[item, at]];
    const { field, items: inner, tabs } = item as Values;
    if (typeof field === "string") return [[field, [...at, "field"]]];
    if (Array.isArray(tabs)) {
      return tabs.flatMap((tab: Values, tabIndex) => formFields(tab.items, [...at, "tabs", tabIndex, "items"]));
    }
    return formFields(inner, [...at, "items"]);
  });
}
