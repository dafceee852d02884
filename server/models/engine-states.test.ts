import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { type EngineFixture, openEngine, refusal } from "../../tests/support/engine-fixture.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openEngine();
});
afterAll(() => fixture.close());

describe("states", () => {
  const go = (key: string, body: Row) => fixture.engine.transition("test/order", key, body, fixture.admin);

  it("a transition sets the state and its fields, writes its posts, and moves the version", async () => {
    const { engine, admin, stored } = fixture;
    const fresh = await engine.add("test/product", { name: "毛尖", price: 10, stock: 10 }, admin);
    const order = await fixture.addOrder({ details: [{ productId: fresh.id, qty: 4 }] });
    const audited = await go("audit", { id: order.id, version: 1 });
    expect(audited).toMatchObject({ status: "1", status_dictText: "待服务", version: 2 });
    expect(await engine.queryById("test/product", String(fresh.id), admin)).toMatchObject({ stock: 6, version: 2 });
    const completed = await go("complete", { id: order.id, version: 2 });
    expect(completed.finishTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const posted = (await stored("test_refund")).filter((row) => row.order_id === order.id);
    expect(posted).toMatchObject([{ note: order.orderNo, amount: "0.00", sys_org_code: "A01", create_by: "admin" }]);
  });

  it("a post that would go below its minimum refuses the whole transition", async () => {
    const { engine, admin, stored } = fixture;
    const scarce = await engine.add("test/product", { name: "大红袍", price: 10, stock: 1 }, admin);
    const plenty = await engine.add("test/product", { name: "水仙", price: 10, stock: 100 }, admin);
    const order = await fixture.addOrder({
      details: [
        { productId: plenty.id, qty: 2 },
        { productId: scarce.id, qty: 2 },
      ],
    });
    await expect(go("audit", { id: order.id, version: 1 })).rejects.toMatchObject(refusal("商品“大红袍”的库存不足"));
    expect((await stored("test_order")).find((row) => row.id === order.id)).toMatchObject({ status: "0", version: 1 });
    expect(await engine.queryById("test/product", String(plenty.id), admin)).toMatchObject({ stock: 100 });
  });

  it("from the wrong state, without a required answer, or with a stale version it is refused", async () => {
    const order = await fixture.addOrder();
    await expect(go("complete", { id: order.id })).rejects.toMatchObject(refusal("当前状态“待审核”不能进行“完成”操作"));
    await expect(go("cancel", { id: order.id })).rejects.toMatchObject({
      result: { fieldErrors: { cancelReason: "请输入取消原因" } },
    });
    await expect(go("cancel", { id: order.id, version: 9, cancelReason: "x" })).rejects.toMatchObject({
      errorName: "CONFLICT",
    });
    expect(await go("cancel", { id: order.id, version: 1, cancelReason: "不想要了" })).toMatchObject({
      status: "9",
      cancelReason: "不想要了",
    });
  });

  it("an answer can set asked fields only", async () => {
    const order = await fixture.addOrder();
    const body = { id: order.id, cancelReason: "x", payAmount: 0, createBy: "me", status: "2", remark: "偷改" };
    expect(await go("cancel", body)).toMatchObject({ status: "9", payAmount: 71.6, createBy: "admin", remark: null });
  });

  it("a batch does the oldest row first and reports row by row", async () => {
    const { engine, admin } = fixture;
    const [one, two] = [
      await fixture.addOrder({ details: [{ productId: fixture.ids.cake }] }),
      await fixture.addOrder(),
    ];
    await go("cancel", { id: two.id, cancelReason: "x" });
    const three = await fixture.addOrder();
    const ids = [three.id, two.id, one.id, "404"].map(String);
    expect(await engine.transitionBatch("test/order", "audit", ids, {}, admin)).toEqual({
      done: [one.id, three.id],
      refused: [
        { id: "404", title: "404", reason: "未找到对应实体" },
        { id: two.id, title: two.orderNo, reason: "当前状态“已取消”不能进行“审核”操作" },
      ],
    });
  });

  it("locked fields sent back unchanged are accepted, a change of one is refused and named", async () => {
    const { engine, admin, ids } = fixture;
    const order = await fixture.addOrder();
    await go("cancel", { id: order.id, cancelReason: "x" });
    const shown = await engine.queryById("test/order", String(order.id), admin);
    const details = await fixture.lines(order);
    const saved = await engine.edit("test/order", { ...shown, details, remark: "更正" }, admin);
    expect(saved).toMatchObject({ remark: "更正", version: 3 });
    await expect(engine.edit("test/order", { ...saved, buyer: "李四" }, admin)).rejects.toMatchObject(
      refusal("当前状态“已取消”不能修改买家"),
    );
    const more = [...details, { productId: ids.cake }];
    await expect(engine.edit("test/order", { ...saved, details: more }, admin)).rejects.toMatchObject(
      refusal("当前状态“已取消”不能修改明细"),
    );
  });

  it("a row is deleted in the states that the model names, with its sub-rows", async () => {
    const { engine, admin, stored } = fixture;
    const order = await fixture.addOrder({ details: [{ productId: fixture.ids.cake }] });
    await go("audit", { id: order.id });
    await expect(engine.remove("test/order", [String(order.id)], admin)).rejects.toMatchObject(
      refusal("当前状态“待服务”不能删除"),
    );
    await go("cancel", { id: order.id, cancelReason: "x" });
    await engine.remove("test/order", [String(order.id)], admin);
    expect((await stored("test_order_detail")).filter((row) => row.order_id === order.id)).toEqual([]);
  });
});
