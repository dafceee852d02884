import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";

interface Master {
  readonly model: ResolvedModel;
  readonly foreignKey: string;
  readonly order: string | undefined;
}

/** Every model that has `detail` as its sub-table. */
export function mastersOf(models: ReadonlyMap<string, ResolvedModel>, detail: ResolvedModel): Master[] {
  return [...models.values()].flatMap((model) =>
    Object.values(model.relations).flatMap((relation): Master[] => {
      if (relation.kind === "tree" || relation.model !== detail.id) return [];
      const order = relation.kind === "one-to-many" ? relation.order : undefined;
      return [{ model, foreignKey: relation.foreignKey, order }];
    }),
  );
}
