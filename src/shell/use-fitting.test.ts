import { expect, it } from "vitest";
import { countFitting } from "./use-fitting.ts";

it.each([
  ["all of them, to the last pixel", [100, 100, 100], 300, 3],
  ["fewer when one does not fit: the rest needs a line of its own", [100, 100, 100], 299, 2],
  ["none where there is hardly room", [100, 100], 80, 0],
  ["nothing of nothing", [], 300, 0],
])("LAY-03 the top menu shows %s", (_what, widths, room, count) => {
  expect(countFitting(widths, room, 60)).toBe(count);
});
