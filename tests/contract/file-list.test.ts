import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const png = Buffer.from(
  "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082",
  "hex",
);
const upload = (client: TestClient, url: string, fileName: string, biz = "upload", value: Buffer | string = png) => {
  const { body, options } = multipartBody([
    { name: "biz", value: biz },
    { name: "file", value, fileName },
  ]);
  return client.post<Row>(url, body, options);
};
const list = async (client: TestClient, query: Record<string, string> = {}) =>
  (await client.get<Page<Row>>("/sys/oss/file/list", { query })).result.records;

it("SYS-21 an uploaded file is in the list with its size, its picture and nobody who uses it", async () => {
  expect((await upload(admin, "/sys/oss/file/upload", "合影.png")).message).toBe("上传成功！");
  await upload(admin, "/sys/oss/file/upload", "说明.txt", "upload", "正文");
  const [text, picture] = await list(admin);
  expect(picture).toMatchObject({ fileName: "合影.png", biz_dictText: "通用", usage: null });
  expect(picture?.picture).toBe(picture?.url);
  expect(picture?.sizeText).toMatch(/^\d+ B$/);
  expect(text).toMatchObject({ fileName: "说明.txt", picture: null });
  expect((await admin.get(`/sys/common/static/${picture?.url}`)).bytes.equals(png)).toBe(true);
});

it("SYS-21 a file that a row uses names the row and stays; without it, it goes with its bytes", async () => {
  const url = (await upload(admin, "/sys/common/upload", "头像.png", "member")).message;
  const body = { realname: "王芳", mobile: "13912345678", avatar: url };
  const member = (await admin.post<Row>("/member/member/add", body)).result;
  const [used] = await list(admin, { url });
  expect(used?.usage).toBe("会员 王芳");
  const query = { id: String(used?.id) };
  expect(await admin.delete("/sys/oss/file/delete", { query })).toMatchObject({
    success: false,
    message: "文件正在使用（会员 王芳），不能删除",
  });
  expect((await admin.get(`/sys/common/static/${url}`)).status).toBe(200);
  await admin.put("/member/member/edit", { id: member.id, version: 1, avatar: null });
  const [free] = await list(admin, { url });
  if (free) expect((await admin.delete("/sys/oss/file/delete", { query })).success).toBe(true);
  expect(await list(admin, { url })).toEqual([]);
  expect((await admin.get(`/sys/common/static/${url}`)).status).toBe(404);
});

it("SYS-21 staff deletes what they uploaded and nothing else; without the permission nothing is listed", async () => {
  const permissions = ["system:file:list", "system:file:upload", "system:file:delete"];
  await addUser(server, { username: "filer", departs: ["A01"], permissions });
  await addUser(server, { username: "plain", departs: ["A01"] });
  const filer = await server.as("filer");
  await upload(filer, "/sys/oss/file/upload", "自己的.png");
  const rows = await list(filer, { pageSize: "100" });
  const own = rows.find((row) => row.createBy === "filer");
  const foreign = rows.find((row) => row.createBy === "admin");
  expect(await filer.delete("/sys/oss/file/delete", { query: { id: String(foreign?.id) } })).toMatchObject({
    success: false,
    message: "只能删除自己上传的文件",
  });
  expect((await filer.delete("/sys/oss/file/delete", { query: { id: String(own?.id) } })).success).toBe(true);
  expect((await list(filer, { pageSize: "100" })).map((row) => row.id)).toContain(foreign?.id);
  expect((await filer.get(`/sys/common/static/${foreign?.url}`)).status).toBe(404);
  expect((await (await server.as("plain")).get("/sys/oss/file/list")).status).toBe(403);
});
