import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["colapsedCount", ["collapsedCount", "columns"], "collapsedCount"],
  ["dict-tags", ["dict", "dict-tag", "tags"], "dict-tag"],
  ["tabel", ["title", "table"], "table"],
  ["feild", ["fixed", "field"], "field"],
  ["maxlength", ["minLength", "maxLength"], "maxLength"],
  ["x-axis", ["x", "y", "value"], undefined],
  ["id", ["do"], undefined],
  ["tp", ["min", "tip"], "tip"],
  ["t", ["to"], undefined],
])("for %s of %j the nearest word is %s", (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected);
});
