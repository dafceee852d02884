import type { ResolvedModel } from "../model/resolved-model.ts";

/** The names that may be written at a place: the fields of a model, of inline `fields`, of an aggregate, of an `ask`. */
export interface Fields {
  /** Chinese, for messages. */
  readonly title: string;
  readonly names: readonly string[];
  readonly model: ResolvedModel | undefined;
  /** Of an aggregate or a question: the model that some of its names are fields of. */
  readonly grouped?: ResolvedModel | undefined;
  /** There may be more names than are known: one that is like none of them is no mistake. */
  readonly isOpen?: boolean;
}

export function fieldsOfModel(model: ResolvedModel): Fields {
  return { title: model.title, names: [...model.fields.keys(), ...model.extra.keys()], model };
}

export function fieldsNamed(title: string, names: readonly string[], grouped?: ResolvedModel): Fields {
  return { title, names, model: undefined, grouped };
}

export const hasField = (fields: Fields, name: string): boolean =>
  fields.model ? fields.model.fields.has(name) || fields.model.extra.has(name) : fields.names.includes(name);

export function relationNames(fields: Fields | undefined): readonly string[] {
  return Object.keys(fields?.model?.relations ?? {});
}

/** The model on the other end of a relation; a tree relation leads back to the model itself. */
export function relatedModelId(fields: Fields | undefined, relation: string): string | undefined {
  const relations = fields?.model?.relations ?? {};
  const found = Object.hasOwn(relations, relation) ? relations[relation] : undefined;
  if (!found) return undefined;
  return found.kind === "tree" ? fields?.model?.id : found.model;
}

/** The model whose rows a field refers to through its dictionary. */
export function dictModelId(fields: Fields | undefined, field: string): string | undefined {
  const dict = fields?.model?.fields.get(field)?.dict;
  return dict?.kind === "model" ? dict.model : undefined;
}

/** What a field is called now that had this name before (`renamedFrom`). */
export function renamedTo(fields: Fields, name: string): string | undefined {
  const declared = [...((fields.model ?? fields.grouped)?.fields.values() ?? [])];
  return declared.find((field) => field.renamedFrom === name && hasField(fields, field.name))?.name;
}
