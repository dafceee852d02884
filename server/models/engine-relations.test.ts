import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { aClerk } from "../../tests/support/callers.ts";
import { type EngineFixture, openEngine } from "../../tests/support/engine-fixture.ts";
import { shopModels } from "../../tests/support/shop-models.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openEngine();
});
afterAll(() => fixture.close());

const refusal = (reason: string) => ({ errorName: "INVALID", details: { reason } });
const addOrder = (values: Row = {}, shopId = fixture.ids.shopA) =>
  fixture.engine.add("test/order", fixture.anOrder(shopId, values), fixture.admin);
const lines = (order: Row) => fixture.engine.listByMainId("test/order-detail", String(order.id), fixture.admin);
const shop = (id = fixture.ids.shopA) => fixture.engine.queryById("test/shop", id, fixture.admin);

describe("sub-rows", () => {
  it("are saved with their master: copied, computed, numbered, of the same department", async () => {
    const { ids } = fixture;
    const order = await addOrder({ details: [{ productId: ids.cake, qty: 3 }, { productId: ids.tea }] });
    expect(order).toMatchObject({ qty: 4, payAmount: 71.95 });
    expect(await lines(order)).toMatchObject([
      { productName: "绿豆糕", price: 12.05, qty: 3, amount: 36.15, orderNum: 1, sysOrgCode: "A01", version: 1 },
      { productName: "龙井", price: 35.8, qty: 1, amount: 35.8, orderNum: 2, productId_dictText: "龙井" },
    ]);
  });

  it("an edit inserts rows without id, updates those with one, deletes missing ones, and moves the master's version", async () => {
    const { engine, admin, ids } = fixture;
    const order = await addOrder({ details: [{ productId: ids.cake, qty: 3 }, { productId: ids.tea }] });
    const [cake] = await lines(order);
    const details = [
      { productId: ids.tea, qty: 5 },
      { ...cake, qty: 1 },
    ];
    const edited = await engine.edit("test/order", { id: order.id, version: 1, details }, admin);
    expect(edited).toMatchObject({ version: 2, qty: 6, payAmount: 191.05 });
    const [first, second] = await lines(order);
    expect(first).toMatchObject({ productName: "龙井", qty: 5, orderNum: 1, version: 1 });
    expect(second).toMatchObject({ id: cake?.id, qty: 1, orderNum: 2, version: 2 });
  });

  it("stay as they are when the key is absent", async () => {
    const { engine, admin } = fixture;
    const order = await addOrder();
    const edited = await engine.edit("test/order", { id: order.id, version: 1, remark: "靠窗" }, admin);
    expect(edited).toMatchObject({ payAmount: 71.6, remark: "靠窗" });
    expect(await lines(order)).toHaveLength(1);
  });

  it("are refused with their place: too few, too many of one, the same product twice", async () => {
    const { engine, admin, ids, stored } = fixture;
    const before = (await stored("test_order")).length;
    await expect(addOrder({ details: [] })).rejects.toMatchObject({
      result: { fieldErrors: { details: "明细至少 1 行" } },
    });
    await expect(addOrder({ details: undefined })).rejects.toMatchObject({
      result: { fieldErrors: { details: "明细至少 1 行" } },
    });
    await expect(addOrder({ details: [{ productId: ids.tea, qty: 1000 }] })).rejects.toMatchObject({
      result: { fieldErrors: { "details[0].qty": "不能大于 999" } },
    });
    await expect(addOrder({ details: [{ productId: ids.tea }, { productId: ids.tea }] })).rejects.toMatchObject({
      result: { fieldErrors: { "details[1].productId": "商品不能重复" } },
    });
    expect(await stored("test_order")).toHaveLength(before);
    expect((await engine.list("test/order", {}, admin)).total).toBe(before);
  });

  describe("sent as changes (TBL-06)", () => {
    let trays = 0;
    const threeLines = async () => {
      const { ids, engine, admin } = fixture;
      const other = await engine.add("test/product", { name: `茶盘 ${++trays}`, price: 9 }, admin);
      const details = [{ productId: ids.cake, qty: 3 }, { productId: ids.tea }, { productId: other.id }];
      const order = await addOrder({ details });
      return { order, stood: await lines(order) };
    };
    const edit = (order: Row, details: Row, version = 1) =>
      fixture.engine.edit("test/order", { id: order.id, version, details }, fixture.admin);
    const told = async (order: Row) =>
      (await lines(order)).map(({ id, qty, version, orderNum }) => [id, qty, version, orderNum]);

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
      expect((await lines(order)).map(({ qty, orderNum }) => [qty, orderNum])).toEqual([
        [1, 1],
        [8, 2],
        [3, 3],
      ]);
    });

    it("nothing said changes nothing; a row of another master is refused, and never deleted", async () => {
      const { order, stood } = await threeLines();
      const other = await addOrder();
      const [foreign] = await lines(other);
      expect(await edit(order, { rows: [], deleteIds: [foreign?.id] })).toMatchObject({ version: 1 });
      await expect(edit(order, { rows: [{ id: foreign?.id, qty: 9 }], deleteIds: [] })).rejects.toMatchObject(
        refusal("明细中有不存在的行，请刷新后重试"),
      );
      await expect(edit(order, { rows: "all", deleteIds: [] })).rejects.toMatchObject(refusal("参数不识别！"));
      await expect(edit(order, { rows: [], deleteIds: stood.map(({ id }) => id) })).rejects.toMatchObject({
        result: { fieldErrors: { details: "明细至少 1 行" } },
      });
      expect(await lines(other)).toMatchObject([{ qty: 2 }]);
      expect(await lines(order)).toHaveLength(3);
    });
  });

  it("of another master are not taken over", async () => {
    const { engine, admin, ids } = fixture;
    const [mine, other] = [await addOrder(), await addOrder()];
    const [line] = await lines(other);
    const details = [{ ...line, qty: 9 }];
    await expect(engine.edit("test/order", { id: mine.id, version: 1, details }, admin)).rejects.toMatchObject(
      refusal("明细中有不存在的行，请刷新后重试"),
    );
    expect(await lines(other)).toMatchObject([{ qty: 2, productId: ids.tea }]);
  });

  it("that a data rule keeps from the caller are neither taken out nor changed nor made by them", async () => {
    const { engine, admin, ids } = fixture;
    const rule = { column: "productId", condition: "=", value: ids.tea };
    const permissions = new Set(["test:order:list"]);
    const clerk = aClerk("A01", { permissions, dataRules: new Map([["test:orderDetail", [rule]]]) });
    const order = await addOrder({ details: [{ productId: ids.cake, qty: 3 }, { productId: ids.tea }] });
    const [cake, tea] = await lines(order);
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
    const stood = (await lines(order)).map(({ id, qty }) => [id, qty]);
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
    const order = await addOrder({ details: [{ productId: dear.id }] });
    await engine.edit("test/product", { id: dear.id, version: 1, price: 1, name: "普洱熟茶" }, admin);
    const edited = await engine.edit("test/order", { id: order.id, version: 1, remark: "x" }, admin);
    expect(edited.payAmount).toBe(100);
    expect(await lines(order)).toMatchObject([{ productName: "普洱", price: 100 }]);
  });
});

