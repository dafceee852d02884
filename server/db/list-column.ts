import { type Expression, type RawBuilder, sql } from "kysely";

/** A comma list as an array. An index is built over this; a query must say the same to use it. */
export function listColumn(column: Expression<unknown>): RawBuilder<string[]> {
  return sql<string[]>`string_to_array(cast(${column} as text), ',')`;
}
