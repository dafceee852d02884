import type { ListPlan } from "../../../runtime/compile/plan.ts";
import type { ItemPlan } from "../../../runtime/compile/view-plan.ts";
import type { ResolvedDict } from "../../../runtime/model/resolved-model.ts";

const namedDict = /dictText\(\s*'([^']+)'/g;

/** Codes of every dictionary that the list, its query and its views show. */
export function dictionariesOf(plan: ListPlan): ReadonlySet<string> {
  const codes = new Set<string>();
  const add = (dict: ResolvedDict | undefined) => {
    if (dict?.kind === "code") codes.add(dict.code);
  };
  for (const column of plan.table.columns) add(column.dict);
  for (const column of plan.table.calendar?.columns ?? []) add(column.dict);
  add(plan.table.calendar?.color?.dict);
  for (const item of plan.query.items) add(item.dict);
  for (const view of plan.views.values()) for (const item of view.items) addItem(item, add);
  for (const button of plan.rowActions.items) {
    for (const item of button.ask) add(item.dict);
    for (const [, code] of button.disabledReason?.source.matchAll(namedDict) ?? []) if (code) codes.add(code);
  }
  for (const detail of plan.details) addItem(detail, add);
  add(plan.tabs?.field.dict);
  return codes;
}

function addItem(item: ItemPlan, add: (dict: ResolvedDict | undefined) => void): void {
  switch (item.kind) {
    case "field":
      add(item.dict);
      return;
    case "group":
      for (const inner of item.items) addItem(inner, add);
      return;
    case "tabs":
      for (const tab of item.tabs) for (const inner of tab.items) addItem(inner, add);
      return;
    case "subTable":
      for (const column of item.columns) add(column.dict);
      return;
    case "broken":
      return;
  }
}
