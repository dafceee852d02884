import type { ResolvedModel } from "../model/resolved-model.ts";
import { type CompileContext, report } from "./context.ts";
import type { TreePlan } from "./plan.ts";

interface TreeOptions {
  readonly relation?: string;
  readonly titleField?: string;
  readonly expandLevel?: number;
}

/** The tree that the screen names, or the only one of the model. A model without one is reported and drawn flat. */
export function compileTree(
  context: CompileContext,
  model: ResolvedModel,
  options: TreeOptions = {},
): TreePlan | undefined {
  const trees = Object.entries(model.relations).filter(([, relation]) => relation.kind === "tree");
  const found = options.relation === undefined ? trees[0] : trees.find(([name]) => name === options.relation);
  const relation = found?.[1];
  if (relation?.kind !== "tree") {
    report(
      context,
      "/tree/relation",
      "树形关系",
      options.relation ?? "",
      trees.map(([name]) => name),
    );
    return undefined;
  }
  return {
    parent: relation.pid,
    hasChild: relation.hasChild,
    root: relation.root,
    titleField: options.titleField ?? model.titleField,
    expandLevel: options.expandLevel ?? 1,
  };
}
