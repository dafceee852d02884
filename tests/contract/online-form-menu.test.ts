import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { authChannel } from "../../server/auth/authentication.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** A form that an administrator stores, synchronises and puts into the menu, as somebody works with it who was granted it. */
let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
let main: string;
let sub: string;
const base = "/online/cgform";

const text = (dbFieldName: string, more: Row = {}): Row => ({
  dbFieldName,
  dbFieldTxt: dbFieldName,
  dbType: "string",
  dbLength: 32,
  isShowForm: 1,
  isShowList: 1,
  ...more,
});

async function store(head: Row, fields: readonly Row[]): Promise<string> {
  const answer = await admin.post<string>(`${base}/api/addAll`, { head, fields, indexs: [] });
  expect(answer).toMatchObject({ success: true });
  return answer.result;
}
const synchronise = (id: string) => admin.post(`${base}/api/doDbSynch/${id}/normal`);

async function addMenuRow(id: string, row: { readonly url?: string; readonly perms?: string }): Promise<void> {
  await sql`insert into sys_permission
    (id, parent_id, name, menu_type, url, component, perms, perms_type, status, sort_no, version, tenant_id, del_flag)
    values (${id}, 'online', ${id}, ${row.url === undefined ? 2 : 1}, ${row.url ?? ""}, 'x', ${row.perms ?? ""}, '1', '1', 1, 1, 0, 0)`.execute(
    server.db.kysely,
  );
}

beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  main = await store({ tableName: "ext_visit", tableTxt: "拜访", tableType: 2 }, [text("visitor", { isQuery: 1 })]);
  sub = await store({ tableName: "ext_visit_item", tableTxt: "事项", tableType: 3 }, [
    text("visit_id", { mainTable: "ext_visit", mainField: "id" }),
    text("topic"),
  ]);
  expect(await admin.get(`/lowcode/screens/online/list/${main}`)).toMatchObject({
    message: "请先同步数据库再查看此页面！",
  });
  for (const id of [main, sub]) expect(await synchronise(id)).toMatchObject({ success: true });

  await addMenuRow("visits", { url: `/online/cgformList/${main}` });
  await addUser(server, { username: "clerk", permissions: ["system:dict:list"] });
  await sql`insert into sys_role_permission (id, role_id, permission_id, version, tenant_id)
    select 'visits', id, 'visits', 1, 0 from sys_role where role_code = 'role_clerk'`.execute(server.db.kysely);
  await server.context.db.notify(authChannel, "");
  clerk = await server.as("clerk");
});
afterAll(() => server.close());

it("ONF-02 has pages as soon as its tables are synchronised", async () => {
  const answer = await admin.get<Row>(`/lowcode/screens/online/erp-list/ext_visit`);
  expect(answer.result).toMatchObject({ screen: { kind: "erp-list", title: "拜访" }, diagnostics: [] });
  expect(Object.keys(answer.result.models as object)).toEqual(
    expect.arrayContaining([`online/form/${main}`, `online/form/${sub}`]),
  );
});

it("ONF-04 is opened, and its rows are worked with, by who was granted the menu row of its address", async () => {
  const page = await clerk.get<{ granted: readonly string[] }>(`/lowcode/screens/online/list/${main}`);
  expect(page.result.granted).toEqual(
    expect.arrayContaining([`online:cgform:${main}:add`, `online:cgform:${sub}:edit`]),
  );
  const body = { visitor: "张三", ext_visit_item: [{ topic: "合同" }] };
  const { result: id } = await clerk.post(`${base}/api/form/${main}`, body);
  expect(await clerk.get(`${base}/api/form/${main}/${id}`)).toMatchObject({
    result: { visitor: "张三", ext_visit_item: [{ topic: "合同" }] },
  });
  expect(await clerk.get(`${base}/form/${main}/list`)).toMatchObject({ result: { total: 1 } });
  expect(await clerk.get(`${base}/form/${sub}/list`)).toMatchObject({ result: { total: 1 } });
  const { result: payload } = await clerk.get<{ menu: readonly Row[] }>("/sys/permission/getUserPermissionByToken");
  expect(JSON.stringify(payload.menu)).toContain(`/online/cgformList/${main}`);
  expect(JSON.stringify(payload.menu)).toContain("/online/cgformErpList/:code");
});

