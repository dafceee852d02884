import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { multipartBody } from "../support/multipart.ts";
import { aStoredForm, formBase as base } from "../support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** 当 … 则 …: rules of a form are data of its definition; the engine enforces what they ask. */
let server: TestServer;
let admin: TestClient;
let form: string;
let line: string;

const isOut = { field: "kind", op: "eq", value: "out" };
const rules = [
  {
    match: "all",
    when: [isOut],
    then: [
      { do: "show", fields: ["reason"] },
      { do: "require", fields: ["reason"] },
    ],
  },
  {
    match: "all",
    when: [{ field: "done", op: "eq", value: "1" }],
    then: [{ do: "lock", fields: ["amount", "ext_leave_day"] }],
  },
  {
    match: "any",
    when: [isOut, { field: "kind", op: "empty" }],
    then: [{ do: "options", field: "level", values: ["1", "2"] }],
  },
  {
    match: "all",
    when: [{ field: "amount", op: "gt", value: 30 }],
    then: [{ do: "refuse", field: "amount", message: "最多 30 天" }],
  },
  {
    match: "all",
    when: [isOut],
    then: [
      { do: "set", field: "level", value: "2" },
      { do: "hint", field: "kind", message: "请附上行程" },
    ],
  },
];
const lineRules = [
  { match: "all", when: [{ field: "place", op: "filled" }], then: [{ do: "require", fields: ["note"] }] },
  { match: "all", when: [{ field: "note", op: "eq", value: "closed" }], then: [{ do: "lock", fields: ["place"] }] },
];

beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  form = await aStoredForm(admin, { tableName: "ext_leave", tableType: 2 }, [
    "kind",
    "reason",
    "level",
    "done",
    { dbFieldName: "amount", dbType: "int" },
  ]);
  line = await aStoredForm(admin, { tableName: "ext_leave_day", tableType: 3 }, [
    { dbFieldName: "leave_id", mainTable: "ext_leave", mainField: "id", isShowForm: 0, isShowList: 0 },
    "place",
    "note",
  ]);
  expect(await setRules(form, rules)).toMatchObject({ success: true });
  expect(await setRules(line, lineRules)).toMatchObject({ success: true });
});
afterAll(() => server.close());

const headOf = async (id: string) => (await admin.get<Row>(`${base}/head/queryById`, { query: { id } })).result;
async function setRules(id: string, given: unknown, more: Row = {}) {
  const { version } = await headOf(id);
  return admin.put<Row>(`${base}/head/edit`, { id, version, rules: given, ...more });
}
const add = (row: Row) => admin.post<string>(`${base}/api/form/${form}`, row);
const read = async (id: string) => (await admin.get<Row>(`${base}/api/form/${form}/${id}`)).result;

describe("what rules ask is done by the engine", () => {
  it("ONF-02 a field that they require is required, one that they hide is not kept", async () => {
    expect(await add({ kind: "out" })).toMatchObject({ success: false, message: "请输入reason" });
    expect(await add({ kind: "out", reason: "visit", amount: 31 })).toMatchObject({
      success: false,
      message: "amount：最多 30 天",
    });
    expect(await add({ kind: "out", reason: "visit", level: "3" })).toMatchObject({ success: false });
    const { result } = await add({ kind: "home", reason: "none of it", level: "3" });
    expect(await read(result)).toMatchObject({ reason: null, level: "3" });
  });

  it("ONF-02 a value that they lock stays, whoever writes it, and can be sent back as it is", async () => {
    const { result: id } = await add({ kind: "home", done: "1", amount: 3 });
    const edit = (row: Row) =>
      admin.put(`${base}/api/form/${form}`, { id, kind: "home", done: "1", amount: 3, ...row });
    expect(await edit({ amount: 4 })).toMatchObject({ success: false, message: "现在不能修改amount" });
    expect(await edit({ level: "2" })).toMatchObject({ success: true });
    expect(await edit({ done: "0", amount: 4 })).toMatchObject({ success: true });
    expect(await read(id)).toMatchObject({ amount: 4, level: "2" });
  });

  it("ONF-02 rows of a sub-form follow the rules of theirs", async () => {
    const days = (...rows: Row[]) => ({ kind: "home", ext_leave_day: rows });
    expect(await add(days({ place: "A", note: "x" }, { place: "B" }))).toMatchObject({
      success: false,
      message: "ext_leave_day第 2 行：请输入note",
    });
    const { result: id } = await add(days({ place: "A", note: "closed" }));
    const [day] = (await read(id)).ext_leave_day as readonly Row[];
    const edit = (row: Row) =>
      admin.put(`${base}/api/form/${form}`, { id, kind: "home", ext_leave_day: [{ ...day, ...row }] });
    expect(await edit({ place: "B" })).toMatchObject({
      success: false,
      message: "ext_leave_day第 1 行：现在不能修改place",
    });
    expect(await edit({ place: "B", note: "open" })).toMatchObject({ success: true });
  });
});

