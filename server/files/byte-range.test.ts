import { expect, it } from "vitest";
import { readRange } from "./byte-range.ts";

it.each([
  ["bytes=0-9", { start: 0, end: 9 }],
  ["bytes=90-", { start: 90, end: 99 }],
  ["bytes=-5", { start: 95, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=50-5000", { start: 50, end: 99 }],
  ["bytes=100-", "beyond"],
  ["bytes=-0", "beyond"],
  ["bytes=9-3", undefined],
  ["bytes=0-1,5-6", undefined],
  ["bytes=-", undefined],
  ["bytes=1e3-", undefined],
  ["items=0-9", undefined],
  [undefined, undefined],
])("%s of 100 bytes", (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});
