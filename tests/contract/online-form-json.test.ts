import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keywords } from "../../runtime/json-schema/keywords.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { jsonSchemaOf } from "../../runtime/online-forms/definition.ts";
import { multipartBody } from "../support/multipart.ts";
import { aStoredForm, formBase as base } from "../support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** A JSON control of a form says by a JSON Schema what its values are. */
let server: TestServer;
let admin: TestClient;
let form: string;

const english = { headers: { "accept-language": "en-US" } };
const schema = {
  type: "object",
  properties: {
    retries: { type: "integer", minimum: 0, maximum: 5 },
    hosts: { type: "array", items: { type: "string" } },
  },
  required: ["retries"],
  additionalProperties: false,
};
const json = (dbFieldName: string, jsonSchema?: unknown, more: Row = {}) => ({
  ...{ dbFieldName, dbType: "Text", fieldShowType: "json", isQuery: 0 },
  ...(jsonSchema === undefined ? {} : { jsonSchema: JSON.stringify(jsonSchema, null, 2) }),
  ...more,
});

beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  form = await aStoredForm(admin, { tableName: "ext_service", tableType: 2 }, [
    "name",
    json("settings", schema),
    json("any_json", undefined, { dbType: "string", dbLength: 200 }),
  ]);
  await aStoredForm(admin, { tableName: "ext_service_line", tableType: 3 }, [
    { dbFieldName: "service_id", mainTable: "ext_service", mainField: "id", isShowForm: 0, isShowList: 0 },
    json("step", { type: "array", minItems: 1 }),
  ]);
});
afterAll(() => server.close());

const add = (row: Row, options = {}) => admin.post<string>(`${base}/api/form/${form}`, row, options);
const fieldsOf = async (headId: string) =>
  (await admin.get<Row[]>(`${base}/field/listByHeadId`, { query: { headId } })).result;
const headOf = async (id: string) => (await admin.get<Row>(`${base}/head/queryById`, { query: { id } })).result;
async function setSchema(jsonSchema: string | null, options = {}) {
  const own = (await fieldsOf(form)).find(({ dbFieldName }) => dbFieldName === "settings");
  return admin.put<Row>(`${base}/api/editAll`, { head: await headOf(form), fields: [{ ...own, jsonSchema }] }, options);
}

describe("values of a JSON control", () => {
  it("ONF-02 keep to its schema, and what does not is told with its line", async () => {
    const wrong = '{\n  "retries": 9\n}';
    expect(await add({ settings: wrong })).toMatchObject({
      success: false,
      message: "settings：第 2 行：retries 不能大于 5",
      result: { fieldErrors: { settings: "第 2 行：retries 不能大于 5" } },
    });
    expect((await add({ settings: wrong }, english)).message).not.toMatch(/\p{Script=Han}/u);
    expect((await add({ settings: '{"retries": 1, "host": []}' })).message).toContain('是否想写 "hosts"');
    expect((await add({ settings: "{" })).success).toBe(false);
    expect((await add({ any_json: "retries" })).success).toBe(false);
    const text = '{\n  "retries": 5,\n  "hosts": ["a"]\n}';
    const { success, result } = await add({ name: "A", settings: text, any_json: "[1]" });
    expect(success).toBe(true);
    const edit = { id: result, name: "A", settings: '{"retries": -1}' };
    expect((await admin.put(`${base}/api/form/${form}`, edit)).success).toBe(false);
    expect((await admin.get<Row>(`${base}/api/form/${form}/${result}`)).result).toMatchObject({ settings: text });
  });

  it("ONF-02 keep to it in the rows of a sub-form too", async () => {
    const rows = (step: string) => ({ name: "B", ext_service_line: [{ step: "[1]" }, { step }] });
    expect(await add(rows("[]"))).toMatchObject({
      success: false,
      message: "ext_service_line第 2 行：第 1 行：内容 至少 1 项",
    });
    expect(await add(rows("[2]"))).toMatchObject({ success: true });
  });

  it("ONF-02 keep to it in an import", async () => {
    const { body, options } = multipartBody([
      {
        name: "file",
        value: Buffer.from('name,settings\nC,"{""retries"": 3}"\nD,"{""retries"": 6}"\n'),
        fileName: "rows.csv",
        type: "text/csv",
      },
    ]);
    const answer = await admin.post<string>(`${base}/api/importXls/${form}`, body, options);
    expect(answer.code).toBe(201);
    const { text } = await admin.get(answer.result);
    expect(text).toContain("retries 不能大于 5");
  });

  it("ONF-06 are a text to clients that know no editor of JSON", async () => {
    const { result } = await admin.get<Row>(`${base}/api/getFormItem/${form}`);
    expect(result).toMatchObject({ schema: { properties: { settings: { view: "textarea", type: "string" } } } });
  });
});

