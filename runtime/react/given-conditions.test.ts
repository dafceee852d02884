import { expect, test } from "vitest";
import { compileScreen } from "../compile/compile-screen.ts";
import { fixtureModels } from "../compile/fixture-models.ts";
import type { ListPlan } from "../compile/plan.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { conditionParams } from "../wire/list-request.ts";
import { withGiven } from "./given-conditions.ts";

const screen = {
  schemaVersion: 1,
  kind: "list",
  model: "test/shop",
  query: { items: ["name", { field: "amount", op: "range" }] },
};
const plan = compileScreen(screen as unknown as ScreenDocument, fixtureModels()) as ListPlan;

const given = (values: Readonly<Record<string, unknown>>) =>
  withGiven(plan, values, (items) => {
    const more = compileScreen({ ...screen, query: { items } } as unknown as ScreenDocument, fixtureModels());
    return (more as ListPlan).query.items;
  });
const filled = (values: Readonly<Record<string, unknown>>) =>
  given(values).query.items.map((item) => [item.name, item.op, item.given]);

test("an address fills inputs of the same name and adds inputs for other fields; the rest means nothing", () => {
  const address = { name: "望江", amount: "3", create_time: "2026-01-01", page: "2", id: "7", nothing: "x" };
  expect(filled(address)).toEqual([
    ["name", "like", "望江"],
    ["amount", "range", ["3", "3"]],
    ["createTime", "range", ["2026-01-01", "2026-01-01"]],
  ]);
});

test("an address that names no field leaves the plan as it is", () => {
  expect(given({ page: "2", code: "" })).toBe(plan);
});

test("both ends of a range fill its input, one of a field without one, and one in place of another comparison", () => {
  const address = { amount_begin: "3", createTime_begin: "2026-01-01", createTime_end: "2026-01-31", name_begin: "a" };
  expect(filled(address)).toEqual([
    ["amount", "range", ["3", ""]],
    ["name", "range", ["a", ""]],
    ["createTime", "range", ["2026-01-01", "2026-01-31"]],
  ]);
});

test("a value of an address is compared as it is until it is changed, and is no template", () => {
  const { items } = given({ name: "{{ 1 + 1 }}" }).query;
  expect(conditionParams(items, { name: "{{ 1 + 1 }}" })).toEqual({ name: "{{ 1 + 1 }}" });
  expect(conditionParams(items, { name: "江" })).toEqual({ name: "*江*" });
});

test("the value of a tab puts the tab in front and is no condition beside it; any other value is a condition", () => {
  const tabbed = compileScreen(
    { ...screen, tabs: { field: "status", values: ["0", "1"] } } as unknown as ScreenDocument,
    fixtureModels(),
  ) as ListPlan;
  const front = withGiven(tabbed, { status: "1", name: "望江" }, () => []);
  expect([front.tabs?.given, front.query.items.map((item) => [item.name, item.given])]).toEqual([
    "1",
    [
      ["name", "望江"],
      ["amount", undefined],
    ],
  ]);
  expect(withGiven(tabbed, { status: "9" }, (items) => plan.query.items.slice(0, items.length)).tabs?.given).toBe(
    undefined,
  );
});
