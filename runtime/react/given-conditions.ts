import type { ListPlan } from "../compile/plan.ts";
import { isEmpty } from "../wire/address.ts";

type Values = Readonly<Record<string, unknown>>;

/** Parameters by which a list keeps its own state in the address, and the row that it opens. */
const own: ReadonlySet<string> = new Set(["id", "mode", "page", "size", "sort", "tab", "super"]);

/**
 * What an address asks of a list beside the list's own state: a parameter named like a query input fills it, and resetting
 * the query keeps it; one named like another field is a condition of every query, and so are the two ends of a range,
 * `<field>_begin` and `<field>_end`. Other parameters mean nothing.
 *
 * @param given parameters of the address; fields by wire name or column
 */
export function withGiven(plan: ListPlan, given: Values): { readonly plan: ListPlan; readonly fixed: Values } {
  const values = new Map<string, unknown>();
  for (const field of plan.model.fields.values()) {
    const value = given[field.name] ?? given[field.column];
    if (!own.has(field.name) && !isEmpty(value)) values.set(field.name, value);
    for (const end of rangeEnds(field.name)) if (!isEmpty(given[end])) values.set(end, given[end]);
  }
  if (values.size === 0) return { plan, fixed: {} };
  const items = plan.query.items.map((item) => {
    const ends = rangeEnds(item.name);
    if (item.op === "range") {
      return ends.some((end) => values.has(end))
        ? { ...item, default: ends.map((end) => values.get(end) ?? "") }
        : item;
    }
    return values.has(item.name) ? { ...item, default: values.get(item.name) } : item;
  });
  const shown = new Set(
    items
      .filter((item, index) => item !== plan.query.items[index])
      .flatMap(({ name, op }) => (op === "range" ? rangeEnds(name) : [name])),
  );
  return {
    plan: { ...plan, query: { ...plan.query, items } },
    fixed: Object.fromEntries([...values].filter(([name]) => !shown.has(name))),
  };
}

const rangeEnds = (name: string): readonly string[] => [`${name}_begin`, `${name}_end`];