it("ONF-03 a button row that is switched on keeps its action for those who hold it", async () => {
  await addMenuRow("visits-delete", { perms: `online:cgform:${main}:delete` });
  await server.context.db.notify(authChannel, "");
  const { result: id } = await clerk.post(`${base}/api/form/${main}`, { visitor: "李四" });
  expect(await clerk.delete(`${base}/api/form/${main}/${id}`)).toMatchObject({ status: 403 });
  expect((await clerk.get<Row>(`${base}/api/getColumns/${main}`)).result.hideColumns).toEqual(["delete"]);
  expect(await admin.delete(`${base}/api/form/${main}/${id}`)).toMatchObject({ success: true });
});

it("ONF-02 a change of the structure closes its pages until the next synchronisation", async () => {
  const fields = [text("phone")];
  const { result: head } = await admin.get<Row>(`${base}/head/queryById`, { query: { id: sub } });
  await admin.put(`${base}/api/editAll`, { head: { id: sub, version: head.version }, fields });
  expect(await admin.get(`${base}/api/getColumns/${sub}`)).toMatchObject({ success: false, message: "NO_DB_SYNC" });
  await synchronise(sub);
  const { result } = await admin.get<{ columns: readonly Row[] }>(`${base}/api/getColumns/${sub}`);
  expect(result.columns.map(({ dataIndex }) => dataIndex)).toContain("phone");
});

it("ONF-02 its views are rows of the list of forms, and have pages of their own", async () => {
  await admin.post(`${base}/head/copyOnline`, undefined, { query: { code: main } });
  const { result } = await admin.get<{ records: readonly Row[] }>(`${base}/head/list`, {
    query: { physicId: main, copyType: "1" },
  });
  expect(result.records).toMatchObject([{ tableName: "ext_visit$1" }]);
  const view = String(result.records[0]?.id);
  expect((await admin.get<Row>(`/lowcode/screens/online/list/${view}`)).result).toMatchObject({
    screen: { model: `online/form/${view}` },
  });
  expect((await admin.get<Row>(`${base}/api/getData/${view}`)).result).toMatchObject({ total: 1 });
  // It is synchronised as far as its table is.
  expect(await admin.post(`${base}/head/addMenu`, { id: view, parentId: "base" })).toMatchObject({
    result: { url: `/online/cgformList/${view}` },
  });
  const { result: files } = await admin.get<{ records: readonly Row[] }>(`${base}/head/pageFiles`, {
    query: { id: view },
  });
  expect(files.records.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining("一张表只属于一个模型")]),
  );
  expect(files.records.map(({ message }) => message)).not.toContain("表单还没有同步数据库，导出的是设计中的样子");
});

it("ONF-04 a form enters the menu with its place and the roles that may open it in one call", async () => {
  const plain = await store({ tableName: "ext_menu", tableTxt: "登记", tableType: 1 }, [text("topic")]);
  const addMenu = (more: Row) => admin.post<Row>(`${base}/head/addMenu`, { id: plain, ...more });
  expect(await addMenu({ parentId: "base" })).toMatchObject({
    success: false,
    message: expect.stringContaining("同步"),
  });
  await synchronise(plain);
  expect(await addMenu({})).toMatchObject({ success: false, message: "请选择上级菜单" });
  await addUser(server, { username: "reader", permissions: ["system:dict:list"] });
  const { rows } = await sql<{ id: string }>`select id from sys_role where role_code = 'role_reader'`.execute(
    server.db.kysely,
  );
  const added = await addMenu({ parentId: "base", roleIds: String(rows[0]?.id) });
  expect(added).toMatchObject({
    message: "已加入菜单，并授权给 1 个角色",
    result: { name: "登记", parentId: "base", url: `/online/cgformList/${plain}` },
  });
  const reader = await server.as("reader");
  expect(await reader.post(`${base}/api/form/${plain}`, { topic: "甲" })).toMatchObject({ success: true });
  expect(await addMenu({ parentId: "base" })).toMatchObject({ success: false, message: "这个页面已在菜单中：登记" });
  expect(await admin.post(`${base}/head/addMenu`, { id: sub, parentId: "base" })).toMatchObject({ success: false });
  expect((await admin.get<Row>(`${base}/head/queryById`, { query: { id: plain } })).result.listPage).toBe("cgformList");
});

