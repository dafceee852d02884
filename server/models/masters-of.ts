import { isPart, type ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import type { Grants } from "../../runtime/permission/grants.ts";

interface Master {
  readonly model: ResolvedModel;
  readonly foreignKey: string;
  readonly order: string | undefined;
  /** Its rows are a part of the master's, which go with it: an order's lines, not the orders of a member. */
  readonly isPart: boolean;
}

/** Every model that has `detail` as its sub-table. */
export function mastersOf(models: ReadonlyMap<string, ResolvedModel>, detail: ResolvedModel): Master[] {
  return [...models.values()].flatMap((model) =>
    Object.values(model.relations).flatMap((relation): Master[] => {
      if (relation.kind === "tree" || relation.model !== detail.id) return [];
      const order = relation.kind === "one-to-many" ? relation.order : undefined;
      return [{ model, foreignKey: relation.foreignKey, order, isPart: isPart(relation) }];
    }),
  );
}

/**
 * The masters whose rows the caller may read of `detail`: all where they may open its own list, else those that it is a
 * part of and whose list they may open.
 */
export function readableMasters(
  models: ReadonlyMap<string, ResolvedModel>,
  detail: ResolvedModel,
  caller: Grants,
): readonly Master[] {
  const masters = mastersOf(models, detail);
  return mayList(caller, detail) ? masters : masters.filter((one) => one.isPart && mayList(caller, one.model));
}

export const mayList = (caller: Grants, { permissionPrefix }: ResolvedModel): boolean =>
  decideAction(caller, `${permissionPrefix}:list`).allowed;
