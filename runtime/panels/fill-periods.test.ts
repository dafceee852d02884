import { expect, test } from "vitest";
import { fillPeriods } from "./fill-periods.ts";

const source = {
  type: "aggregate",
  model: "a/b",
  groupBy: [{ field: "day", by: "day" }],
  measures: { orders: { op: "count" } },
} as const;

test("days without rows are days with zero, up to today", () => {
  expect(fillPeriods([{ day: "2026-02-27", orders: 3 }], source, "2026-03-01", {})).toEqual([
    { day: "2026-02-27", orders: 3 },
    { day: "2026-02-28", orders: 0 },
    { day: "2026-03-01", orders: 0 },
  ]);
});

test("a day without rows has a sum of zero, and no average", () => {
  const measures = { amount: { op: "sum", field: "amount" }, price: { op: "avg", field: "price" } } as const;
  const rows = [{ day: "2026-02-28", amount: 3, price: 1.5 }];
  expect(fillPeriods(rows, { ...source, measures }, "2026-03-01", {})).toEqual([
    { day: "2026-02-28", amount: 3, price: 1.5 },
    { day: "2026-03-01", amount: 0, price: null },
  ]);
});

test("without any row there is today, with zero", () => {
  expect(fillPeriods([], source, "2026-03-01", {})).toEqual([{ day: "2026-03-01", orders: 0 }]);
});

test("months and years too, the last day of a month included", () => {
  const by = (unit: "month" | "year") => ({ ...source, groupBy: [{ field: "day", by: unit }] });
  const months = fillPeriods(
    [
      { day: "2025-11", orders: 3 },
      { day: "2026-01", orders: 1 },
    ],
    by("month"),
    "2026-03-31",
    {},
  );
  expect(months.map(({ day, orders }) => [day, orders])).toEqual([
    ["2025-11", 3],
    ["2025-12", 0],
    ["2026-01", 1],
    ["2026-02", 0],
    ["2026-03", 0],
  ]);
  expect(fillPeriods([{ day: "2024", orders: 3 }], by("year"), "2026-03-31", {}).map(({ day }) => day)).toEqual([
    "2024",
    "2025",
    "2026",
  ]);
});

test.each([{ day_begin: "2026-02-01", day_end: "2026-02-28" }, { day: "<= 2026-02-28" }, { superQueryParams: "[]" }])(
  "nothing is said of days behind the end of what was asked for: %j",
  (conditions) => {
    const rows = [
      { day: "2026-02-25", orders: 3 },
      { day: "2026-02-27", orders: 1 },
    ];
    expect(fillPeriods(rows, source, "2026-03-01", conditions).map(({ day }) => day)).toEqual([
      "2026-02-25",
      "2026-02-26",
      "2026-02-27",
    ]);
  },
);

test("a beginning alone does not end it", () => {
  expect(fillPeriods([{ day: "2026-02-28" }], source, "2026-03-01", { day: ">= 2026-02-01" })).toHaveLength(2);
});

test("a gap of more than 400 days, and what is no day, stay as they came", () => {
  const rows = [{ day: "2020-01-01", orders: 2 }];
  expect(fillPeriods(rows, source, "2026-03-01", {})).toBe(rows);
  const strange = [{ day: "null", orders: 2 }];
  expect(fillPeriods(strange, source, "2026-03-01", {})).toBe(strange);
});

test("groups that are no days stay as they came", () => {
  const rows = [{ kind: "1", orders: 2 }];
  expect(fillPeriods(rows, { ...source, groupBy: ["kind"] }, "2026-03-01", {})).toBe(rows);
});
