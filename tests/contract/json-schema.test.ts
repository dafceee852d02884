import { delimiter } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";
import { multipartBody } from "../support/multipart.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const fixture = "tests/fixtures/json-schema";
const schemasDir = ["schemas", fixture].join(delimiter);
type Errors = { readonly fieldErrors?: Readonly<Record<string, string>> } | null;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer({ schemasDir });
  admin = await server.as("admin");
});
afterAll(() => server.close());

const rows = async () =>
  (await admin.get<{ records: Readonly<Record<string, unknown>>[] }>("/shop/setup/list")).result.records;
const good = { warehouses: [{ code: "W001" }], mode: "auto" };

it("a JSON value that does not keep to its field's schema is refused with its place, at an addition and at an edit", async () => {
  const add = await admin.post<Errors>("/shop/setup/add", { name: "甲", stock: { warehouses: [{ code: "1" }] } });
  expect(add).toMatchObject({
    success: false,
    result: { fieldErrors: { stock: "warehouses[0].code 的格式不对，须符合 ^W\\d{3}$" } },
  });
  expect(await rows()).toEqual([]);
  expect((await admin.post("/shop/setup/add", { name: "甲", stock: good })).success).toBe(true);
  const [row] = await rows();
  const edit = await admin.put<Errors>("/shop/setup/edit", { ...row, stock: { ...good, modes: "auto" } });
  expect(edit.result?.fieldErrors?.stock).toBe('内容 "modes" 里没有这一项，是否想写 "mode"？');
  expect((await rows())[0]?.stock).toEqual(good);
});

it("a text of JSON is read by the language of documents that it names, and the line is told", async () => {
  const script = '{\n  "schemaVersion": 1,\n  "idd": "a/b"\n}';
  const { result } = await admin.post<Errors>("/shop/setup/add", { name: "乙", script });
  expect(result?.fieldErrors?.script).toMatch(/^第 3 行：未知属性 “idd”/);
});

it("an English console reads why", async () => {
  const { result } = await admin.post<Errors>(
    "/shop/setup/add",
    { name: "丙", stock: {} },
    { headers: { "accept-language": "en-US" } },
  );
  expect(result?.fieldErrors?.stock).toBe('Content lacks "warehouses"');
});

it("the sheet of an import is refused at its line", async () => {
  const sheet = Buffer.from('名称,模型草稿\n丁,"{ ""a"": 1"\n');
  const { body, options } = multipartBody([{ name: "file", value: sheet, fileName: "门店配置.csv" }]);
  const answer = await admin.post("/shop/setup/importExcel", body, options);
  const report = await admin.get((answer.result as { fileUrl: string }).fileUrl);
  expect(report.text).toMatch(/模型草稿.*第 1 行：缺少右花括号/);
  expect((await rows()).map(({ name }) => name)).not.toContain("丁");
});

it("the linter names the place in a schema that cannot be used", () => {
  const changed = (from: string, to: string) => (file: SourceFile) =>
    file.path === "shop/setup.model.json" ? { ...file, text: file.text.replace(from, to) } : file;
  const found = (from: string, to: string) =>
    checkDocuments(readDocuments(fixture).map(changed(from, to))).diagnostics.filter(
      ({ file }) => file === "shop/setup.model.json",
    );
  const remote = found('"$ref": "#/definitions/warehouse"', '"$ref": "https://example.test/w.json"');
  expect(remote).toMatchObject([{ code: "LC2029", severity: "error", line: 20 }]);
  expect(remote[0]?.message).toContain("$ref 只能写");
  expect(found('"minItems"', '"minItem"')).toMatchObject([{ code: "LC2029", suggestion: "minItems" }]);
  expect(found("^W\\\\d{3}$", "^(\\\\w+)+$")).toMatchObject([{ code: "LC2029" }]);
  expect(found('"language": "json", "schema"', '"language": "sql", "schema"')).toMatchObject([{ code: "LC2029" }]);
});
