import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { aClerk } from "../../tests/support/callers.ts";
import { type EngineFixture, openEngine, refusal } from "../../tests/support/engine-fixture.ts";
import { shopModels } from "../../tests/support/shop-models.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openEngine();
});
afterAll(() => fixture.close());

describe("sub-rows", () => {
  it("are saved with their master: copied, computed, numbered, of the same department", async () => {
    const { ids } = fixture;
    const order = await fixture.addOrder({ details: [{ productId: ids.cake, qty: 3 }, { productId: ids.tea }] });
    expect(order).toMatchObject({ qty: 4, payAmount: 71.95 });
    expect(await fixture.lines(order)).toMatchObject([
      { productName: "绿豆糕", price: 12.05, qty: 3, amount: 36.15, orderNum: 1, sysOrgCode: "A01", version: 1 },
      { productName: "龙井", price: 35.8, qty: 1, amount: 35.8, orderNum: 2, productId_dictText: "龙井" },
    ]);
  });

  it("an edit inserts rows without id, updates those with one, deletes missing ones, and moves the master's version", async () => {
    const { engine, admin, ids } = fixture;
    const order = await fixture.addOrder({ details: [{ productId: ids.cake, qty: 3 }, { productId: ids.tea }] });
    const [cake] = await fixture.lines(order);
    const details = [
      { productId: ids.tea, qty: 5 },
      { ...cake, qty: 1 },
    ];
    const edited = await engine.edit("test/order", { id: order.id, version: 1, details }, admin);
    expect(edited).toMatchObject({ version: 2, qty: 6, payAmount: 191.05 });
    const [first, second] = await fixture.lines(order);
    expect(first).toMatchObject({ productName: "龙井", qty: 5, orderNum: 1, version: 1 });
    expect(second).toMatchObject({ id: cake?.id, qty: 1, orderNum: 2, version: 2 });
  });

  it("stay as they are when the key is absent", async () => {
    const { engine, admin } = fixture;
    const order = await fixture.addOrder();
    const edited = await engine.edit("test/order", { id: order.id, version: 1, remark: "靠窗" }, admin);
    expect(edited).toMatchObject({ payAmount: 71.6, remark: "靠窗" });
    expect(await fixture.lines(order)).toHaveLength(1);
  });

  it("are refused with their place: too few, too many of one, the same product twice", async () => {
    const { engine, admin, ids, stored } = fixture;
    const before = (await stored("test_order")).length;
    await expect(fixture.addOrder({ details: [] })).rejects.toMatchObject({
      result: { fieldErrors: { details: "明细至少 1 行" } },
    });
    await expect(fixture.addOrder({ details: undefined })).rejects.toMatchObject({
      result: { fieldErrors: { details: "明细至少 1 行" } },
    });
    await expect(fixture.addOrder({ details: [{ productId: ids.tea, qty: 1000 }] })).rejects.toMatchObject({
      result: { fieldErrors: { "details[0].qty": "不能大于 999" } },
    });
    await expect(fixture.addOrder({ details: [{ productId: ids.tea }, { productId: ids.tea }] })).rejects.toMatchObject(
      {
        result: { fieldErrors: { "details[1].productId": "商品不能重复" } },
      },
    );
    expect(await stored("test_order")).toHaveLength(before);
    expect((await engine.list("test/order", {}, admin)).total).toBe(before);
  });

  describe("sent as changes (TBL-06)", () => {
    let trays = 0;
    const threeLines = async () => {
      const { ids, engine, admin } = fixture;
      const other = await engine.add("test/product", { name: `茶盘 ${++trays}`, price: 9 }, admin);
      const details = [{ productId: ids.cake, qty: 3 }, { productId: ids.tea }, { productId: other.id }];
      const order = await fixture.addOrder({ details });
      return { order, stood: await fixture.lines(order) };
    };
    const edit = (order: Row, details: Row, version = 1) =>
      fixture.engine.edit("test/order", { id: order.id, version, details }, fixture.admin);
    const told = async (order: Row) =>
      (await fixture.lines(order)).map(({ id, qty, version, orderNum }) => [id, qty, version, orderNum]);

    it("a changed row alone is written, the others keep their version, and the sums follow", async () => {
      const { order, stood } = await threeLines();
      const [cake, tea, tray] = stood;
      expect(await edit(order, { rows: [{ id: tea?.id, qty: 5 }], deleteIds: [] })).toMatchObject({
        version: 2,
        qty: 9,
      });
      expect(await told(order)).toEqual([
        [cake?.id, 3, 1, 1],
        [tea?.id, 5, 2, 2],
        [tray?.id, 1, 1, 3],
      ]);
    });

    it("a deleted row leaves the places of the others, a new one comes after the last", async () => {
      const { order, stood } = await threeLines();
      const [cake, tea, tray] = stood;
      const rows = [{ id: "new-1", productId: cake?.productId, qty: 7 }];
      await edit(order, { rows, deleteIds: [cake?.id] });
      const [first, second, added] = await told(order);
      expect([first, second]).toEqual([
        [tea?.id, 1, 1, 2],
        [tray?.id, 1, 1, 3],
      ]);
      expect(added?.slice(1)).toEqual([7, 1, 4]);
    });

    it("an order of ids moves rows and places new ones among them", async () => {
      const { order, stood } = await threeLines();
      const [cake, tea, tray] = stood.map(({ id }) => id);
      const rows = [{ id: "new-1", productId: stood[1]?.productId, qty: 8 }];
      await edit(order, { rows, deleteIds: [tea], order: [tray, "new-1", cake] });
      expect((await fixture.lines(order)).map(({ qty, orderNum }) => [qty, orderNum])).toEqual([
        [1, 1],
        [8, 2],
        [3, 3],
      ]);
    });

    it("nothing said changes nothing; a row of another master is refused, and never deleted", async () => {
      const { order, stood } = await threeLines();
      const other = await fixture.addOrder();
      const [foreign] = await fixture.lines(other);
      expect(await edit(order, { rows: [], deleteIds: [foreign?.id] })).toMatchObject({ version: 1 });
      await expect(edit(order, { rows: [{ id: foreign?.id, qty: 9 }], deleteIds: [] })).rejects.toMatchObject(
        refusal("明细中有不存在的行，请刷新后重试"),
      );
      await expect(edit(order, { rows: "all", deleteIds: [] })).rejects.toMatchObject(refusal("参数不识别！"));
      await expect(edit(order, { rows: [], deleteIds: stood.map(({ id }) => id) })).rejects.toMatchObject({
        result: { fieldErrors: { details: "明细至少 1 行" } },
      });
      expect(await fixture.lines(other)).toMatchObject([{ qty: 2 }]);
      expect(await fixture.lines(order)).toHaveLength(3);
    });
  });

  it("of another master are not taken over", async () => {
    const { engine, admin, ids } = fixture;
    const [mine, other] = [await fixture.addOrder(), await fixture.addOrder()];
    const [line] = await fixture.lines(other);
    const details = [{ ...line, qty: 9 }];
    await expect(engine.edit("test/order", { id: mine.id, version: 1, details }, admin)).rejects.toMatchObject(
      refusal("明细中有不存在的行，请刷新后重试"),
    );
    expect(await fixture.lines(other)).toMatchObject([{ qty: 2, productId: ids.tea }]);
  });

  it("that a data rule keeps from the caller are neither taken out nor changed nor made by them", async () => {
    const { engine, admin, ids } = fixture;
    const rule = { column: "productId", condition: "=", value: ids.tea };
    const permissions = new Set(["test:order:list"]);
    const clerk = aClerk("A01", { permissions, dataRules: new Map([["test:orderDetail", [rule]]]) });
    const order = await fixture.addOrder({ details: [{ productId: ids.cake, qty: 3 }, { productId: ids.tea }] });
    const [cake, tea] = await fixture.lines(order);
    expect(await engine.listByMainId("test/order-detail", String(order.id), clerk)).toMatchObject([{ id: tea?.id }]);
    const edit = (version: number, details: readonly Row[]) =>
      engine.edit("test/order", { id: order.id, version, details }, clerk);

    // The sums go on counting what they do not see.
    expect(await edit(1, [{ ...tea, qty: 5 }])).toMatchObject({ qty: 8 });
    await expect(edit(2, [{ ...cake, qty: 9 }])).rejects.toMatchObject(refusal("明细中有不存在的行，请刷新后重试"));
    const other = await engine.add("test/product", { name: "茶盘", price: 9 }, admin);
    const made = edit(2, [
      { ...tea, qty: 5 },
      { productId: other.id, qty: 1 },
    ]);
    await expect(made).rejects.toMatchObject(refusal("超出您的数据权限范围，不能保存"));
    const stood = (await fixture.lines(order)).map(({ id, qty }) => [id, qty]);
    expect(new Map(stood as [unknown, unknown][])).toEqual(
      new Map([
        [cake?.id, 3],
        [tea?.id, 5],
      ] as [unknown, unknown][]),
    );
  });

  it("a price is the product's unless the caller may set it", async () => {
    const { engine, ids } = fixture;
    const clerk = aClerk("A01");
    const seller = aClerk("A01", { permissions: new Set(["test:order:price"]) });
    const details = [{ productId: ids.tea, price: 1, qty: 1 }];
    const plain = await engine.add("test/order", fixture.anOrder(ids.shopA, { details }), clerk);
    const special = await engine.add("test/order", fixture.anOrder(ids.shopA, { details }), seller);
    expect([plain.payAmount, special.payAmount]).toEqual([35.8, 1]);
  });

  it("a snapshot does not follow the row it was copied from", async () => {
    const { engine, admin } = fixture;
    const dear = await engine.add("test/product", { name: "普洱", price: 100 }, admin);
    const order = await fixture.addOrder({ details: [{ productId: dear.id }] });
    await engine.edit("test/product", { id: dear.id, version: 1, price: 1, name: "普洱熟茶" }, admin);
    const edited = await engine.edit("test/order", { id: order.id, version: 1, remark: "x" }, admin);
    expect(edited.payAmount).toBe(100);
    expect(await fixture.lines(order)).toMatchObject([{ productName: "普洱", price: 100 }]);
  });
});

