import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { aCaller, administrator } from "../../tests/support/callers.ts";
import { forEachEngine } from "../../tests/support/database.ts";
import { type EngineFixture, openEngine } from "../../tests/support/engine-fixture.ts";
import { shopModels } from "../../tests/support/shop-models.ts";
import { createIdMaker } from "../db/ids.ts";
import { createBusinessClock } from "./business-clock.ts";
import { createEngine } from "./create-engine.ts";
import type { Engine } from "./engine.ts";
import type { ModelHooks } from "./hooks.ts";

/** The other process hears of a commit in milliseconds; what nobody told runs out after half a minute. */
const told = { timeout: 25_000, interval: 20 };

const album: ModelDocument = {
  schemaVersion: 1,
  id: "test/album",
  title: "相册",
  table: "test_album",
  base: "/test/album",
  permissionPrefix: "test:album",
  fields: {
    name: { type: "string", title: "名称", maxLength: 20 },
    photoCount: {
      type: "integer",
      title: "照片数",
      default: 0,
      rollup: { model: "test/photo", foreignKey: "albumId", op: "count" },
    },
  },
  relations: { photos: { kind: "one-to-many", title: "照片", model: "test/photo", foreignKey: "albumId" } },
};
const photo: ModelDocument = {
  schemaVersion: 1,
  id: "test/photo",
  title: "照片",
  table: "test_photo",
  base: "/test/photo",
  permissionPrefix: "test:photo",
  fields: {
    albumId: { type: "string", title: "相册", index: true },
    title: { type: "string", title: "标题", maxLength: 20 },
  },
};
const code: ModelDocument = {
  schemaVersion: 1,
  id: "test/code",
  title: "编码",
  table: "test_code",
  base: "/test/code",
  permissionPrefix: "test:code",
  fields: {
    value: { type: "string", title: "编码", maxLength: 20, rules: [{ checkRule: "test_code" }] },
    pay: { type: "string", title: "支付方式", dict: "test_pay" },
  },
};

/** What a hook sets does not pass the rules that clean what people send. */
const halving: ModelHooks = {
  beforeSave: (draft) => {
    if (draft.name === "半个字") draft.name = "半个\ud83d字";
  },
};

function models(): ReadonlyMap<string, ResolvedModel> {
  const resolved = [album, photo, code].map((document) => resolveModel(document, () => "name"));
  return new Map([...shopModels(), ...resolved.map((model): [string, ResolvedModel] => [model.id, model])]);
}

