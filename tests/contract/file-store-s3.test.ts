import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../server/config/config.ts";
import { restoreBackup } from "../../server/files/backup/read-backup.ts";
import { writeBackup } from "../../server/files/backup/write-backup.ts";
import { localFileStore } from "../../server/files/file-store.ts";
import { openFileStore } from "../../server/files/open-file-store.ts";
import { s3Limits } from "../../server/files/s3-file-store.ts";
import { Health } from "../../server/monitor/health.ts";
import { openUsualDatabase } from "../support/database.ts";
import { isProving, proveIt } from "../support/prove.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const mega = 1024 * 1024;
let s3: S3Server;
let server: TestServer;
let url: string;
let token: string;
const usual = { ...s3Limits };
beforeAll(async () => {
  s3 = await startS3Server();
  server = await createTestServer({ env: s3.env });
  url = `http://127.0.0.1:${await server.listen()}/api`;
  token = (await server.as("admin")).token ?? "";
});
afterAll(async () => {
  await server.close();
  await s3.close();
});
afterEach(() => {
  s3.fault = undefined;
  Object.assign(s3Limits, usual);
});

const headers = (more: Readonly<Record<string, string>> = {}) => ({ "X-Access-Token": token, ...more });
async function upload(bytes: Buffer, name: string) {
  const form = new FormData();
  form.set("biz", "temp");
  form.set("file", new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${url}/sys/common/upload`, { method: "POST", headers: headers(), body: form });
  return (await answer.json()) as { readonly success: boolean; readonly code: number; readonly message: string };
}
const read = (path: string, more?: Readonly<Record<string, string>>) =>
  fetch(`${url}/sys/common/static/${path}`, { headers: headers(more) });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const records = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from sys_oss_file`.execute(server.db.kysely)).rows[0]?.n);
/** A text of so many bytes that no two places of which are the same. */
const text = (bytes: number) =>
  Buffer.from(
    randomBytes(Math.ceil(bytes / 2))
      .toString("hex")
      .slice(0, bytes),
  );
const storeWith = (env: Readonly<Record<string, string>>) => openFileStore(readConfig({ ...s3.env, ...env }));

