import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { forOneEngine } from "../../../tests/support/database.ts";
import type { Database } from "../../db/database.ts";
import { migrate } from "../../db/migrate.ts";
import { applyModels } from "../../db/tables/apply-models.ts";
import { createDocumentStore } from "../../documents/load-documents.ts";
import { loadSample, requireMemory } from "./load-sample.ts";

const text = { type: "string", title: "文字" };
const model = (id: string, fields: object, sample: object) => ({
  path: `${id}.model.json`,
  text: JSON.stringify({
    schemaVersion: 1,
    id,
    title: "示例",
    table: id.replace("/", "_"),
    base: `/${id}`,
    permissionPrefix: id.replace("/", ":"),
    fields,
    sample,
  }),
});
const createTime = { type: "dates", from: "-30d", to: "0d" };

forOneEngine("the sample load", (open) => {
  let db: Database;
  let models: ReadonlyMap<string, ResolvedModel>;
  const settings = { seed: 1, now: "2026-03-01 10:00:00", scale: "small" } as const;

  beforeAll(async () => {
    db = await open();
    const orders = {
      rollup: { model: "shop/order", foreignKey: "shopId", op: "count" },
      type: "integer",
      title: "订单",
    };
    const store = createDocumentStore([
      model(
        "shop/shop",
        { name: text, orders },
        { count: 30, fields: { createTime, name: { type: "like", kind: "company" } } },
      ),
      model(
        "shop/order",
        { shopId: { ...text, dict: { model: "shop/shop" } }, note: text, extra: { type: "json", title: "其他" } },
        {
          count: 4_000,
          fields: {
            createTime,
            shopId: { type: "reference" },
            note: { type: "value", value: "引号'\"\\，换行\n" },
            extra: { type: "value", value: { a: [1] } },
          },
        },
      ),
    ]);
    expect(store.diagnostics).toEqual([]);
    models = store.resolvedModels;
    await migrate(db);
    await applyModels(db, models.values());
  });
  afterAll(() => db.close());

  const counts = async () =>
    (
      await sql`select (select count(*) from shop_shop) as shops, (select count(*) from shop_order) as orders,
        (select count(*) from data_sample) as markers`.execute(db.kysely)
    ).rows[0];

  it("leaves nothing behind when it is interrupted, and is repeated at the next start", async () => {
    await sql`alter table shop_order add constraint stop check (id is null) not valid`.execute(db.kysely);
    await expect(loadSample(db, models, [], settings)).rejects.toThrow();
    expect(await counts()).toEqual({ shops: "0", orders: "0", markers: "0" });
    await sql`alter table shop_order drop constraint stop`.execute(db.kysely);
    const { made } = await loadSample(db, models, [], settings);
    expect([...made]).toEqual([
      ["shop/shop", 30],
      ["shop/order", 4_000],
    ]);
    expect(await counts()).toEqual({ shops: "30", orders: "4000", markers: "2" });
  });

  it("keeps the sums of parents and writes texts as they are", async () => {
    const { rows } = await sql`select sum(s.orders) as kept, count(*) filter (where s.orders <> x.n) as wrong,
        (select count(distinct note) from shop_order) as notes, (select min(note) from shop_order) as note,
        (select min(extra::text) from shop_order) as extra
      from shop_shop s left join (select shop_id, count(*) as n from shop_order group by 1) x on x.shop_id = s.id`.execute(
      db.kysely,
    );
    expect(rows).toEqual([{ kept: "4000", wrong: "0", notes: "1", note: "引号'\"\\，换行\n", extra: '{"a": [1]}' }]);
  });

  it("does nothing once it is done", async () => {
    expect((await loadSample(db, models, [], settings)).made.size).toBe(0);
  });

  it("leaves a table alone that has rows of a release before, or of people", async () => {
    await sql`delete from data_sample where model = 'shop/order'`.execute(db.kysely);
    expect((await loadSample(db, models, [], settings)).made.size).toBe(0);
    expect(await counts()).toEqual({ shops: "30", orders: "4000", markers: "1" });
  });

  it("updates the sums of rows that were there before their new children", async () => {
    await sql`delete from shop_order`.execute(db.kysely);
    await sql`update shop_shop set orders = 0`.execute(db.kysely);
    expect([...(await loadSample(db, models, [], settings)).made]).toEqual([["shop/order", 4_000]]);
    const { rows } = await sql`select count(*) as shops, sum(orders) as orders from shop_shop`.execute(db.kysely);
    expect(rows).toEqual([{ shops: "30", orders: "4000" }]);
  });
});

it("the large company is refused at once where the memory would not do, with what to change", () => {
  const start = (scale: "small" | "large" | number, gigabytes: number) => () => requireMemory(scale, gigabytes * 1e9);
  expect(start("large", 4)).toThrow("SEED_SCALE=large 的演示数据在内存中生成，需要约 14 GB");
  expect(start("large", 14.1)).not.toThrow();
  expect(start("small", 1)).not.toThrow();
  expect(start(0.5, 1)).not.toThrow();
});