forEachEngine("what the engine keeps in memory", (open) => {
  let fixture: EngineFixture;
  /** The engine of another process of the server. */
  let other: Engine;
  beforeAll(async () => {
    fixture = await openEngine({ open, models: models() });
    other = await createEngine({
      database: fixture.db,
      models: fixture.engine.models,
      hooks: new Map([["test/area", halving]]),
      newId: createIdMaker(999),
      clock: createBusinessClock("Asia/Shanghai"),
      timeZone: "Asia/Shanghai",
      note: () => {},
    });
  });
  afterAll(async () => {
    await other.stop();
    await fixture.engine.stop();
    await fixture.close();
  });

  it("a fill rule that one process changes fills the next row of another", async () => {
    const { engine, admin, ids, anOrder } = fixture;
    const add = async () => String((await other.add("test/order", anOrder(ids.shopA), admin)).orderNo);
    expect(await add()).toMatch(/^SO\d{6}\d{4}$/);
    const [rule] = (await engine.list("system/fill-rule", { ruleCode: "test_order_no" }, admin)).records;
    await engine.edit("system/fill-rule", { ...rule, ruleParams: { pattern: "NR{000000}" } }, admin);
    await expect.poll(add, told).toMatch(/^NR\d{6}$/);
    expect((await engine.add("test/order", anOrder(ids.shopA), admin)).orderNo).toMatch(/^NR\d{6}$/);
  });

  it("a check rule that one process changes refuses the next row of another", async () => {
    const { engine, admin } = fixture;
    const ruleJson = (pattern: string) => JSON.stringify([{ digits: "*", pattern, message: "编码不对" }]);
    const values = { ruleName: "编码", ruleCode: "test_code", ruleJson: ruleJson("A.*") };
    const rule = await engine.add("system/check-rule", values, admin);
    const add = (value: string) => other.add("test/code", { value }, admin).then(() => "", String);
    expect(await add("A1")).toBe("");
    await engine.edit("system/check-rule", { ...rule, ruleJson: ruleJson("B.*") }, admin);
    await expect.poll(() => add("A2"), told).not.toBe("");
    expect(await add("B1")).toBe("");
    await expect(engine.add("test/code", { value: "A3" }, admin)).rejects.toMatchObject({ errorName: "INVALID" });
  });

  it("an item that one process adds to a dictionary is accepted by another", async () => {
    const { engine, admin } = fixture;
    const add = () =>
      other.add("test/code", { pay: "wechat" }, admin).then(
        () => true,
        () => false,
      );
    expect(await add()).toBe(false);
    const [dict] = (await engine.list("system/dict", { dictCode: "test_pay" }, admin)).records;
    await engine.add("system/dict-item", { dictId: dict?.id, itemValue: "wechat", itemText: "微信" }, admin);
    await expect.poll(add, told).toBe(true);
  });

  it("a rule that a call changes itself is obeyed in the same transaction", async () => {
    const { engine, admin, db } = fixture;
    const [rule] = (await engine.list("system/check-rule", { ruleCode: "test_code" }, admin)).records;
    const stored = await engine.queryById("system/check-rule", String(rule?.id), admin);
    const refused = db.transaction(async (trx) => {
      await engine.edit("system/check-rule", { ...stored, ruleJson: "[]" }, admin, { trx });
      expect(await engine.add("test/code", { value: "anything" }, admin, { trx })).toMatchObject({ value: "anything" });
      throw new Error("not kept");
    });
    await expect(refused).rejects.toThrow("not kept");
    await expect(engine.add("test/code", { value: "anything" }, admin)).rejects.toMatchObject({ errorName: "INVALID" });
  });

  it("a long list counts an own row at once, here and where its maker goes on, and for others soon", async () => {
    const { engine, db } = fixture;
    await sql`insert into test_area (id, name, version, tenant_id)
      select 'area' || n, '片区' || n, 1, 0 from generate_series(1, 10500) n`.execute(db.kysely);
    const maker = aCaller({ userId: "maker", username: "maker" });
    const total = async (at: Engine, caller = maker) => (await at.list("test/area", { name: "片区*" }, caller)).total;
    const before = await total(engine);
    expect(await total(other)).toBe(before);
    expect(await total(engine, administrator)).toBe(before);
    const { id } = await engine.add("test/area", { name: "片区新" }, maker);
    expect(await total(engine)).toBe(before + 1);
    await expect.poll(() => total(other), told).toBe(before + 1);
    await engine.remove("test/area", [String(id)], maker);
    expect(await total(engine)).toBe(before);
    await expect.poll(() => total(other), told).toBe(before);
  });

  it("a saved row answers what its sub-rows added up in it", async () => {
    const { engine, admin } = fixture;
    const added = await engine.add(
      "test/album",
      { name: "西湖", photos: [{ title: "断桥" }, { title: "苏堤" }] },
      admin,
    );
    expect(added).toMatchObject({ photoCount: 2, version: 1 });
    const photos = [{ title: "雷峰塔" }];
    const edited = await engine.edit("test/album", { id: added.id, version: 1, name: "西湖", photos }, admin);
    expect(edited).toMatchObject({ photoCount: 1, version: 2 });
  });

  it("half a character that a hook makes is stored as a replacement character", async () => {
    const added = await other.add("test/area", { name: "半个字" }, fixture.admin);
    expect(added.name).toBe("半个\uFFFD字");
  });
});
