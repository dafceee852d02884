import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCaller, aClerk } from "../../tests/support/callers.ts";
import { type EngineFixture, openEngine, refusal } from "../../tests/support/engine-fixture.ts";

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openEngine();
});
afterAll(() => fixture.close());

describe("adding", () => {
  it("fills numbers, owners and times, and answers the row with dictionary texts", async () => {
    const { engine, admin, ids, anOrder } = fixture;
    const row = await engine.add("test/order", anOrder(ids.shopA), admin);
    expect(row.id).toMatch(/^\d{19}$/);
    expect(row.orderNo).toMatch(/^SO\d{6}\d{4}$/);
    expect(row).toMatchObject({
      version: 1,
      createBy: "admin",
      tenantId: 0,
      sysOrgCode: "A01",
      status: "0",
      status_dictText: "待审核",
      payType: "cash",
      payType_dictText: "现金",
      shopId_dictText: "文三路店",
      serviceRate: 10,
      qty: 2,
      payAmount: 71.6,
      serviceFee: 7.16,
      updateBy: null,
    });
  });

  it("ignores unknown fields, read-only fields, system fields and prototype keys", async () => {
    const { engine, admin, stored } = fixture;
    const body =
      JSON.parse(`{"name":"干净","price":1,"id":"9","version":77,"createBy":"x","tenantId":5,"sysOrgCode":"Z",
      "createTime":"2000-01-01 00:00:00","nothing":1,"constructor":{"prototype":{"a":1}},"toString":"x"}`);
    const row = await engine.add("test/product", body, admin);
    const [found] = (await stored("test_product")).filter((one) => one.id === row.id);
    expect(found).toMatchObject({ name: "干净", version: 1, create_by: "admin", tenant_id: "0", sys_org_code: "A01" });
    expect(row.id).not.toBe("9");
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  it("names every field that is not right and stores nothing", async () => {
    const { engine, admin, stored } = fixture;
    const before = (await stored("test_product")).length;
    await expect(engine.add("test/product", { price: "abc", stock: 1.5 }, admin)).rejects.toMatchObject({
      errorName: "INVALID",
      result: { fieldErrors: { name: "请输入品名", price: "请输入数字", stock: "请输入整数" } },
    });
    await expect(engine.add("test/product", { name: "名".repeat(21), price: 1 }, admin)).rejects.toMatchObject(
      refusal("品名：最大长度20位字符"),
    );
    expect(await stored("test_product")).toHaveLength(before);
  });

  it("says which value exists already", async () => {
    const { engine, admin } = fixture;
    await expect(engine.add("test/shop", { name: "文三路店", departCode: "A01" }, admin)).rejects.toMatchObject({
      errorName: "INVALID",
      details: { reason: "店名“文三路店”已存在" },
      result: { fieldErrors: { name: "店名“文三路店”已存在" } },
    });
  });

  it("refuses a reference to a row that does not exist or is not in use, and a value that is no item", async () => {
    const { engine, admin, ids, anOrder } = fixture;
    await expect(engine.add("test/order", anOrder("1"), admin)).rejects.toMatchObject(refusal("门店不存在或已停用"));
    await expect(
      engine.add("test/order", anOrder(ids.shopA, { details: [{ productId: ids.gone }] }), admin),
    ).rejects.toMatchObject({ result: { fieldErrors: { "details[0].productId": "商品不存在或已停用" } } });
    await expect(engine.add("test/order", anOrder(ids.shopA, { payType: "gold" }), admin)).rejects.toMatchObject(
      refusal("支付方式不在可选范围内"),
    );
  });

  it("empties a field that does not apply and requires one that does", async () => {
    const { engine, admin, ids, anOrder } = fixture;
    const row = await engine.add("test/order", anOrder(ids.shopA, { card: "6222" }), admin);
    expect(row.card).toBeNull();
    await expect(engine.add("test/order", anOrder(ids.shopA, { payType: "card" }), admin)).rejects.toMatchObject(
      refusal("请输入卡号"),
    );
  });
});

describe("editing", () => {
  it("changes what was sent, leaves what was absent, empties what is null", async () => {
    const { engine, admin } = fixture;
    const added = await engine.add("test/product", { name: "红茶", price: 10, stock: 3 }, admin);
    const edited = await engine.edit(
      "test/product",
      { id: added.id, version: 1, name: "祁门红茶", stock: null },
      admin,
    );
    expect(edited).toMatchObject({ name: "祁门红茶", price: 10, stock: null, version: 2, updateBy: "admin" });
  });

  it("tells a stale version as a conflict with the current row and changes nothing", async () => {
    const { engine, admin, stored } = fixture;
    const added = await engine.add("test/product", { name: "白茶", price: 10 }, admin);
    await engine.edit("test/product", { id: added.id, version: 1, name: "白牡丹" }, admin);
    await expect(engine.edit("test/product", { id: added.id, version: 1, name: "寿眉" }, admin)).rejects.toMatchObject({
      errorName: "CONFLICT",
      result: { current: { id: added.id, name: "白牡丹", version: 2 } },
    });
    expect((await stored("test_product")).find((row) => row.id === added.id)).toMatchObject({ name: "白牡丹" });
  });

  it("accepts a foreign client without version and notes it", async () => {
    const { engine, admin, notes } = fixture;
    const added = await engine.add("test/product", { name: "黄茶", price: 10 }, admin);
    expect(await engine.edit("test/product", { id: added.id, price: 11 }, admin)).toMatchObject({ price: 11 });
    expect(notes).toContain("edit without version");
  });

  it("keeps the version when nothing changed", async () => {
    const { engine, admin } = fixture;
    const added = await engine.add("test/product", { name: "黑茶", price: 10 }, admin);
    expect(await engine.edit("test/product", { ...added }, admin)).toMatchObject({ version: 1, updateTime: null });
  });

  it("takes a value equal to the mask as absent", async () => {
    const { engine, admin, ids, anOrder, stored } = fixture;
    const clerk = aClerk("A01");
    const added = await engine.add("test/order", anOrder(ids.shopA, { mobile: "13912345678" }), admin);
    const shown = await engine.queryById("test/order", String(added.id), clerk);
    expect(shown.mobile).toBe("139****5678");
    await engine.edit("test/order", { ...shown, remark: "改备注" }, clerk);
    const [row] = (await stored("test_order")).filter((one) => one.id === added.id);
    expect(row).toMatchObject({ mobile: "13912345678", remark: "改备注" });
  });
});

describe("deleting", () => {
  it("removes all rows of a batch or none", async () => {
    const { engine, admin } = fixture;
    const one = await engine.add("test/product", { name: "甲", price: 1 }, admin);
    const two = await engine.add("test/product", { name: "乙", price: 1 }, admin);
    await expect(engine.remove("test/product", [String(one.id), "nothing"], admin)).rejects.toMatchObject({
      errorName: "ROW_NOT_FOUND",
    });
    expect(await engine.queryById("test/product", String(one.id), admin)).toMatchObject({ name: "甲" });
    await engine.remove("test/product", [String(one.id), String(two.id)], admin);
    await expect(engine.queryById("test/product", String(two.id), admin)).rejects.toMatchObject({
      errorName: "ROW_NOT_FOUND",
    });
  });
});

describe("tenants", () => {
  it("rows of one tenant do not exist for another, whatever the body says", async () => {
    const { engine, admin, stored } = fixture;
    const other = aCaller({ tenantId: 7, userId: "7", username: "other" });
    const added = await engine.add("test/product", { name: "本租户", price: 1 }, admin);
    const theirs = await engine.add("test/product", { name: "本租户", price: 1, tenantId: 0 }, other);
    expect(theirs.tenantId).toBe(7);
    expect((await engine.list("test/product", {}, other)).total).toBe(1);
    const missing = { errorName: "ROW_NOT_FOUND" };
    await expect(engine.queryById("test/product", String(added.id), other)).rejects.toMatchObject(missing);
    await expect(engine.edit("test/product", { id: added.id, price: 9 }, other)).rejects.toMatchObject(missing);
    await expect(engine.remove("test/product", [String(added.id)], other)).rejects.toMatchObject(missing);
    expect((await stored("test_product")).find((row) => row.id === added.id)).toMatchObject({ price: "1.00" });
  });
});

describe("data log", () => {
  it("keeps the row as each change left it", async () => {
    const { engine, admin, stored } = fixture;
    const added = await engine.add("test/product", { name: "留痕", price: 1 }, admin);
    await engine.edit("test/product", { id: added.id, version: 1, price: 2 }, admin);
    await engine.remove("test/product", [String(added.id)], admin);
    const log = (await stored("sys_data_log")).filter((row) => row.data_id === added.id);
    expect(
      log.map((row) => [Number(row.data_version), row.change, JSON.parse(String(row.data_content)).price]),
    ).toEqual([
      [1, "saved", 1],
      [2, "saved", 2],
      [3, "deleted", 2],
    ]);
  });
});
