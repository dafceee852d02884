import type { RawBuilder } from "kysely";
import { parseSync } from "libpg-query";
import type { Queryable } from "../../../db/database.ts";
import type { BoundValues } from "./bind-values.ts";
import { nodesOf, type SqlBody, type SqlNode } from "./sql-tree.ts";

/**
 * A SELECT of our own as a tree, its values added to those of the statement it becomes a part of. Its tables are named
 * with their schema: no WITH query of a report's author can stand in for one.
 */
export function ownSelect(
  statement: RawBuilder<unknown>,
  bound: BoundValues,
  { kysely, schema }: { readonly kysely: Queryable; readonly schema: string },
): SqlBody {
  const { sql: text, parameters } = statement.compile(kysely);
  const [first] = (parseSync(text).stmts ?? []) as unknown as readonly { readonly stmt: SqlNode }[];
  const select = first?.stmt.SelectStmt;
  if (!select) throw new Error("no SELECT of our own");
  for (const slot of [...nodesOf("SelectStmt", select)]) {
    if (slot.kind === "ParamRef") slot.replace(bound.add(parameters[Number(slot.body.number) - 1]));
    if (slot.kind === "RangeVar") slot.body.schemaname ??= schema;
  }
  return select;
}
