import { afterAll, beforeAll, expect, it } from "vitest";
import { type EngineFixture, openEngine } from "../../tests/support/engine-fixture.ts";
import { AppError } from "../http/errors.ts";
import type { ModelHooks } from "./hooks.ts";

const product: ModelHooks = {
  beforeValidate(draft, { body }) {
    if (body.priceText !== undefined) draft.price = Number(body.priceText);
  },
  beforeSave(draft, { before }) {
    if (!before) draft.status = "9";
  },
  async afterSave(row, { engine, caller, trx, before }) {
    if (row.name === "连带" && !before) await engine.add("test/area", { name: "连带的片区" }, caller, { trx });
    if (row.name === "拒绝") throw new AppError("INVALID", { details: { reason: "不要这个" } });
  },
  beforeDelete(rows) {
    if (rows.some((row) => row.name === "保留")) throw new AppError("INVALID", { details: { reason: "须保留" } });
  },
  afterRead(rows, { purpose }) {
    for (const row of rows) row.seenIn = purpose;
  },
};

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openEngine({ hooks: { "test/product": product } });
});
afterAll(() => fixture.close());

it("hooks change a row on its way in and on its way out", async () => {
  const { engine, admin } = fixture;
  const row = await engine.add("test/product", { name: "钩子", priceText: "12.5" }, admin);
  expect(row).toMatchObject({ price: 12.5, status: "9", seenIn: "detail" });
  const page = await engine.list("test/product", { name: "钩子" }, admin);
  expect(page.records).toMatchObject([{ seenIn: "list" }]);
});

it("what a hook writes stands or falls with the call", async () => {
  const { engine, admin, stored } = fixture;
  await engine.add("test/product", { name: "连带", price: 1 }, admin);
  expect((await stored("test_area")).map((row) => row.name)).toContain("连带的片区");
  const before = (await stored("test_product")).length;
  await expect(engine.add("test/product", { name: "拒绝", price: 1 }, admin)).rejects.toMatchObject({
    details: { reason: "不要这个" },
  });
  expect(await stored("test_product")).toHaveLength(before);
});

it("a hook keeps rows from being deleted", async () => {
  const { engine, admin } = fixture;
  const { id } = await engine.add("test/product", { name: "保留", price: 1 }, admin);
  await expect(engine.remove("test/product", [String(id)], admin)).rejects.toMatchObject({
    details: { reason: "须保留" },
  });
  expect(await engine.queryById("test/product", String(id), admin)).toMatchObject({ name: "保留" });
});
