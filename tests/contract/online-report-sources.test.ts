import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Reports over databases of other systems, those that this machine has. */
const kinds = [
  { name: "PostgreSQL", url: process.env.TEST_DATABASE_URL, dbType: "6", scheme: "postgresql", port: "5432" },
  { name: "MySQL", url: process.env.TEST_MYSQL_URL, dbType: "5", scheme: "mysql", port: "3306" },
].flatMap(({ url, ...kind }) => (url ? [{ ...kind, url: new URL(url) }] : []));

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  const hosts = kinds.map(({ url, port }) => `${url.hostname}:${url.port || port}`);
  server = await createTestServer({ env: { DATA_SOURCE_HOSTS: [...hosts, "127.0.0.1:9"].join(",") } });
  admin = await server.as("admin");
});
afterAll(() => server.close());

const addSource = (code: string, dbType: string, dbUrl: string, url?: URL) =>
  admin.post<Row>("/sys/dataSource/add", {
    code,
    name: `${code}库`,
    dbType,
    dbUrl,
    dbUsername: decodeURIComponent(url?.username ?? "nobody"),
    dbPassword: decodeURIComponent(url?.password ?? ""),
  });

/** Three rows without a table: nothing has to be made in the other database. */
const rows = `SELECT x.id, x.name, x.amount FROM (
  SELECT 1 AS id, '甲' AS name, 1.50 AS amount UNION ALL SELECT 2, '乙', 2.25 UNION ALL SELECT 3, '丙%', 3.00) x`;

async function addReport(code: string, dbSource: string, cgrSql: string): Promise<string> {
  const items = [
    { fieldName: "id", fieldTxt: "编号", fieldType: "Integer", isOrder: 1, orderNum: 1 },
    { fieldName: "name", fieldTxt: "名称", fieldType: "String", isSearch: 1, orderNum: 2 },
    {
      fieldName: "amount",
      fieldTxt: "金额",
      fieldType: "BigDecimal",
      isTotal: "1",
      isSearch: 1,
      searchMode: "group",
      orderNum: 3,
    },
  ];
  const params = [{ paramName: "least", paramTxt: "至少", paramValue: "0", orderNum: 1 }];
  const added = await admin.post<Row>("/online/cgreport/head/add", {
    head: { code, name: code, dbSource, cgrSql },
    items,
    params,
  });
  const { id, version } = added.result;
  await admin.put("/online/cgreport/head/publish", { id, version });
  return String(id);
}

for (const { name, url, dbType, scheme, port } of kinds) {
  it(`SYS-12 a report reads ${name}: parameters, conditions, order, pages, sums, and no rules of ours`, async () => {
    const code = `other_${scheme}`;
    const address = `jdbc:${scheme}://${url.hostname}:${url.port || port}${url.pathname}`;
    expect((await addSource(code, dbType, address, url)).success).toBe(true);
    const sql = `${rows} WHERE x.amount > \${least}`;
    const parsed = await admin.post<Row>("/online/cgreport/head/parseSql", { sql, dbKey: code });
    expect(parsed.result).toMatchObject({ hasRowRules: false, params: [{ paramName: "least" }] });
    expect((parsed.result.fields as Row[]).map(({ fieldName }) => fieldName)).toEqual(["id", "name", "amount"]);
    const id = await addReport(code, code, sql);
    const get = async (query: Record<string, string>) =>
      (await admin.get<Row>(`/online/cgreport/api/getData/${id}`, { query })).result;
    expect(await get({ column: "id", order: "desc", pageSize: "2" })).toMatchObject({
      total: 3,
      totals: { amount: 6.75 },
      records: [{ id: 3, name: "丙%", amount: 3 }, { id: 2 }],
    });
    expect(await get({ self_least: "2" })).toMatchObject({ total: 2 });
    expect(await get({ name: "*%*" })).toMatchObject({ total: 1 });
    expect(await get({ amount_begin: "2", amount_end: "2.5" })).toMatchObject({ total: 1, records: [{ name: "乙" }] });
    expect(await get({ self_least: "", name: "甲' OR '1'='1" })).toMatchObject({ total: 0 });
  });

  it(`SYS-12 ${name} is only read, and only by one SELECT`, async () => {
    const code = `other_${scheme}`;
    for (const sql of [
      "DROP TABLE x",
      "SELECT 1 AS a; SELECT 2 AS b",
      "SELECT sleep(5) AS a",
      "SELECT pg_sleep(5) AS a",
      "SELECT load_file('/etc/passwd') AS a",
      "SELECT table_name AS a FROM information_schema.tables",
      "SELECT usename AS a FROM pg_user",
      "SELECT 1 AS a INTO x",
    ]) {
      const answer = await admin.post("/online/cgreport/head/preview", { sql, dbKey: code });
      expect(answer.success, sql).toBe(false);
      expect(answer.status, sql).toBe(200);
    }
  });

  it(`SYS-12 ${name}: a row that changes while a report is read takes no connection away from it`, async () => {
    const source = await server.context.sources.open(`other_${scheme}`);
    await server.context.sources.clear();
    const closing: Promise<void>[] = [];
    const answer = source.read(
      async ({ query }) => {
        closing.push(server.context.sources.clear());
        return (await query("SELECT 1 AS a")).rows;
      },
      { deadlineMs: 5_000 },
    );
    closing.push(server.context.sources.clear());
    expect(await answer).toEqual([["1"]]);
    await Promise.all(closing);
  });

  it(`SYS-12 ${name}: a changed row closes its connections, and a wrong password is told without an address`, async () => {
    const list = await admin.get<{ records: Row[] }>("/sys/dataSource/list", { query: { code: `other_${scheme}` } });
    const [row] = list.result.records;
    await admin.put("/sys/dataSource/edit", {
      id: row?.id,
      version: row?.version,
      dbUsername: "no_such_person",
      dbPassword: "wrong",
    });
    const ask = async () =>
      (await admin.post("/online/cgreport/head/preview", { sql: rows, dbKey: `other_${scheme}` })).message;
    await expect.poll(ask, { timeout: 20_000 }).toMatch(/^数据源“.+”：/);
    expect(await ask()).not.toContain(url.hostname);
  });
}

it("SYS-12 a source that is down, unknown or not allowed is named", async () => {
  await addSource("down", "6", "jdbc:postgresql://127.0.0.1:9/x");
  await addSource("foreign", "6", "jdbc:postgresql://10.0.0.1:5432/x");
  const ask = async (dbKey: string) =>
    (await admin.post("/online/cgreport/head/preview", { sql: "SELECT 1 AS a", dbKey })).message;
  expect(await ask("down")).toBe("数据源“down库”：连不上，请稍后重试或联系管理员");
  expect(await ask("nothing")).toBe("没有数据源“nothing”");
  expect(await ask("foreign")).toContain("DATA_SOURCE_HOSTS");
});
