import type { FieldItemPlan, ItemPlan } from "./view-plan.ts";

export type LeafItemPlan = Exclude<ItemPlan, { readonly kind: "group" | "tabs" }>;

/** Every item of a view in its order, however deep it stands in groups and tabs. */
export function flatItems(items: readonly ItemPlan[]): readonly LeafItemPlan[] {
  return items.flatMap((item) => {
    if (item.kind === "group") return flatItems(item.items);
    return item.kind === "tabs" ? item.tabs.flatMap((tab) => flatItems(tab.items)) : [item];
  });
}

export const fieldItems = (items: readonly ItemPlan[]): readonly FieldItemPlan[] =>
  flatItems(items).filter((item) => item.kind === "field");
