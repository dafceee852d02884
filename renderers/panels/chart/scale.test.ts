import { expect, test } from "vitest";
import { labelStep, niceTicks, smoothPath, tickText } from "./scale.ts";

test("an axis has round values and ends at or above the largest", () => {
  expect(niceTicks(146_000)).toEqual([0, 40_000, 80_000, 120_000, 160_000]);
  expect(niceTicks(7)).toEqual([0, 2, 4, 6, 8]);
  expect(niceTicks(0)).toEqual([0, 1]);
});

test("values from ten thousand on are told in 万", () => {
  expect([0, 400, 40_000, 125_000].map(tickText)).toEqual(["0", "400", "4 万", "12.5 万"]);
});

test("a line through a peak turns at the peak and goes no higher", () => {
  expect(
    smoothPath([
      { x: 0, y: 10 },
      { x: 30, y: 0 },
      { x: 60, y: 10 },
    ]),
  ).toBe("M0,10C10,10 20,0 30,0C40,0 50,10 60,10");
});

test("labels leave out neighbours where there is no room", () => {
  expect(labelStep(14, 700, 44)).toBe(1);
  expect(labelStep(30, 320, 44)).toBe(5);
});
