import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { aClerk } from "../../tests/support/callers.ts";
import { type EngineFixture, openEngine } from "../../tests/support/engine-fixture.ts";

let fixture: EngineFixture;
let theirs: Row;
let mine: Row;
beforeAll(async () => {
  fixture = await openEngine();
  const { engine, admin, ids, anOrder } = fixture;
  mine = await engine.add("test/order", anOrder(ids.shopA), admin);
  theirs = await engine.add("test/order", anOrder(ids.shopB, { buyer: "别店客人" }), admin);
});
afterAll(() => fixture.close());

const clerk = aClerk("A01");
const missing = { errorName: "ROW_NOT_FOUND" };
const theirRows = async () =>
  JSON.stringify([
    (await fixture.stored("test_order")).filter((row) => row.id === theirs.id),
    (await fixture.stored("test_order_detail")).filter((row) => row.order_id === theirs.id),
    (await fixture.stored("test_shop")).filter((row) => row.id === fixture.ids.shopB),
  ]);

describe("a row of another department", () => {
  let before: string;
  beforeEach(async () => {
    before = await theirRows();
  });

  it("is in no list, whatever is asked", async () => {
    const { engine } = fixture;
    const everything = [
      {},
      { sysOrgCode: "A02" },
      { sysOrgCode: "!A01" },
      { id: theirs.id },
      { superQueryMatchType: "or", superQueryParams: '[{"field":"sysOrgCode","rule":"eq","val":"A02"}]' },
      { superQueryMatchType: "or", superQueryParams: '[{"field":"id","rule":"not_empty"}]' },
    ];
    for (const query of everything) {
      const page = await engine.list("test/order", query as Row, clerk);
      expect(page.records.every((row) => row.sysOrgCode === "A01")).toBe(true);
    }
    expect(await engine.totals("test/order", { fields: "qty" }, clerk)).toEqual({ totals: { qty: 2 } });
  });

  it("answers like a row that is not there: by id, edit, delete, batch, transition, sub-rows", async () => {
    const { engine } = fixture;
    const id = String(theirs.id);
    await expect(engine.queryById("test/order", id, clerk)).rejects.toMatchObject(missing);
    await expect(engine.edit("test/order", { id, version: 1, remark: "x" }, clerk)).rejects.toMatchObject(missing);
    await expect(engine.remove("test/order", [id], clerk)).rejects.toMatchObject(missing);
    await expect(engine.remove("test/order", [String(mine.id), id], clerk)).rejects.toMatchObject(missing);
    await expect(engine.transition("test/order", "audit", { id }, clerk)).rejects.toMatchObject(missing);
    await expect(engine.listByMainId("test/order-detail", id, clerk)).rejects.toMatchObject(missing);
    expect(await engine.transitionBatch("test/order", "audit", [id], {}, clerk)).toEqual({
      done: [],
      refused: [{ id, title: id, reason: "未找到对应实体" }],
    });
    expect(await theirRows()).toBe(before);
    expect(await engine.queryById("test/order", String(mine.id), clerk)).toMatchObject({ status: "0" });
  });

  it("cannot be referred to", async () => {
    const { engine, ids, anOrder } = fixture;
    await expect(engine.add("test/order", anOrder(ids.shopB), clerk)).rejects.toMatchObject({
      details: { reason: "门店不存在或已停用" },
    });
    await expect(engine.add("test/refund", { orderId: theirs.id }, clerk)).rejects.toMatchObject({
      details: { reason: "订单不存在或已停用" },
    });
    expect(await theirRows()).toBe(before);
  });

  it("is offered by no look-up of the model as a dictionary", async () => {
    const shops = await fixture.engine.list("test/shop", { pageSize: "1000" }, clerk);
    expect(shops.records.map((row) => row.name)).toEqual(["文三路店"]);
  });
});

describe("an own row", () => {
  it("cannot be moved out of the scope by editing the field that decides it", async () => {
    const { engine, ids, admin, anOrder, stored } = fixture;
    const shop = await engine.queryById("test/shop", ids.shopA, clerk);
    const moved = engine.edit("test/shop", { id: shop.id, version: shop.version, departCode: "A02" }, clerk);
    await expect(moved).rejects.toMatchObject({ details: { reason: "超出您的数据权限范围，不能保存" } });
    const order = await engine.add("test/order", anOrder(ids.shopA), admin);
    await engine.edit("test/order", { id: order.id, version: 1, sysOrgCode: "A02", tenantId: 9, remark: "x" }, clerk);
    const rows = await stored("test_order");
    expect(rows.find((row) => row.id === order.id)).toMatchObject({ sys_org_code: "A01", tenant_id: "0" });
  });

  it("cannot be made outside the scope", async () => {
    const { engine, stored } = fixture;
    const made = engine.add("test/shop", { name: "越权店", departCode: "A02" }, clerk);
    await expect(made).rejects.toMatchObject({ details: { reason: "超出您的数据权限范围，不能保存" } });
    expect((await stored("test_shop")).map((row) => row.name)).not.toContain("越权店");
  });
});

describe("rules that cannot be evaluated", () => {
  const withRule = (condition: string, value: string, column = "sysOrgCode") =>
    aClerk("A01", { dataRules: new Map([["test:order", [{ column, condition, value }]]]) });

  it.each([
    ["=", "#{nothing}"],
    ["USE_SQL_RULES", "1=1"],
    ["=", ""],
    ["~", "A01"],
  ])("%s %s shows no row", async (condition, value) => {
    const page = await fixture.engine.list("test/order", {}, withRule(condition, value));
    expect(page.total).toBe(0);
  });

  it("someone without a department sees no row of a department rule", async () => {
    const nobody = aClerk("", { orgCodes: [] });
    expect((await fixture.engine.list("test/order", {}, nobody)).total).toBe(0);
  });
});
