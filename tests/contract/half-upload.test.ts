import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { HalfUploads } from "../../server/files/half-uploads.ts";
import { addUser } from "../support/people.ts";
import { isProving } from "../support/prove.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

const mega = 1024 * 1024;
const part = 5 * mega;
const base = "/sys/common/upload/half";
/** A text of so many bytes that no two places of which are the same. */
const text = (bytes: number) =>
  Buffer.from(
    randomBytes(Math.ceil(bytes / 2))
      .toString("hex")
      .slice(0, bytes),
  );

interface State {
  readonly id: string;
  readonly received: number;
  readonly path: string | null;
}

/** `two-servers.test.ts` has an upload into a bucket. */
const places = isProving ? ["the data folder", "a bucket"] : ["the data folder"];

describe.each(places)("UPL-06 uploads in parts, kept in %s", (place) => {
  let s3: S3Server | undefined;
  let server: TestServer;
  let admin: TestClient;
  let port: number;
  beforeAll(async () => {
    s3 = place === "a bucket" ? await startS3Server() : undefined;
    server = await createTestServer(s3 ? { env: { ...s3.env, LOG_LEVEL: "silent" } } : {});
    port = await server.listen();
    admin = await server.as("admin");
    await addUser(server, { username: "other" });
  });
  afterAll(async () => {
    await server.close();
    await s3?.close();
  });
  afterEach(() => vi.restoreAllMocks());

  const begin = (fileSize: number, fileName = "清单.txt", client = admin) =>
    client.post<State>(base, { fileName, fileSize, biz: "temp" });
  const send = (id: string, offset: number, bytes: Buffer, client = admin) =>
    client.put<State | null>(base, bytes, {
      query: { id, offset: String(offset) },
      headers: { "content-type": "application/octet-stream" },
    });
  const ask = (id: string, client = admin) => client.get<State>(base, { query: { id } });
  const stored = async () => {
    const names: string[] = [];
    for await (const name of server.context.files.list()) names.push(name);
    return names;
  };
  const records = async () =>
    (await sql<{ url: string }>`select url from sys_oss_file`.execute(server.db.kysely)).rows.map(({ url }) => url);
  const rows = async () =>
    Number(
      (await sql<{ n: string }>`select count(*) as n from sys_half_upload where path is null`.execute(server.db.kysely))
        .rows[0]?.n,
    );
  const read = (path: string, client = admin) => client.get(`/sys/common/static/${path}`);

  it("parts in order become one file with one record; the last answer is that of a whole file", async () => {
    const content = text(12 * mega);
    const before = await records();
    const { result } = await begin(content.length);
    expect(result).toMatchObject({ received: 0, path: null });
    const first = await send(result.id, 0, content.subarray(0, part));
    expect(first.result).toMatchObject({ received: part, path: null });
    expect((await send(result.id, part, content.subarray(part, 2 * part))).result).toMatchObject({
      received: 2 * part,
    });
    const last = await send(result.id, 2 * part, content.subarray(2 * part));
    expect([last.success, last.code, last.result]).toEqual([true, 0, null]);
    expect(last.message).toMatch(/^temp\/\d{6}\/[0-9a-f]+\.txt$/);
    expect((await read(last.message)).bytes.equals(content)).toBe(true);
    const { rows: found } = await sql`select file_name, file_size, sha256, mime_type, create_by from sys_oss_file
      where url = ${last.message}`.execute(server.db.kysely);
    expect(found).toEqual([
      {
        file_name: "清单.txt",
        file_size: expect.anything(),
        sha256: createHash("sha256").update(content).digest("hex"),
        mime_type: "text/plain; charset=utf-8",
        create_by: "admin",
      },
    ]);
    expect((await records()).length).toBe(before.length + 1);
    expect((await stored()).filter((name) => name.startsWith("half/"))).toEqual([]);
    // The answer was lost on its way: asking again, or sending again, tells it once more.
    expect((await ask(result.id)).result).toMatchObject({ path: last.message });
    expect((await send(result.id, 2 * part, content.subarray(2 * part))).message).toBe(last.message);
    expect((await records()).length).toBe(before.length + 1);
  });

  it("a part twice, one out of order and one beyond the end are refused and change nothing", async () => {
    const content = text(12 * mega);
    const { id } = (await begin(content.length)).result;
    await send(id, 0, content.subarray(0, part));
    const kept = await stored();
    for (const [offset, bytes] of [
      [0, content.subarray(0, part)],
      [2 * part, content.subarray(2 * part)],
      [part - 1, content.subarray(part - 1, part + 9)],
    ] as const) {
      expect(await send(id, offset, bytes)).toMatchObject({ status: 409, success: false, result: { received: part } });
    }
    await send(id, part, content.subarray(part, 2 * part));
    const beyond = await send(id, 2 * part, Buffer.concat([content.subarray(2 * part), Buffer.from("x")]));
    expect([beyond.status, beyond.success]).toEqual([413, false]);
    expect((await send(id, 2 * part, text(part + 1))).status).toBe(413);
    expect((await ask(id)).result).toMatchObject({ received: 2 * part, path: null });
    expect((await stored()).length).toBe(kept.length + 1);
    const done = await send(id, 2 * part, content.subarray(2 * part));
    expect((await read(done.message)).bytes.equals(content)).toBe(true);
  });

  it("more than was announced is refused in words over a real line, again and again, and the upload goes on", async () => {
    const content = text(3 * mega);
    const { id } = (await begin(content.length)).result;
    const sent = async (body: Buffer) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api${base}?id=${id}&offset=0`, {
        method: "PUT",
        headers: { "content-type": "application/octet-stream", "X-Access-Token": String(admin.token) },
        body: new Uint8Array(body),
      });
      return [answer.status, ((await answer.json()) as { message: string }).message] as const;
    };
    for (let time = 0; time < 5; time += 1) {
      expect(await sent(Buffer.concat([content, Buffer.from("xx")]))).toEqual([413, "内容过大，请缩减后重试"]);
    }
    const [status, path] = await sent(content);
    expect(status).toBe(200);
    expect((await read(path)).bytes.equals(content)).toBe(true);
  });

  it("the same part from two places at once counts once, the last one too", async () => {
    const content = text(9 * mega);
    const before = await records();
    const { id } = (await begin(content.length)).result;
    const both = (offset: number, end: number) =>
      Promise.all([1, 2, 3].map(() => send(id, offset, content.subarray(offset, end))));
    expect((await both(0, part)).map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const last = await both(part, content.length);
    const paths = last.filter(({ success }) => success).map(({ message }) => message);
    expect(new Set(paths).size).toBe(1);
    expect(last.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await records()).length).toBe(before.length + 1);
    expect((await read(paths[0] ?? "")).bytes.equals(content)).toBe(true);
    const own = (await stored()).filter((name) => name.startsWith("temp/"));
    expect(own.sort()).toEqual((await records()).filter((name) => name.startsWith("temp/")).sort());
  });

  it("what came before the line broke is kept, and the upload goes on behind it", async () => {
    const content = text(9 * mega);
    const { id } = (await begin(content.length)).result;
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `PUT /api${base}?id=${id}&offset=0 HTTP/1.1\r\nHost: test\r\nX-Access-Token: ${admin.token}\r\n` +
        `Content-Type: application/octet-stream\r\nContent-Length: ${part}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.write(content.subarray(0, 3 * mega), resolve));
    socket.end();
    socket.destroy();
    await expect.poll(async () => (await ask(id)).result.received).toBeGreaterThan(0);
    const { received } = (await ask(id)).result;
    expect(received).toBeLessThanOrEqual(3 * mega);
    await send(id, received, content.subarray(received, received + part));
    const rest = received + part;
    const done = rest < content.length ? await send(id, rest, content.subarray(rest)) : await ask(id);
    const path = "path" in (done.result ?? {}) ? (done.result as State).path : done.message;
    expect((await read(path ?? "")).bytes.equals(content)).toBe(true);
  });

  it("nobody else sees, continues or cancels it", async () => {
    const other = await server.as("other");
    const content = text(9 * mega);
    const { id } = (await begin(content.length)).result;
    await send(id, 0, content.subarray(0, part));
    for (const answer of [
      await ask(id, other),
      await send(id, part, content.subarray(part), other),
      await other.delete(base, { query: { id } }),
    ]) {
      expect(answer).toMatchObject({ status: 404, success: false, message: "上传已过期或已结束，请重新选择文件上传" });
    }
    expect((await server.anonymous.get(base, { query: { id } })).status).toBe(401);
    expect((await ask(id)).result.received).toBe(part);
    const done = await send(id, part, content.subarray(part));
    expect((await read(done.message, other)).status).toBe(404);
  });

  it.each([
    ["a program", "setup.exe", 9 * mega, "不支持上传 .exe 文件"],
    ["an unknown type", "a.xyz", 9 * mega, "不支持上传 .xyz 文件"],
    ["an empty file", "a.txt", 0, "文件大小不正确"],
    ["a length that is no number of bytes", "a.txt", 1.5, "文件大小不正确"],
    ["more than the operator allows", "a.txt", 101 * mega, "“临时”的文件不能超过 100 MB，请缩减后重试"],
    ["more than a day allows", "a.txt", 0, "今天上传的文件已达上限，请明天再试"],
  ])("%s is refused before anything is sent", async (_title, fileName, fileSize, message) => {
    if (message.startsWith("今天")) {
      await sql`update sys_setting set upload_max_mb = 2048`.execute(server.db.kysely);
      server.context.settings.clear();
      expect((await begin(501 * mega, fileName)).message).toBe(message);
      return;
    }
    expect(await begin(fileSize, fileName)).toMatchObject({ success: false, message });
  });

  it("another content than the name says ends the upload with its first part, and one that ends otherwise at the end", async () => {
    const [kept, open, known] = [await stored(), await rows(), await records()];
    const page = Buffer.concat([Buffer.from("<html><script>alert(1)</script>"), text(9 * mega)]);
    const { id } = (await begin(page.length)).result;
    const refused = await send(id, 0, page.subarray(0, part));
    expect([refused.success, refused.message]).toEqual([false, "文件内容与类型不符，请检查后重试"]);
    expect((await ask(id)).status).toBe(404);
    // In pieces so small that the first says nothing yet.
    const tiny = (await begin(5_000, "a.png")).result.id;
    await send(tiny, 0, Buffer.alloc(2_000, "x"));
    const last = await send(tiny, 2_000, Buffer.alloc(3_000, "x"));
    expect([last.success, last.message]).toEqual([false, "文件内容与类型不符，请检查后重试"]);
    expect((await ask(tiny)).status).toBe(404);
    expect([await stored(), await rows(), await records()]).toEqual([kept, open, known]);
  });

  it("a full disk refuses the part or the whole, keeps what came, and the upload goes on", async () => {
    const content = text(9 * mega);
    const { id } = (await begin(content.length)).result;
    await send(id, 0, content.subarray(0, part));
    const kept = await stored();
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const write = server.context.files.write.bind(server.context.files);
    for (const what of ["half/", "temp/"]) {
      vi.spyOn(server.context.files, "write").mockImplementation((path, source) =>
        path.startsWith(what) ? Promise.reject(full) : write(path, source),
      );
      const refused = await send(id, part, content.subarray(part));
      expect(refused).toMatchObject({ status: 503, message: "磁盘空间不足或不可写，未能保存，请联系管理员" });
      expect((await ask(id)).result).toMatchObject({ received: part, path: null });
      expect(await stored()).toEqual(kept);
      vi.restoreAllMocks();
    }
    const done = await send(id, part, content.subarray(part));
    expect((await read(done.message)).bytes.equals(content)).toBe(true);
  });

  it("a cancelled one leaves nothing; an expired one is swept with all that its servers left", async () => {
    const kept = await stored();
    const first = (await begin(9 * mega)).result.id;
    await send(first, 0, text(part));
    expect((await admin.delete(base, { query: { id: first } })).success).toBe(true);
    expect((await ask(first)).status).toBe(404);
    const second = (await begin(9 * mega)).result.id;
    await send(second, 0, text(part));
    // A server died while it made the file, and while it kept a part.
    await server.context.files.write("temp/202601/dead.txt", [Buffer.from("x")] as never);
    await sql`update sys_half_upload set targets = 'temp/202601/dead.txt' where id = ${second}`.execute(
      server.db.kysely,
    );
    await server.context.files.write("half/gone/0-1.bin", [Buffer.from("x")] as never);
    const parts = {
      db: server.db,
      files: server.context.files,
      newId: server.context.newId,
      clock: server.context.clock,
    };
    await new HalfUploads(parts).sweep();
    expect((await ask(second)).result.received).toBe(part);
    await new HalfUploads({ ...parts, now: () => Date.now() + 25 * 3_600_000 }).sweep();
    expect((await ask(second)).status).toBe(404);
    expect(await stored()).toEqual(kept);
  });

  it.each([
    ["no id", { offset: "0" }, "application/octet-stream"],
    ["an id of nobody", { id: "0".repeat(32), offset: "0" }, "application/octet-stream"],
    ["no offset", { id: "x" }, "application/octet-stream"],
    ["a negative offset", { id: "x", offset: "-1" }, "application/octet-stream"],
    ["another kind of body", { id: "x", offset: "0" }, "text/html"],
  ])("a part with %s is refused", async (_title, query, type) => {
    const answer = await admin.put(base, Buffer.from("x"), {
      query: query as never,
      headers: { "content-type": type },
    });
    expect(answer.success).toBe(false);
    expect(answer.status).toBeLessThan(500);
  });
});