describe("rules are part of the definition", () => {
  it("ONF-01 need no synchronisation, are kept with each version and copied", async () => {
    expect(await headOf(form)).toMatchObject({ isDbSynch: "Y", rules: [{}, {}, {}, {}, {}] });
    await admin.post(`${base}/api/doDbSynch/${form}/normal`);
    const { rows } = await server.db.kysely
      .selectFrom("onl_cgform_version")
      .select("definition")
      .where("cgform_head_id", "=", form)
      .orderBy("create_time", "desc")
      .limit(1)
      .execute()
      .then((found) => ({ rows: found }));
    const kept = rows[0]?.definition;
    expect((typeof kept === "string" ? JSON.parse(kept) : kept) as Row).toMatchObject({ head: { rules } });
    const copied = await admin.get<Row>(`${base}/head/copyOnlineTable/${line}`, {
      query: { tableName: "ext_leave_copy" },
    });
    expect(copied).toMatchObject({ success: true });
    const forms = await admin.get<{ records: Row[] }>(`${base}/head/list`, { query: { tableName: "ext_leave_copy" } });
    expect(forms.result.records).toMatchObject([{ rules: lineRules }]);
  });

  it("ONF-01 follow a renamed field, and are shown by the preview before anything is stored", async () => {
    const id = await aStoredForm(admin, { tableName: "ext_rename" }, ["kind", "note"]);
    await setRules(id, [{ match: "all", when: [isOut], then: [{ do: "require", fields: ["note"] }] }]);
    const { result: fields } = await admin.get<Row[]>(`${base}/field/listByHeadId`, { query: { headId: id } });
    const renamed = fields.map((field) => (field.dbFieldName === "kind" ? { ...field, dbFieldName: "sort" } : field));
    const head = await headOf(id);
    const { result: seen } = await admin.post<Row>(`${base}/head/preview`, { ...head, fields: renamed });
    expect(seen).toMatchObject({ findings: [] });
    expect(JSON.stringify(seen.form)).toContain("row.sort == 'out'");
    expect(await admin.put(`${base}/api/editAll`, { head, fields: renamed })).toMatchObject({ success: true });
    expect(await headOf(id)).toMatchObject({ rules: [{ when: [{ field: "sort" }] }] });
    expect(await admin.post(`${base}/api/doDbSynch/${id}/normal`)).toMatchObject({ success: true });
    expect(await admin.post(`${base}/api/form/${id}`, { sort: "out" })).toMatchObject({ message: "请输入note" });
  });

  it.each<[string, unknown, string]>([
    [
      "a field that is not there",
      [{ match: "all", when: [{ ...isOut, field: "gone" }], then: [{ do: "require", fields: ["reason"] }] }],
      "规则 1：条件 1：表单没有字段 gone",
    ],
    [
      "rules that go round",
      [{ match: "all", when: [isOut], then: [{ do: "hide", fields: ["kind"] }] }],
      "规则 1：规则互相循环：kind → kind",
    ],
    [
      "a formula that is none",
      [{ match: "all", when: [], formula: "{{ row.kind = }}", then: [{ do: "require", fields: ["reason"] }] }],
      "规则 1：条件的公式有误",
    ],
    [
      "a formula over what is not there",
      [{ match: "all", when: [], formula: "{{ row.gone == 1 }}", then: [{ do: "require", fields: ["reason"] }] }],
      "gone",
    ],
    [
      "a formula that reaches out",
      [{ match: "all", when: [], formula: "{{ process.exit(1) }}", then: [{ do: "require", fields: ["reason"] }] }],
      "process",
    ],
    ["an unknown comparison", [{ match: "all", when: [{ ...isOut, op: "like" }], then: [] }], "rules"],
    ["an unknown effect", [{ match: "all", when: [isOut], then: [{ do: "run", fields: ["reason"] }] }], "rules"],
    ["a text", "row.kind == 1", "rules"],
    ["more than a person oversees", Array.from({ length: 101 }, () => rules[0]), "rules"],
  ])("ONF-01 are refused with the place: %s", async (_what, given, reason) => {
    const refused = await setRules(form, given);
    expect(refused.success).toBe(false);
    expect(JSON.stringify(refused)).toContain(reason);
    expect((await headOf(form)).rules).toEqual(rules);
  });

  it("ONF-01 a field that a rule needs is not taken away", async () => {
    const { result: fields } = await admin.get<Row[]>(`${base}/field/listByHeadId`, { query: { headId: form } });
    const kind = fields.find(({ dbFieldName }) => dbFieldName === "kind");
    const body = { head: await headOf(form), fields: [], deleteFieldIds: [String(kind?.id)] };
    const refused = await admin.put(`${base}/api/editAll`, body);
    expect(refused.success).toBe(false);
    expect(refused.message).toContain("表单没有字段 kind");
  });

  it("ONF-04 go out with the page and come back with it", async () => {
    const answer = await admin.get(`${base}/head/exportPages`, { query: { id: form } });
    const files = Object.fromEntries(
      Object.entries(unzipSync(answer.bytes)).map(([path, bytes]) => [path, strFromU8(bytes)]),
    );
    const losses = await admin.get<{ records: Row[] }>(`${base}/head/pageFiles`, { query: { id: form } });
    expect(losses.result.records.filter(({ kind }) => kind !== "file").map(({ message }) => message)).toEqual([
      "表单不在菜单里，页面放在顶层，没有授权给任何角色",
    ]);
    const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, strToU8(content)])));
    const { body, options } = multipartBody([
      { name: "biz", value: "temp" },
      { name: "file", value: Buffer.from(zip), fileName: "page.zip", type: "application/zip" },
    ]);
    const file = (await admin.post("/sys/common/upload", body, options)).message;
    const made = await admin.post<Row>(`${base}/head/addFromPages`, { file, tableName: "ext_leave_back" });
    expect(made).toMatchObject({ success: true });
    const back = (await headOf(String(made.result.id))).rules as readonly {
      when: Row[];
      then: { do: string; fields?: string[] }[];
    }[];
    const lock = back.flatMap(({ then }) => then).find((effect) => effect.do === "lock");
    expect(lock?.fields).toEqual(["amount", "ext_leave_day_2"]);
    expect(new Set(back.flatMap(({ then }) => then.map((effect) => effect.do)))).toEqual(
      new Set(["show", "require", "lock", "options", "refuse", "set", "hint"]),
    );
  });
});