describe("a sub-row that is one to one with its master", () => {
  it("is saved with it, changed in place and removed; a second one is refused", async () => {
    const card: ModelDocument = {
      schemaVersion: 1,
      id: "test/card",
      title: "证照",
      table: "test_card",
      base: "/test/card",
      permissionPrefix: "test:card",
      fields: {
        productId: { type: "string", title: "商品", required: true, index: true, dict: { model: "test/product" } },
        number: { type: "string", title: "证号", maxLength: 20, required: true },
      },
    };
    const models = new Map(shopModels());
    const product = models.get("test/product");
    if (!product) throw new Error("no product");
    const relation = { kind: "one-to-one", title: "证照", model: "test/card", foreignKey: "productId" } as const;
    models.set("test/product", { ...product, relations: { card: relation } });
    models.set(
      "test/card",
      resolveModel(card, () => "name"),
    );
    const { engine, admin, close } = await openEngine({ models });
    const cards = (id: unknown) => engine.listByMainId("test/card", String(id), admin);
    const tea = await engine.add("test/product", { name: "红茶", price: 20, card: { number: "C1" } }, admin);
    const [first] = await cards(tea.id);
    expect(first).toMatchObject({ number: "C1", productId: tea.id, version: 1 });

    const edit = (version: number, sent: unknown) =>
      engine.edit("test/product", { id: tea.id, version, card: sent }, admin);
    await edit(1, { ...first, number: "C2" });
    expect(await cards(tea.id)).toMatchObject([{ id: first?.id, number: "C2", version: 2 }]);
    await expect(edit(2, [{ ...first, version: 2 }, { number: "C3" }])).rejects.toMatchObject({
      result: { fieldErrors: { card: "证照只能有一条" } },
    });
    await edit(2, []);
    expect(await cards(tea.id)).toEqual([]);
    await close();
  });
});
