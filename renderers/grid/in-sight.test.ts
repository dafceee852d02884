import { describe, expect, test } from "vitest";
import { columnsFor, poolFor, rangeFor } from "./in-sight.ts";

describe("rows in sight", () => {
  const pool = poolFor(20);

  test("a table that stands still draws what is in sight and one row at each side", () => {
    expect(rangeFor({ first: 0, last: 19 }, { before: undefined, direction: 0, count: 10_000, pool })).toEqual({
      first: 0,
      last: 20,
    });
  });

  test("moving down draws twelve rows ahead and keeps two behind", () => {
    const range = rangeFor({ first: 100, last: 119 }, { before: undefined, direction: 1, count: 10_000, pool });
    expect(range).toEqual({ first: 98, last: 132 });
  });

  test("the range stays while eight rows lie ahead, then moves on by the few that are missing", () => {
    const before = { first: 98, last: 132 };
    expect(rangeFor({ first: 105, last: 124 }, { before, direction: 1, count: 10_000, pool })).toBe(before);
    expect(rangeFor({ first: 106, last: 125 }, { before, direction: 1, count: 10_000, pool })).toEqual({
      first: 104,
      last: 138,
    });
  });

  test("turning back draws ahead at the other side", () => {
    const before = { first: 96, last: 131 };
    expect(rangeFor({ first: 99, last: 118 }, { before, direction: -1, count: 10_000, pool })).toEqual({
      first: 86,
      last: 120,
    });
  });

  test("a table that moves draws as many rows at every place, so that elements only turn", () => {
    let before: { first: number; last: number } | undefined;
    for (let first = 50; first < 400; first += 4) {
      before = rangeFor({ first, last: first + 19 }, { before, direction: 1, count: 10_000, pool });
      expect(before.last - before.first + 1).toBe(35);
    }
  });

  test("a table that lost rows draws none behind its end", () => {
    expect(rangeFor({ first: 0, last: 19 }, { before: { first: 0, last: 20 }, direction: 0, count: 5, pool })).toEqual({
      first: 0,
      last: 4,
    });
  });
});

describe("columns in sight", () => {
  const ends = Array.from({ length: 20 }, (_, index) => (index + 1) * 100);

  test("one more is drawn at each side", () => {
    expect(columnsFor(450, 1250, ends, undefined)).toEqual({ first: 3, last: 13 });
  });

  test("a small step to the side draws nothing new", () => {
    const before = { first: 3, last: 13 };
    expect(columnsFor(380, 1150, ends, before)).toBe(before);
  });
});
