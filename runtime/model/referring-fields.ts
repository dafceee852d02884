import type { ResolvedField, ResolvedModel } from "./resolved-model.ts";

/** A field that names rows of another model by their id. */
export interface NamingField {
  readonly model: ResolvedModel;
  readonly field: ResolvedField;
}

/** One that says what becomes of its row when the row that it names is deleted. */
export interface ReferringField extends NamingField {
  readonly onDelete: NonNullable<ResolvedField["onDelete"]>;
}

/** The fields of all tables that name rows of the model by id. A model over another one's table has no rows of its own. */
export function namingFields(models: ReadonlyMap<string, ResolvedModel>, target: ResolvedModel): NamingField[] {
  const id = target.of ?? target.id;
  return [...models.values()]
    .filter((model) => model.of === undefined)
    .flatMap((model) =>
      [...model.fields.values()]
        .filter(({ dict }) => dict?.kind === "model" && dict.model === id && dict.value === "id")
        .map((field) => ({ model, field })),
    );
}

/** Those of them that say what becomes of their row. */
export const referringFields = (models: ReadonlyMap<string, ResolvedModel>, target: ResolvedModel): ReferringField[] =>
  namingFields(models, target).flatMap(({ model, field }) =>
    field.onDelete === undefined ? [] : [{ model, field, onDelete: field.onDelete }],
  );
