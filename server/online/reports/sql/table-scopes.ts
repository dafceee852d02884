import { childrenOf, type Slot, type SqlBody, type SqlNode } from "./sql-tree.ts";

/** What a name after FROM means: a WITH query of the text, or a table of the database. */
export interface NamedTable {
  readonly slot: Slot;
  /** The WITH query that it names; undefined for a table. */
  readonly query: SqlBody | undefined;
}

type Scope = ReadonlyMap<string, SqlBody>;

/**
 * Every name after FROM in a SELECT, sub-selects included, with what the database takes it for: a WITH query is known in
 * its statement and below it, to its later neighbours, and to itself and all neighbours only when it is RECURSIVE.
 */
export function namedTables(select: SqlBody): NamedTable[] {
  const found: NamedTable[] = [];
  visit({ kind: "SelectStmt", body: select, key: "", replace: () => {} }, new Map(), found);
  return found;
}

function visit(slot: Slot, scope: Scope, found: NamedTable[]): void {
  if (slot.kind === "RangeVar") {
    found.push({ slot, query: scope.get(String(slot.body.relname)) });
    return;
  }
  const inner = slot.kind === "SelectStmt" ? withQueries(slot.body, scope, found) : scope;
  for (const child of childrenOf(slot.kind, slot.body)) {
    if (child.kind !== "WithClause") visit(child, inner, found);
  }
}

/** Visits the WITH queries of a statement; answers what is known in the rest of it. */
function withQueries(select: SqlBody, outer: Scope, found: NamedTable[]): Scope {
  const clause = select.withClause as { readonly ctes: SqlNode[]; readonly recursive?: boolean } | undefined;
  if (!clause) return outer;
  const queries = clause.ctes.flatMap(({ CommonTableExpr: query }) => (query ? [query] : []));
  const all = new Map([...outer, ...named(queries)]);
  for (const [index, query] of queries.entries()) {
    const scope = clause.recursive ? all : new Map([...outer, ...named(queries.slice(0, index))]);
    for (const child of childrenOf("CommonTableExpr", query)) visit(child, scope, found);
  }
  return all;
}

const named = (queries: readonly SqlBody[]): [string, SqlBody][] =>
  queries.map((query) => [String(query.ctename), query]);
