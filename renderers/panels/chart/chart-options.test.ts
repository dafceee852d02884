import { expect, test } from "vitest";
import { tickText } from "./chart-options.ts";

test("values from ten thousand on are told in 万", () => {
  expect([0, 400, 40_000, 125_000].map(tickText)).toEqual(["0", "400", "4 万", "12.5 万"]);
});
