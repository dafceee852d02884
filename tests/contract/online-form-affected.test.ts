import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import type { DocumentStore } from "../../server/documents/load-documents.ts";
import { aStoredForm, formBase } from "../support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** ONF-01 who reads a form's table is named before a column or the table goes. */
let server: TestServer;
let admin: TestClient;
let used: string;
let order: string;
let report: string;

const text = (dbFieldName: string, more: Row = {}) => ({ dbFieldName, dbFieldTxt: dbFieldName, ...more });

beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  used = await aStoredForm(admin, { tableName: "ext_used", tableTxt: "物品", tableType: 2 }, [
    text("name"),
    text("amount", { dbType: "int" }),
    text("kind"),
    text("quiet"),
  ]);
  await aStoredForm(admin, { tableName: "ext_used_line", tableTxt: "明细", tableType: 3 }, [
    text("used_id", { dbFieldTxt: "物品号", mainTable: "ext_used", mainField: "id" }),
  ]);
  const dict = { fieldShowType: "sel_search", dictTable: "ext_used", dictField: "id", dictText: "name" };
  order = await aStoredForm(admin, { tableName: "ext_order_of", tableTxt: "领用" }, [text("thing", dict), text("num")]);
  const { result: button } = await admin.post<Row>(`${formBase}/button/add`, {
    ...{ cgformHeadId: order, buttonCode: "take", buttonName: "领走", buttonStyle: "link", optType: "action" },
    buttonStatus: "1",
  });
  expect(button).toMatchObject({ buttonCode: "take" });
  const cgbSql = "update ext_used set amount = 0 where id = #{thing}";
  const statement = await admin.post(`${formBase}/head/enhanceSql/${order}`, { buttonCode: "take", cgbSql });
  expect(statement).toMatchObject({ success: true });
  const added = await admin.post<Row>("/online/cgreport/head/add", {
    head: {
      code: "used_sums",
      name: "物品汇总",
      cgrSql: "select kind, sum(amount) as total from ext_used group by kind",
    },
    items: [
      { fieldName: "kind", fieldTxt: "种类", fieldType: "String", orderNum: 1 },
      { fieldName: "total", fieldTxt: "数量", fieldType: "Long", orderNum: 2 },
    ],
    params: [],
  });
  report = String(added.result.id);
  const menu = await admin.post<Row>(`${formBase}/head/addMenu`, { id: used, parentId: "base", name: "物品台账" });
  const rule = { ruleName: "本类", ruleColumn: "kind", ruleConditions: "=", ruleValue: "a", status: "1" };
  const ruled = await admin.post("/sys/permission/addPermissionRule", { ...rule, permissionId: menu.result.id });
  expect(ruled).toMatchObject({ success: true });
  const condition = { field: "name", rule: "like", val: "a", type: "string" };
  const query = { screen: `online/list/${used}`, title: "有名的", matchType: "and", conditions: [condition] };
  expect(await admin.post("/lowcode/savedQueries", query)).toMatchObject({ success: true });
  const page = {
    ...{ schemaVersion: 1, kind: "list", id: "own/used", title: "自己的页面", model: `online/form/${used}` },
    table: { columns: ["name", "kind"] },
  } as ScreenDocument;
  const source = server.context.documents as { current: DocumentStore };
  source.current = { ...source.current, screens: new Map([...source.current.screens, ["own/used", page]]) };
});
afterAll(() => server.close());

async function change(column: string, settings: Row): Promise<void> {
  const { result: head } = await admin.get<Row>(`${formBase}/head/queryById`, { query: { id: used } });
  const { result } = await admin.get<Row[]>(`${formBase}/field/listByHeadId`, { query: { headId: used } });
  const fields = result.filter(({ dbFieldName }) => dbFieldName === column).map(({ id }) => ({ id, ...settings }));
  const body = { head: { id: used, version: head.version }, fields };
  expect(await admin.put(`${formBase}/api/editAll`, body)).toMatchObject({ success: true });
}

