import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { resolveModel } from "../../../runtime/model/resolve-model.ts";
import type { ModelDocument } from "../../../runtime/schema/types.gen.ts";
import { forEachEngine, migrated } from "../../../tests/support/database.ts";
import type { Database } from "../database.ts";
import { mayContain } from "../search-bigrams.ts";
import { applyModels, createIndexes, planModels } from "./apply-models.ts";

type Fields = ModelDocument["fields"];

function aModel(fields: Fields, more: Partial<ModelDocument> = {}) {
  const document: ModelDocument = {
    schemaVersion: 1,
    id: "shop/item",
    title: "商品",
    table: "item",
    base: "/shop/item",
    permissionPrefix: "shop:item",
    fields,
    ...more,
  };
  return resolveModel(document, () => undefined);
}

const name = { type: "string", title: "名称", maxLength: 10 } as const;

forEachEngine("tables from models", (open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open({}, migrated);
  });
  afterAll(() => db.close());
  beforeEach(() => sql`drop table if exists item`.execute(db.kysely));

  const insert = (values: Record<string, unknown>) =>
    db.kysely
      .insertInto("item")
      .values({ tenant_id: 1, ...values })
      .execute();
  const names = async () => {
    const { rows } = await sql<{ name: string }>`select * from item order by id`.execute(db.kysely);
    return rows;
  };

  it("have a column for each field and the system columns", async () => {
    const fields: Fields = {
      name,
      note: { type: "text", title: "说明" },
      stock: { type: "integer", title: "库存" },
      price: { type: "money", title: "单价" },
      weight: { type: "number", title: "重量", scale: 3 },
      active: { type: "boolean", title: "启用" },
      madeOn: { type: "date", title: "日期" },
      soldAt: { type: "datetime", title: "时间" },
      opens: { type: "time", title: "开门" },
      extra: { type: "json", title: "其他" },
      tags: { type: "string", title: "标签", multiple: true },
    };
    await applyModels(db, [aModel(fields)]);
    const { rows } = await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = 'item'::regclass and attnum > 0 order by attnum`.execute(db.kysely);
    expect(Object.fromEntries(rows.map((row) => [row.name, row.type]))).toEqual({
      name: "character varying(10)",
      note: "text",
      stock: "bigint",
      price: "numeric(20,2)",
      weight: "numeric(21,3)",
      active: "boolean",
      made_on: "date",
      sold_at: "timestamp(0) without time zone",
      opens: "character varying(8)",
      extra: "jsonb",
      tags: "text",
      id: "character varying(128)",
      version: "integer",
      create_by: "character varying(64)",
      create_time: "timestamp(0) without time zone",
      update_by: "character varying(64)",
      update_time: "timestamp(0) without time zone",
      sys_org_code: "character varying(64)",
      tenant_id: "bigint",
      del_flag: "smallint",
    });
  });

  it("that are as the models ask are left alone", async () => {
    const model = aModel({ name: { ...name, unique: true, search: true }, code: { ...name, index: true } });
    expect((await applyModels(db, [model])).statements).not.toEqual([]);
    expect(await applyModels(db, [model])).toMatchObject({ statements: [], keptColumns: [] });
  });

  it("get new columns and wider types without losing a row", async () => {
    await applyModels(db, [aModel({ name, amount: { type: "number", title: "数量", scale: 2 } })]);
    await insert({ id: "1", name: "十个字的商品名称在此", amount: "12.34" });
    const wider: Fields = {
      name: { ...name, maxLength: 20 },
      amount: { type: "number", title: "数量", scale: 4 },
      code: name,
    };
    await applyModels(db, [aModel(wider)]);
    expect(await names()).toMatchObject([{ name: "十个字的商品名称在此", amount: "12.3400", code: null }]);
  });

  it("keep the data of a renamed field", async () => {
    await applyModels(db, [aModel({ itemName: { ...name, unique: true } })]);
    await insert({ id: "1", item_name: "苹果" });
    await applyModels(db, [aModel({ label: { ...name, unique: true, renamedFrom: "itemName" } })]);
    expect(await names()).toMatchObject([{ label: "苹果" }]);
    await expect(insert({ id: "2", label: "苹果" })).rejects.toMatchObject({ constraint: "item_label_key" });
  });

  it("refuse a narrower type while a value has no room, and change nothing", async () => {
    await applyModels(db, [aModel({ name })]);
    await insert({ id: "1", name: "苹果苹果苹果" });
    const change = applyModels(db, [aModel({ name: { ...name, maxLength: 5 }, code: name })]);
    await expect(change).rejects.toThrow(/表 item：字段“名称”（列 name）中有放不下的数据/);
    expect(Object.keys((await names())[0] ?? {})).not.toContain("code");
    await sql`update item set name = '苹果'`.execute(db.kysely);
    await applyModels(db, [aModel({ name: { ...name, maxLength: 5 }, code: name })]);
  });

  it("refuse another type while the column has data, with the statement that was not run", async () => {
    await applyModels(db, [aModel({ size: { ...name, index: true } })]);
    await insert({ id: "1", size: "大" });
    const model = aModel({ size: { type: "integer", title: "尺寸", index: true } });
    expect(await planModels(db, [model])).toMatchObject({
      refused: [{ table: "item", statement: 'alter table "item" drop column "size"' }],
    });
    await expect(applyModels(db, [model])).rejects.toMatchObject({ changes: [{ table: "item" }] });
    await sql`update item set size = null`.execute(db.kysely);
    await applyModels(db, [model]);
    expect((await applyModels(db, [model])).statements).toEqual([]);
  });

  it("keep and report a column that no field has any more", async () => {
    await applyModels(db, [aModel({ name, code: name })]);
    await insert({ id: "1", code: "A" });
    expect((await applyModels(db, [aModel({ name })])).keptColumns).toEqual(["item.code"]);
    expect(await names()).toMatchObject([{ code: "A" }]);
  });

  it("refuse a unique index over rows that are not unique", async () => {
    await applyModels(db, [aModel({ name })]);
    await insert({ id: "1", name: "苹果" });
    await insert({ id: "2", name: "苹果" });
    const change = applyModels(db, [aModel({ name: { ...name, unique: true } })]);
    await expect(change).rejects.toThrow("已有重复的数据");
  });

  it("hold a unique value once per tenant, and again after the row went to the recycle bin", async () => {
    const delFlag = { type: "integer", title: "删除", default: 0 } as const;
    await applyModels(db, [aModel({ name: { ...name, unique: true }, delFlag })]);
    await insert({ id: "1", name: "苹果" });
    await insert({ id: "2", name: "苹果", tenant_id: 2 });
    await insert({ id: "3", name: null });
    await insert({ id: "4", name: null });
    await expect(insert({ id: "5", name: "苹果" })).rejects.toMatchObject({ constraint: "item_name_key" });
    await sql`update item set del_flag = 1 where id = '1'`.execute(db.kysely);
    await insert({ id: "5", name: "苹果" });
  });

  it("hold a unique value once in any letter case where the model says so, and are left alone then", async () => {
    await applyModels(db, [aModel({ name: { ...name, unique: true } })]);
    const model = aModel({ name: { ...name, unique: "ignoreCase" } });
    expect((await applyModels(db, [model])).statements).toHaveLength(3);
    expect(await applyModels(db, [model])).toMatchObject({ statements: [], keptColumns: [] });
    await insert({ id: "1", name: "Apple" });
    await expect(insert({ id: "2", name: "APPLE" })).rejects.toMatchObject({ constraint: "item_name_key" });
  });

  it("sort text by code point", async () => {
    await applyModels(db, [aModel({ name })]);
    for (const [place, text] of ["b", "A", "中", "a", "B"].entries()) await insert({ id: String(place), name: text });
    const { rows } = await sql<{ name: string }>`select name from item order by name`.execute(db.kysely);
    expect(rows.map((row) => row.name)).toEqual(["A", "B", "a", "b", "中"]);
  });

  describe("with 3,000 rows loaded before their indexes", () => {
    const model = aModel(
      { name: { ...name, search: true }, at: { type: "datetime", title: "时间" } },
      { sort: [{ field: "at", order: "desc" }] },
    );
    const planOf = async (query: ReturnType<typeof sql>) => {
      const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(db.kysely);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    beforeEach(async () => {
      const { statements } = await applyModels(db, [model], { indexLater: new Set([model.id]) });
      expect(statements).toHaveLength(1);
      await sql`insert into item (id, tenant_id, name, at)
        select i, 1, chr(19968 + i) || chr(20068 + i * 7 % 5000) || '店', timestamp '2026-01-01' + i * interval '1 hour'
        from generate_series(1, 3000) i`.execute(db.kysely);
      await createIndexes(db, model);
    });

    it("find two Chinese characters through the search index", async () => {
      const { rows } = await sql<{ name: string }>`select name from item where id = '77'`.execute(db.kysely);
      const wanted = (rows[0]?.name ?? "").slice(0, 2);
      const condition = mayContain(sql.ref("item.name"), wanted);
      const query = sql<{ id: string }>`select id from item where ${condition} and name like ${`%${wanted}%`}`;
      expect((await query.execute(db.kysely)).rows).toEqual([{ id: "77" }]);
      expect(await planOf(query)).toContain("item_name_search");
    });

    it("open the list through the index of the default sort", async () => {
      const page = sql`select * from item where tenant_id = 1 order by at desc, id desc limit 10`;
      expect(await planOf(page)).toMatch(/Index Scan Backward using item_at_desc_idx|using item_at_idx/);
    });

    it("open the list of another view through the index of its own sort", async () => {
      const view = aModel({ name }, { id: "shop/shelf", of: model.id, sort: [{ field: "name", order: "desc" }] });
      const { statements } = await applyModels(db, [model, view]);
      expect(statements).toHaveLength(1);
      const page = sql`select * from item where tenant_id = 1 order by name desc, id desc limit 10`;
      expect(await planOf(page)).toContain("using item_name_idx");
    });
  });
});
