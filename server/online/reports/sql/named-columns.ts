import { namesIn, nodesOf, type SqlBody } from "./sql-tree.ts";

/**
 * The names that a text uses anywhere, as far as they can be columns: those of all its tables together, so that a name
 * too many costs a column and one too few cannot occur. Undefined where columns are reached without their names: by `*`,
 * a whole row, a natural join, or columns that an alias renames by their places.
 *
 * A table's sub-select that leaves rows out is not dissolved by the planner and carries every one of its columns through
 * each row: of a table of 40 columns a report of three took 1.7 times the time of the bare SQL.
 */
export function namedColumns(select: SqlBody): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const rows = new Set<string>();
  const single = new Set<string>();
  for (const { kind, body } of nodesOf("SelectStmt", select)) {
    if (kind === "A_Star" || body.isNatural === true) return undefined;
    if (kind === "Alias" && body.colnames !== undefined) return undefined;
    if (kind === "Alias") rows.add(String(body.aliasname));
    if (kind === "RangeVar") rows.add(String(body.relname));
    if (kind === "String") names.add(String(body.sval ?? ""));
    if (kind !== "ColumnRef") continue;
    const [name, ...others] = namesIn(body.fields);
    if (name !== undefined && others.length === 0) single.add(name);
  }
  return [...single].some((name) => rows.has(name)) ? undefined : names;
}
