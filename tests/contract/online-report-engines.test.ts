import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { buildReport } from "../../runtime/online-reports/build-sql.ts";
import type { BuildTable } from "../../runtime/online-reports/report-build.ts";
import { forEachEngine } from "../support/database.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const words = {
  rows: "行数",
  steps: { day: "按天", week: "按周", month: "按月", quarter: "按季度", year: "按年" },
  ops: { sum: "合计", avg: "平均", max: "最大", min: "最小", count: "去重计数" },
  titled: (title: string, how: string) => `${title}（${how}）`,
  keyed: (title: string) => `${title}（钻取用）`,
  from: (title: string) => `${title}起`,
  until: (title: string) => `${title}止`,
};

/** The same calls of contract 07 whichever database is the main one. */
forEachEngine("online reports", (open) => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await createTestServer({ open });
    admin = await server.as("admin");
  });
  afterAll(() => server.close());

  async function publish(code: string, cgrSql: string, items: readonly object[], params: readonly object[] = []) {
    const head = { code, name: code, cgrSql };
    const added = await admin.post<Row>("/online/cgreport/head/add", { head, items, params });
    const { id, version } = added.result;
    expect((await admin.put("/online/cgreport/head/publish", { id, version })).success).toBe(true);
    return String(id);
  }
  const read = async (id: string, query: Record<string, string> = {}, client = admin) =>
    client.get<Row>(`/online/cgreport/api/getData/${id}`, { query });

  it("RPT-02 parameters, conditions, order, pages and sums over all rows", async () => {
    const text = `SELECT d.dict_code, i.item_text, cast(i.sort_order AS numeric) / 4 AS part
      FROM sys_dict_item i JOIN sys_dict d ON d.id = i.dict_id
      WHERE d.dict_code IN (\${codes}) ORDER BY d.dict_code, i.sort_order`;
    const items = [
      { fieldName: "dict_code", fieldTxt: "字典", fieldType: "String", isOrder: 1, orderNum: 1 },
      { fieldName: "item_text", fieldTxt: "名称", fieldType: "String", isSearch: 1, orderNum: 2 },
      {
        fieldName: "part",
        fieldTxt: "份",
        fieldType: "BigDecimal",
        isTotal: "1",
        isSearch: 1,
        searchMode: "group",
        orderNum: 3,
      },
    ];
    const id = await publish("engine_rows", text, items, [{ paramName: "codes", paramTxt: "字典", orderNum: 1 }]);
    const all = await read(id, { self_codes: "sex,yn", pageSize: "1", column: "dict_code", order: "desc" });
    expect(all.result).toMatchObject({ total: 4, totals: { part: 1.5 }, records: [{ dict_code: "yn" }] });
    expect((await read(id, { self_codes: "sex", item_text: "女" })).result).toMatchObject({ total: 1 });
    expect((await read(id, { self_codes: "sex", part_begin: "0.5" })).result).toMatchObject({ totals: { part: 0.5 } });
    expect((await read(id, { self_codes: "sex') OR ('1'='1" })).result).toMatchObject({ total: 0 });
  });

  it("RPT-04 who lacks the list of a table gets no row of it through a report", async () => {
    const items = [{ fieldName: "username", fieldTxt: "账号", fieldType: "String", orderNum: 1 }];
    const id = await publish("engine_users", "SELECT username FROM sys_user", items);
    await admin.post("/online/cgreport/head/addMenu", { id });
    await addUser(server, { username: "reader", permissions: [`online:cgreport:${id}:list`] });
    expect((await read(id, {}, await server.as("reader"))).message).toContain("没有查看“用户”的权限");
  });

  it("RPT-01 a report built from a list by clicks has the figures of the aggregate call", async () => {
    const catalogue = await admin.get<{ tables: BuildTable[] }>("/online/cgreport/head/catalogue");
    const tables = new Map(catalogue.result.tables.map((table) => [table.name, table]));
    const built = buildReport(
      {
        table: "sys_dict_item",
        columns: [{ path: "dict_id" }, { path: "" }, { path: "sort_order", op: "sum" }],
        where: {
          matchType: "and",
          conditions: [{ field: "dict_id.dict_code", rule: "in", val: "sex,yn,report_run_as", type: "string" }],
        },
        asks: ["item_text", "create_time"],
        sort: [{ column: 2, order: "desc" }],
      },
      tables,
      words,
    );
    const preview = async (params: Row) =>
      (await admin.post<Row>("/online/cgreport/head/preview", { sql: built?.sql, params })).result;
    const { records, columns } = await preview({});
    expect(columns).toMatchObject(built?.fields.map(({ fieldName }) => ({ fieldName })) ?? []);
    const names = new Set((records as Row[]).map(({ dict_id: name }) => name));
    expect(names).toEqual(new Set(["性别", "是否", "报表的数据范围"]));
    const ids = await server.db.kysely
      .selectFrom("sys_dict")
      .select("id")
      .where("dict_code", "in", ["sex", "yn", "report_run_as"])
      .execute();
    const { result } = await admin.post<Row[]>("/lowcode/aggregate", {
      model: "system/dict-item",
      where: { dictId: ids.map(({ id }) => id).join(",") },
      groupBy: ["dictId"],
      measures: { n: { op: "count" }, s: { op: "sum", field: "sortOrder" } },
    });
    const figures = (rows: readonly Row[], n: string, s: string) =>
      rows.map((row) => `${Number(row[n])} ${Number(row[s])}`).sort();
    expect(figures(records as Row[], "row_count", "sort_order_sum")).toEqual(figures(result, "n", "s"));
    expect((await preview({ item_text: "女", create_time_begin: "2000-01-01" })).records).toMatchObject([
      { dict_id: "性别" },
    ]);
  });

  it("RPT-01 a column two tables away is joined on the way, and its table's own rules hold there", async () => {
    const catalogue = await admin.get<{ tables: BuildTable[] }>("/online/cgreport/head/catalogue");
    const tables = new Map(catalogue.result.tables.map((table) => [table.name, table]));
    const columns = [{ path: "cgrhead_id.code" }, { path: "cgrhead_id.published_by.realname" }];
    const built = buildReport({ table: "onl_cgreport_item", columns, asks: [], sort: [] }, tables, words);
    expect(built?.sql.match(/LEFT JOIN/g)).toHaveLength(2);
    const { result } = await admin.post<Row>("/online/cgreport/head/preview", { sql: built?.sql });
    expect(result.total).toBeGreaterThan(0);
    const id = await publish("engine_far", built?.sql ?? "", (built?.fields ?? []) as Row[]);
    await admin.post("/online/cgreport/head/addMenu", { id });
    const codes = [`online:cgreport:${id}:list`, "online:cgreport:list"];
    await addUser(server, { username: "farreader", permissions: codes });
    expect((await read(id, {}, await server.as("farreader"))).message).toContain("没有查看“用户”的权限");
  });

  it("RPT-01 a report of 500 columns is designed, run, summed, sorted and saved as a file; one more is refused", async () => {
    const names = Array.from({ length: 500 }, (_, index) => `c${index + 1}`);
    const text = `SELECT ${names.map((name, index) => `i.sort_order + ${index} AS ${name}`).join(", ")} FROM sys_dict_item i
      JOIN sys_dict d ON d.id = i.dict_id WHERE d.dict_code = 'sex'`;
    const item = (fieldName: string, index: number) => ({
      fieldName,
      fieldTxt: `第 ${index + 1} 列`,
      fieldType: "Long",
      isTotal: "1",
      orderNum: index + 1,
    });
    const items = names.map(item);
    const id = await publish("engine_wide", text, items);
    const { result } = await read(id, { column: "c500", order: "desc" });
    expect(Object.keys((result.records as Row[])[0] ?? {})).toHaveLength(500);
    expect(result).toMatchObject({
      total: 2,
      totals: { c1: 3, c500: 3 + 2 * 499 },
      records: [{ c500: 501 }, { c500: 500 }],
    });
    const csv = await admin.get(`/online/cgreport/api/exportXls/${id}`, { query: { format: "csv" } });
    expect(csv.text.split("\n")[0]?.split(",")).toHaveLength(500);
    const head = { code: "engine_wider", name: "更宽", cgrSql: text };
    const wider = await admin.post("/online/cgreport/head/add", { head, items: [...items, item("c501", 500)] });
    expect(wider.success).toBe(false);
    expect(wider.message).toContain("500");
  });
});
