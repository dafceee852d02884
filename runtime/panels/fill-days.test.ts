import { expect, test } from "vitest";
import { fillDays } from "./fill-days.ts";

const source = {
  type: "aggregate",
  model: "a/b",
  groupBy: [{ field: "day", by: "day" }],
  measures: { orders: { op: "count" } },
} as const;

test("days without rows are days with zero, up to today", () => {
  expect(fillDays([{ day: "2026-02-27", orders: 3 }], source, "2026-03-01")).toEqual([
    { day: "2026-02-27", orders: 3 },
    { day: "2026-02-28", orders: 0 },
    { day: "2026-03-01", orders: 0 },
  ]);
});

test("a day without rows has a sum of zero, and no average", () => {
  const measures = { amount: { op: "sum", field: "amount" }, price: { op: "avg", field: "price" } } as const;
  const rows = [{ day: "2026-02-28", amount: 3, price: 1.5 }];
  expect(fillDays(rows, { ...source, measures }, "2026-03-01")).toEqual([
    { day: "2026-02-28", amount: 3, price: 1.5 },
    { day: "2026-03-01", amount: 0, price: null },
  ]);
});

test("without any row there is today, with zero", () => {
  expect(fillDays([], source, "2026-03-01")).toEqual([{ day: "2026-03-01", orders: 0 }]);
});

test("groups that are no days stay as they came", () => {
  const rows = [{ kind: "1", orders: 2 }];
  expect(fillDays(rows, { ...source, groupBy: ["kind"] }, "2026-03-01")).toBe(rows);
});
