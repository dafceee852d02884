import { createConnection } from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { convertLegacy, type LegacyForm } from "../../server/online/forms/legacy/convert-legacy.ts";
import type { LegacyTables } from "../../server/online/forms/legacy/read-legacy.ts";
import { legacyRows, legacyTables } from "../support/legacy-forms.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Forms of a former system (issue 15, deliver 6), from the databases that this machine has. */
const kinds = [
  { name: "PostgreSQL", url: process.env.TEST_DATABASE_URL, dbType: "6", scheme: "postgresql", port: "5432" },
  { name: "MySQL", url: process.env.TEST_MYSQL_URL, dbType: "5", scheme: "mysql", port: "3306" },
].flatMap(({ url, ...kind }) => (url ? [{ ...kind, url: new URL(url) }] : []));

const nothingHere = { world: { tableOf: () => undefined }, isTaken: () => false, dictionaries: new Set(["sex"]) };
const tables = (): LegacyTables => legacyRows;
const formOf = (forms: readonly LegacyForm[], name: string) => {
  const form = forms.find(({ formerName }) => formerName === name);
  if (!form) throw new Error(`no form ${name}`);
  return form;
};
const told = ({ findings }: LegacyForm, kind: string) =>
  findings.filter((one) => one.kind === kind).map(({ place, message }) => `${place} ${message}`);

describe("ONF-04 rows of a former system as definitions", () => {
  const forms = convertLegacy(tables(), nothingHere);

  it("a main form comes with its sub-tables, fields, indexes and buttons", () => {
    const { definition, findings } = formOf(forms, "test_order_main");
    expect(definition?.head).toMatchObject({ tableName: "test_order_main", tableTxt: "测试订单主表", tableType: 2 });
    expect(definition?.subs.map(({ head }) => [head.tableName, head.relationType])).toEqual([
      ["test_order_product", 0],
      ["test_order_customer", 1],
    ]);
    const fields = new Map(definition?.fields.map((field) => [field.dbFieldName, field]));
    expect(fields.get("order_code")).toMatchObject({ fieldMustInput: "1", isQuery: 1, fieldValidType: "only" });
    expect(fields.get("sex")).toMatchObject({ fieldShowType: "list", dictField: "sex" });
    expect(fields.get("money")).toMatchObject({ dbType: "BigDecimal", dbPointLength: 3, sortFlag: "1" });
    expect(definition?.indexes).toMatchObject([{ indexField: "order_code", indexType: "unique" }]);
    expect(definition?.buttons.map(({ buttonCode, exp }) => [buttonCode, exp])).toEqual([["audit", "sex#eq#1"]]);
    expect(findings[0]).toMatchObject({ kind: "taken", place: "测试订单主表" });
  });

  it("what is not taken is named with its reason: scripts, classes, statements, their buttons, conditions", () => {
    const left = told(formOf(forms, "test_order_main"), "left").join("\n");
    for (const part of [
      "页面脚本（form） 脚本不执行",
      "Java 增强 add 类 org.example.DemoBean 不执行",
      "Java 增强 audit 接口 http://inner.example/api",
      "SQL 增强 audit",
      "update test_order_main set money = 0",
      "按钮 脚本按钮 按钮执行脚本",
      "按钮 错的条件 表单没有字段“nothing”",
      "按钮 顶替 按钮编码 delete 是系统的按钮",
      "字典的条件 id in (select 1) 不能翻译",
      "链接 /x?t={{ACCESS_TOKEN}} 不能使用",
      "转换器 org.example.Converter",
    ]) {
      expect(left, part).toContain(part);
    }
  });

  it("what has to be called or kept otherwise is named with the new word", () => {
    const hostile = formOf(forms, "sys_user; drop table x");
    expect(hostile.definition?.head.tableName).toMatch(/^ext_[a-z0-9_]+$/);
    const changed = told(hostile, "changed").join("\n");
    for (const part of [
      "字段名 select",
      "字段名 a\"b'c",
      "字段名 名称",
      "控件 hidden_thing 没有，改为文本",
      "类型 Money → string",
      "默认值",
      "校验规则",
      "没有可以作字典的表 secret_table，改为文本",
      "本系统没有字典 no_such_dict",
      "编号由系统生成",
    ]) {
      expect(changed, `${part}\n${changed}`).toContain(part);
    }
    expect(hostile.definition?.fields.every(({ dbFieldName }) => /^[a-z][a-z0-9_]{0,31}$/.test(dbFieldName))).toBe(
      true,
    );
    expect(told(hostile, "left").join("\n")).toContain("写了两次");
  });

  it("a name that is taken here gets another, a view and a sub-table without its main table are refused", () => {
    const taken = convertLegacy(tables(), { ...nothingHere, isTaken: (name) => name === "test_order_main" });
    const { definition, findings } = formOf(taken, "test_order_main");
    expect(definition?.head.tableName).toBe("test_order_main_2");
    expect(definition?.subs[0]?.fields.find(({ mainTable }) => mainTable)).toMatchObject({
      mainTable: "test_order_main_2",
      mainField: "id",
    });
    expect(findings.map(({ message }) => message)).toContain("本系统已有这张表，test_order_main → test_order_main_2");
    expect(told(formOf(forms, "test_order_main$1"), "error")[0]).toContain("视图");
    expect(told(formOf(forms, "lost_sub"), "error")[0]).toContain("附表的主表 nowhere 不在旧系统里");
  });

  it("a tree comes as one, and a dictionary of another former form says so", () => {
    expect(formOf(forms, "test_shoptype_tree").definition?.head).toMatchObject({
      isTree: "Y",
      treeIdField: "has_child",
      treeFieldname: "type_name",
    });
    expect(told(formOf(forms, "test_shoptype_tree"), "changed").join()).toContain("test_order_main，请一并导入");
  });
});

