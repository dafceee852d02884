import { expect, test } from "vitest";
import { nextCode } from "./depart.ts";

test("a department's code counts to 99 and then takes the next letter", () => {
  expect(["A01", "A09", "A99"].map(nextCode)).toEqual(["A02", "A10", "B01"]);
});

test("after Z99 there is no room for another department", () => {
  expect(() => nextCode("Z99")).toThrow();
});
