import type { ListPlan } from "../compile/plan.ts";
import { isEmpty } from "../wire/address.ts";

type Values = Readonly<Record<string, unknown>>;

/** Parameters by which a list keeps its own state in the address, and the row that it opens. */
const own: ReadonlySet<string> = new Set(["id", "mode", "page", "size", "sort", "tab", "super"]);

/**
 * What an address asks of a list beside the list's own state: a parameter named like a query input fills it, and resetting
 * the query keeps it; one named like another field is a condition of every query. Other parameters mean nothing.
 *
 * @param given parameters of the address; fields by wire name or column
 */
export function withGiven(plan: ListPlan, given: Values): { readonly plan: ListPlan; readonly fixed: Values } {
  const values = new Map<string, unknown>();
  for (const field of plan.model.fields.values()) {
    const value = given[field.name] ?? given[field.column];
    if (!own.has(field.name) && !isEmpty(value)) values.set(field.name, value);
  }
  if (values.size === 0) return { plan, fixed: {} };
  const items = plan.query.items.map((item) =>
    values.has(item.name) && item.op !== "range" ? { ...item, default: values.get(item.name) } : item,
  );
  const shown = new Set(items.filter((item, index) => item !== plan.query.items[index]).map(({ name }) => name));
  return {
    plan: { ...plan, query: { ...plan.query, items } },
    fixed: Object.fromEntries([...values].filter(([name]) => !shown.has(name))),
  };
}
