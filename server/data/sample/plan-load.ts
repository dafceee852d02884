import type { ResolvedField, ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { Generator, Sample } from "../../../runtime/schema/types.gen.ts";

export type Models = ReadonlyMap<string, ResolvedModel>;

export const isMade = (sample: Sample | undefined): sample is Sample =>
  sample !== undefined && ((sample.count ?? 0) > 0 || sample.each !== undefined);

/** Models whose rows are sub-rows of a made model. */
export function detailModels(model: ResolvedModel): readonly string[] {
  return Object.keys(model.sample?.relations ?? {}).flatMap((relation) => {
    const found = model.relations[relation];
    return found && found.kind !== "tree" ? [found.model] : [];
  });
}

function generatorModels(generator: Generator): readonly string[] {
  switch (generator.type) {
    case "tier":
    case "row":
      return [generator.model];
    case "by":
      return [...Object.values(generator.cases), ...(generator.else ? [generator.else] : [])].flatMap(generatorModels);
    case "age":
      return generator.steps.flatMap(({ then }) => generatorModels(then));
    case "join":
      return generator.parts.flatMap((part) => (typeof part === "string" ? [] : generatorModels(part)));
    default:
      return [];
  }
}

const fieldModels = (field: ResolvedField): readonly string[] =>
  field.dict?.kind === "model" ? [field.dict.model] : [];

/** Models whose rows must be known before rows of this one are made. */
export function neededModels(model: ResolvedModel, models: Models): ReadonlySet<string> {
  const found = new Set<string>(model.sample?.after ?? []);
  const own = [model, ...detailModels(model).flatMap((id) => models.get(id) ?? [])];
  for (const one of own) {
    const sample = one.sample ?? {};
    for (const each of [sample.each ?? []].flat()) {
      if ("model" in each) found.add(each.model);
      for (const { fields } of [...each.rows, ...(each.else ?? [])])
        for (const made of Object.values(fields ?? {})) for (const id of generatorModels(made)) found.add(id);
    }
    for (const field of one.fields.values()) for (const id of fieldModels(field)) found.add(id);
    for (const generator of [...Object.values(sample.fields ?? {}), ...Object.values(sample.finish ?? {})]) {
      for (const id of generatorModels(generator)) found.add(id);
    }
  }
  for (const one of own) found.delete(one.id);
  return found;
}

/**
 * The made models in an order in which everything needed comes first.
 * @throws Error naming the models that need each other
 */
export function orderModels(models: Models, wanted: ReadonlySet<string>): readonly ResolvedModel[] {
  const ordered: ResolvedModel[] = [];
  const done = new Set<string>();
  const visit = (id: string, trail: readonly string[]): void => {
    const model = models.get(id);
    if (!model || done.has(id) || !wanted.has(id)) return;
    if (trail.includes(id)) throw new Error(`samples need each other: ${[...trail, id].join(" → ")}`);
    for (const needed of neededModels(model, models)) visit(needed, [...trail, id]);
    done.add(id);
    ordered.push(model);
  };
  for (const id of [...wanted].sort()) visit(id, []);
  return ordered;
}
