import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { type EngineFixture, openEngine, refusal } from "../../tests/support/engine-fixture.ts";
import { shopModels } from "../../tests/support/shop-models.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openEngine();
});
afterAll(() => fixture.close());

describe("roll-ups", () => {
  const shop = (id: unknown) => fixture.engine.queryById("test/shop", String(id), fixture.admin);

  it("follow adding, finishing, moving and deleting, and what is computed from them follows too", async () => {
    const { engine, admin } = fixture;
    const added = await engine.add("test/shop", { name: "新店", departCode: "A03" }, admin);
    const other = await engine.add("test/shop", { name: "旁店", departCode: "A03" }, admin);
    const rolled = async (id: unknown) => {
      const { orderCount, orderAmount, averageAmount, version } = await shop(id);
      return { orderCount, orderAmount, averageAmount, version };
    };
    const one = await fixture.addOrder({ details: [{ productId: fixture.ids.cake, qty: 2 }] }, String(added.id));
    const two = await fixture.addOrder({}, String(added.id));
    expect(await rolled(added.id)).toEqual({ orderCount: 2, orderAmount: 0, averageAmount: 0, version: 1 });
    await engine.transition("test/order", "audit", { id: one.id }, admin);
    await engine.transition("test/order", "complete", { id: one.id }, admin);
    expect(await rolled(added.id)).toEqual({ orderCount: 2, orderAmount: 24.1, averageAmount: 12.05, version: 1 });
    expect((await shop(added.id)).lastOrderTime).toBe(two.createTime);
    await engine.edit("test/order", { id: two.id, version: 1, shopId: other.id }, admin);
    expect(await rolled(added.id)).toEqual({ orderCount: 1, orderAmount: 24.1, averageAmount: 24.1, version: 1 });
    expect(await rolled(other.id)).toMatchObject({ orderCount: 1 });
    await engine.remove("test/order", [String(two.id)], admin);
    expect(await rolled(other.id)).toMatchObject({ orderCount: 0 });
    expect((await shop(other.id)).lastOrderTime).toBeNull();
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
