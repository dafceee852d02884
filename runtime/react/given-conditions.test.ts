import { expect, test } from "vitest";
import { compileScreen } from "../compile/compile-screen.ts";
import { fixtureModels } from "../compile/fixture-models.ts";
import type { ListPlan } from "../compile/plan.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { withGiven } from "./given-conditions.ts";

const screen = {
  schemaVersion: 1,
  kind: "list",
  model: "test/shop",
  query: { items: ["name", { field: "amount", op: "range" }] },
};
const plan = compileScreen(screen as unknown as ScreenDocument, fixtureModels()) as ListPlan;

test("an address fills inputs of the same name and adds conditions on other fields; the rest means nothing", () => {
  const given = { name: "望江", amount: "3", create_time: "2026-01-01", page: "2", id: "7", nothing: "x" };
  const { plan: filled, fixed } = withGiven(plan, given);
  expect(filled.query.items.map(({ name, default: value }) => [name, value])).toEqual([
    ["name", "望江"],
    ["amount", undefined],
  ]);
  expect(fixed).toEqual({ amount: "3", createTime: "2026-01-01" });
});

test("an address that names no field leaves the plan as it is", () => {
  expect(withGiven(plan, { page: "2", code: "" }).plan).toBe(plan);
});

test("both ends of a range fill its input, and are conditions of a field without one", () => {
  const given = { amount_begin: "3", createTime_begin: "2026-01-01", createTime_end: "2026-01-31" };
  const { plan: filled, fixed } = withGiven(plan, given);
  expect(filled.query.items.find(({ name }) => name === "amount")?.default).toEqual(["3", ""]);
  expect(fixed).toEqual({ createTime_begin: "2026-01-01", createTime_end: "2026-01-31" });
});