describe("files in a bucket", () => {
  it.each([
    ["in one call", 200_000],
    ["in parts", 9 * mega],
  ])("UPL-06: a file is stored %s, read whole and in ranges, and removed", async (_, size) => {
    // Begins as compressed bytes may.
    const content = Buffer.concat([Buffer.from("80"), text(size - 2)]);
    const { success, message: path } = await upload(content, "清单.txt");
    expect(success).toBe(true);
    expect(s3.keys()).toContain(path);
    const whole = await read(path);
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    expect((await bytesOf(whole)).equals(content)).toBe(true);
    const part = await read(path, { range: "bytes=1000-1999" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 1000-1999/${size}`]);
    expect((await bytesOf(part)).equals(content.subarray(1000, 2000))).toBe(true);
    const tail = await read(path, { range: "bytes=-10" });
    expect((await bytesOf(tail)).equals(content.subarray(-10))).toBe(true);
    expect((await read(path, { range: `bytes=${size}-` })).status).toBe(416);
    const listed = await fetch(`${url}/sys/oss/file/list?pageSize=100`, { headers: headers() });
    const { result } = (await listed.json()) as { result: { records: { id: string; url: string }[] } };
    const id = result.records.find((one) => one.url === path)?.id;
    await fetch(`${url}/sys/oss/file/delete?id=${id}`, { method: "DELETE", headers: headers() });
    expect(s3.keys()).not.toContain(path);
    expect((await read(path)).status).toBe(404);
    expect(s3.unfinished()).toEqual([]);
  });

  it("the small picture of a large one lies in the bucket too, is made once, and goes with it", async () => {
    const picture = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: "#369" } })
      .jpeg()
      .toBuffer();
    const { message: path } = await upload(picture, "门头.jpg");
    const small = await bytesOf(await read(`${path}?thumb=1`));
    expect(await sharp(small).metadata()).toMatchObject({ format: "webp", width: 240, height: 160 });
    expect(s3.keys()).toContain(`thumbs/${path}.webp`);
    s3.calls.length = 0;
    expect((await bytesOf(await read(`${path}?thumb=1`))).equals(small)).toBe(true);
    expect(s3.calls.filter((call) => call.startsWith("PUT"))).toEqual([]);
    const { rows } = await sql<{ id: string }>`select id from sys_oss_file where url = ${path}`.execute(
      server.db.kysely,
    );
    await fetch(`${url}/sys/oss/file/delete?id=${rows[0]?.id}`, { method: "DELETE", headers: headers() });
    expect(s3.keys().filter((key) => key.includes(path))).toEqual([]);
  });

  it("what is refused leaves neither a file, nor a part, nor a record", async () => {
    const [keys, known] = [s3.keys(), await records()];
    // In parts: what is wrong is known when the first one has been sent.
    const long = await upload(text(11 * mega), "太大.txt");
    expect(long).toMatchObject({ success: false });
    const page = await upload(Buffer.from("<html></html>"), "页面.txt");
    expect(page).toMatchObject({ success: false, message: "文件内容与类型不符，请检查后重试" });
    expect(s3.keys()).toEqual(keys);
    expect(s3.unfinished()).toEqual([]);
    expect(await records()).toBe(known);
  });

  /** The same with less patience: its client keeps the limits of its first call. */
  let strict: TestServer;
  let strictUrl: string;
  let strictAdmin: TestClient;
  beforeAll(async () => {
    await server.context.files.problem(); // its client is there, and keeps its own
    strict = await createTestServer({ env: s3.env });
    strictUrl = `http://127.0.0.1:${await strict.listen()}/api`;
    strictAdmin = await strict.as("admin");
    Object.assign(s3Limits, { silentMs: 1_000, tries: 1 });
    await strict.context.files.problem();
    Object.assign(s3Limits, usual);
  });
  afterAll(() => strict.close());

  it.each([
    ["cut", "断开了连接", "PUT", 200_000],
    ["error", "应答 500", "PUT", 200_000],
    ["silent", "没有及时应答", "PUT", 200_000],
    ["cut", "断开了连接", "partNumber=2", 9 * mega],
    ["error", "应答 500", "partNumber=2", 9 * mega],
    ["silent", "没有及时应答", "partNumber=2", 9 * mega],
  ] as const)(
    "a store that fails in the middle (%s) says 文件存储%s and leaves nothing: %s",
    async (kind, why, on, size) => {
      const [keys, known] = [s3.keys(), await records()];
      s3.fault = (call) => (call.includes(on) ? kind : undefined);
      const form = new FormData();
      form.set("biz", "temp");
      form.set("file", new Blob([new Uint8Array(text(size))]), "清单.txt");
      const answer = await fetch(`${strictUrl}/sys/common/upload`, {
        method: "POST",
        headers: { "X-Access-Token": strictAdmin.token ?? "" },
        body: form,
      });
      expect([answer.status, await answer.json()]).toEqual([
        503,
        expect.objectContaining({ success: false, message: `文件存储${why}，操作未能完成，请稍后重试或联系管理员` }),
      ]);
      s3.fault = undefined;
      expect(s3.keys()).toEqual(keys);
      expect(s3.unfinished()).toEqual([]);
      expect(await records()).toBe(known);
      expect(
        Number((await sql<{ n: string }>`select count(*) as n from sys_oss_file`.execute(strict.db.kysely)).rows[0]?.n),
      ).toBe(0);
    },
  );

  it("a part that fails once is sent again", async () => {
    let failures = 0;
    s3.fault = (call) => (call.includes("partNumber=1") && failures++ === 0 ? "error" : undefined);
    const content = text(9 * mega);
    const { success, message } = await upload(content, "清单.txt");
    expect([success, failures > 1]).toEqual([true, true]);
    expect((await bytesOf(await read(message))).equals(content)).toBe(true);
  });

  it("an upload that broke off and could not be ended is swept after a day, and no younger one", async () => {
    Object.assign(s3Limits, { tries: 1 });
    const store = storeWith({});
    s3.fault = (call) => (call.includes("partNumber=2") || call.startsWith("DELETE") ? "error" : undefined);
    await expect(store.write("temp/202601/half.txt", [text(9 * mega)] as never)).rejects.toThrow("FILE_STORE_DOWN");
    s3.fault = undefined;
    expect(s3.unfinished()).toEqual(["temp/202601/half.txt"]);
    await store.sweep(Date.now() - 86_400_000);
    expect(s3.unfinished()).toEqual(["temp/202601/half.txt"]);
    await store.sweep(Date.now() + 1_000);
    expect(s3.unfinished()).toEqual([]);
    expect(s3.keys()).not.toContain("temp/202601/half.txt");
  });

  proveIt(
    "a backup holds the files of the bucket, and a restore writes them to the store of its settings",
    async () => {
      const content = text(300_000);
      const { message: path } = await upload(content, "合同.txt");
      const folder = mkdtempSync(join(tmpdir(), "schema-console-s3-"));
      const target = join(folder, "one.ndjson.gz");
      await writeBackup({ db: server.db, files: server.context.files, target });
      const bucket = storeWith({ S3_PREFIX: "restored/here" });
      for (const files of isProving ? [bucket, localFileStore(join(folder, "files"))] : [bucket]) {
        const copy = await openUsualDatabase();
        const report = await restoreBackup(target, copy, files);
        expect(report.differing).toEqual([]);
        expect(report.files).toBeGreaterThan(0);
        const back: Buffer[] = [];
        for await (const chunk of files.read(path)) back.push(chunk as Buffer);
        expect(Buffer.concat(back).equals(content)).toBe(true);
        await copy.close();
        const again = await openUsualDatabase();
        await expect(restoreBackup(target, again, files)).rejects.toThrow("已有的文件不会被覆盖");
        await again.close();
      }
      expect(s3.keys()).toContain(`restored/here/${path}`);
      rmSync(folder, { recursive: true });
    },
  );
});

describe("a store that cannot be used", () => {
  it.each([
    ["a wrong secret", { S3_KEY_SECRET: "wrong" }, "的密钥不正确"],
    ["an unknown key", { S3_KEY_ID: "nobody" }, "不认识这个密钥"],
    ["a missing bucket", { S3_BUCKET: "no-such-bucket" }, "的存储桶不存在"],
    ["nobody at the address", { S3_ENDPOINT: "http://127.0.0.1:1" }, "连接不上"],
  ])("%s is named", async (_, env, problem) => {
    Object.assign(s3Limits, { tries: 1 });
    expect(await storeWith(env).problem()).toBe(problem);
  });

  it("that is told on the page of the server, and to whoever uploads or reads", async () => {
    Object.assign(s3Limits, { tries: 1 });
    const problem = "的密钥不正确";
    const other = await createTestServer({ env: { ...s3.env, S3_KEY_SECRET: "wrong" } });
    const admin = await other.as("admin");
    const parts = await new Health(other.context).read();
    expect(parts.find(({ id }) => id === "files")).toMatchObject({ state: "down", detail: problem });
    const keys = s3.keys();
    const message = `文件存储${problem}，操作未能完成，请稍后重试或联系管理员`;
    const file = new Blob(["一"]);
    const form = new FormData();
    form.set("file", file, "a.txt");
    const answer = await fetch(`http://127.0.0.1:${await other.listen()}/api/sys/common/upload`, {
      method: "POST",
      headers: { "X-Access-Token": admin.token ?? "" },
      body: form,
    });
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([503, message]);
    expect(s3.keys()).toEqual(keys);
    await sql`insert into sys_oss_file (id, version, file_name, url, mime_type, create_by, tenant_id)
      values ('lost', 1, 'a.txt', 'temp/202601/lost.txt', 'text/plain', 'admin', 0)`.execute(other.db.kysely);
    expect((await admin.get("/sys/common/static/temp/202601/lost.txt")).message).toBe(message);
    await other.close();
  });

  it("the page of the server names address and bucket, and no key", async () => {
    const parts = await new Health(server.context).read();
    expect(parts.find(({ id }) => id === "files")).toEqual({
      id: "files",
      name: "文件存储",
      state: "up",
      detail: `${s3.env.S3_ENDPOINT} 的存储桶 files`,
    });
  });
});
