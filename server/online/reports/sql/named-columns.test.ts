import { parseSync } from "libpg-query";
import { expect, it } from "vitest";
import { namedColumns } from "./named-columns.ts";
import type { SqlBody } from "./sql-tree.ts";

function columnsOf(text: string): string[] | undefined {
  const [first] = (parseSync(text).stmts ?? []) as unknown as readonly { readonly stmt: { SelectStmt: SqlBody } }[];
  const names = first && namedColumns(first.stmt.SelectStmt);
  const known = ["a", "b", "c", "d"];
  return names && known.filter((name) => names.has(name));
}

it("a report reads the columns that its text names anywhere, and no other", () => {
  expect(columnsOf("select o.a from t o join u on u.b = o.a where exists (select 1 from v where c = 1)")).toEqual([
    "a",
    "b",
    "c",
  ]);
  expect(columnsOf("select count(*) from t join u using (d)")).toEqual(["d"]);
  expect(columnsOf("with x as (select a from t) select * from (select 1 as b) y")).toBeUndefined();
});

it.each([
  ["all of them", "select * from t"],
  ["all of one table", "select o.* from t o"],
  ["a whole row by its alias", "select count(o) from t o"],
  ["a whole row by its table", "select t from t"],
  ["those that two tables share", "select 1 from t natural join u"],
  ["those that an alias renames by place", "select z from t as o (z)"],
])("a text that means %s reads every column", (_, text) => {
  expect(columnsOf(text)).toBeUndefined();
});