describe("the schema of a JSON control", () => {
  it("ONF-01 is edited with help that knows every keyword that it may use", () => {
    const widget = server.context.documents.current.resolvedModels
      .get("online/cgform-field")
      ?.fields.get("jsonSchema")?.widget;
    const known = (widget as { readonly schema?: { readonly properties?: object } } | undefined)?.schema?.properties;
    expect(Object.keys(known ?? {})).toEqual(Object.keys(keywords));
  });

  it.each<[string, string, string, RegExp]>([
    ["no JSON", '{\n  "type": "object",\n}', "jsonSchema", /^第 2 行：这里多了逗号/],
    ["no object", '["a"]', "jsonSchema", /须为|应为/],
    ["an unknown kind", '{\n  "type": "objekt"\n}', "jsonSchema", /^第 2 行：/],
    ["a misspelt keyword", '{\n  "type": "object",\n  "propertis": {}\n}', "jsonSchema", /是否想写 "properties"/],
    [
      "a part of another document",
      '{\n\n  "items": { "$ref": "http://evil.example/x" }\n}',
      "jsonSchema",
      /^第 3 行：.*不在这个文档里/,
    ],
    ["a pattern that takes long", '{\n  "pattern": "(a+)+$"\n}', "jsonSchema", /^第 2 行：.*正则表达式/],
    ["a definition that is not there", '{ "$ref": "#/definitions/gone" }', "jsonSchema", /没有定义/],
    ["more than a setting needs", JSON.stringify({ description: "长".repeat(33_000) }), "jsonSchema", /./],
  ])("ONF-01 is refused with its place: %s", async (_what, text, key, message) => {
    const refused = await setSchema(text);
    expect(refused.success, JSON.stringify(refused)).toBe(false);
    const { fieldErrors } = refused.result as { readonly fieldErrors: Readonly<Record<string, string>> };
    expect(Object.keys(fieldErrors)).toEqual([expect.stringMatching(new RegExp(`^fields\\[\\d\\]\\.${key}$`))]);
    expect(Object.values(fieldErrors)[0]).toMatch(message);
    const inEnglish = await setSchema(text, english);
    const [said] = Object.values((inEnglish.result as typeof refused.result & { fieldErrors: Row }).fieldErrors);
    expect(said).not.toMatch(/\p{Script=Han}(?<!长)/u);
    expect(await add({ settings: '{"retries": 9}' })).toMatchObject({ success: false });
  });

  it("ONF-01 needs a column of text", async () => {
    const answer = await admin.post<Row>(`${base}/api/addAll`, {
      head: { tableType: 1, tableName: "ext_number_json", tableTxt: "x" },
      fields: [{ ...json("n", schema), dbFieldTxt: "n", dbType: "int" }],
      indexs: [],
    });
    expect(answer).toMatchObject({ success: false });
    expect(answer.result.fieldErrors).toEqual({ "fields[6].fieldShowType": "JSON 控件须用 string、Text 或 Blob 类型" });
  });

  it("ONF-01 takes effect with the save, without a change of the table", async () => {
    expect(await setSchema('{ "required": ["port"] }')).toMatchObject({ success: true });
    expect(await headOf(form)).toMatchObject({ isDbSynch: "Y" });
    expect((await add({ settings: '{"retries": 1}' })).message).toContain('缺少 "port"');
    expect(await setSchema(JSON.stringify(schema))).toMatchObject({ success: true });
  });

  it("ONF-04 goes out with the page and comes back with it", async () => {
    const query = { id: form };
    const answer = await admin.get(`${base}/head/exportPages`, { query });
    const files = Object.entries(unzipSync(answer.bytes)).map(([path, bytes]): [string, string] => [
      path,
      strFromU8(bytes),
    ]);
    const model = JSON.parse(new Map(files).get("form/ext-service.model.json") ?? "{}") as { fields: Row };
    expect(model.fields.settings).toMatchObject({ widget: { type: "code-editor", language: "json", schema } });
    const losses = await admin.get<{ records: Row[] }>(`${base}/head/pageFiles`, { query });
    expect(losses.result.records.filter(({ kind }) => kind !== "file").map(({ message }) => message)).toEqual([
      "表单不在菜单里，页面放在顶层，没有授权给任何角色",
    ]);
    const { body, options } = multipartBody([
      { name: "biz", value: "temp" },
      {
        name: "file",
        value: Buffer.from(zipSync(Object.fromEntries(files.map(([path, content]) => [path, strToU8(content)])))),
        fileName: "page.zip",
        type: "application/zip",
      },
    ]);
    const file = (await admin.post("/sys/common/upload", body, options)).message;
    const made = await admin.post<Row>(`${base}/head/addFromPages`, { file, tableName: "ext_service_back" });
    expect(made).toMatchObject({ success: true });
    const back = await fieldsOf(String(made.result.id));
    const settings = back.find(({ dbFieldName }) => dbFieldName === "settings");
    expect(settings).toMatchObject({ fieldShowType: "json", dbType: "Text" });
    expect(jsonSchemaOf({ jsonSchema: String(settings?.jsonSchema) })).toEqual(schema);
    expect(back.find(({ dbFieldName }) => dbFieldName === "any_json")).toMatchObject({ jsonSchema: null });
  });
});
