import { describe, expect, test } from "vitest";
import { columnsFor, rangeFor } from "./in-sight.ts";

describe("rows in sight", () => {
  test("a table that stands still draws what is in sight and one row at each side", () => {
    expect(rangeFor({ first: 0, last: 19 }, { before: undefined, direction: 0, count: 10_000 })).toEqual({
      first: 0,
      last: 20,
    });
  });

  test("moving down draws twelve rows ahead and keeps four behind", () => {
    const range = rangeFor({ first: 100, last: 119 }, { before: undefined, direction: 1, count: 10_000 });
    expect(range).toEqual({ first: 96, last: 131 });
  });

  test("the range stays while six rows lie ahead, then moves on in one step", () => {
    const before = { first: 96, last: 131 };
    expect(rangeFor({ first: 106, last: 125 }, { before, direction: 1, count: 10_000 })).toBe(before);
    expect(rangeFor({ first: 107, last: 126 }, { before, direction: 1, count: 10_000 })).toEqual({
      first: 103,
      last: 138,
    });
  });

  test("turning back draws ahead at the other side", () => {
    const before = { first: 96, last: 131 };
    expect(rangeFor({ first: 99, last: 118 }, { before, direction: -1, count: 10_000 })).toEqual({
      first: 87,
      last: 122,
    });
  });

  test("a table that lost rows draws none behind its end", () => {
    expect(rangeFor({ first: 0, last: 19 }, { before: { first: 0, last: 20 }, direction: 0, count: 5 })).toEqual({
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
