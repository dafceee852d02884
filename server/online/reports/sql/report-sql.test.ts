import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCaller, aClerk, administrator } from "../../../../tests/support/callers.ts";
import { forOneEngine } from "../../../../tests/support/database.ts";
import { type EngineFixture, openEngine } from "../../../../tests/support/engine-fixture.ts";
import { shopModels } from "../../../../tests/support/shop-models.ts";
import type { Caller } from "../../../auth/caller.ts";
import { compare } from "../../../models/query/parse-filter.ts";
import { createReportSql } from "./create-report-sql.ts";
import type { ReportSql, ReportValues, RunAs } from "./report-sql.ts";
import { queryField } from "./wrap-report.ts";

const mayList = new Set(["test:shop:list", "test:order:list", "test:product:list", "test:refund:list"]);
const clerk = aClerk("A01", { permissions: mayList });
const reader = aClerk("A01", { permissions: new Set([...mayList, "test:order:plain", "test:order:fee"]) });

forOneEngine("report SQL", (open) => {
  let fixture: EngineFixture;
  let reports: ReportSql;
  const notes: string[] = [];
  beforeAll(async () => {
    fixture = await openEngine({ open });
    reports = await createReportSql({
      database: fixture.db,
      models: shopModels(),
      clock: () => "2026-03-05 09:30:00",
      note: (event) => notes.push(event),
    });
    const { engine, admin, ids, anOrder } = fixture;
    const add = (shopId: string, buyer: string, values = {}) =>
      engine.add("test/order", anOrder(shopId, { buyer, mobile: "13812345678", ...values }), admin);
    await add(ids.shopA, "王芳", { bornOn: "2026-01-02" });
    await add(ids.shopA, "李雷", { details: [{ productId: ids.cake, qty: 3 }] });
    await add(ids.shopB, "韩梅", { payType: "card", card: "6222" });
    await engine.add("test/area", { name: "华东" }, admin);
    const gone = await engine.add("test/area", { name: "已删" }, admin);
    await engine.remove("test/area", [String(gone.id)], admin);
  });
  afterAll(() => fixture.close());

  async function rowsOf(
    text: string,
    caller: Caller = clerk,
    values: ReportValues = {},
    how: { runAs?: RunAs; defaults?: ReportValues } = {},
  ) {
    const report = await reports.parse(text);
    return (await reports.run({ report, caller, values, ...how, page: { pageNo: 1, pageSize: 100 } })).rows;
  }
  const buyers = async (text: string, ...rest: [Caller?, ReportValues?, { runAs?: RunAs; defaults?: ReportValues }?]) =>
    (await rowsOf(text, ...rest)).map((row) => row.buyer).sort();

  it("runs by a role that may only read", async () => {
    expect(notes).not.toContain("report.no-role");
    const { rows } = await sql<{ may: boolean }>`
      select has_table_privilege('schema_console_report', 'test_order', 'update') as may`.execute(fixture.db.kysely);
    expect(rows).toEqual([{ may: false }]);
  });

  describe("rows", () => {
    it.each([
      ["a table", "select buyer from test_order"],
      ["an alias", "select o.buyer from test_order as o"],
      ["TABLE", "select buyer from (table test_order) x"],
      ["a sub-select", "select buyer from (select * from test_order) x"],
      ["IN", "select buyer from test_order where id in (select id from test_order)"],
      ["EXISTS", "select buyer from test_order o where exists (select 1 from test_order i where i.id = o.id)"],
      ["a union", "select buyer from test_order union select buyer from test_order"],
      ["a WITH query", "with x as (select * from test_order) select buyer from x"],
      [
        "a WITH query of the table's name",
        "with test_order as (select * from test_order) select buyer from test_order",
      ],
      ["WITH in WITH", "with a as (with b as (select * from test_order) select * from b) select buyer from a"],
      [
        "a name that is a WITH query elsewhere only",
        "select buyer from test_order where id in (with test_order as (select id from test_order) select id from test_order)",
      ],
      ["a lateral", "select x.buyer from test_shop s, lateral (select * from test_order o where o.shop_id = s.id) x"],
      ["a join", "select o.buyer from test_shop s full join test_order o on s.id = o.shop_id"],
      [
        "a scalar sub-select",
        "select (select string_agg(buyer, '') from test_order where id = o.id) as buyer from test_order o",
      ],
      [
        "recursion",
        "with recursive x as (select id, buyer from test_order union select id, buyer from test_order) select buyer from x",
      ],
    ])("of %s are the caller's", async (_name, text) => {
      expect(await buyers(text)).toEqual(["李雷", "王芳"]);
      expect(await buyers(text, administrator)).toEqual(["李雷", "王芳", "韩梅"]);
    });

    it("of another tenant are nobody's", async () => {
      expect(await buyers("select buyer from test_order", aCaller({ tenantId: 7 }))).toEqual([]);
      expect(await buyers("select buyer from test_order", aCaller({ tenantId: 7 }), {}, { runAs: "report" })).toEqual(
        [],
      );
    });

    it("in the recycle bin are left out", async () => {
      expect(await rowsOf("select name from test_area", administrator)).toEqual([{ name: "华东" }]);
    });

    it("of tables whose list they may not open are refused", async () => {
      await expect(rowsOf("select name from test_area")).rejects.toMatchObject({
        details: { reason: "没有查看“片区”的权限，请联系管理员授权" },
      });
    });

    it("of details are those of the masters they may list", async () => {
      const names = await rowsOf("select product_name, qty from test_order_detail order by qty");
      expect(names).toEqual([
        { product_name: "龙井", qty: "2" },
        { product_name: "绿豆糕", qty: "3" },
      ]);
      const none = aClerk("A01", { permissions: new Set() });
      await expect(rowsOf("select qty from test_order_detail", none)).rejects.toMatchObject({ errorName: "INVALID" });
    });

    it("are everybody's where the report reads for itself, which is noted", async () => {
      const none = aClerk("A01", { permissions: new Set() });
      expect(await buyers("select buyer from test_order", none, {}, { runAs: "report" })).toHaveLength(3);
      expect(notes).toContain("report.as-report");
    });

    it.each([
      "select buyer from test_order where 1 / (case when buyer = '韩梅' then 0 else 1 end) = 1",
      "select buyer from test_order where cast(case when buyer = '韩梅' then 'x' else '1' end as int) = 1",
      "select buyer from test_order group by buyer having 1 / (case when max(buyer) = '韩梅' then 0 else 1 end) = 1",
      "select o.buyer from test_order o join test_shop s on s.id = o.shop_id where 1 / (case when o.buyer = '韩梅' then 0 else 1 end) = 1",
      "select buyer from test_order order by 1 / (case when buyer = '韩梅' then 0 else 1 end)",
    ])("that are hidden let no error through: %s", async (text) => {
      expect(await buyers(text)).toEqual(["李雷", "王芳"]);
      await expect(buyers(text, administrator)).rejects.toMatchObject({ errorName: "INVALID" });
    });
  });

  describe("columns", () => {
    it("that are hidden are empty, masked ones masked wherever they are used", async () => {
      const text = "select buyer, mobile, service_rate from test_order where buyer = '王芳'";
      expect(await rowsOf(text)).toEqual([{ buyer: "王芳", mobile: "138****5678", service_rate: null }]);
      expect(await rowsOf(text, reader)).toEqual([{ buyer: "王芳", mobile: "13812345678", service_rate: "10.00" }]);
      expect(await rowsOf("select buyer from test_order where mobile like '%1234%'")).toEqual([]);
      expect(await rowsOf("select left(reverse(mobile), 5) as x from test_order where buyer = '王芳'")).toEqual([
        { x: "8765*" },
      ]);
      expect(await rowsOf("select sum(service_rate) as x from test_order")).toEqual([{ x: null }]);
    });

    it("are described with their titles, types and dictionaries", async () => {
      const report = await reports.parse(`
        select o.order_no, o.pay_type, s.name as 店铺, o.qty * 2 as twice, o.create_time, o.born_on, o.pay_amount, count(*) over () as n
        from test_order o left join test_shop s on s.id = o.shop_id where o.buyer = '\${buyer}' and o.qty > \${qty}`);
      const columns = await reports.describe(report);
      expect(columns.map(({ name, title, type }) => [name, title, type])).toEqual([
        ["order_no", "订单编号", "String"],
        ["pay_type", "支付方式", "String"],
        ["店铺", "店铺", "String"],
        ["twice", "twice", "Long"],
        ["create_time", "创建时间", "Datetime"],
        ["born_on", "日期", "Date"],
        ["pay_amount", "实付金额", "BigDecimal"],
        ["n", "n", "Long"],
      ]);
      expect(columns[1]?.dict).toEqual({ kind: "code", code: "test_pay" });
      expect(columns[2]?.source).toEqual({ model: "test/shop", field: "name" });
      expect(report.models).toEqual(["test/order", "test/shop"]);
    });

    it("without a name, or two with one, are refused", async () => {
      const described = async (text: string) => reports.describe(await reports.parse(text));
      await expect(described("select 1 + 1 from test_order")).rejects.toMatchObject({
        details: { reason: "第 1 列没有名称，请用 AS 写明" },
      });
      await expect(described("select a.id, b.id from test_order a, test_order b")).rejects.toMatchObject({
        details: { reason: "列名“id”重复，请用 AS 另起名称" },
      });
    });

    it("of the catalogue are those the caller may see", () => {
      const tables = reports.catalogue(clerk);
      expect(tables.map(({ name }) => name).sort()).toEqual([
        "test_order",
        "test_order_detail",
        "test_product",
        "test_refund",
        "test_shop",
      ]);
      const names = tables.find(({ name }) => name === "test_order")?.columns.map(({ name }) => name);
      expect(names).toContain("mobile");
      expect(names).not.toContain("service_fee");
    });
  });

  describe("parameters", () => {
    it.each([
      ["quoted", "select buyer from test_order where buyer = '${x}'", { x: "王芳" }, ["王芳"]],
      ["plain", "select buyer from test_order where buyer = ${x}", { x: "王芳" }, ["王芳"]],
      ["a number", "select buyer from test_order where qty >= ${x}", { x: "3" }, ["李雷"]],
      ["inside a text", "select buyer from test_order where buyer like '%${x}%'", { x: "芳" }, ["王芳"]],
      ["a typed wildcard", "select buyer from test_order where buyer like '%${x}%'", { x: "%" }, []],
      ["a quote", "select buyer from test_order where buyer = '${x}'", { x: "' or '1'='1" }, []],
      ["a list", "select buyer from test_order where buyer in (${x})", { x: "王芳,'韩梅'" }, ["王芳"]],
      ["a quoted list", "select buyer from test_order where buyer in ('${x}')", { x: "王芳,李雷" }, ["李雷", "王芳"]],
      ["a date", "select buyer from test_order where born_on = date '${x}'", { x: "2026-01-02" }, ["王芳"]],
      [
        "an interval",
        "select buyer from test_order where born_on + interval '${x} days' = date '2026-01-05'",
        { x: "3" },
        ["王芳"],
      ],
      ["a limit", "select buyer from test_order order by buyer limit ${x}", { x: "1" }, ["李雷"]],
      ["used twice", "select buyer from test_order where buyer = '${x}' or qty::text = ${x}", { x: "3" }, ["李雷"]],
      ["empty", "select buyer from test_order where buyer = '${x}' and qty > ${y}", { y: "2" }, ["李雷"]],
      ["blank", "select buyer from test_order where buyer = '${x}'", { x: "  " }, ["李雷", "王芳"]],
      ["empty in OR", "select buyer from test_order where (buyer = '${x}' or qty = ${y})", { y: "2" }, ["王芳"]],
      ["empty in NOT", "select buyer from test_order where not (buyer = '${x}')", {}, ["李雷", "王芳"]],
      [
        "empty below",
        "select buyer from test_order where id in (select id from test_order where buyer = '${x}')",
        {},
        ["李雷", "王芳"],
      ],
      [
        "empty in ON",
        "select o.buyer from test_order o join test_shop s on s.id = o.shop_id and s.name = '${x}'",
        {},
        ["李雷", "王芳"],
      ],
      ["an empty limit", "select buyer from test_order limit ${x}", {}, ["李雷", "王芳"]],
      ["in a comment", "select buyer from test_order -- ${x}\n where buyer = '王芳' /* '${y}' */", {}, ["王芳"]],
      ["of the session", "select buyer from test_order where sys_org_code = '#{sys_org_code}'", {}, ["李雷", "王芳"]],
      [
        "of several departments",
        "select buyer from test_order where sys_org_code in (#{sys_multi_org_code})",
        {},
        ["李雷", "王芳"],
      ],
    ] as const)("%s", async (_name, text, values, expected) => {
      expect(await buyers(text, clerk, values)).toEqual(expected);
    });

    it("take their default when they are empty", async () => {
      const text = "select buyer from test_order where buyer = '${x}'";
      expect(await buyers(text, clerk, {}, { defaults: { x: "王芳" } })).toEqual(["王芳"]);
      expect(await buyers(text, clerk, { x: "李雷" }, { defaults: { x: "王芳" } })).toEqual(["李雷"]);
    });

    it("of the session that stand for nothing match no row", async () => {
      const text = "select buyer from test_order where sys_org_code = '#{sys_org_code}'";
      expect(await buyers(text, aCaller({ orgCode: "" }))).toEqual([]);
    });

    it("are told in the order of their first places", async () => {
      const text =
        "select buyer from test_order\nwhere buyer = '${b}' and qty = ${a} and buyer <> '${b}'\n and id in (${ids}) and '#{sys_date}' > ''";
      expect((await reports.parse(text)).params).toEqual([
        { name: "b", kind: "param", place: { line: 2, column: 16 }, isList: false },
        { name: "a", kind: "param", place: { line: 2, column: 32 }, isList: false },
        { name: "ids", kind: "param", place: { line: 3, column: 13 }, isList: true },
        { name: "sys_date", kind: "system", place: { line: 3, column: 26 }, isList: false },
      ]);
    });

    it("of the wrong type are named in words, without what the database said", async () => {
      await expect(buyers("select buyer from test_order where qty > ${x}", clerk, { x: "abc" })).rejects.toMatchObject({
        details: { reason: "值的格式与类型不符，不能转换" },
      });
    });
  });

  describe("a run", () => {
    it("is filtered, sorted, counted and summed by the columns of its text", async () => {
      const report = await reports.parse("select buyer, qty, pay_amount from test_order");
      const [, qty] = (await reports.describe(report)).map(queryField);
      if (!qty) throw new Error("no column");
      const result = await reports.run({
        report,
        caller: administrator,
        where: compare(qty, "ge", "2"),
        sort: [{ column: "pay_amount", order: "desc" }],
        page: { pageNo: 1, pageSize: 1 },
        totals: ["qty", "pay_amount"],
      });
      expect(result).toMatchObject({
        rows: [{ qty: "2", pay_amount: "71.60" }],
        total: 3,
        totals: { qty: "7", pay_amount: "179.35" },
      });
    });

    it("is refused for columns it has not", async () => {
      const report = await reports.parse("select buyer from test_order");
      const page = { pageNo: 1, pageSize: 10 };
      const refused = (values: object) => reports.run({ report, caller: clerk, page, ...values });
      await expect(refused({ sort: [{ column: "qty", order: "asc" }] })).rejects.toMatchObject({
        errorName: "INVALID",
      });
      await expect(refused({ totals: ["buyer"] })).rejects.toMatchObject({ errorName: "INVALID" });
      await expect(refused({ page: { pageNo: 1, pageSize: 10_001 } })).rejects.toMatchObject({ errorName: "INVALID" });
    });

    it("says where a mistake is that only the database sees", async () => {
      const described = async (text: string) => reports.describe(await reports.parse(text));
      await expect(described("select buyer,\n  qty + buyer as x from test_order")).rejects.toMatchObject({
        errorName: "INVALID",
      });
      await expect(described("select o.name from test_shop s,\n  test_order o")).rejects.toMatchObject({
        details: { reason: "第 1 行第 8 列：没有列“name”" },
        result: { line: 1, column: 8 },
      });
      await expect(described("select buyer, count(*) as n from test_order")).rejects.toMatchObject({
        details: { reason: "第 1 行第 8 列：列“buyer”须出现在 GROUP BY 中，或放进聚合函数" },
      });
    });

    it("tells its plan in words", async () => {
      const report = await reports.parse("select shop_id, count(*) as n from test_order group by shop_id");
      const plan = await reports.explain({ report, caller: administrator });
      expect(plan.share).toBeLessThan(1);
      expect(plan.steps.map(({ text }) => text).join()).toContain("“订单”");
    });
  });
});
