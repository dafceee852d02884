import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../server/http/errors.ts";
import { aClerk } from "../support/callers.ts";
import { type EngineFixture, openEngine } from "../support/engine-fixture.ts";

let fixture: EngineFixture;
let before: string;
beforeAll(async () => {
  fixture = await openEngine();
  await fixture.engine.add("test/order", fixture.anOrder(fixture.ids.shopA), fixture.admin);
  await fixture.engine.add("test/order", fixture.anOrder(fixture.ids.shopB), fixture.admin);
  before = await everything();
});
afterAll(() => fixture.close());

const tables = ["test_order", "test_order_detail", "test_shop", "test_product", "sys_dict", "sys_data_log"];
const everything = async () => JSON.stringify(await Promise.all(tables.map((table) => fixture.stored(table))));

const texts = [
  "' or '1'='1",
  "'; drop table test_order; --",
  '" or ""="',
  "1) or (1=1",
  "\\' or 1=1 --",
  "x') union select * from sys_dict --",
  "/**/or/**/1=1",
  "$1",
  "#{sys_org_code}",
  "%",
  "_",
  "*%*",
  "a,'b",
  ",',",
  "!' or 1=1",
  ">= '1' or 1=1",
  "= 1 or 1=1",
  "\u0000",
  "𠮷'",
  "x".repeat(100_000),
  "*".repeat(2_000),
];
const parameters = [
  "buyer",
  "qty",
  "payAmount",
  "appointTime",
  "bornOn",
  "status",
  "tags",
  "id",
  "buyer_begin",
  "qty_end",
  "qty_MultiString",
  "column",
  "order",
  "pageNo",
  "pageSize",
  "superQueryParams",
  "superQueryMatchType",
  "__proto__",
  "constructor",
  "' or 1=1 --",
];

describe("hostile text in every parameter of a list", () => {
  it.each(parameters)("%s: answered with the caller's rows at most, or refused; nothing changes", async (name) => {
    const clerk = aClerk("A01");
    for (const text of texts) {
      const query = Object.fromEntries([[name, text]]);
      const answer = await fixture.engine.list("test/order", query, clerk).catch((error: unknown) => error);
      if (answer instanceof Error) {
        expect(answer, `${name}=${text.slice(0, 60)}`).toBeInstanceOf(AppError);
        expect((answer as AppError).errorName).toBe("INVALID");
      } else {
        expect((answer as { total: number }).total).toBeLessThanOrEqual(1);
      }
    }
    expect(await everything()).toBe(before);
  });

  it("hostile fields, rules and values of the advanced query", async () => {
    const clerk = aClerk("A01");
    for (const text of texts) {
      for (const item of [
        { field: text, rule: "eq", val: "1" },
        { field: "buyer", rule: text, val: "1" },
        { field: "buyer", rule: "eq", val: text },
        { field: "buyer", rule: "in", val: text },
        { field: "buyer", rule: "like", val: text },
        { field: "qty", rule: "range", val: text },
      ]) {
        const superQueryParams = JSON.stringify([item]);
        const answer = await fixture.engine.list("test/order", { superQueryParams }, clerk).catch((error) => error);
        if (answer instanceof Error) expect(answer).toMatchObject({ errorName: "INVALID" });
        else expect(answer.total).toBeLessThanOrEqual(1);
      }
    }
    expect(await everything()).toBe(before);
  });

  it("hostile ids and bodies", async () => {
    const { engine, admin } = fixture;
    for (const text of texts) {
      await expect(engine.queryById("test/order", text, admin)).rejects.toBeInstanceOf(AppError);
      await expect(engine.remove("test/order", [text], admin)).rejects.toBeInstanceOf(AppError);
      await expect(engine.edit("test/order", { id: text, version: text }, admin)).rejects.toBeInstanceOf(AppError);
      await expect(engine.add("test/order", { shopId: text, details: text }, admin)).rejects.toBeInstanceOf(AppError);
      const below = await engine.children("test/area", text, admin).catch((error: unknown) => error);
      expect(below instanceof AppError || (below as unknown[]).length === 0).toBe(true);
      await expect(engine.listByMainId("test/order-detail", text, admin)).rejects.toBeInstanceOf(AppError);
    }
    expect(await everything()).toBe(before);
  });

  it("a percent sign and an underscore find themselves only", async () => {
    const { engine, admin } = fixture;
    expect((await engine.list("test/order", { buyer: "*%*" }, admin)).total).toBe(0);
    expect((await engine.list("test/order", { buyer: "王_" }, admin)).total).toBe(0);
  });
});
