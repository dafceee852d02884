import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";
import type { ModelDocument, ScreenDocument } from "../../runtime/schema/types.gen.ts";
import type { DocumentStore } from "./load-documents.ts";

/** Parts of a model that the browser does not run, so the models they name are not needed there. */
const serverParts: ReadonlySet<string> = new Set(["post", "rollup", "sample"]);

/**
 * The models that a screen needs: those it names, their sub-rows' models, and whatever these use as dictionaries.
 *
 * @returns `broken`: findings of needed models that were left out
 */
export function screenModels(
  documents: DocumentStore,
  screen: ScreenDocument,
): { readonly models: ReadonlyMap<string, ModelDocument>; readonly broken: readonly Diagnostic[] } {
  const models = new Map<string, ModelDocument>();
  const broken: Diagnostic[] = [];
  const take = (id: string): ModelDocument | undefined => {
    const model = documents.models.get(id);
    if (model && !models.has(id)) {
      models.set(id, model);
      return model;
    }
    if (!model)
      broken.push(...(documents.broken.get(id) ?? []).filter((finding) => finding.file.endsWith(".model.json")));
    return undefined;
  };
  const named = modelNames(screen).flatMap((id) => take(id) ?? []);
  const related = named.flatMap((model) => relatedIds(model).flatMap((id) => take(id) ?? []));
  for (const model of [...named, ...related]) for (const id of modelNames(model)) take(id);
  return { models, broken };
}

function relatedIds(model: ModelDocument): string[] {
  return Object.values(model.relations ?? {}).flatMap((relation) => ("model" in relation ? [relation.model] : []));
}

/** Every value under a key `model`, at any depth. */
function modelNames(document: unknown): string[] {
  const names = new Set<string>();
  const stack: unknown[] = [document];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (key === "model" && typeof child === "string") names.add(child);
      else if (!serverParts.has(key)) stack.push(child);
    }
  }
  return [...names].sort();
}
