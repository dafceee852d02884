import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { loadDocuments } from "../../server/documents/load-documents.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const shipped = fileURLToPath(new URL("../../schemas", import.meta.url));
const base = "/online/cgreport/head";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  admin = await server.as("admin");
});
afterAll(() => server.close());

const filesOf = async (id: string) => {
  const { bytes } = await admin.get(`${base}/exportDocuments`, { query: { id } });
  const entries = Object.entries(unzipSync(new Uint8Array(bytes)));
  return new Map(entries.map(([path, text]) => [path, strFromU8(text)]));
};
const documentOf = async (id: string, suffix: string): Promise<Row> => {
  const files = await filesOf(id);
  return JSON.parse([...files].find(([path]) => path.endsWith(suffix))?.[1] ?? "null");
};
const publish = async ({ id, version }: Row) => {
  expect((await admin.put(`${base}/publish`, { id, version })).message).toBe("发布成功！");
};
const bare = (rows: unknown) =>
  (rows as readonly Row[]).map((row) => {
    const {
      id: _id,
      cgrheadId: _head,
      createBy: _by,
      createTime: _at,
      updateBy: _by2,
      updateTime: _at2,
      ...kept
    } = row;
    return kept;
  });

describe("a report goes out as documents", () => {
  let id = "";
  const head = {
    code: "store_by_type",
    name: "门店分布",
    content: "按类目统计",
    cgrSql:
      "SELECT s.category, s.status, count(*) AS stores, sum(s.order_amount) AS amount FROM store s WHERE s.name LIKE '%${name}%' GROUP BY 1, 2",
    refreshSeconds: 60,
    settings: { chart: { kind: "bar", x: "category", y: ["amount"] } },
  };
  const items = [
    { fieldName: "category", fieldTxt: "类目", fieldType: "String", isShow: 1, isSearch: 1, searchMode: "single" },
    { fieldName: "status", fieldTxt: "状态", fieldType: "String", isShow: 1, dictCode: "store_status" },
    { fieldName: "stores", fieldTxt: "门店数", fieldType: "Long", isShow: 1, isOrder: 1, isTotal: "1" },
    {
      fieldName: "amount",
      fieldTxt: "成交额",
      fieldType: "BigDecimal",
      isShow: 1,
      groupTitle: "金额",
      fieldWidth: 160,
    },
  ].map((item, index) => ({ ...item, orderNum: index + 1 }));

  beforeAll(async () => {
    const params = [{ paramName: "name", paramTxt: "门店名称", paramValue: "店", orderNum: 1 }];
    const { result } = await admin.post<Row>(`${base}/add`, { head, items, params });
    await publish(result);
    id = String(result.id);
    await admin.post(`${base}/addMenu`, { id, name: "门店分布", parentId: "report" });
  });

  it("which lint, are written as the product writes documents, and stand where the report stood", async () => {
    const files = await filesOf(id);
    expect([...files.keys()]).toEqual(["report/store-by-type.data.json", "report/store-by-type.screen.json"]);
    const screen = JSON.parse(files.get("report/store-by-type.screen.json") ?? "");
    expect(screen).toMatchObject({ kind: "report", title: "门店分布", menu: { parent: "report" } });
    const folder = writeFiles(files);
    const { diagnostics } = loadDocuments([shipped, folder].join(delimiter));
    expect(diagnostics).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("with which another server shows the same page", async () => {
    const folder = writeFiles(await filesOf(id));
    const other = await createTestServer({ seed: "demo", schemasDir: [shipped, folder].join(delimiter) });
    try {
      const there = await other.as("admin");
      for (const call of ["getColumns", "getQueryInfo", "getParamsInfo", "getColumnsAndData", "getData"]) {
        const query = { pageNo: "1", pageSize: "100" };
        const [here, elsewhere] = await Promise.all([
          admin.get<unknown>(`/online/cgreport/api/${call}/store_by_type`, { query }),
          there.get<unknown>(`/online/cgreport/api/${call}/store_by_type`, { query }),
        ]);
        expect(elsewhere.success).toBe(true);
        expect(plain(elsewhere.result)).toEqual(plain(here.result));
      }
      const menu = await there.get<Row>("/sys/permission/getUserPermissionByToken");
      expect(menu.text.includes('"/report/storeByType"')).toBe(true);
    } finally {
      await other.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("and come back as the report they were", async () => {
    const definition = await documentOf(id, ".data.json");
    expect((await admin.post<Row>(`${base}/checkDefinition`, { definition })).result).toEqual({
      name: "门店分布",
      left: [],
    });
    const { result } = await admin.post<Row>(`${base}/importDefinition`, { definition });
    expect(result).toMatchObject({ code: "store_by_type_copy", status: "0" });
    const draft = async (one: unknown) =>
      JSON.parse((await admin.get(`${base}/exportDefinition`, { query: { id: String(one) } })).text) as Row;
    const [was, is] = [await draft(id), await draft(result.id)];
    expect(is.head).toEqual({ ...(was.head as Row), code: "store_by_type_copy", name: "门店分布副本" });
    expect(bare(is.items)).toEqual(bare(was.items));
    expect(bare(is.params)).toEqual(bare(was.params));
  });

  it("and the screen alone makes a copy of the report that it stands over", async () => {
    const screen = await documentOf(id, ".screen.json");
    const definition = {
      ...screen,
      table: { override: { amount: { width: 200, summary: "sum", cell: { type: "percent" } } } },
    };
    const { result: checked } = await admin.post<Row>(`${base}/checkDefinition`, { definition });
    expect(checked.left).toEqual(["列“成交额”的显示方式 percent"]);
    const { result } = await admin.post<Row>(`${base}/importDefinition`, { definition });
    const { result: rows } = await admin.get<Row[]>("/online/cgreport/item/listByHeadId", {
      query: { headId: String(result.id) },
    });
    expect(rows.find(({ fieldName }) => fieldName === "amount")).toMatchObject({ fieldWidth: 200, isTotal: "1" });
  });
});

describe("a page over sums becomes a report by clicks", () => {
  const folder = join(shipped, "report");
  const screens = readdirSync(folder)
    .filter((file) => file.endsWith(".screen.json"))
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Row)
    .filter(({ source }) => (source as Row).type === "aggregate");

  it("there are such pages", () => expect(screens.length).toBeGreaterThan(4));

  it.each(screens.map((screen) => [screen.title, screen] as const))("%s: with the same figures", async (_, screen) => {
    const { type: _type, ...source } = screen.source as Row;
    const { result: sums } = await admin.post<{ rows?: readonly Row[] }>("/lowcode/aggregate", {
      ...source,
      limit: 1000,
    });
    const { result } = await admin.post<Row>(`${base}/importDefinition`, { definition: screen });
    await publish(result);
    const { result: page } = await admin.get<{ records: readonly Row[] }>(
      `/online/cgreport/api/getData/${String(result.id)}`,
      { query: { pageNo: "1", pageSize: "1000" } },
    );
    const rows = Array.isArray(sums) ? (sums as readonly Row[]) : (sums.rows ?? []);
    const measures = Object.keys(source.measures as Row);
    const { result: items } = await admin.get<Row[]>("/online/cgreport/item/listByHeadId", {
      query: { headId: String(result.id) },
    });
    const groups = (source.groupBy as readonly unknown[]).length;
    const columns = items.slice(groups, groups + measures.length).map(({ fieldName }) => String(fieldName));
    const figures = (from: readonly Row[], names: readonly string[]) =>
      from.map((row) => names.map((name) => Number(row[name] ?? 0).toFixed(2)).join(" ")).sort();
    expect(rows.length).toBeGreaterThan(1);
    expect(figures(page.records, columns)).toEqual(figures(rows, measures));
  });

  it("what has no place in an online report is told before", async () => {
    const definition = screens.find(({ title }) => title === "门店排行");
    const { result } = await admin.post<Row>(`${base}/checkDefinition`, { definition });
    expect(result).toEqual({
      name: "门店排行",
      left: ["查询条件“完成时间”的默认值", "面板“成交额”", "面板“订单数”", "面板“退款金额”"],
    });
    const english = { headers: { "accept-language": "en-US" } };
    const { result: told } = await admin.post<{ left: readonly string[] }>(
      `${base}/checkDefinition`,
      { definition },
      english,
    );
    expect(told.left[0]).toMatch(/^Default of the condition /);
  });
});

it.each([
  ["另一种页面", { schemaVersion: 1, kind: "list", title: "x" }, "只能导入 report 页面"],
  ["没有说明数据", { schemaVersion: 1, kind: "report", title: "x" }, "文件不符合规定：/"],
  ["写错的键", { schemaVersion: 1, kind: "report", title: "x", source: { type: "cgreport", cod: "a" } }, "cod"],
  ["不存在的报表", { schemaVersion: 1, kind: "report", title: "x", source: { type: "cgreport", code: "no" } }, "“no”"],
  ["静态数据", { schemaVersion: 1, kind: "report", title: "x", source: { type: "static", rows: [] } }, "static"],
  [
    "不能读的列表",
    {
      ...{ schemaVersion: 1, kind: "report", title: "x" },
      source: { type: "aggregate", model: "system/api-key", measures: { n: { op: "count" } } },
    },
    "没有这个列表，或您没有查看它的权限",
  ],
  [
    "两个报表",
    { schemaVersion: 1, model: "online/cgreport-head", key: ["code"], rows: [{ code: "a" }, { code: "b" }] },
    "2 个报表",
  ],
  ["一段文字", "hello", "报表定义"],
  ["空的", {}, "报表定义须有 head、items、params"],
])("an import says what is wrong: %s", async (_, definition, words) => {
  const before = (await admin.get<{ total: number }>(`${base}/list`)).result.total;
  const answer = await admin.post(`${base}/importDefinition`, { definition });
  expect(answer.success).toBe(false);
  expect(answer.message).toContain(words);
  expect((await admin.get<{ total: number }>(`${base}/list`)).result.total).toBe(before);
});

function writeFiles(files: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "report-documents-"));
  for (const [path, text] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Without what differs from one server to the next: keys of rows, and how long it took. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) =>
      /^(id|cgreportHeadId|cgrheadId|tookMs|createTime)$/.test(key) ? undefined : part,
    ),
  );
}
