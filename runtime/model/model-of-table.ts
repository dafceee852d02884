import type { ResolvedModel } from "./resolved-model.ts";

/** The model that keeps a table. Another view of the same rows (`of`) has rights of its own and is never what a table's name means. */
export function modelOfTable(models: Iterable<ResolvedModel>, table: unknown): ResolvedModel | undefined {
  for (const model of models) if (model.table === table && model.of === undefined) return model;
  return undefined;
}
