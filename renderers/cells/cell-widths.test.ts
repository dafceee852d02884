import { expect, test } from "vitest";
import { defaultWidth, grows, titleWidth } from "../../runtime/compile/defaults.ts";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import { registeredRenderer } from "../../runtime/registry/registry.ts";
import { definitions } from "../definitions.gen.ts";
import "./index.gen.ts";

const field = (more: object = {}) => ({ name: "a", type: "string", ...more }) as ResolvedField;

test("AUT-03 a column is as wide as its cell's definition says, or as its title needs", () => {
  for (const definition of definitions) {
    if (definition.slot !== "cell" || definition.width === undefined) continue;
    expect(registeredRenderer("cell", definition.type)?.width, definition.type).toBe(definition.width);
    expect(defaultWidth(field(), definition.type as "text"), definition.type).toBe(definition.width);
  }
  expect(defaultWidth(field(), "money")).toBe(116);
  expect([titleWidth("应收金额合计（含税）", false), titleWidth("应收金额合计（含税）", true)]).toEqual([158, 174]);
});

test("cells without a width of their own have 120 px, codes 168, a row of another table in words 140", () => {
  expect(defaultWidth(field(), "text")).toBe(120);
  expect(defaultWidth(field({ unique: true }), "text")).toBe(168);
  expect(defaultWidth(field({ dict: { kind: "model" } }), "dict")).toBe(140);
});

test("what has no natural length grows; a code has one", () => {
  const growing = definitions.filter(({ slot, type }) => slot === "cell" && grows(field(), type as "text"));
  expect(growing.map(({ type }) => type).sort()).toEqual(["area", "code", "ellipsis", "text"]);
  expect([grows(field({ unique: true }), "text"), grows(field({ fill: "sequence" }), "text")]).toEqual([false, false]);
});