async function planned(): Promise<readonly unknown[]> {
  const { result } = await admin.get<{ records: Row[]; affected: number }>(`${formBase}/head/synchPlan`, {
    query: { id: used },
  });
  const affected = result.records.filter(({ isAffected }) => isAffected);
  expect(result.affected).toBe(affected.length);
  const asked = await admin.get<{ total: number }>(`${formBase}/head/affected`, {
    query: { id: used, change: "synch" },
  });
  expect(asked.result.total).toBe(affected.length);
  return affected.map(({ kind, subject, place, uses, page, pageId }) => [kind, subject, place, uses, page, pageId]);
}

it("ONF-01 nobody is named for a column that nobody reads, a longer text or a new column", async () => {
  expect(await planned()).toEqual([]);
  await change("quiet", { dbFieldName: "still" });
  expect(await planned()).toEqual([]);
  await change("name", { dbLength: 64 });
  expect(await planned()).toEqual([]);
  expect(await admin.post(`${formBase}/api/doDbSynch/${used}/normal`)).toMatchObject({ success: true });
});

it("ONF-01 a renamed column names the forms, saved queries and pages that read it, with the new name", async () => {
  await change("name", { dbFieldName: "title" });
  expect(await planned()).toEqual([
    ["form", "领用", "thing", "name → title", "cgformDesign", order],
    ["page", "自己的页面", "own/used.screen.json /table/columns/0", expect.stringContaining("name"), null, null],
    ["savedQuery", "有名的", "admin", "name → title", null, null],
  ]);
  await change("title", { dbFieldName: "name" });
  expect(await planned()).toEqual([]);
});

it("ONF-01 another type and a removed field name the reports, statements and data rules that use them", async () => {
  await change("amount", { dbType: "string", dbLength: 20 });
  expect(await planned()).toEqual([
    ["report", "物品汇总", "SQL", "amount", "cgreportDesign", report],
    ["statement", "领用", "领走", "amount", "cgformDesign", order],
  ]);
  await change("amount", { dbType: "int" });
  const { result: head } = await admin.get<Row>(`${formBase}/head/queryById`, { query: { id: used } });
  const { result: fields } = await admin.get<Row[]>(`${formBase}/field/listByHeadId`, { query: { headId: used } });
  const deleteFieldIds = fields.flatMap(({ id, dbFieldName }) => (dbFieldName === "kind" ? [id] : []));
  const body = { head: { id: used, version: head.version }, fields: [], deleteFieldIds };
  expect(await admin.put(`${formBase}/api/editAll`, body)).toMatchObject({ success: true });
  expect((await planned()).map((row) => (row as string[]).slice(0, 4))).toEqual([
    ["report", "物品汇总", "SQL", "kind"],
    ["page", "自己的页面", "own/used.screen.json /table/columns/1", expect.stringContaining("kind")],
    ["dataRule", "本类", "物品台账", "kind"],
  ]);
});

it("ONF-01 before a form is deleted everything that reads its table is named", async () => {
  const { result } = await admin.get<{ records: Row[]; names: string }>(`${formBase}/head/affected`, {
    query: { id: used },
  });
  expect(result.records.map(({ kind, subject, place, uses }) => [kind, subject, place, uses])).toEqual([
    ["report", "物品汇总", "SQL", ""],
    ["statement", "领用", "领走", ""],
    ["form", "明细", "物品号", ""],
    ["form", "领用", "thing", ""],
    ["page", "自己的页面", "own/used.screen.json", ""],
    ["menu", "物品台账", "基础资料", ""],
  ]);
  expect(result.names).toBe(
    "报表 物品汇总（SQL）、按钮语句 领用（领走）、表单 明细（物品号）、表单 领用（thing）、页面 自己的页面（own/used.screen.json）、菜单 物品台账（基础资料）",
  );
  const lonely = await aStoredForm(admin, { tableName: "ext_lonely" }, ["name"]);
  expect(await admin.get(`${formBase}/head/affected`, { query: { id: lonely } })).toMatchObject({
    result: { records: [], names: "" },
  });
});

