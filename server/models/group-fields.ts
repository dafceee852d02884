import { parseExpression } from "../../runtime/expr/parse.ts";
import { sourceOf } from "../../runtime/expr/template.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";

const known = new WeakMap<ResolvedModel, ReadonlySet<string> | "all">();

/**
 * The fields that the model's rules over several rows read: a row in which none of them changes leaves every group as it
 * was. `all` where a rule hands whole rows to a function.
 */
export function groupFields(model: ResolvedModel): ReadonlySet<string> | "all" {
  const found = known.get(model) ?? findFields(model);
  known.set(model, found);
  return found;
}

function findFields(model: ResolvedModel): ReadonlySet<string> | "all" {
  const names = new Set(model.groupRules.flatMap(({ by }) => by));
  for (const text of model.groupRules.flatMap(({ where, expr }) => [where ?? [], expr].flat())) {
    for (const [root, name] of parseExpression(counted(sourceOf(text) ?? text)).refs) {
      if (root !== "row" && root !== "item" && root !== "rows") continue;
      if (name === undefined) return "all";
      names.add(name);
    }
  }
  return names;
}

/** How many rows there are follows from the fields that choose them. */
const counted = (source: string): string => source.replaceAll(/\bcount\(\s*rows\s*\)/g, "0");
