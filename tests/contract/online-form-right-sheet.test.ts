import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { addUser } from "../support/people.ts";
import { aStoredForm, formBase as base } from "../support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** The console's page of a form's rights, and what it changes for a clerk. */
let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
let form: string;
let record: string;
let roles: Readonly<Record<"clerk" | "other", string>>;

beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  form = await aStoredForm(admin, { tableName: "ext_pay", tableTxt: "付款", tableType: 2 }, ["payee", "amount"]);
  await aStoredForm(admin, { tableName: "ext_pay_item", tableTxt: "明细", tableType: 3 }, [
    { dbFieldName: "pay_id", mainTable: "ext_pay", mainField: "id" },
    "topic",
  ]);
  await admin.post(`${base}/button/add`, aButton("audit"));
  await addUser(server, { username: "clerk", permissions: ["system:dict:list"] });
  await addUser(server, { username: "other", permissions: ["system:dict:list"] });
  await addUser(server, { username: "designer", permissions: ["online:cgform:list", "online:cgform:edit"] });
  await addUser(server, { username: "lister", permissions: ["system:role:list", "system:permission:add"] });
  const { rows } = await sql<{ id: string; role_code: string }>`select id, role_code from sys_role
    where role_code in ('role_clerk', 'role_other')`.execute(server.db.kysely);
  const idOf = (code: string) => String(rows.find((row) => row.role_code === code)?.id);
  roles = { clerk: idOf("role_clerk"), other: idOf("role_other") };
  clerk = await server.as("clerk");
});
afterAll(() => server.close());

const aButton = (buttonCode: string, more: Row = {}) => ({
  ...{ cgformHeadId: form, buttonCode, buttonName: "审核", buttonStyle: "link", optType: "action" },
  ...more,
});
const sheet = async (query: Record<string, string> = {}) =>
  (await admin.get<Row[]>(`${base}/head/rights`, { query: { id: form, ...query } })).result ?? [];
const right = async (id: string) => (await sheet()).find((row) => row.id === id || row.name === id);
const set = (row: Row | undefined, wanted: Row, client = admin) => {
  const { formId, kind, name, seeRoles, editRoles } = row ?? {};
  const shown = { seeLast: seeRoles, editLast: editRoles };
  return client.put(`${base}/head/rights`, { id: form, formId, kind, name, ...shown, ...wanted });
};
/** Saves the form with other names of fields, and its table with it. */
async function saveFields(names: Readonly<Record<string, string>>): Promise<void> {
  const fields = (await admin.get<Row[]>(`${base}/field/listByHeadId`, { query: { headId: form } })).result;
  const { result: head } = await admin.get<Row>(`${base}/head/queryById`, { query: { id: form } });
  const sent = fields.flatMap((field) => {
    const name = names[String(field.dbFieldName)];
    return name === undefined ? [] : [{ ...field, dbFieldName: name }];
  });
  const saved = await admin.put(`${base}/api/editAll`, { head, fields: sent, indexs: [] });
  expect(saved).toMatchObject({ success: true });
  expect(await admin.post(`${base}/api/doDbSynch/${form}/normal`)).toMatchObject({ success: true });
}
const seen = async () => Object.keys((await clerk.get<Row>(`${base}/api/form/${form}/${record}`)).result ?? {});

describe("before the form is in the menu", () => {
  it("ONF-03 the page says what is to be done first", async () => {
    expect(await admin.get(`${base}/head/rights`, { query: { id: form } })).toMatchObject({
      ...{ success: false, message: "表单还不在菜单中，请先加入菜单再设置权限" },
    });
    const { result } = await admin.get<Row>(`${base}/head/queryById`, { query: { id: form } });
    expect(result.menuId).toBeNull();
  });
});