describe("what a designer sees before anything is stored", () => {
  const preview = async (body: Row) =>
    (await admin.post<Row & { findings: readonly Row[]; form?: Row; list?: Row }>(`${base}/head/preview`, body)).result;

  it("ONF-01 the form and the list are the pages that the definition would have", async () => {
    expect(await preview({ tableType: 1, fields: [] })).toEqual({ findings: [] });
    const fields = [text("topic", { dbFieldTxt: "主题", fieldMustInput: "1" }), { dbFieldTxt: "还没有名字" }];
    const shown = await preview({ tableTxt: "登记", formTemplate: "2", fields });
    expect(shown.findings).toEqual([]);
    expect(shown.form).toMatchObject({
      screen: { kind: "form", title: "登记", view: { columns: 2, items: ["topic"] } },
    });
    expect(shown.list).toMatchObject({
      screen: { kind: "list" },
      granted: expect.arrayContaining([expect.stringMatching(/:add$/)]),
    });
    const { models } = shown.form as { models: Readonly<Record<string, Row>> };
    expect(Object.values(models)).toMatchObject([{ fields: { topic: { title: "主题", required: true } } }]);
    // Nothing of it is anybody's page.
    expect(await admin.get("/lowcode/screens/online/list/new-form")).toMatchObject({ status: 404 });
  });

  it("ONF-01 a stored form is shown with its sub-tables and what was changed since", async () => {
    const shown = await preview({ id: main, tableType: 2, tableTxt: "来访", fields: [text("visitor")] });
    expect(shown.form).toMatchObject({
      screen: { title: "来访", view: { items: ["visitor", { tabs: [{ title: "事项" }] }] } },
    });
    expect((await admin.get<Row>(`/lowcode/screens/online/form/${main}`)).result).toMatchObject({
      screen: { title: "拜访" },
    });
  });

  it("ONF-01 faults name their field and are told beside what can be shown", async () => {
    const fields = [text("topic"), text("select"), text("kind", { fieldShowType: "list" })];
    const shown = await preview({ tableName: "sys_user", fields });
    expect(shown.findings.map(({ field, key }) => [field, key])).toEqual([
      [undefined, "tableName"],
      ["select", "dbFieldName"],
      ["kind", "dictField"],
    ]);
    expect(shown.form).toBeDefined();
    const headers = { "accept-language": "en-US" };
    const asked = { tableName: "sys_user", fields };
    const english = await admin.post<{ findings: readonly Row[] }>(`${base}/head/preview`, asked, { headers });
    expect(english.result.findings.map(({ message }) => message)).toEqual([
      "A table name cannot begin with sys_, as the product's own do",
      "Column name: select is a word that databases reserve. Choose another one",
      "Enter a dictionary",
    ]);
    const bad = await preview({ fields: [text("topic", { dbType: "json" })] });
    expect(bad).toEqual({ findings: [{ severity: "error", field: "topic", key: "dbType", message: "设置不正确" }] });
  });

  it("ONF-01 a name is proposed that a column or a table may have", async () => {
    const propose = async (query: Readonly<Record<string, string>>) =>
      (await admin.get<Row>(`${base}/head/proposeName`, { query })).result.name;
    expect(await propose({ text: "手机号" })).toBe("mobile");
    expect(await propose({ text: "手机号", taken: "name,mobile" })).toBe("mobile_2");
    expect(await propose({ text: "客户来源" })).toBe("ke_hu_lai_yuan");
    expect(await propose({ text: "2号 Order" })).toBe("f_2_hao_order");
    expect(await propose({ text: "desc" })).toBe("f_desc");
    expect(await propose({ text: "去年同期的累计销售金额合计数" })).toMatch(/^[a-z]{10,29}$/);
    expect(await propose({ text: "ext_visit", kind: "table" })).toBe("ext_visit_2");
    expect(await propose({ text: "…" })).toBe("");
    expect(await clerk.get(`${base}/head/proposeName`, { query: { text: "a" } })).toMatchObject({ status: 403 });
    expect(await clerk.post(`${base}/head/preview`, {})).toMatchObject({ status: 403 });
  });
});
