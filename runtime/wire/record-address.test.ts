import { expect, test } from "vitest";
import { readRecordAddress } from "./record-address.ts";

const fields = new Set(["levelId", "name"]);

test.each([
  [{}, { mode: "add", id: undefined, values: {} }],
  [
    { levelId: "3", hack: "x" },
    { mode: "add", id: undefined, values: { levelId: "3" } },
  ],
  [{ id: "7" }, { mode: "edit", id: "7", values: {} }],
  [
    { id: "7", mode: "view" },
    { mode: "detail", id: "7", values: {} },
  ],
  [
    { id: "7", mode: "copy" },
    { mode: "copy", id: "7", values: {} },
  ],
  [
    { id: "7", mode: "constructor" },
    { mode: "edit", id: "7", values: {} },
  ],
  [
    { id: "", mode: "edit" },
    { mode: "add", id: undefined, values: {} },
  ],
])("the address %j asks for %j", (params, expected) => {
  expect(readRecordAddress(params, fields)).toEqual(expected);
});
