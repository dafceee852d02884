import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { localFileStore } from "../../server/files/file-store.ts";
import { multipartBody } from "../support/multipart.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const whole = multipartBody([
  { name: "biz", value: "member" },
  { name: "file", value: "a,b\n1,2\n", fileName: "list.csv" },
]);
const type = "multipart/form-data; boundary=----schema-console-test";
const broken: readonly (readonly [string, string, Buffer])[] = [
  ["that ends early", type, whole.body.subarray(0, -30)],
  ["that ends in the header of a part", type, whole.body.subarray(0, 60)],
  ["without a boundary in its type", "multipart/form-data", whole.body],
  ["with another boundary than it names", "multipart/form-data; boundary=other", whole.body],
  ["with a boundary that is too long", `multipart/form-data; boundary=${"x".repeat(300)}`, whole.body],
  ["that is no multipart at all", type, Buffer.from("hello")],
];
const storedFiles = () => {
  const folder = join(server.context.config.dataDir, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
};
const doors = ["/sys/common/upload", "/member/member/importExcel"];

describe.each(doors)("%s", (url) => {
  it.each(broken)("refuses a body %s with 400 and what to do", async (_, contentType, body) => {
    const answer = await admin.post(url, body, { headers: { "content-type": contentType } });
    expect({ status: answer.status, success: answer.success, code: answer.code, message: answer.message }).toEqual({
      status: 400,
      success: false,
      code: 400,
      message: "上传的内容不完整或格式不正确，请重新选择文件上传",
    });
    expect(storedFiles()).toEqual([]);
  });
});

it("an upload onto a full disk says so, and the next one works", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  vi.spyOn(server.context.files, "write").mockRejectedValueOnce(full);
  const refused = await admin.post("/sys/common/upload", whole.body, whole.options);
  expect(refused).toMatchObject({
    status: 503,
    success: false,
    message: "磁盘空间不足或不可写，未能保存，请联系管理员",
  });
  expect((await admin.post("/sys/common/upload", whole.body, whole.options)).success).toBe(true);
});

const fullDevice = "/dev/full";
if (existsSync(fullDevice)) {
  it("a file that the disk has no room for leaves nothing behind", async () => {
    const folder = mkdtempSync(join(tmpdir(), "schema-console-full-"));
    mkdirSync(join(folder, "member"));
    symlinkSync(fullDevice, join(folder, "member", "a.csv.part"));
    const writing = localFileStore(folder).write("member/a.csv", Readable.from([Buffer.alloc(100_000)]));
    await expect(writing).rejects.toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(join(folder, "member"))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
}
