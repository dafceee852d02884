import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";

/**
 * The models of an answer, by id. The wire carries documents, as a list or by id; references to a
 * model's title field are resolved among them.
 */
export function readModels(answer: unknown): ReadonlyMap<string, ResolvedModel> {
  const list = Array.isArray(answer) ? answer : Object.values((answer ?? {}) as Record<string, unknown>);
  const documents = list.filter(isModelDocument);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const titleFieldOf = (id: string) => {
    const document = byId.get(id);
    return document ? (document.titleField ?? Object.keys(document.fields)[0]) : undefined;
  };
  return new Map(documents.map((document) => [document.id, withExtra(resolveModel(document, titleFieldOf))]));
}

/** A form treats what a hook stores elsewhere like any other field of the row. */
function withExtra(model: ResolvedModel): ResolvedModel {
  return model.extra.size === 0 ? model : { ...model, fields: new Map([...model.fields, ...model.extra]) };
}

function isModelDocument(value: unknown): value is ModelDocument {
  return typeof value === "object" && value !== null && "fields" in value && "base" in value && "id" in value;
}
