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

describe("deleting", () => {
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
    const order = await fixture.addOrder();
    await engine.add("test/refund", { orderId: order.id, note: "退款" }, admin);
    await expect(engine.remove("test/order", [String(order.id)], admin)).rejects.toMatchObject(
      refusal("存在退款单，不能删除"),
    );
    expect(await fixture.lines(order)).toHaveLength(1);
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
