import type { Scope } from "../expr/compile.ts";
import { resolveJson } from "../expr/template.ts";
import { isEmpty } from "./normalise.ts";

/** A field and the values of which it holds one; null: it holds none. */
export type Narrowing = Readonly<Record<string, readonly unknown[]>>;

/**
 * To which rows of another model a control is narrowed, worked out for the row that it stands in. A condition whose value
 * is empty asks nothing; in a list of several, null stands for rows without a value.
 */
export function resolveNarrowing(
  where: Readonly<Record<string, unknown>> | undefined,
  scope: Scope,
): Narrowing | undefined {
  if (!where) return undefined;
  const resolved = resolveJson(where, scope) as Readonly<Record<string, unknown>>;
  const asked = Object.entries(resolved).flatMap(([name, value]): [string, readonly unknown[]][] => {
    if (!Array.isArray(value)) return isEmpty(value) ? [] : [[name, [value]]];
    const stated = where[name];
    const mayBeNone = Array.isArray(stated) && stated.includes(null);
    const values = value.filter((one) => !isEmpty(one));
    return [[name, mayBeNone ? [...values, null] : values]];
  });
  return asked.length > 0 ? Object.fromEntries(asked) : undefined;
}

/** The same as parameters of a list: one value as it is, several or none as an advanced query. */
export function narrowingQuery(narrowing: Narrowing = {}): Readonly<Record<string, unknown>> {
  const asked = Object.entries(narrowing);
  const isOne = ([, values]: (typeof asked)[number]) => values.length === 1 && values[0] !== null;
  const several = asked.filter((one) => !isOne(one));
  const plain = Object.fromEntries(asked.filter(isOne).map(([field, [value]]) => [field, value]));
  if (several.length === 0) return plain;
  const groups = several.map(([field, values]) => ({
    matchType: "or",
    conditions: values.map((value) => (value === null ? { field, rule: "empty" } : { field, rule: "eq", val: value })),
  }));
  return { ...plain, superQueryMatchType: "and", superQueryParams: JSON.stringify(groups) };
}
