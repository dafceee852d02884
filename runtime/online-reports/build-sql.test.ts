import { expect, it } from "vitest";
import { buildReport } from "./build-sql.ts";
import { type BuildTable, pathsOf, type ReportBuild, readBuild } from "./report-build.ts";

const words = {
  rows: "行数",
  steps: { day: "按天", week: "按周", month: "按月", quarter: "按季度", year: "按年" },
  ops: { sum: "合计", avg: "平均", max: "最大", min: "最小", count: "去重计数" },
  titled: (title: string, how: string) => `${title}（${how}）`,
  keyed: (title: string) => `${title}（钻取用）`,
  from: (title: string) => `${title}起`,
  until: (title: string) => `${title}止`,
};
const orders: BuildTable = {
  name: "store_order",
  title: "订单",
  columns: [
    { name: "create_time", title: "下单时间", type: "Datetime" },
    {
      name: "store_id",
      title: "门店",
      type: "String",
      ref: { model: "store/store", table: "store", value: "id", text: "name" },
    },
    { name: "status", title: "状态", type: "String", dictCode: "order_status" },
    { name: "pay_amount", title: "实付金额", type: "BigDecimal" },
    { name: "qty", title: "件数", type: "Long" },
    { name: "remark", title: "备注", type: "String" },
  ],
};
const stores: BuildTable = {
  name: "store",
  title: "门店",
  columns: [
    { name: "id", title: "编号", type: "String" },
    { name: "name", title: "名称", type: "String" },
    { name: "category", title: "类目", type: "String", dictCode: "store_category" },
  ],
};
const tables = new Map([orders, stores].map((table) => [table.name, table]));
const build = (some: Partial<ReportBuild>) =>
  buildReport({ table: "store_order", columns: [], asks: [], sort: [], ...some }, tables, words);
const sqlOf = (some: Partial<ReportBuild>) => build(some)?.sql.replace(/\s+/g, " ");
const condition = (field: string, rule: string, val: unknown) => ({ field, rule, val, type: "string" });

it("groups by what is no figure, names what a row refers to and counts rows", () => {
  const columns = [
    { path: "create_time", by: "month" },
    { path: "store_id" },
    { path: "" },
    { path: "pay_amount", op: "sum" },
  ] as const;
  const made = build({ columns, sort: [{ column: 3, order: "desc" }], limit: 100 });
  expect(made?.sql.replace(/\s+/g, " ")).toBe(
    "SELECT to_char(date_trunc('month', t.create_time), 'YYYY-MM') AS create_time_month, t1.name AS store_id, count(*) AS row_count, " +
      "sum(t.pay_amount) AS pay_amount_sum, cast(date_trunc('month', t.create_time) AS date) AS create_time_month_key, " +
      't.store_id AS store_id_key FROM store_order t LEFT JOIN "store" t1 ON t1.id = t.store_id ' +
      "GROUP BY date_trunc('month', t.create_time), 2, t.store_id ORDER BY 4 DESC NULLS LAST LIMIT 100",
  );
  expect(made?.fields).toMatchObject([
    { fieldName: "create_time_month", fieldTxt: "下单时间（按月）", fieldType: "String" },
    { fieldName: "store_id", fieldTxt: "门店", fieldType: "String" },
    { fieldName: "row_count", fieldTxt: "行数", fieldType: "Long", isTotal: "1" },
    { fieldName: "pay_amount_sum", fieldTxt: "实付金额（合计）", fieldType: "BigDecimal", isTotal: "1" },
    { fieldName: "create_time_month_key", fieldType: "Date", isShow: 0 },
    { fieldName: "store_id_key", fieldType: "String", isShow: 0 },
  ]);
});

it("shows plain rows without grouping, columns of the other table with their dictionary, and each name once", () => {
  const columns = [{ path: "store_id.category" }, { path: "status" }, { path: "status" }];
  expect(sqlOf({ columns })).toBe(
    "SELECT t1.category AS store_id_category, t.status AS status, t.status AS status_2 FROM store_order t " +
      'LEFT JOIN "store" t1 ON t1.id = t.store_id',
  );
  expect(build({ columns })?.fields.map(({ dictCode, fieldTxt }) => [fieldTxt, dictCode])).toEqual([
    ["门店 · 类目", "store_category"],
    ["状态", "order_status"],
    ["状态", "order_status"],
  ]);
});

