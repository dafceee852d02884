import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { ResolvedField, SortKey } from "../../runtime/model/resolved-model.ts";
import { isWhole, type SuperQuery, wholeQuery } from "../../runtime/query/super-query.ts";
import { mayAsk } from "../../runtime/react/field-rights.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";

interface AskableQuery<Query> {
  /** Without conditions when none of them may be asked. */
  readonly query: Query;
  /** Titles of the fields that it asked about. */
  readonly omitted: readonly string[];
}

/**
 * A query that somebody shared, without what this person sees masked: the server would refuse all of it. They are told
 * what was left out.
 */
export function askableQuery<Query extends SuperQuery & { readonly sort?: SortKey }>(
  query: Query,
  plan: ListPlan,
  services: ConsoleServices,
): AskableQuery<Query> {
  const omitted = new Set<string>();
  const isAskable = (name: string): boolean => {
    const [field, model] = fieldNamed(plan, name);
    if (!field || mayAsk(services, model, field)) return true;
    omitted.add(field.title);
    return false;
  };
  const asked = wholeQuery(query, (condition) => isWhole(condition) && isAskable(condition.field));
  const { sort, ...rest } = query;
  const order = sort && isAskable(sort.field) ? { sort } : {};
  return { query: { ...rest, conditions: asked?.conditions ?? [], ...order } as Query, omitted: [...omitted] };
}

/** By wire name, or `relation,field` for a field of sub-rows. */
function fieldNamed(plan: ListPlan, name: string): readonly [ResolvedField | undefined, ListPlan["model"]] {
  const [first = "", below] = name.split(/[,@]/);
  if (below === undefined) return [plan.model.fields.get(first), plan.model];
  const relation = plan.model.relations[first];
  const model = relation && relation.kind !== "tree" ? plan.models.get(relation.model) : undefined;
  return [model?.fields.get(below), model ?? plan.model];
}