describe("in the menu", () => {
  beforeAll(async () => {
    await admin.post(`${base}/head/addMenu`, { id: form, parentId: "base" });
    record = String((await admin.post(`${base}/api/form/${form}`, { payee: "甲", amount: "5" })).result);
  });

  it("ONF-03 the form, its buttons and every field stand there, those of sub-tables too", async () => {
    const rows = await sheet();
    expect(rows[0]).toMatchObject({ kind: "open", title: "付款", see: "none", seeOn: true });
    expect(await right("audit")).toMatchObject({ kind: "button", title: "审核", see: "all", seeRoles: "" });
    expect(await right("amount")).toMatchObject({ kind: "field", formTitle: "付款", see: "all", edit: "all" });
    expect(await right("topic")).toMatchObject({ kind: "field", formTitle: "明细" });
    expect((await right("create_by"))?.edit).toBeUndefined();
    expect((await sheet({ title: "*amo*" })).map(({ name }) => name)).toEqual(["amount"]);
  });

  it("ONF-03 roles are given and taken in one step, and who sees a field is who was chosen", async () => {
    expect(await clerk.get(`${base}/api/getData/${form}`)).toMatchObject({ status: 403 });
    expect(await set(await right("open"), { seeRoles: roles.clerk })).toMatchObject({ success: true });
    expect(await right("open")).toMatchObject({ see: "roles", seeNames: expect.stringContaining("clerk") });
    expect((await admin.get<Row[]>(`${base}/head/rightRoles`, { query: { id: form } })).result).toMatchObject([
      { id: roles.clerk, roleCode: "role_clerk" },
    ]);
    expect(await seen()).toContain("amount");

    await set(await right("amount"), { seeOn: true, seeRoles: roles.other, editOn: true, editRoles: "" });
    expect(await right("amount")).toMatchObject({ see: "roles", seeRoles: roles.other, edit: "none" });
    expect(await seen()).not.toContain("amount");

    await set(await right("amount"), { seeOn: true, seeRoles: `${roles.other},${roles.clerk}`, editOn: true });
    expect(await seen()).toContain("amount");
    await clerk.put(`${base}/api/form/${form}`, { id: record, amount: "9" });
    expect((await admin.get<Row>(`${base}/api/form/${form}/${record}`)).result).toMatchObject({ amount: "5" });

    await set(await right("amount"), { seeOn: false, editOn: false });
    expect(await right("amount")).toMatchObject({ see: "all", edit: "all" });
    await clerk.put(`${base}/api/form/${form}`, { id: record, amount: "9" });
    expect((await admin.get<Row>(`${base}/api/form/${form}/${record}`)).result).toMatchObject({ amount: "9" });
  });

  it("ONF-03 what somebody else gave meanwhile stays", async () => {
    const before = await right("audit");
    await set(before, { seeOn: true, seeRoles: roles.other });
    await set(before, { seeOn: true, seeRoles: roles.clerk });
    expect(
      String((await right("audit"))?.seeRoles)
        .split(",")
        .toSorted(),
    ).toEqual([roles.clerk, roles.other].toSorted());
  });

  it("ONF-03 a renamed button or field stays under control, and its statements go along", async () => {
    await admin.post(`${base}/head/enhanceSql/${form}`, {
      ...{ buttonCode: "audit", cgbSql: "update ext_pay set payee = '乙' where id = #{id}" },
    });
    await set(await right("audit"), { seeOn: true, seeRoles: "", seeLast: `${roles.clerk},${roles.other}` });
    const [button] = (await admin.get<Row[]>(`${base}/button/list/${form}`)).result;
    expect(button).toMatchObject({ statements: 1, handlers: 0 });
    await admin.put(`${base}/button/edit`, { ...button, buttonCode: "approve" });
    expect(await right("approve")).toMatchObject({ see: "none" });
    const press = { formId: form, buttonCode: "approve", dataId: record };
    expect(await clerk.post(`${base}/api/doButton`, press)).toMatchObject({ status: 403 });
    expect(await admin.post(`${base}/api/doButton`, press)).toMatchObject({ success: true });

    await set(await right("amount"), { seeOn: true, seeRoles: "" });
    await saveFields({ amount: "sum_paid" });
    expect(await right("sum_paid")).toMatchObject({ see: "none" });
    expect(await seen()).not.toContain("sum_paid");
    expect(await seen()).toContain("payee");
  });

  it("ONF-03 nobody gives more than they may: designers, listers and strangers are refused", async () => {
    const row = await right("payee");
    for (const [username, given] of [
      ["designer", { status: 403 }],
      ["clerk", { status: 403 }],
      ["lister", { status: 403 }],
    ] as const) {
      const client = await server.as(username);
      expect(await set(row, { seeOn: true, seeRoles: roles.other }, client)).toMatchObject(given);
      expect(await client.get(`${base}/head/rights`, { query: { id: form } })).toMatchObject({ status: 403 });
    }
    expect(await right("payee")).toMatchObject({ see: "all" });
  });

  test.each([
    [{ kind: "nothing" }],
    [{ kind: "field", name: "password" }],
    [{ formId: "404" }],
    [{ id: "404" }],
    [{ seeRoles: "404" }],
    [{ seeRoles: "'; drop table sys_role" }],
  ])("ONF-03 a strange right is refused and changes nothing: %j", async (strange) => {
    const answer = await set(await right("payee"), { seeOn: true, ...strange });
    expect(answer.success).toBe(false);
    expect(await right("payee")).toMatchObject({ see: "all" });
  });
});

