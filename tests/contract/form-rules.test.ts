import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import tables from "../../runtime/record/pattern-cases.json";
import { patternOf } from "../../runtime/record/patterns.ts";
import { multipartBody } from "../support/multipart.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** One field per named pattern: the table of values that the browser's rules pass is sent over HTTP as well. */
const shipped = fileURLToPath(new URL("../../schemas", import.meta.url));
const patterns = tables.map((table, index) => ({ ...table, name: `f${index}` }));

const model = {
  schemaVersion: 1,
  id: "member/rules",
  title: "校验",
  table: "test_rules",
  base: "/test/rules",
  permissionPrefix: "test:rules",
  titleField: "f0",
  fields: {
    ...Object.fromEntries(
      patterns.map(({ code, name }) => [
        name,
        { type: "string", title: code, maxLength: 2000, rules: [{ pattern: code }] },
      ]),
    ),
    picks: { type: "string", title: "选项", multiple: true, minItems: 2, maxItems: 3 },
    short: { type: "string", title: "长短", minLength: 2, maxLength: 4 },
    files: { type: "json", title: "附件", widget: { type: "file-upload", store: "files" } },
    cron: { type: "string", title: "执行时间", widget: { type: "cron" } },
  },
};

let server: TestServer;
let admin: TestClient;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "schema-console-rules-"));
  cpSync(shipped, folder, { recursive: true });
  writeFileSync(join(folder, "member", "rules.model.json"), JSON.stringify(model));
  server = await createTestServer({ schemasDir: folder });
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a row; the field that may not be empty is filled where nothing is said of it. */
const add = (row: Readonly<Record<string, unknown>>) =>
  admin.post<{ id: string; fieldErrors?: Record<string, string> } | null>("/test/rules/add", { f0: "有", ...row });

/** The nth value of every table; blank ones are left out, because an empty value is never matched (FRM-05). */
const rowOf = (kind: "good" | "bad", index: number) =>
  Object.fromEntries(
    patterns.flatMap(({ name, ...table }) => {
      const value = table[kind][index];
      return value === undefined || value.trim() === "" ? [] : [[name, value]];
    }),
  );

describe("form rules over HTTP agree with the browser's", () => {
  it("FRM-01..04 every good value of the tables is stored as it is", async () => {
    for (let index = 0; index < 50; index += 1) {
      const row = rowOf("good", index);
      const answer = await add(row);
      expect(answer, JSON.stringify([index, answer.result])).toMatchObject({ success: true });
      expect(answer.result).toMatchObject(row);
    }
  });

  it("FRM-01..04 every bad value is refused with the pattern's message, field by field", async () => {
    for (let index = 0; index < 50; index += 1) {
      const row = rowOf("bad", index);
      const expected = Object.fromEntries(
        patterns.filter(({ name }) => name in row).map(({ name, code }) => [name, patternOf(code).message]),
      );
      const { success, result } = await add(row);
      expect({ success, errors: result?.fieldErrors }, `row ${index}`).toEqual({ success: false, errors: expected });
    }
  });

  it.each([
    ["picks", "1", "最少选择2项"],
    ["picks", "1,2,3,4", "最多选择3项"],
    ["short", "一", "最小长度2位字符"],
    ["short", "一二三四五", "最大长度4位字符"],
    ["cron", "0 0 25 * * ?", "Cron表达式参数[时]错误：25"],
    ["cron", "* * * * * * * *", "Cron表达式最多7项！"],
  ])("FRM-04, CRN: %s = %s is refused: %s", async (name, value, message) => {
    expect((await add({ [name]: value })).result?.fieldErrors).toEqual({ [name]: message });
  });

  it("FRM-05 an empty value passes every rule but the one that it may not be empty", async () => {
    const blank = Object.fromEntries(patterns.map(({ name }) => [name, ""]));
    const rest = { picks: "1,2", short: "二二", cron: "0 0/5 * * * ?" };
    expect(await add({ ...blank, ...rest, f0: "有" })).toMatchObject({ success: true });
    expect((await add({ ...blank, ...rest })).result?.fieldErrors).toEqual({ f0: "请输入*" });
  });
});

describe("UPL-02 a value of files with name, path and size", () => {
  const upload = async (name: string) => {
    const { body, options } = multipartBody([{ name: "file", value: "九点到店", fileName: name }]);
    return (await admin.post("/sys/common/upload", body, options)).message;
  };
  const entry = (filePath: string) => ({ fileName: "记录.txt", filePath, fileSize: 12 });

  it("is stored as it is, and the row owns its files: a second row cannot take them", async () => {
    const path = await upload("记录.txt");
    const { result } = await add({ files: [entry(path)] });
    const read = await admin.get<{ files: object[] }>("/test/rules/queryById", { query: { id: result?.id ?? "" } });
    expect(read.result.files).toEqual([entry(path)]);
    const again = await add({ files: [entry(path)] });
    expect(again).toMatchObject({
      success: false,
      result: { fieldErrors: { files: "附件：文件不存在或不是您上传的" } },
    });
    expect(again.message).toContain("附件：文件不存在或不是您上传的");
  });
});
