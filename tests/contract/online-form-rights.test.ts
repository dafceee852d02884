import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { addUser } from "../support/people.ts";
import { aStoredForm, formBase as base } from "../support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Rights of an online form by the calls of contract 06 §6.5, as a clerk with a role meets them at the engine. */
let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
let main: string;
let sub: string;
let role: string;
let rows: Readonly<Record<"mine" | "other", string>>;

beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  main = await aStoredForm(admin, { tableName: "ext_pay", tableTxt: "付款", tableType: 2 }, [
    "payee",
    "amount",
    "state",
  ]);
  sub = await aStoredForm(admin, { tableName: "ext_pay_item", tableTxt: "明细", tableType: 3 }, [
    { dbFieldName: "pay_id", mainTable: "ext_pay", mainField: "id" },
    "topic",
  ]);
  await addUser(server, { username: "clerk", permissions: ["system:dict:list"] });
  await addUser(server, { username: "designer", permissions: ["online:cgform:list", "online:cgform:edit"] });
  const { rows: roles } = await sql<{ id: string }>`select id from sys_role where role_code = 'role_clerk'`.execute(
    server.db.kysely,
  );
  role = String(roles[0]?.id);
  clerk = await server.as("clerk");
});
afterAll(() => server.close());

const add = async (payee: string, state: string) =>
  String(
    (await admin.post(`${base}/api/form/${main}`, { payee, amount: "5", state, ext_pay_item: [{ topic: payee }] }))
      .result,
  );
const idOf = async (code: string, type: 1 | 2, form = main) =>
  String(
    (await admin.get<Row[]>(`${base}/api/authPage/${form}/${type}`)).result.find(
      (one) => `${one.code}/${one.control}` === code,
    )?.id,
  );
const grant = (call: string, ids: readonly string[], more: Row = {}, form = main) =>
  admin.post(`${base}/api/${call}/${role}/${form}`, { authId: JSON.stringify(ids), authMode: "role", ...more });

describe("before the form is in the menu", () => {
  it("ONF-03 nothing can be put under control, and the answer says why", async () => {
    const answer = await admin.post(`${base}/api/authButton`, { cgformId: main, code: "delete" });
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining("请先加入菜单") });
    expect((await admin.get<Row[]>(`${base}/api/authColumn/${main}`)).result).toHaveLength(15);
  });
});