describe("the console's form of buttons", () => {
  const fault = async (answer: Promise<{ result: unknown }>) =>
    ((await answer).result as { fieldErrors?: Row } | null)?.fieldErrors;

  test.each([
    ["state", "请写成 字段#eq#值，例如 state#eq#0"],
    ["nothing#eq#0", "表单没有字段“nothing”"],
    ["payee#like#0", "不能比较“like”，可以用 eq、ne、empty、in"],
  ])("ONF-02 refuses a condition that never holds at its field: %s", async (exp, reason) => {
    expect(await fault(admin.post(`${base}/button/add`, aButton("tell", { exp })))).toEqual({ exp: reason });
  });

  it("ONF-02 refuses a statement and an address at their fields, and keeps what may be run", async () => {
    await admin.post(`${base}/button/add`, aButton("tell"));
    const [own, row] = ["/online/cgform/enhanceSql", { cgformHeadId: form, buttonCode: "tell" }];
    expect(await fault(admin.post(`${own}/add`, { ...row, cgbSql: "delete from sys_user where true" }))).toEqual({
      cgbSql: "第 1 行第 1 列：只能修改在线表单的表，不能修改“sys_user”",
    });
    expect(await fault(admin.post(`${own}/add`, { ...row, buttonCode: "no", cgbSql: "x" }))).toHaveProperty("cgbSql");
    const statement = { ...row, cgbSql: "delete from ext_pay where id = #{id}" };
    expect(await fault(admin.post(`${own}/add`, { ...statement, buttonCode: "no" }))).toHaveProperty("buttonCode");
    const { result } = await admin.post<Row>(`${own}/add`, statement);
    expect(result).toMatchObject({ buttonCode: "tell" });
    const renamed = { id: result.id, version: result.version, cgbSqlName: "删除" };
    expect(await admin.put(`${own}/edit`, renamed)).toMatchObject({ success: true });
    expect(await fault(admin.put(`${own}/edit`, { id: result.id, cgbSql: "drop table ext_pay" }))).toHaveProperty(
      "cgbSql",
    );
    const handler = { ...row, event: "start", cgJavaValue: "http://169.254.169.254/" };
    expect(await fault(admin.post("/online/cgform/enhanceJava/add", handler))).toHaveProperty("cgJavaValue");
    const designer = await server.as("designer");
    for (const call of ["add", "list"] as const) {
      const answer = call === "add" ? designer.post(`${own}/add`, statement) : designer.get(`${own}/list`);
      expect(await answer).toMatchObject({ status: 403 });
    }
  });
});
