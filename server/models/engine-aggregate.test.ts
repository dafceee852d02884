import { afterAll, beforeAll, expect, it } from "vitest";
import { aCaller, aClerk } from "../../tests/support/callers.ts";
import { type EngineFixture, openEngine } from "../../tests/support/engine-fixture.ts";
import { type AggregateRequest, readAggregate } from "./aggregate-rows.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openEngine();
  const { engine, admin, ids, anOrder } = fixture;
  for (const shop of [ids.shopA, ids.shopA, ids.shopB]) await engine.add("test/order", anOrder(shop), admin);
});
afterAll(() => fixture.close());

const byShop: AggregateRequest = readAggregate({
  groupBy: ["shopId"],
  measures: { amount: { op: "sum", field: "payAmount" }, orders: { op: "count" } },
});

it("figures are grouped, named in words and come with the largest first", async () => {
  const { engine, admin, ids } = fixture;
  expect(await engine.aggregate("test/order", byShop, admin)).toEqual([
    { shopId: ids.shopA, shopId_dictText: "文三路店", amount: 143.2, orders: 2 },
    { shopId: ids.shopB, shopId_dictText: expect.any(String), amount: 71.6, orders: 1 },
  ]);
});

it("a clerk's figures leave out the rows of other departments", async () => {
  const { engine, ids } = fixture;
  const rows = await engine.aggregate("test/order", byShop, aClerk("A01"));
  expect(rows.map((row) => [row.shopId, row.orders])).toEqual([[ids.shopA, 2]]);
});

it("a time is grouped by day and narrowed by the list's own conditions", async () => {
  const { engine, admin } = fixture;
  const request = readAggregate({
    where: { shopId: fixture.ids.shopA },
    groupBy: [{ field: "createTime", by: "day" }],
    measures: { orders: { op: "count" } },
  });
  expect(await engine.aggregate("test/order", request, admin)).toEqual([
    { createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), orders: 2 },
  ]);
});

it("nothing to sum gives zero, not nothing", async () => {
  const { engine, admin } = fixture;
  const request = readAggregate({
    where: { shopId: "none" },
    measures: { amount: { op: "sum", field: "payAmount" }, orders: { op: "count" } },
  });
  expect(await engine.aggregate("test/order", request, admin)).toEqual([{ amount: 0, orders: 0 }]);
});

it("a condition on an unknown field is refused, never left out", async () => {
  const { engine } = fixture;
  const request = readAggregate({ where: { "1=1": "x" }, measures: { orders: { op: "count" } } });
  await expect(engine.aggregate("test/order", request, aCaller())).rejects.toMatchObject({
    errorName: "INVALID",
    details: { reason: "不支持汇总字段“1=1”" },
  });
});

it.each([
  ["no measures", {}],
  ["a foreign operation", { measures: { a: { op: "stddev", field: "payAmount" } } }],
  ["a column name that is no name", { measures: { 'a" --': { op: "count" } } }],
  ["a step that is no step", { groupBy: [{ field: "createTime", by: "hour" }], measures: { a: { op: "count" } } }],
  ["too many rows", { measures: { a: { op: "count" } }, limit: 5_000 }],
])("%s is refused", (_what, body) => {
  expect(() => readAggregate(body)).toThrow();
});
