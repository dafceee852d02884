import { expect, test } from "vitest";
import { pivotOf } from "./pivot.ts";

const facts = [
  { line: ["清溪路店"], column: "10 月", values: [10] },
  { line: ["清溪路店"], column: "11 月", values: [20] },
  { line: ["望江店"], column: "11 月", values: [0.1] },
  { line: ["望江店"], column: "11 月", values: [0.2] },
];

test("figures meet where a line and a column cross, and nothing stands where nothing met", () => {
  const pivot = pivotOf(facts, 1, "sum");
  expect(pivot.columns).toEqual(["10 月", "11 月"]);
  expect(pivot.lines.map(({ names, cells }) => [names, cells])).toEqual([
    [["清溪路店"], [[10], [20]]],
    [["望江店"], [[undefined], [0.3]]],
  ]);
});

test("totals are those of the rows: an average is none of averages", () => {
  const pivot = pivotOf(facts, 1, "avg");
  expect(pivot.lines.map(({ total }) => total)).toEqual([[15], [0.15]]);
  expect(pivot.total.total).toEqual([7.575]);
  expect(pivotOf(facts, 1, "count").total.cells).toEqual([[1], [3]]);
  expect(pivotOf(facts, 1, "max").total.total).toEqual([20]);
  expect(pivotOf(facts, 1, "min").total.total).toEqual([0.1]);
});

test("a missing figure weighs nothing", () => {
  expect(pivotOf([{ line: ["a"], column: "", values: [undefined] }], 1, "sum").total.total).toEqual([undefined]);
});
