import { expect, it } from "vitest";
import { narrowingQuery, resolveNarrowing } from "./narrowing.ts";

const where = { storeId: ["{{ master.storeId }}", null], status: "{{ master.status }}" };

it("follows the record; an empty value asks nothing, null in a list stands for rows without a value", () => {
  expect(resolveNarrowing(where, { master: { storeId: "s1", status: "1" } })).toEqual({
    storeId: ["s1", null],
    status: ["1"],
  });
  expect(resolveNarrowing(where, { master: { storeId: null } })).toEqual({ storeId: [null] });
  expect(resolveNarrowing({ storeId: ["{{ master.storeId }}"] }, { master: {} })).toEqual({ storeId: [] });
  expect(resolveNarrowing({ status: "" }, {})).toBeUndefined();
  expect(resolveNarrowing(undefined, {})).toBeUndefined();
});

it("is a query of a list: one value as it is, several as an advanced query", () => {
  const { superQueryParams, ...others } = narrowingQuery({ storeId: ["s1", null], status: ["1"] });
  expect(others).toEqual({ status: "1", superQueryMatchType: "and" });
  expect(JSON.parse(String(superQueryParams))).toEqual([
    {
      matchType: "or",
      conditions: [
        { field: "storeId", rule: "eq", val: "s1" },
        { field: "storeId", rule: "empty" },
      ],
    },
  ]);
});