describe("in the menu", () => {
  beforeAll(async () => {
    await admin.post(`${base}/head/addMenu`, { id: main, parentId: "base", roleIds: role });
    rows = { mine: await add("甲", "0"), other: await add("乙", "1") };
  });

  it("ONF-03 a field under control is nobody's without the grant: not read, not filtered, not changed", async () => {
    const seen = async () => Object.keys((await clerk.get<Row>(`${base}/api/form/${main}/${rows.mine}`)).result);
    expect(await seen()).toContain("amount");
    await admin.put(`${base}/api/authColumn`, { cgformId: main, code: "amount", status: 1 });
    const columns = (await admin.get<Row[]>(`${base}/api/authColumn/${main}`)).result;
    expect(columns.find(({ code }) => code === "amount")).toMatchObject({
      ...{ status: 1, listShow: true, formShow: true, formEditable: true, isMain: true, tableName: "ext_pay" },
    });
    expect(columns.find(({ code }) => code === "topic")).toMatchObject({ cgformId: sub, isMain: false, status: 0 });
    expect(await seen()).not.toContain("amount");
    expect(await seen()).not.toContain("state_dictText");
    const { result: list } = await clerk.get<{ columns: Row[] }>(`${base}/api/getColumns/${main}`);
    expect(list.columns.map(({ dataIndex }) => dataIndex)).not.toContain("amount");
    const { result: filtered } = await clerk.get<{ total: number }>(`${base}/api/getData/${main}`, {
      query: { amount: "7" },
    });
    expect(filtered.total).toBe(2);
    await clerk.put(`${base}/api/form/${main}`, { id: rows.mine, amount: "999" });
    expect((await admin.get<Row>(`${base}/api/form/${main}/${rows.mine}`)).result.amount).toBe("5");
  });

  it("ONF-03 who is granted seeing alone reads it and changes nothing", async () => {
    expect(await grant("roleColumnAuth", [await idOf("amount/5", 1)])).toMatchObject({ success: true });
    expect((await clerk.get<Row>(`${base}/api/form/${main}/${rows.mine}`)).result.amount).toBe("5");
    await clerk.put(`${base}/api/form/${main}`, { id: rows.mine, amount: "999" });
    expect((await admin.get<Row>(`${base}/api/form/${main}/${rows.mine}`)).result.amount).toBe("5");
    const { result: form } = await clerk.get<{ schema: { properties: Row } }>(`${base}/api/getFormItem/${main}`);
    expect(form.schema.properties.amount).toMatchObject({ ui: { widgetattrs: { disabled: true } } });
    const query = { roleId: role, cgformId: main, type: "1", authMode: "role" };
    expect((await admin.get<Row[]>(`${base}/api/roleAuth`, { query })).result).toMatchObject([
      { authId: await idOf("amount/5", 1), roleId: role, type: 1 },
    ]);
    await grant("roleColumnAuth", [await idOf("amount/5", 1), await idOf("amount/3", 1)]);
    await clerk.put(`${base}/api/form/${main}`, { id: rows.mine, amount: "6" });
    expect((await admin.get<Row>(`${base}/api/form/${main}/${rows.mine}`)).result.amount).toBe("6");
    await admin.post(`${base}/api/authColumn`, { cgformId: main, code: "amount", switchFlag: 3, formEditable: false });
    const after = (await admin.get<Row[]>(`${base}/api/authColumn/${main}`)).result;
    expect(after.find(({ code }) => code === "amount")).toMatchObject({ listShow: true, formEditable: false });
  });

  it("ONF-03 a button under control is pressed by those it is granted to, its own and those of every form", async () => {
    await admin.post(`${base}/button/add`, {
      ...{ cgformHeadId: main, buttonCode: "audit", buttonName: "审核", buttonStyle: "link", optType: "action" },
    });
    const press = () => clerk.post(`${base}/api/doButton`, { formId: main, buttonCode: "audit", dataId: rows.mine });
    const page = async () => (await clerk.get<Row>(`/lowcode/screens/online/list/${main}`)).result.granted;
    expect(await page()).toContain(`online:cgform:${main}:audit`);
    expect(await press()).not.toMatchObject({ status: 403 });
    const made = await admin.post<Row>(`${base}/api/authButton`, {
      cgformId: main,
      code: "audit",
      page: 3,
      control: 5,
    });
    await admin.post(`${base}/api/authButton`, { cgformId: main, code: "delete" });
    expect(made.result).toMatchObject({ code: "audit", type: 2, status: 1 });
    expect((await admin.get<Row>(`${base}/api/authButton/${main}`)).result).toMatchObject({
      buttonList: [{ buttonCode: "audit" }],
      authList: [{ code: "delete" }, { code: "audit" }],
    });
    expect(await press()).toMatchObject({ status: 403 });
    expect(await clerk.delete(`${base}/api/form/${main}/${rows.other}`)).toMatchObject({ status: 403 });
    expect(await clerk.delete(`${base}/form/${main}/delete`, { query: { id: rows.other } })).toMatchObject({
      status: 403,
    });
    expect((await clerk.get<Row>(`${base}/api/getColumns/${main}`)).result).toMatchObject({
      hideColumns: ["delete"],
      cgButtonList: [],
    });
    expect(await page()).not.toContain(`online:cgform:${main}:audit`);
    await grant("roleButtonAuth", [String(made.result.id)]);
    expect(await press()).not.toMatchObject({ status: 403 });
    expect(await clerk.delete(`${base}/api/form/${main}/${rows.other}`)).toMatchObject({ status: 403 });
    // Out of control again, it is everybody's who opens the form.
    await admin.put(`${base}/api/authButton/${await idOf("delete/5", 2)}`);
    expect((await clerk.get<Row>(`${base}/api/getColumns/${main}`)).result.hideColumns).toEqual([]);
  });

  it("ONF-03 data rules narrow the form's rows and with them those of its sub-tables", async () => {
    const totals = async () =>
      [
        await clerk.get<{ total: number }>(`${base}/form/${main}/list`),
        await clerk.get<{ total: number }>(`${base}/form/${sub}/list`),
      ].map(({ result }) => result.total);
    expect(await totals()).toEqual([2, 2]);
    const rule = {
      cgformId: main,
      ruleName: "未付",
      ruleColumn: "state",
      ruleOperator: "=",
      ruleValue: "0",
      status: 1,
    };
    expect(await admin.post(`${base}/api/authData`, { ...rule, ruleColumn: "salary" })).toMatchObject({
      success: false,
    });
    const { result: made } = await admin.post<Row>(`${base}/api/authData`, rule);
    expect((await admin.get<Row[]>(`${base}/api/authData/${main}`)).result).toMatchObject([
      { id: made.id, ruleColumn: "state", ruleOperator: "=", status: 1 },
    ]);
    expect(await totals()).toEqual([2, 2]);
    expect(await grant("roleDataAuth", [String(made.id)])).toMatchObject({ success: true });
    expect(await totals()).toEqual([1, 1]);
    expect(await clerk.get(`${base}/api/form/${main}/${rows.other}`)).toMatchObject({ success: false });
    await admin.put(`${base}/api/authData`, { cgformId: main, id: made.id, ruleValue: "1" });
    expect((await clerk.get<{ records: Row[] }>(`${base}/form/${sub}/list`)).result.records).toMatchObject([
      { topic: "乙" },
    ]);
    await admin.put(`${base}/api/authData`, { cgformId: main, id: made.id, status: 0 });
    expect((await admin.get<Row[]>(`${base}/api/validAuthData/${main}`)).result).toEqual([]);
    expect(await totals()).toEqual([2, 2]);
    await admin.delete(`${base}/api/authData/${made.id}`);
    expect((await admin.get<Row[]>(`${base}/api/authData/${main}`)).result).toEqual([]);
  });

  it("ONF-03 the grant drawer hands out the same rights", async () => {
    const { result } = await admin.get<Row>("/sys/role/queryTreeList");
    const text = JSON.stringify(result);
    expect(text).toContain("amount：可见");
    expect(text).toContain("审核");
  });

  it("refuses strangers, foreign ids, unknown fields and grants to single persons", async () => {
    const designer = await server.as("designer");
    for (const call of ["authColumn", "authButton"]) {
      expect(await designer.post(`${base}/api/${call}`, { cgformId: main, code: "state" })).toMatchObject({
        status: 403,
      });
    }
    expect(await designer.post(`${base}/api/authData`, { cgformId: main })).toMatchObject({ status: 403 });
    expect(await designer.post(`${base}/api/roleColumnAuth/${role}/${main}`, { authId: "[]" })).toMatchObject({
      status: 403,
    });
    expect(await grant("roleButtonAuth", ["base"])).toMatchObject({ success: false });
    expect(await grant("roleButtonAuth", [], { authMode: "user" })).toMatchObject({ success: false });
    for (const authId of ["[1]", "{}", "[", 7])
      expect(await grant("roleButtonAuth", [], { authId })).toMatchObject({ success: false });
    expect(await admin.put(`${base}/api/authColumn`, { cgformId: main, code: "id'; drop", status: 1 })).toMatchObject({
      success: false,
    });
    expect(await admin.post(`${base}/api/authButton`, { cgformId: main, code: "query" })).toMatchObject({
      success: false,
    });
    expect(await admin.put(`${base}/api/authButton/base`)).toMatchObject({ success: false });
    for (const buttonCode of ["list", "edit", "batch_delete"]) {
      const button = { cgformHeadId: main, buttonCode, buttonName: "x", buttonStyle: "link", optType: "action" };
      expect(await admin.post(`${base}/button/add`, button)).toMatchObject({ success: false });
    }
  });
});
