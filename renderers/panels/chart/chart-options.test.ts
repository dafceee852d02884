import { expect, test } from "vitest";
import { tickText } from "./chart-options.ts";

test("values from ten thousand on are told in 万", () => {
  expect([0, 0.5, 400, 9_000, 40_000, 125_000].map(tickText)).toEqual(["0", "0.5", "400", "9,000", "4 万", "12.5 万"]);
});
