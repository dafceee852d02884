import { expect, test } from "vitest";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import { mergeRows } from "./merge-rows.ts";
import { rowConflicts } from "./row-conflicts.ts";

const model = fixtureModels().get("test/line");
const row = (id: string | undefined, product: string, qty: number) => ({ ...(id ? { id } : {}), product, qty });

test("rows are compared one by one: what I changed, added and removed beside what the others did", () => {
  if (!model) throw new Error("no model");
  const opened = [row("a", "保洁", 1), row("b", "开荒", 1), row("c", "擦窗", 1), row("e", "除螨", 1)];
  const mine = [row("a", "保洁", 5), row("b", "开荒", 1), row("e", "除螨", 1), row(undefined, "洗车", 2)];
  const theirs = [row("a", "保洁", 3), row("c", "擦窗", 1), row("d", "搬家", 1), row("e", "除螨", 1)];
  const found = rowConflicts(model, opened, mine, theirs);
  expect(found.map(({ kind, row: { product } }) => `${kind} ${product}`)).toEqual([
    "changed 保洁",
    "removed 开荒",
    "added 洗车",
    "removed 擦窗",
    "added 搬家",
  ]);
  expect(
    found.map((each) =>
      each.kind === "changed"
        ? each.fields.map(({ name, mine: a, theirs: b }) => [name, a, b])
        : "by" in each && each.by,
    ),
  ).toEqual([[["qty", 5, 3]], "them", "me", "me", "them"]);
});

test("rows that are alike are no conflict, whatever words stand beside their references", () => {
  if (!model) throw new Error("no model");
  const rows = [{ ...row("a", "保洁", 1), shopId: "s1", shopId_dictText: "甲店" }];
  expect(rowConflicts(model, rows, rows, [{ ...row("a", "保洁", 1), shopId: "s1" }])).toEqual([]);
});

test("keeping mine takes from the rows only what I removed, changed and added", () => {
  if (!model) throw new Error("no model");
  const opened = [
    row("a", "保洁", 1),
    row("b", "开荒", 1),
    row("c", "擦窗", 1),
    row("e", "除螨", 1),
    row("f", "洗车", 1),
  ];
  // I changed the number of a and f, removed c and added one; they changed a's product, removed b and f and added d.
  const mine = [row("a", "保洁", 5), row("b", "开荒", 1), row("e", "除螨", 1), row("f", "洗车", 7), row("", "打蜡", 2)];
  const theirs = [
    { ...row("a", "深度保洁", 1), version: 4 },
    row("c", "擦窗", 1),
    row("e", "除螨", 9),
    row("d", "搬家", 1),
  ];
  expect(mergeRows(model, opened, mine, theirs)).toEqual([
    { id: "a", version: 4, product: "深度保洁", qty: 5 },
    row("e", "除螨", 9),
    { product: "洗车", qty: 7 },
    { product: "打蜡", qty: 2 },
    row("d", "搬家", 1),
  ]);
  expect(rowConflicts(model, opened, mine, theirs).map(({ kind, row: { id } }) => `${kind} ${id}`)).toContain(
    "revived f",
  );
});
