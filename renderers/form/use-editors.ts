import { use } from "react";
import { flatItems } from "../../runtime/compile/flat-items.ts";
import type { ItemPlan } from "../../runtime/compile/view-plan.ts";
import { fetchEveryEditor, fetchFormEditors } from "../editors/registered-editors.ts";

/** By the types asked for: drawing again, on the way or after it, asks for the same. */
const fetches = new Map<string, Promise<void>>();

/** Waits for the small controls of a form, so that it opens whole. */
export function useEditors(items: readonly ItemPlan[]): void {
  const types = [...new Set(editorsOf(items))].sort();
  const key = types.join();
  const fetched = fetches.get(key) ?? fetchFormEditors(types);
  if (!fetched) return;
  fetches.set(key, fetched);
  use(fetched);
}

/** Fetches all controls of a form that is about to open, those too that it would not wait for. */
export const fetchControls = (items: readonly ItemPlan[]): Promise<void> | undefined =>
  fetchEveryEditor(editorsOf(items));

function editorsOf(items: readonly ItemPlan[]): readonly string[] {
  return flatItems(items).flatMap((item) => {
    const columns = item.kind === "subTable" ? (item.grid?.columns ?? []) : [];
    const fields = item.kind === "field" ? [item, ...item.alternatives] : columns;
    return fields.flatMap(({ editor }) => (editor.kind === "editor" ? [editor.type] : []));
  });
}
