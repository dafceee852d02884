import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { forEachEngine, migrated } from "../../tests/support/database.ts";
import type { Database } from "../db/database.ts";
import { applyModels } from "../db/tables/apply-models.ts";
import { insertStored } from "../models/insert-stored.ts";
import { fillNewColumns } from "./fill-new-columns.ts";

type Fields = ModelDocument["fields"];

const modelOf = (name: string, fields: Fields, more: Partial<ModelDocument> = {}) =>
  resolveModel(
    {
      schemaVersion: 1,
      id: `shop/${name}`,
      title: name,
      table: name,
      base: `/shop/${name}`,
      permissionPrefix: `shop:${name}`,
      fields,
      ...more,
    },
    () => undefined,
  );

const shopFields: Fields = { name: { type: "string", title: "名称" } };
const saleFields: Fields = {
  shopId: { type: "string", title: "店" },
  amount: { type: "money", title: "金额" },
  day: { type: "date", title: "日期" },
  status: { type: "string", title: "状态" },
};

forEachEngine("rows that were there before a column", (open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open({}, migrated);
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await sql`drop table if exists shop`.execute(db.kysely);
    await sql`drop table if exists sale`.execute(db.kysely);
    await apply(shopFields);
    await sql`insert into shop (id, name, tenant_id) values ('1', '江店', 1), ('2', '山店', 1)`.execute(db.kysely);
    await sql`insert into sale (id, shop_id, amount, day, status, tenant_id, del_flag) values
      ('1', '1', 10.5, '2026-03-01', '1', 1, 0), ('2', '1', 0.2, '2026-02-01', '0', 1, 0),
      ('3', '1', 7, '2026-03-02', '1', 1, 1), ('4', null, 9, '2026-03-03', '1', 1, 0)`.execute(db.kysely);
  });

  const apply = (fields: Fields) => {
    const models = [modelOf("shop", fields), modelOf("sale", saleFields)];
    const byId = new Map(models.map((model) => [model.id, model]));
    return applyModels(db, models, {
      fill: (trx, added) => fillNewColumns(trx, byId, added, "2026-03-01 10:00:00"),
    });
  };
  const valuesOf = async (field: ModelDocument["fields"][string]) => {
    await apply({ ...shopFields, added: field });
    const { rows } = await sql<{ value: string | null }>`select added::text as value from shop order by id`.execute(
      db.kysely,
    );
    return rows.map(({ value }) => value);
  };
  const title = "新";

  it.each([
    [{ type: "string", title, default: "o'1\\" }, "o'1\\"],
    [{ type: "integer", title, default: 100 }, "100"],
    [{ type: "money", title, default: "3.456" }, "3.46"],
    [{ type: "boolean", title, default: false }, "false"],
    [{ type: "date", title, default: "2026-01-02" }, "2026-01-02"],
    [{ type: "datetime", title, default: "2026-01-02 03:04:05" }, "2026-01-02 03:04:05"],
    [{ type: "time", title, default: "09:00" }, "09:00"],
    [{ type: "string", title, multiple: true, default: ["a", "b"] }, "a,b"],
    [{ type: "json", title, default: { a: [1] } }, '{"a": [1]}'],
    [{ type: "text", title, widget: { type: "rich-text" }, default: "<b>好</b><script>x</script>" }, "<b>好</b>"],
  ] as const)("get the default of the field: %j", async (field, value) => {
    expect(await valuesOf(field as Fields[string])).toEqual([value, value]);
    // As the release before does it, which does not know the column.
    await sql`insert into shop (id, name, tenant_id) values ('3', '海店', 1)`.execute(db.kysely);
    expect(await valuesOf(field as Fields[string])).toEqual([value, value, value]);
  });

  it("get it without being written: only an index on the new column reads every row", async () => {
    const places = async () => (await sql`select ctid::text from shop order by id`.execute(db.kysely)).rows;
    const collation = async () =>
      (
        await sql<{
          name: string;
        }>`select c.collname as name from pg_attribute a join pg_collation c on c.oid = a.attcollation
        where a.attrelid = 'shop'::regclass and a.attname = 'added'`.execute(db.kysely)
      ).rows;
    const before = await places();
    expect(await valuesOf({ type: "string", title, default: "x", maxLength: 7 })).toEqual(["x", "x"]);
    expect(await places()).toEqual(before);
    // The column is as the model asks: a second run finds nothing to do.
    expect(await collation()).toEqual([{ name: "C" }]);
    expect(
      (await apply({ ...shopFields, added: { type: "string", title, default: "x", maxLength: 7 } })).statements,
    ).toEqual([]);
    const indexed: Fields = { ...shopFields, listed: { type: "string", title, default: "y", index: true } };
    await apply(indexed);
    expect((await apply(indexed)).statements).toEqual([]);
    const { rows } = await sql`select listed from shop`.execute(db.kysely);
    expect(rows).toEqual([{ listed: "y" }, { listed: "y" }]);
  });

  it.each([
    ["a default that is worked out", { default: "{{ now }}" }],
    ["a field that applies to some rows", { default: "x", when: "{{ row.name == '江店' }}" }],
    ["a value that the hour decides too", { value: "{{ row.name + today() }}" }],
    ["a value that the person decides too", { value: "{{ row.name + user.username }}" }],
    ["a value of rows below", { value: "{{ count(row.sales) }}" }],
    ["a value of a field that applies to some rows", { value: "{{ row.name }}", when: "{{ row.name == '江店' }}" }],
    ["a default of a field whose values differ", { default: "x", unique: true }],
    ["no default", {}],
  ])("get nothing from %s", async (_, more) => {
    expect(await valuesOf({ type: "string", title, ...more })).toEqual([null, null]);
  });

  it("get what is computed from their own columns, new ones too, in whatever order they stand", async () => {
    await apply({
      ...shopFields,
      sign: { type: "string", title, value: "{{ '＊' + row.short }}" },
      short: { type: "string", title, value: "{{ left(row.name, 1) + row.kind }}" },
      kind: { type: "string", title, default: "一" },
      rate: { type: "money", title, value: "{{ 10 / 3 }}" },
    });
    const { rows } = await sql`select sign, short, rate::text from shop order by id`.execute(db.kysely);
    expect(rows).toEqual([
      { sign: "＊江一", short: "江一", rate: "3.33" },
      { sign: "＊山一", short: "山一", rate: "3.33" },
    ]);
  });

  const rollup = { model: "shop/sale", foreignKey: "shopId" };
  it.each([
    [{ op: "count" }, { type: "integer", default: 0 }, ["2", "0"]],
    [{ op: "count", where: "{{ row.status == '1' }}" }, { type: "integer", default: 0 }, ["1", "0"]],
    [{ op: "sum", field: "amount" }, { type: "money", default: 0 }, ["10.70", "0.00"]],
    [{ op: "max", field: "day" }, { type: "date" }, ["2026-03-01", null]],
    [{ op: "last", field: "amount" }, { type: "money" }, ["0.20", null]],
  ])("get what the rows below them come to: %j", async (kind, type, values) => {
    expect(await valuesOf({ title, ...type, rollup: { ...rollup, ...kind } } as Fields[string])).toEqual(values);
  });

  it("add up a tree whose sums rise from row to row", async () => {
    const tree: Fields = { ...shopFields, upId: { type: "string", title: "上级" } };
    await apply(tree);
    await sql`insert into shop (id, name, tenant_id, up_id, del_flag) values ('3', '海店', 1, '2', 0)`.execute(
      db.kysely,
    );
    await sql`update shop set up_id = '1' where id = '2'`.execute(db.kysely);
    await sql`update shop set del_flag = 0`.execute(db.kysely);
    await apply({
      ...tree,
      below: { type: "integer", title, rollup: { model: "shop/shop", foreignKey: "upId", op: "sum", field: "size" } },
      size: { type: "integer", title, value: "{{ row.below + 1 }}" },
    });
    const { rows } = await sql`select id, below::integer, size::integer from shop order by id`.execute(db.kysely);
    expect(rows).toEqual([
      { id: "1", below: 2, size: 3 },
      { id: "2", below: 1, size: 2 },
      { id: "3", below: 0, size: 1 },
    ]);
  });

  it("are found by the pinyin of what they get", async () => {
    await apply({ ...shopFields, city: { type: "string", title, default: "上海", search: "pinyin" } });
    const { rows } = await sql<{ city_pinyin: string }>`select city_pinyin from shop`.execute(db.kysely);
    expect(rows.map(({ city_pinyin }) => city_pinyin)).toEqual(["shanghai sh", "shanghai sh"]);
  });

  it("keep what people wrote since: a column is filled once", async () => {
    const fields: Fields = { ...shopFields, added: { type: "string", title, default: "a" } };
    await apply(fields);
    await sql`update shop set added = null where id = '1'`.execute(db.kysely);
    await apply({ ...fields, added: { type: "string", title, default: "b" } });
    const { rows } = await sql<{ added: string | null }>`select added from shop order by id`.execute(db.kysely);
    expect(rows.map(({ added }) => added)).toEqual([null, "a"]);
  });

  it("leave a default for the release before only: this one names every column", async () => {
    const fields: Fields = { ...shopFields, added: { type: "string", title, default: "a" } };
    await apply(fields);
    const row = { id: "9", version: 1, delFlag: 0, tenantId: 1, name: "海店" };
    await db.transaction((trx) => insertStored({ trx }, modelOf("shop", fields), [row]));
    const { rows } = await sql<{ added: string | null }>`select added from shop order by id`.execute(db.kysely);
    expect(rows.map(({ added }) => added)).toEqual(["a", "a", null]);
  });

  it("go without the column too when they cannot be filled", async () => {
    const models = [modelOf("shop", { ...shopFields, added: { type: "string", title, default: "a" } })];
    const fill = () => Promise.reject(new Error("ended"));
    await expect(applyModels(db, models, { fill })).rejects.toThrow("ended");
    expect(await valuesOf({ type: "string", title, default: "a" })).toEqual(["a", "a"]);
  });
});
