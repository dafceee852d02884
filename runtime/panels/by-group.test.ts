import { describe, expect, test } from "vitest";
import { byGroup } from "./by-group.ts";

const rows = [
  { day: "2026-03-02", store: "望江店", amount: 0.2, region: "城南" },
  { day: "2026-03-01", store: "望江店", amount: 5, region: "城南" },
  { day: "2026-03-01", store: "清溪路店", amount: "0.1", region: "城南" },
];

describe("rows of one place on the axis", () => {
  test("become one point with their sum, days in the order of the calendar", () => {
    const { rows: places, cells } = byGroup(rows, { x: "day", y: ["amount"], op: "sum", inTime: true });
    expect(places.map(({ day }) => day)).toEqual(["2026-03-01", "2026-03-02"]);
    expect(cells).toEqual([[5.1, 0.2]]);
  });

  test("keep what they have in common for the jump behind the point, and nothing else", () => {
    const { rows: places } = byGroup(rows, { x: "day", y: ["amount"], op: "sum", inTime: true });
    expect(places[0]).toEqual({ day: "2026-03-01", amount: 5.1, region: "城南" });
    expect(places[1]).toEqual(rows[0]);
  });

  test("make a line for each value of another column, with a hole where nothing met", () => {
    const grouping = { x: "day", y: ["amount"], op: "sum", series: "store", inTime: true } as const;
    const { lines, cells } = byGroup(rows, grouping);
    expect(lines).toEqual(["望江店", "清溪路店"]);
    expect(cells).toEqual([
      [5, 0.2],
      [0.1, undefined],
    ]);
  });

  test("names keep the order in which they came; an average is one of the rows", () => {
    const { rows: places, cells } = byGroup(rows, { x: "store", y: ["amount"], op: "avg", inTime: true });
    expect(places.map(({ store }) => store)).toEqual(["望江店", "清溪路店"]);
    expect(cells).toEqual([[2.6, 0.1]]);
  });
});