it("ONF-01 subscriptions and webhooks are named too, several forms at once, and in the reader's language", async () => {
  const { kysely } = server.db;
  await sql`insert into onl_cgreport_subscription (id, title, cgrhead_id, cron, channel, receivers, status, version)
    values ('s1', '日报', ${report}, '0 0 8 * * ?', 'notice', '1', 0, 1)`.execute(kysely);
  await sql`insert into sys_webhook (id, name, url, tables, events, status, version, tenant_id) values ('w1', '仓库',
    'https://erp.example:8443/in?key=secret', ${`store/order,online/form/${used}`}, 'added', 1, 1, 0)`.execute(kysely);
  const ask = async (query: Record<string, string>, headers = {}) =>
    (await admin.get<{ records: Row[]; names: string }>(`${formBase}/head/affected`, { query, headers })).result;
  const shown = ({ records }: { records: Row[] }) => records.map(({ kind, subject, place }) => [kind, subject, place]);
  const all = shown(await ask({ id: used }));
  expect(all).toContainEqual(["subscription", "日报", "物品汇总"]);
  expect(all).toContainEqual(["webhook", "仓库", "erp.example:8443"]);
  // A form that goes along loses nothing, and neither do its buttons.
  const both = await ask({ ids: `${used},${order}` });
  expect(shown(both)).toEqual(all.filter(([, subject]) => subject !== "领用"));
  const { names } = await ask({ id: order }, { "accept-language": "en-US" });
  expect(names).toBe("");
  expect((await ask({ id: used }, { "accept-language": "en-US" })).names).toBe(
    "report 物品汇总 (SQL), report subscription 日报 (物品汇总), button statement 领用 (领走), form 明细 (物品号), form 领用 (thing), page 自己的页面 (own/used.screen.json), menu 物品台账 (基础资料), webhook 仓库 (erp.example:8443)",
  );
});

it("ONF-01 before a former table is put back, who reads a column of now is named", async () => {
  expect(await admin.post(`${formBase}/form/${used}/add`, { name: "a" })).toMatchObject({ success: true });
  const { result: head } = await admin.get<Row>(`${formBase}/head/queryById`, { query: { id: used } });
  const fresh = { ...text("fresh"), dbType: "string", dbLength: 20 };
  const body = { head: { id: used, version: head.version }, fields: [fresh] };
  expect(await admin.put(`${formBase}/api/editAll`, body)).toMatchObject({ success: true });
  expect(await admin.post(`${formBase}/api/doDbSynch/${used}/force`)).toMatchObject({ success: true });
  const query = { cgformHeadId: used, column: "id", order: "desc" };
  const versions = await admin.get<{ records: Row[] }>(`${formBase}/version/list`, { query });
  const id = String(versions.result.records[0]?.id);
  const asked = await admin.get<{ records: Row[]; names: string }>(`${formBase}/head/affected`, {
    query: { id, change: "bringBack" },
  });
  expect(asked.result).toMatchObject({
    records: [{ kind: "webhook", subject: "仓库", uses: "fresh" }],
    names: "事件订阅 仓库（erp.example:8443）",
  });
  expect(await admin.post(`${formBase}/head/bringBack`, { id })).toMatchObject({ success: true });
});

it("ONF-01 a report whose text is broken already, or that reads another database, is broken by nobody", async () => {
  await sql`update onl_cgreport_head set cgr_sql = 'select kind from' where id = ${report}`.execute(server.db.kysely);
  expect((await planned()).map((row) => (row as string[])[0])).not.toContain("report");
  await sql`update onl_cgreport_head set cgr_sql = 'select kind from ext_used', db_source = 'other'
    where id = ${report}`.execute(server.db.kysely);
  expect((await planned()).map((row) => (row as string[])[0])).not.toContain("report");
});