describe("states", () => {
  const go = (key: string, body: Row) => fixture.engine.transition("test/order", key, body, fixture.admin);

  it("a transition sets the state and its fields, writes its posts, and moves the version", async () => {
    const { engine, admin, stored } = fixture;
    const fresh = await engine.add("test/product", { name: "毛尖", price: 10, stock: 10 }, admin);
    const order = await addOrder({ details: [{ productId: fresh.id, qty: 4 }] });
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
    const order = await addOrder({
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
    const order = await addOrder();
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
    const order = await addOrder();
    const body = { id: order.id, cancelReason: "x", payAmount: 0, createBy: "me", status: "2", remark: "偷改" };
    expect(await go("cancel", body)).toMatchObject({ status: "9", payAmount: 71.6, createBy: "admin", remark: null });
  });

  it("a batch does the oldest row first and reports row by row", async () => {
    const { engine, admin } = fixture;
    const [one, two] = [await addOrder({ details: [{ productId: fixture.ids.cake }] }), await addOrder()];
    await go("cancel", { id: two.id, cancelReason: "x" });
    const three = await addOrder();
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
    const order = await addOrder();
    await go("cancel", { id: order.id, cancelReason: "x" });
    const shown = await engine.queryById("test/order", String(order.id), admin);
    const details = await lines(order);
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
    const order = await addOrder({ details: [{ productId: fixture.ids.cake }] });
    await go("audit", { id: order.id });
    await expect(engine.remove("test/order", [String(order.id)], admin)).rejects.toMatchObject(
      refusal("当前状态“待服务”不能删除"),
    );
    await go("cancel", { id: order.id, cancelReason: "x" });
    await engine.remove("test/order", [String(order.id)], admin);
    expect((await stored("test_order_detail")).filter((row) => row.order_id === order.id)).toEqual([]);
  });

  it("a sub-row that goes takes its own rows along, or is kept by them as its model says", async () => {
    const base = { schemaVersion: 1, permissionPrefix: "test:box", titleField: "name" } as const;
    const name = { type: "string", title: "名称", maxLength: 20 } as const;
    const key = { type: "string", title: "上级", maxLength: 32 } as const;
    const made = (id: string, onDelete: "cascade" | "restrict"): ModelDocument[] => {
      const below = (model: string) => ({ kind: "one-to-many", model: `${id}/${model}`, foreignKey: "upId" }) as const;
      const table = id.replace("/", "_");
      const rows = { ...below("tag"), title: "标签", onDelete };
      return [
        { ...base, id, title: "箱", table, base: `/${id}`, fields: { name }, relations: { trays: below("tray") } },
        {
          ...base,
          id: `${id}/tray`,
          title: "盘",
          table: `${table}_tray`,
          base: `/${id}/tray`,
          fields: { name, upId: key },
          relations: { tags: rows },
        },
        {
          ...base,
          id: `${id}/tag`,
          title: "标签",
          table: `${table}_tag`,
          base: `/${id}/tag`,
          fields: { name, upId: key },
        },
      ];
    };
    const documents = [...made("box/loose", "cascade"), ...made("box/firm", "restrict")];
    const resolved = documents.map((document) => [document.id, resolveModel(document, () => "name")] as const);
    const models = new Map([...shopModels(), ...resolved]);
    const { engine, admin, close } = await openEngine({ models });
    const remove = async (id: string) => {
      const box = await engine.add(id, { name: "箱", trays: [{ name: "盘" }] }, admin);
      const [tray] = await engine.listByMainId(`${id}/tray`, String(box.id), admin);
      const tag = await engine.add(`${id}/tag`, { name: "签", upId: tray?.id }, admin);
      const isThere = (name: string, row: Row | undefined) =>
        engine.queryById(`${id}/${name}`, String(row?.id), admin).then(
          () => true,
          () => false,
        );
      const edit = { id: box.id, trays: { rows: [], deleteIds: [tray?.id] } };
      const refused = await engine.edit(id, edit, admin).then(
        () => undefined,
        (reason) => reason,
      );
      return { refused, isThere: [await isThere("tray", tray), await isThere("tag", tag)] };
    };
    expect(await remove("box/loose")).toEqual({ refused: undefined, isThere: [false, false] });
    expect(await remove("box/firm")).toMatchObject({
      refused: refusal("存在标签，不能删除"),
      isThere: [true, true],
    });
    await close();
  });

  it("a row that names a deleted one goes, stays without the name, or refuses, as its field says", async () => {
    const base = { schemaVersion: 1, permissionPrefix: "test:key", titleField: "name" } as const;
    const name = { type: "string", title: "名称", maxLength: 20 } as const;
    const bin = { type: "integer", title: "删除状态", readOnly: true, hidden: true, default: 0 } as const;
    const naming = (master: string, onDelete: "cascade" | "restrict" | "set-null"): ModelDocument => ({
      ...{ ...base, id: `${master}/${onDelete}`, title: "钥匙", base: `/${master}/${onDelete}` },
      table: `${master.replace("/", "_")}_${onDelete.replace("-", "_")}`,
      fields: { name, ownerId: { type: "string", title: "主人", maxLength: 32, dict: { model: master }, onDelete } },
    });
    const master = (id: string, more: ModelDocument["fields"]): ModelDocument[] => [
      { ...base, id, title: "主人", table: id.replace("/", "_"), base: `/${id}`, fields: { name, ...more } },
      ...(["cascade", "restrict", "set-null"] as const).map((answer) => naming(id, answer)),
    ];
    const documents = [...master("own/gone", {}), ...master("own/kept", { delFlag: bin })];
    const resolved = documents.map((document) => [document.id, resolveModel(document, () => "name")] as const);
    const { engine, admin, close } = await openEngine({ models: new Map([...shopModels(), ...resolved]) });
    const add = async (id: string, answer: string) => {
      const owner = await engine.add(id, { name: "甲" }, admin);
      return [
        String(owner.id),
        await engine.add(`${id}/${answer}`, { name: "钥匙", ownerId: owner.id }, admin),
      ] as const;
    };
    const left = (id: string, answer: string, key: Row) =>
      engine.queryById(`${id}/${answer}`, String(key.id), admin).then(
        (row) => row.ownerId,
        () => "gone",
      );
    for (const [answer, after] of [
      ["cascade", "gone"],
      ["set-null", null],
    ] as const) {
      const [owner, key] = await add("own/gone", answer);
      await engine.remove("own/gone", [owner], admin);
      expect(await left("own/gone", answer, key)).toBe(after);
      // A row in the recycle bin is still named.
      const [binned, other] = await add("own/kept", answer);
      await engine.remove("own/kept", [binned], admin);
      expect(await left("own/kept", answer, other)).toBe(binned);
      await engine.purge("own/kept", [binned], admin);
      expect(await left("own/kept", answer, other)).toBe(after);
    }
    for (const id of ["own/gone", "own/kept"]) {
      const [owner] = await add(id, "restrict");
      await expect(engine.remove(id, [owner], admin)).rejects.toMatchObject(refusal("存在钥匙，不能删除"));
    }
    await close();
  });

  it("rows that name each other go together, and one that keeps another says so in its model's words", async () => {
    const base = { schemaVersion: 1, permissionPrefix: "test:half", titleField: "name", title: "一半" } as const;
    const half = (id: string, other: string, onDelete: "cascade" | "restrict"): ModelDocument => ({
      ...{ ...base, id, table: id.replace("/", "_"), base: `/${id}` },
      restrictMessage: "另一半还在，先删除另一半",
      fields: {
        name: { type: "string", title: "名称", maxLength: 20 },
        otherId: { type: "string", title: "另一半", maxLength: 32, dict: { model: other }, onDelete },
      },
    });
    const documents = [
      half("pair/left", "pair/right", "cascade"),
      half("pair/right", "pair/left", "cascade"),
      half("pair/firm", "pair/firm", "restrict"),
    ];
    const resolved = documents.map((document) => [document.id, resolveModel(document, () => "name")] as const);
    const { engine, admin, close } = await openEngine({ models: new Map([...shopModels(), ...resolved]) });
    const left = await engine.add("pair/left", { name: "左" }, admin);
    const right = await engine.add("pair/right", { name: "右", otherId: left.id }, admin);
    await engine.edit("pair/left", { id: left.id, otherId: right.id }, admin);
    await engine.remove("pair/left", [String(left.id)], admin);
    for (const [id, row] of [
      ["pair/left", left],
      ["pair/right", right],
    ] as const) {
      await expect(engine.queryById(id, String(row.id), admin)).rejects.toThrow();
    }
    const firm = await engine.add("pair/firm", { name: "前" }, admin);
    await engine.add("pair/firm", { name: "后", otherId: firm.id }, admin);
    await expect(engine.remove("pair/firm", [String(firm.id)], admin)).rejects.toMatchObject(
      refusal("另一半还在，先删除另一半"),
    );
    await close();
  });

  it("children that restrict keep their master from being deleted", async () => {
    const { engine, admin } = fixture;
    const order = await addOrder();
    await engine.add("test/refund", { orderId: order.id, note: "退款" }, admin);
    await expect(engine.remove("test/order", [String(order.id)], admin)).rejects.toMatchObject(
      refusal("存在退款单，不能删除"),
    );
    expect(await lines(order)).toHaveLength(1);
  });
});

describe("roll-ups", () => {
  it("follow adding, finishing, moving and deleting, and what is computed from them follows too", async () => {
    const { engine, admin } = fixture;
    const added = await engine.add("test/shop", { name: "新店", departCode: "A03" }, admin);
    const other = await engine.add("test/shop", { name: "旁店", departCode: "A03" }, admin);
    const rolled = async (id: unknown) => {
      const { orderCount, orderAmount, averageAmount, version } = await shop(String(id));
      return { orderCount, orderAmount, averageAmount, version };
    };
    const one = await addOrder({ details: [{ productId: fixture.ids.cake, qty: 2 }] }, String(added.id));
    const two = await addOrder({}, String(added.id));
    expect(await rolled(added.id)).toEqual({ orderCount: 2, orderAmount: 0, averageAmount: 0, version: 1 });
    await engine.transition("test/order", "audit", { id: one.id }, admin);
    await engine.transition("test/order", "complete", { id: one.id }, admin);
    expect(await rolled(added.id)).toEqual({ orderCount: 2, orderAmount: 24.1, averageAmount: 12.05, version: 1 });
    expect((await shop(String(added.id))).lastOrderTime).toBe(two.createTime);
    await engine.edit("test/order", { id: two.id, version: 1, shopId: other.id }, admin);
    expect(await rolled(added.id)).toEqual({ orderCount: 1, orderAmount: 24.1, averageAmount: 24.1, version: 1 });
    expect(await rolled(other.id)).toMatchObject({ orderCount: 1 });
    await engine.remove("test/order", [String(two.id)], admin);
    expect(await rolled(other.id)).toMatchObject({ orderCount: 0 });
    expect((await shop(String(other.id))).lastOrderTime).toBeNull();
  });
});

describe("trees", () => {
  const add = (name: string, pid = "0") => fixture.engine.add("test/area", { name, pid }, fixture.admin);
  const names = async (pid: string) =>
    (await fixture.engine.children("test/area", pid, fixture.admin)).map((row) => [row.name, row.hasChild]);

  it("tell parents about their children, on adding, moving and deleting", async () => {
    const { engine, admin } = fixture;
    const east = await add("华东");
    const city = await add("杭州", String(east.id));
    const west = await add("西南");
    await add("西湖", String(city.id));
    expect((await names("0")).sort()).toEqual([
      ["华东", "1"],
      ["西南", "0"],
    ]);
    await engine.edit("test/area", { id: city.id, version: 1, pid: west.id }, admin);
    expect((await names("")).sort()).toEqual([
      ["华东", "0"],
      ["西南", "1"],
    ]);
    await engine.remove("test/area", [String(west.id)], admin);
    expect(await names("0")).toEqual([["华东", "0"]]);
    expect((await engine.list("test/area", {}, admin)).total).toBe(1);
  });

  it("refuse a row below itself and a parent that does not exist", async () => {
    const { engine, admin } = fixture;
    const top = await add("顶");
    const below = await add("下", String(top.id));
    await expect(engine.edit("test/area", { id: top.id, pid: below.id }, admin)).rejects.toMatchObject(
      refusal("上级不能是自己或自己的下级"),
    );
    await expect(add("孤儿", "404")).rejects.toMatchObject(refusal("上级不存在"));
  });
});

describe("the recycle bin", () => {
  it("hides deleted rows everywhere, gives them back, and purges them", async () => {
    const { engine, admin, stored } = fixture;
    const row = await engine.add("test/area", { name: "回收", pid: "0" }, admin);
    const id = String(row.id);
    await engine.remove("test/area", [id], admin);
    await expect(engine.queryById("test/area", id, admin)).rejects.toMatchObject({ errorName: "ROW_NOT_FOUND" });
    expect((await engine.list("test/area", { name: "回收" }, admin)).total).toBe(0);
    expect((await engine.listDeleted("test/area", admin)).map((one) => one.id)).toContain(id);
    await engine.restore("test/area", [id], admin);
    expect(await engine.queryById("test/area", id, admin)).toMatchObject({ name: "回收" });
    await expect(engine.purge("test/area", [id], admin)).rejects.toMatchObject({ errorName: "ROW_NOT_FOUND" });
    await engine.remove("test/area", [id], admin);
    await engine.purge("test/area", [id], admin);
    expect((await stored("test_area")).map((one) => one.id)).not.toContain(id);
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

describe("sub-rows that form a tree", () => {
  it("are listed whole, or level by level; a parent knows that it has children", async () => {
    const part: ModelDocument = {
      schemaVersion: 1,
      id: "test/part",
      title: "配件",
      table: "test_part",
      base: "/test/part",
      permissionPrefix: "test:part",
      fields: {
        productId: { type: "string", title: "商品", required: true, index: true, dict: { model: "test/product" } },
        name: { type: "string", title: "名称", maxLength: 20, required: true },
        pid: { type: "string", title: "上级", maxLength: 32, default: "0" },
        hasChild: { type: "string", title: "有下级", maxLength: 1, readOnly: true, default: "0" },
      },
      relations: { children: { kind: "tree", pid: "pid", hasChild: "hasChild", root: "0" } },
    };
    const models = new Map(shopModels());
    const product = models.get("test/product");
    if (!product) throw new Error("no product");
    const relation = { kind: "one-to-many", title: "配件", model: "test/part", foreignKey: "productId" } as const;
    models.set("test/product", {
      ...product,
      relations: { parts: relation },
    });
    models.set(
      "test/part",
      resolveModel(part, () => "name"),
    );
    const { engine, admin, close } = await openEngine({ models });
    const parts = async (of: Row, parentId?: string) =>
      (await engine.listByMainId("test/part", String(of.id), admin, parentId)).map(({ name, hasChild }) => [
        name,
        hasChild,
      ]);
    const lamp = await engine.add("test/product", { name: "台灯", price: 20, parts: [{ name: "灯罩" }] }, admin);
    const other = await engine.add("test/product", { name: "吊灯", price: 30, parts: [{ name: "吊杆" }] }, admin);
    const [shade] = await engine.listByMainId("test/part", String(lamp.id), admin);
    const rows = { rows: [{ id: "new-1", name: "布面", pid: shade?.id }], deleteIds: [] };
    await engine.edit("test/product", { id: lamp.id, version: 1, parts: rows }, admin);
    const astray = { rows: [{ id: "new-1", name: "吊钩", pid: shade?.id }], deleteIds: [] };
    await expect(engine.edit("test/product", { id: other.id, version: 1, parts: astray }, admin)).rejects.toMatchObject(
      {
        result: { fieldErrors: { pid: "上级不存在" } },
      },
    );
    expect(await parts(lamp)).toEqual([
      ["灯罩", "1"],
      ["布面", "0"],
    ]);
    expect([await parts(lamp, ""), await parts(lamp, "0")]).toEqual([[["灯罩", "1"]], [["灯罩", "1"]]]);
    expect([await parts(lamp, String(shade?.id)), await parts(other, String(shade?.id))]).toEqual([
      [["布面", "0"]],
      [],
    ]);

    // A client that knows the top rows only deletes one: what hangs below it, at any depth, goes too.
    const [, cloth] = await engine.listByMainId("test/part", String(lamp.id), admin);
    const edit = (version: number, sent: unknown) =>
      engine.edit("test/product", { id: lamp.id, version, parts: sent }, admin);
    const more = [{ name: "线", pid: cloth?.id }, { name: "底座" }];
    const { version } = await edit(2, { rows: more, deleteIds: [] });
    const rowsNow = await engine.listByMainId("test/part", String(lamp.id), admin);
    expect(rowsNow.map(({ name }) => name)).toEqual(["灯罩", "布面", "线", "底座"]);
    const orphan = { result: { fieldErrors: { pid: "上级不存在" } } };
    // One that sends a row and leaves out what it hangs below contradicts itself.
    await expect(edit(Number(version), rowsNow.slice(1))).rejects.toMatchObject(orphan);
    const renamed = { rows: [{ ...cloth, name: "绸面" }], deleteIds: [shade?.id] };
    await expect(edit(Number(version), renamed)).rejects.toMatchObject(orphan);
    await edit(Number(version), { rows: [], deleteIds: [shade?.id] });
    expect(await parts(lamp)).toEqual([["底座", "0"]]);
    await close();
  });
});
