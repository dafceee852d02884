import { expect, test } from "vitest";
import { compileScreen } from "../compile/compile-screen.ts";
import { fixtureModels } from "../compile/fixture-models.ts";
import type { QueryItemPlan } from "../compile/plan.ts";
import { listParams, wireCondition } from "./list-request.ts";

const plan = compileScreen({ schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop" }, fixtureModels());
const items: readonly QueryItemPlan[] = plan.kind === "list" ? plan.query.items : [];
const page = { pageNo: 1, pageSize: 10, sort: { field: "createTime", order: "desc" } as const };

test.each([
  ["eq", "A1", { f: "A1" }],
  ["ne", "A1", { f: "!A1" }],
  ["like", "A1", { f: "*A1*" }],
  ["left_like", "A1", { f: "*A1" }],
  ["right_like", "A1", { f: "A1*" }],
  ["gt", "5", { f: ">5" }],
  ["ge", "5", { f: ">=5" }],
  ["lt", "5", { f: "<5" }],
  ["le", "5", { f: "<=5" }],
  ["in", ["0", "1"], { f: "0,1" }],
] as const)("QRY-05 a typed value is wrapped by the rule %s", (op, value, expected) => {
  expect(wireCondition("f", op, value)).toEqual(expected);
});

test("a comma in an equal value is escaped, or it would mean a list", () => {
  expect(wireCondition("f", "eq", "a,b")).toEqual({ f: "a++b" });
});

test("QRY-05 spaces around a typed value are not sent", () => {
  expect(wireCondition("f", "like", "  张 ")).toEqual({ f: "*张*" });
});

test.each(["", "   ", null, undefined, []])("an empty value %j sends nothing", (value) => {
  expect(wireCondition("f", "like", value)).toEqual({});
});

test("a range sends begin and end, each only when given", () => {
  expect(wireCondition("f", "range", ["2026-02-01", "2026-03-01"])).toEqual({
    f_begin: "2026-02-01",
    f_end: "2026-03-01",
  });
  expect(wireCondition("f", "range", [null, 80])).toEqual({ f_end: "80" });
});

test("a list call carries conditions, order and page", () => {
  const params = listParams({ items, values: { name: "江", status: "0", openedAt: ["2026-01-01", ""] }, ...page });
  expect(params).toEqual({
    name: "*江*",
    status: "0",
    openedAt_begin: "2026-01-01",
    column: "createTime",
    order: "desc",
    pageNo: 1,
    pageSize: 10,
  });
});

test("an advanced query is sent encoded, empty conditions dropped", () => {
  const params = listParams({
    items: [],
    values: {},
    superQuery: {
      matchType: "or",
      conditions: [
        { field: "price", rule: "ge", val: "80", type: "number" },
        { field: "name", rule: "like", val: "", type: "string" },
      ],
    },
    ...page,
  });
  expect(params.superQueryMatchType).toBe("or");
  expect(JSON.parse(decodeURIComponent(String(params.superQueryParams)))).toEqual([
    { field: "price", rule: "ge", val: "80", type: "number" },
  ]);
});
