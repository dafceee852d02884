import { everyoneCode, permissionPrefixOf } from "../../../runtime/menu/derive-menu-rows.ts";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import { pickedModel } from "../implied-texts.ts";

/** A screen with the code that opens it and the models whose rows its fields are picked from or named by. */
export interface ScreenLookUps {
  readonly code: string;
  readonly models: ReadonlySet<string>;
}

const byStore = new WeakMap<DocumentStore, readonly ScreenLookUps[]>();

/** Worked out once per set of documents. */
export function lookUpsOfScreens(documents: DocumentStore): readonly ScreenLookUps[] {
  const known = byStore.get(documents);
  if (known) return known;
  const tables = new Map([...documents.resolvedModels.values()].map((model) => [model.table, model.id]));
  const all = [...documents.screens].map(
    ([id, screen]): ScreenLookUps => ({
      code: openCode(documents, id, screen),
      models: new Set(partsOf(documents, screen).flatMap((part) => [...lookedUp(part, tables)])),
    }),
  );
  byStore.set(documents, all);
  return all;
}

/** The code that opens a screen when no menu row says another. */
export function openCode(documents: DocumentStore, id: string, screen: ScreenDocument): string {
  if (screen.menu?.everyone === true) return everyoneCode;
  const model = screen.model === undefined ? undefined : documents.models.get(screen.model);
  return `${permissionPrefixOf(id, screen, model)}:list`;
}

/** The screen, its model and the models of its sub-rows: their fields make the form. */
export function partsOf(documents: DocumentStore, screen: ScreenDocument): unknown[] {
  const model = screen.model === undefined ? undefined : documents.models.get(screen.model);
  const below = Object.values(model?.relations ?? {}).flatMap((relation) =>
    "model" in relation ? (documents.models.get(relation.model) ?? []) : [],
  );
  return [screen, ...(model ? [model] : []), ...below];
}

/** Models named by a dictionary, a picker or the tree beside a list, at any depth. */
function lookedUp(document: unknown, tables: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>();
  const stack: unknown[] = [document];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      const model = modelOf(key, child, tables);
      if (model !== undefined) found.add(model);
      stack.push(child);
    }
  }
  return found;
}

function modelOf(key: string, value: unknown, tables: ReadonlyMap<string, string>): string | undefined {
  if (key === "type" && typeof value === "string") return pickedModel(value);
  // A table dictionary as recorded clients write it: `table,text,code`.
  if (key === "dict" && typeof value === "string") return tables.get(value.split(",", 1)[0] ?? "");
  if (key !== "dict" && key !== "side") return undefined;
  const named = (value as { readonly model?: unknown } | null)?.model;
  return typeof named === "string" ? named : undefined;
}
