import { expect, test } from "vitest";
import { readPage } from "./page.ts";

test("a page, a page with text numbers and a bare array are read", () => {
  expect(readPage({ records: [{ id: "1" }], total: 5 })).toEqual({ rows: [{ id: "1" }], total: 5 });
  expect(readPage({ records: [{ id: "1" }], total: "5" })).toEqual({ rows: [{ id: "1" }], total: 5 });
  expect(readPage([{ id: "1" }])).toEqual({ rows: [{ id: "1" }], total: 1 });
});

test.each([null, undefined, "text", 7, { records: "x" }])(
  "an answer of the wrong shape %j is an empty page",
  (answer) => {
    expect(readPage(answer)).toEqual({ rows: [], total: 0 });
  },
);
