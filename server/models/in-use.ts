import { type Expression, type SqlBool, sql } from "kysely";
import type { ResolvedDict, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import { boundSql, columnOf } from "./query/to-sql.ts";

type DictWhere = Extract<ResolvedDict, { kind: "model" }>["where"];

/** The dictionary's own condition: equality on fields of its model. */
export function inUse(target: ResolvedModel, where: DictWhere): Expression<SqlBool> {
  const parts = Object.entries(where).map(([name, value]) => {
    const field = target.fields.get(name);
    const typed = field && typedValue(field, String(value));
    return field && typed !== undefined
      ? sql<SqlBool>`${columnOf(field, { model: target })} = ${boundSql(field, typed)}`
      : sql<SqlBool>`false`;
  });
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}
