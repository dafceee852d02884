import type { ListPlan, QueryItemPlan, QueryOp } from "../compile/plan.ts";
import { isEmpty } from "../wire/address.ts";

type Values = Readonly<Record<string, unknown>>;

/** An input that the query bar gets besides its own. */
interface GivenItem {
  readonly field: string;
  readonly op?: QueryOp;
}

/** Parameters by which a list keeps its own state in the address, and the row that it opens. */
const own: ReadonlySet<string> = new Set(["id", "mode", "page", "size", "sort", "tab", "super", "group", "press"]);

/**
 * What an address asks of a list beside the list's own state. A parameter named like a field, or like an end of its range
 * (`<field>_begin`, `<field>_end`), fills the input of that field; a field without one gets one, so that no condition is
 * out of sight. Resetting the query keeps it. The value of a tab puts that tab in front. Other parameters mean nothing.
 *
 * @param given parameters of the address; fields by wire name or column
 * @param itemsOf makes inputs of the list's model
 * @returns the same plan where nothing is asked
 */
export function withGiven(
  plan: ListPlan,
  given: Values,
  itemsOf: (items: readonly GivenItem[]) => readonly QueryItemPlan[],
): ListPlan {
  const asked = new Map<string, unknown>();
  for (const { name, column } of plan.model.fields.values()) {
    if (own.has(name)) continue;
    const ends = [given[`${name}_begin`] ?? "", given[`${name}_end`] ?? ""];
    const value = given[name] ?? given[column];
    if (!isEmpty(ends)) asked.set(name, ends);
    else if (!isEmpty(value)) asked.set(name, value);
  }
  if (asked.size === 0) return plan;
  const { tabs } = plan;
  const front = tabs && asked.get(tabs.field.name);
  if (tabs && typeof front === "string" && (tabs.values?.includes(front) ?? !front.includes(","))) {
    // The tab says it: a condition beside it would hold in every other tab.
    const { [tabs.field.name]: _named, [tabs.field.column]: _stored, ...others } = given;
    return withGiven({ ...plan, tabs: { ...tabs, given: front } }, others, itemsOf);
  }
  const fits = ({ name, op }: QueryItemPlan) => op === "range" || !Array.isArray(asked.get(name));
  const kept = plan.query.items.filter((item) => !asked.has(item.name) || fits(item));
  const names = new Set(kept.map(({ name }) => name));
  const added = [...asked].flatMap(([field, value]): GivenItem[] => {
    if (names.has(field)) return [];
    return [Array.isArray(value) ? { field, op: "range" } : { field }];
  });
  const items = [...kept, ...(added.length === 0 ? [] : itemsOf(added))].map((item) =>
    asked.has(item.name)
      ? { ...item, given: heldBy(item.op, asked.get(item.name)) }
      : // All of them are asked for: a list's own period would hide some.
        plan.kind === "report"
        ? item
        : { ...item, default: undefined },
  );
  return { ...plan, query: { ...plan.query, items } };
}

/** A value as the control of the comparison holds it. */
function heldBy(op: QueryOp, value: unknown): unknown {
  if (Array.isArray(value)) return value;
  if (op === "range") return [value, value];
  return op === "in" ? String(value).split(",") : value;
}
