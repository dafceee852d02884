import { delimiter } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { uploadLimits } from "../../runtime/schema/upload-limits.ts";
import type { UploadKind } from "../../runtime/wire/upload-kind.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const schemasDir = ["schemas", "tests/fixtures/upload-kind"].join(delimiter);
const mega = 1024 * 1024;
const half = "/sys/common/upload/half";
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const pdf = (bytes: number) => Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(bytes - 9, "%")]);
const wrongEnding = "“契约”只能上传 .pdf 文件，不能上传 .png 文件";
const tooLarge = "“契约”的文件不能超过 1 MB，请缩减后重试";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer({ schemasDir });
  admin = await server.as("admin");
});
afterAll(() => server.close());

const upload = (value: Buffer, fileName: string, biz = "deed") => {
  const { body, options } = multipartBody([
    { name: "biz", value: biz },
    { name: "file", value, fileName },
  ]);
  return admin.post("/sys/common/upload", body, options);
};
const stored = async () => {
  const names: string[] = [];
  for await (const name of server.context.files.list()) names.push(name);
  return names;
};
const addDeed = (scan: string) =>
  admin.post<{ readonly fieldErrors?: Readonly<Record<string, string>> }>("/legal/deed/add", { name: "租约", scan });

it("UPL-06: a use written in a folder of documents alone takes its own types and sizes and no others", async () => {
  const { message } = await upload(pdf(mega), "租约.pdf");
  expect(message).toMatch(/^deed\/\d{6}\/\w+\.pdf$/);
  const before = await stored();
  expect(await upload(png, "租约.png")).toMatchObject({ status: 200, success: false, message: wrongEnding });
  expect(await upload(pdf(mega + 1), "大.pdf")).toMatchObject({ status: 413, success: false, message: tooLarge });
  expect(await upload(pdf(100), "a.pdf", "deeds")).toMatchObject({ success: false, message: "上传用途不正确" });
  expect(await stored()).toEqual(before);
});

it("an upload in parts is refused before its first byte", async () => {
  const begin = (fileName: string, fileSize: number) => admin.post(half, { fileName, fileSize, biz: "deed" });
  expect(await begin("租约.png", 9 * mega)).toMatchObject({ success: false, message: wrongEnding });
  expect(await begin("租约.pdf", 9 * mega)).toMatchObject({ status: 413, success: false, message: tooLarge });
  expect((await begin("租约.pdf", mega)).success).toBe(true);
});

it("a limit that is lowered while parts arrive holds at the next one", async () => {
  const { result } = await admin.post<{ id: string }>(half, { fileName: "a.pdf", fileSize: 9 * mega, biz: "upload" });
  const [general] = await kinds("upload");
  expect((await admin.put("/sys/uploadKind/edit", { ...general, extensions: "txt" })).success).toBe(true);
  const part = await admin.put(half, pdf(mega), {
    query: { id: result.id, offset: "0" },
    headers: { "content-type": "application/octet-stream" },
  });
  expect(part).toMatchObject({ success: false, message: "“通用”只能上传 .txt 文件，不能上传 .pdf 文件" });
  const [changed] = await kinds("upload");
  await admin.put("/sys/uploadKind/edit", { ...changed, extensions: null });
});

const kinds = async (code: string) =>
  (await admin.get<{ records: Readonly<Record<string, unknown>>[] }>("/sys/uploadKind/list", { query: { code } }))
    .result.records;

it("a file that was uploaded for another use does not come into the field: type, size and number are its own use's", async () => {
  const other = (await upload(png, "租约.png", "temp")).message;
  expect(await addDeed(other)).toMatchObject({
    success: false,
    result: { fieldErrors: { scan: `扫描件：${wrongEnding}` } },
  });
  const large = (await upload(pdf(mega + 1), "大.pdf", "temp")).message;
  expect((await addDeed(large)).result.fieldErrors?.scan).toBe(`扫描件：${tooLarge}`);
  const paths = [];
  for (const name of ["一.pdf", "二.pdf", "三.pdf"]) paths.push((await upload(pdf(100), name, "temp")).message);
  expect((await addDeed(paths.join(","))).result.fieldErrors?.scan).toBe("扫描件：“契约”最多 2 个文件");
  expect((await addDeed(paths.slice(1).join(","))).success).toBe(true);
});

it("whoever is signed in reads what every use allows; nobody else does, and only an administrator changes it", async () => {
  await addUser(server, { username: "lily" });
  const lily = await server.as("lily");
  const { result } = await lily.get<UploadKind[]>("/sys/common/upload/kinds");
  expect(result.find(({ code }) => code === "deed")).toEqual({
    code: "deed",
    title: "契约",
    extensions: ["pdf"],
    maxMb: 1,
    maxFiles: 2,
  });
  expect((await server.anonymous.get("/sys/common/upload/kinds")).status).toBe(401);
  expect((await lily.post("/sys/uploadKind/add", { code: "mine", title: "我的" })).status).toBe(403);
  expect(await admin.post("/sys/uploadKind/add", { code: "../x", title: "坏" })).toMatchObject({ success: false });
  expect(await admin.post("/sys/uploadKind/add", { code: "evil", title: "坏", extensions: "exe" })).toMatchObject({
    success: false,
  });
});

it("a use never allows more than the operator does", async () => {
  await admin.post("/sys/uploadKind/add", { code: "film", title: "影片", maxMb: 2000 });
  expect(await admin.post(half, { fileName: "a.mp4", fileSize: 101 * mega, biz: "film" })).toMatchObject({
    status: 413,
    message: "“影片”的文件不能超过 100 MB，请缩减后重试",
  });
});

it("the file types that a use can name are those that the server takes", async () => {
  const { result } = await admin.get<{ value: string }[]>("/sys/dict/getDictItems/file_extension");
  expect(result.map(({ value }) => value).sort()).toEqual([...uploadLimits.fileExtensions].sort());
});

it("the linter names the use that was meant", () => {
  const changed = (file: SourceFile): SourceFile =>
    file.path === "legal/deed.model.json"
      ? { ...file, text: file.text.replace('"biz": "deed"', '"biz": "ded"') }
      : file;
  const { diagnostics } = checkDocuments(readDocuments(schemasDir).map(changed));
  expect(diagnostics).toMatchObject([
    {
      file: "legal/deed.model.json",
      code: "LC2008",
      severity: "error",
      line: 13,
      suggestion: "deed",
      message: "没有上传用途 “ded”，是否想写 “deed”？",
    },
  ]);
});