it("writes conditions with their groups; a quote in a value ends nothing", () => {
  const where = {
    matchType: "and" as const,
    conditions: [
      condition("status", "in", "1,2"),
      {
        matchType: "or" as const,
        conditions: [condition("remark", "like", "50%'); drop table x --"), condition("qty", "ge", "2")],
      },
      condition("create_time", "eq", "2026-01-02"),
      condition("nothing", "eq", "1"),
      condition("status", "ne", ""),
    ],
  };
  expect(sqlOf({ columns: [{ path: "status" }], where })).toBe(
    "SELECT t.status AS status FROM store_order t WHERE (t.status IN ('1', '2') AND " +
      "(strpos(t.remark, '50%''); drop table x --') > 0 OR t.qty >= 2) AND cast(t.create_time AS date) = '2026-01-02')",
  );
});

it("asks readers by parameters: a text inside, a dictionary by its value, times by both ends", () => {
  const made = build({ columns: [{ path: "status" }], asks: ["remark", "status", "create_time"] });
  expect(made?.sql).toContain(
    "WHERE t.remark LIKE '%${remark}%'\n  AND t.status = ${status}\n" +
      "  AND cast(t.create_time AS date) >= ${create_time_begin}\n  AND cast(t.create_time AS date) <= ${create_time_end}",
  );
  expect(made?.params).toEqual([
    { paramName: "remark", paramTxt: "备注", paramValue: "" },
    { paramName: "status", paramTxt: "状态", paramValue: "" },
    { paramName: "create_time_begin", paramTxt: "下单时间起", paramValue: "" },
    { paramName: "create_time_end", paramTxt: "下单时间止", paramValue: "" },
  ]);
});

it("is nothing without columns, without its list, and leaves out columns that are gone", () => {
  expect(build({})).toBeUndefined();
  expect(build({ table: "gone", columns: [{ path: "status" }] })).toBeUndefined();
  expect(sqlOf({ columns: [{ path: "gone" }, { path: "qty" }] })).toBe("SELECT t.qty AS qty FROM store_order t");
});

it("offers columns of another table only where that can be read", () => {
  expect([...pathsOf(orders, tables).keys()]).toContain("store_id.name");
  const alone = pathsOf(orders, new Map([["store_order", orders]]));
  expect([...alone.keys()]).not.toContain("store_id.name");
  expect(alone.get("store_id")?.ref).toBeUndefined();
});

it("reads a stored build and takes nothing else for one", () => {
  const stored: ReportBuild = { table: "store_order", columns: [{ path: "" }], asks: ["qty"], sort: [], limit: 3 };
  expect(readBuild({ chart: {}, build: JSON.parse(JSON.stringify(stored)) })).toEqual({ ...stored, where: undefined });
  for (const settings of [null, {}, { build: 3 }, { build: { columns: [] } }])
    expect(readBuild(settings)).toBeUndefined();
  expect(readBuild({ build: { table: "t", columns: "x", sort: [null], limit: -1 } })).toMatchObject({
    columns: [],
    sort: [],
    limit: undefined,
  });
});

const refTo = (table: string) => ({ model: `x/${table}`, table, value: "id", text: "name" });
const linked = (name: string, ...refs: readonly string[]): BuildTable => ({
  name,
  title: name,
  columns: [
    { name: "id", title: "编号", type: "String" },
    { name: "name", title: "名称", type: "String" },
    ...refs.map((table) => ({ name: `${table}_id`, title: table, type: "String", ref: refTo(table) })),
  ],
});

it("joins tables of tables, three on at most, each once, and never back to one on the way", () => {
  const chain = [linked("a", "b"), linked("b", "c", "a"), linked("c", "d"), linked("d", "e"), linked("e")];
  const all = new Map(chain.map((table) => [table.name, table]));
  const [first = linked("a")] = chain;
  const paths = pathsOf(first, all);
  expect(paths.get("b_id.c_id.d_id.name")?.title).toBe("b · c · d · 名称");
  expect([...paths.keys()].filter((path) => path.split(".").length > 4 || path.includes("a_id."))).toEqual([]);
  expect(paths.get("b_id.c_id.d_id.e_id")?.ref).toBeUndefined();
  const columns = [{ path: "b_id.c_id.name" }, { path: "b_id.c_id.d_id" }, { path: "b_id.name" }];
  const made = buildReport({ table: "a", columns, asks: ["b_id.c_id.name"], sort: [] }, all, words);
  expect(made?.sql.replace(/\s+/g, " ")).toBe(
    "SELECT t2.name AS b_id_c_id_name, t3.name AS b_id_c_id_d_id, t1.name AS b_id_name " +
      'FROM "a" t LEFT JOIN "b" t1 ON t1.id = t.b_id LEFT JOIN "c" t2 ON t2.id = t1.c_id ' +
      "LEFT JOIN \"d\" t3 ON t3.id = t2.d_id WHERE t2.name LIKE '%${b_id_c_id_name}%'",
  );
});