for (const { name, url, dbType, scheme, port } of kinds) {
  describe(`ONF-04 from ${name} over HTTP`, () => {
    let server: TestServer;
    let admin: TestClient;
    let drop: () => Promise<void>;
    const source = `legacy_${scheme}`;
    const base = "/online/cgform/legacy";

    beforeAll(async () => {
      const made = scheme === "mysql" ? await onMysql(url) : await onPostgres(url);
      drop = made.drop;
      server = await createTestServer({ env: { DATA_SOURCE_HOSTS: `${url.hostname}:${url.port || port}` } });
      admin = await server.as("admin");
      const added = await admin.post("/sys/dataSource/add", {
        ...{ code: source, name: "旧系统", dbType },
        dbUrl: `jdbc:${scheme}://${url.hostname}:${url.port || port}/${made.database}`,
        dbUsername: decodeURIComponent(url.username),
        dbPassword: decodeURIComponent(url.password),
      });
      expect(added).toMatchObject({ success: true });
    });
    afterAll(async () => {
      await server?.close();
      await drop?.();
    });
    const listed = async () => {
      const answer = await admin.get<{ records: Row[] }>(`${base}/list`, { query: { source } });
      expect(answer, answer.message).toMatchObject({ success: true });
      return answer.result.records;
    };
    const idOf = async (former: string) => String((await listed()).find(({ formerName }) => formerName === former)?.id);

    it("lists every form with what becomes of it, and changes nothing", async () => {
      const forms = await listed();
      expect(forms.map(({ formerName }) => formerName)).toEqual(
        expect.arrayContaining(["test_order_main", "test_shoptype_tree", "sys_user; drop table x"]),
      );
      expect(forms.find(({ formerName }) => formerName === "test_order_main")).toMatchObject({
        subs: 2,
        message: null,
      });
      const findings = await admin.get<{ records: Row[] }>(`${base}/findings`, {
        query: { source, id: await idOf("test_order_main") },
      });
      expect(findings.result.records.map(({ message }) => message).join()).toContain("脚本不执行");
      const report = await admin.get(`${base}/report`, { query: { source } });
      expect(report.headers["content-disposition"]).toContain(encodeURIComponent("旧系统表单导入报告.xlsx"));
      expect(report.bytes.subarray(0, 2).toString()).toBe("PK");
      expect((await admin.get<{ total: number }>("/online/cgform/head/list")).result.total).toBe(0);
    });

    it("imports what is chosen, unsynchronised; synchronised it takes rows", async () => {
      const ids = [
        await idOf("test_order_main"),
        await idOf("sys_user; drop table x"),
        await idOf("test_shoptype_tree"),
      ];
      const made = await admin.post<Row>(`${base}/import`, { source, ids });
      expect(made).toMatchObject({ success: true, result: { count: 3 } });
      const heads = (await admin.get<{ records: Row[] }>("/online/cgform/head/list", { query: { pageSize: "50" } }))
        .result.records;
      expect(heads).toHaveLength(5);
      expect(new Set(heads.map(({ isDbSynch }) => isDbSynch))).toEqual(new Set(["N"]));
      for (const { id, tableName } of heads.toSorted((one, other) => Number(one.tableType) - Number(other.tableType))) {
        const answer = await admin.post(`/online/cgform/api/doDbSynch/${id}/normal`);
        expect(answer, String(tableName)).toMatchObject({ success: true });
      }
      const main = heads.find(({ tableName }) => tableName === "test_order_main");
      expect(main?.subTableStr).toBe("test_order_product,test_order_customer");
      const body = { order_code: "A1", test_order_product: [{ product_name: "苹果", num: 2 }] };
      expect(await admin.post(`/online/cgform/api/form/${main?.id}`, body)).toMatchObject({ success: true });
      expect(await admin.get(`/online/cgform/api/getColumns/${main?.id}`)).toMatchObject({ success: true });
      // Again: the names are taken now, and others are proposed.
      expect((await listed()).find(({ formerName }) => formerName === "test_order_main")?.tableName).toBe(
        "test_order_main_2",
      );
    });

    it("is for who may add forms and read data sources; a source without the tables says so", async () => {
      await addUser(server, { username: "maker", permissions: ["online:cgform:add", "online:cgform:list"] });
      const maker = await server.as("maker");
      expect(await maker.get(`${base}/list`, { query: { source } })).toMatchObject({ status: 403 });
      expect(await maker.post(`${base}/import`, { source, ids: ["1"] })).toMatchObject({ status: 403 });
      expect(await admin.get(`${base}/list`, { query: { source: "no'; drop" } })).toMatchObject({ success: false });
      expect(await admin.post(`${base}/import`, { source, ids: ["404"] })).toMatchObject({
        success: false,
        message: "旧系统里没有选中的表单",
      });
      expect(await admin.post(`${base}/import`, { source, ids: [await idOf("lost_sub")] })).toMatchObject({
        success: false,
        message: expect.stringContaining("不能导入"),
      });
    });
  });
}

const valuesOf = (row: Readonly<Record<string, string | null>>, columns: readonly string[]) =>
  columns.map((column) => row[column] ?? null);

async function onPostgres(url: URL) {
  const database = `legacy_${process.pid}_${Date.now()}`;
  const root = new pg.Client({ connectionString: url.href });
  await root.connect();
  await root.query(`create database ${database}`);
  const own = new URL(url);
  own.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: own.href });
  await client.connect();
  for (const { table, columns, rows } of legacyTables()) {
    await client.query(`create table ${table} (${columns.map((column) => `${column} text`).join(", ")})`);
    const places = columns.map((_, at) => `$${at + 1}`).join(", ");
    for (const row of rows) await client.query(`insert into ${table} values (${places})`, valuesOf(row, columns));
  }
  await client.end();
  return {
    database,
    drop: async () => {
      await root.query(`drop database ${database} with (force)`);
      await root.end();
    },
  };
}

async function onMysql(url: URL) {
  const database = `legacy_${process.pid}_${Date.now()}`;
  const root = await createConnection({
    host: url.hostname,
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  });
  await root.query(`create database ${database} character set utf8mb4`);
  await root.query(`use ${database}`);
  for (const { table, columns, rows } of legacyTables()) {
    await root.query(`create table ${table} (${columns.map((column) => `\`${column}\` text`).join(", ")})`);
    for (const row of rows) await root.query(`insert into ${table} values (?)`, [valuesOf(row, columns)]);
  }
  return {
    database,
    drop: async () => {
      await root.query(`drop database ${database}`);
      await root.end();
    },
  };
}
