import { Readable } from "node:stream";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FileSweep } from "../../server/files/file-sweep.ts";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { proveCount } from "../support/prove.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

describe.each(["the data folder", "a bucket"])("UPL-06 files of the same content, kept in %s", (place) => {
  let s3: S3Server | undefined;
  let server: TestServer;
  let admin: TestClient;
  let lily: TestClient;
  beforeAll(async () => {
    s3 = place === "a bucket" ? await startS3Server() : undefined;
    server = await createTestServer(s3 ? { env: { ...s3.env, LOG_LEVEL: "silent" } } : {});
    admin = await server.as("admin");
    await addUser(server, { username: "lily", permissions: ["system:file:list", "system:file:delete"] });
    lily = await server.as("lily");
  });
  afterAll(async () => {
    await server.close();
    await s3?.close();
  });

  /** The emulator of buckets removes a folder that has become empty, with what is being written there. */
  const anchor = () => `temp/${new Date().toISOString().slice(0, 7).replace("-", "")}/anchor.txt`;
  const stored = async () => {
    const names: string[] = [];
    for await (const name of server.context.files.list()) if (name !== anchor()) names.push(name);
    return names.sort();
  };
  beforeEach(async () => {
    await sql`delete from sys_oss_file`.execute(server.db.kysely);
    for (const name of await stored()) await server.context.files.remove(name);
    await server.context.files.write(anchor(), Readable.from([Buffer.from("anchor")]));
  });
  const text = Buffer.from("同一份内容");
  const upload = async (client = admin, value = text, fileName = "a.txt") => {
    const { body, options } = multipartBody([
      { name: "biz", value: "temp" },
      { name: "file", value, fileName },
    ]);
    const { success, message } = await client.post("/sys/common/upload", body, options);
    expect(success).toBe(true);
    return message;
  };
  const read = async (path: string, client = admin, query = {}) => client.get(`/sys/common/static/${path}`, { query });
  const remove = async (path: string, client = admin) => {
    const { rows } = await sql<{ id: string }>`select id from sys_oss_file where url = ${path}`.execute(
      server.db.kysely,
    );
    return client.delete("/sys/oss/file/delete", { query: { id: rows[0]?.id ?? "" } });
  };

  it("are stored once under paths of their own, and removing one leaves the others", async () => {
    const paths = [await upload(), await upload(admin, text, "b.txt"), await upload(lily)];
    expect(new Set(paths).size).toBe(3);
    expect(await stored()).toEqual([paths[0]]);
    expect((await remove(paths[0] ?? "")).success).toBe(true);
    expect((await read(paths[0] ?? "")).status).toBe(404);
    for (const path of paths.slice(1)) expect((await read(path)).bytes.equals(text)).toBe(true);
    await remove(paths[1] ?? "");
    await remove(paths[2] ?? "");
    expect(await stored()).toEqual([]);
  });

  it("keep their rights: whoever has uploaded the same content reads and removes the own file only", async () => {
    const foreign = await upload();
    const own = await upload(lily);
    expect([(await read(foreign, lily)).status, (await read(own, lily)).status]).toEqual([404, 200]);
    expect((await remove(foreign, lily)).success).toBe(false);
    const { result } = await lily.get<{ records: { sha256?: unknown; object?: unknown }[] }>("/sys/oss/file/list");
    for (const row of result.records) expect([row.sha256, row.object]).toEqual([undefined, undefined]);
    expect((await remove(own, lily)).success).toBe(true);
    expect((await read(foreign)).bytes.equals(text)).toBe(true);
  });

  it("that come at the same time are stored once as well", async () => {
    const paths = await Promise.all(Array.from({ length: 6 }, (_, at) => upload(at % 2 ? lily : admin)));
    expect(await stored()).toHaveLength(1);
    for (const path of paths) expect((await read(path)).bytes.equals(text)).toBe(true);
  });

  it("that come while the last one is removed are there afterwards", async () => {
    let last = await upload();
    for (let round = 0; round < proveCount(5, 15); round += 1) {
      const [next] = await Promise.all([upload(), remove(last), upload(lily).then((path) => remove(path))]);
      expect((await read(next)).bytes.equals(text)).toBe(true);
      last = next;
    }
    expect(await stored()).toHaveLength(1);
    await Promise.all([remove(last), upload().then((path) => remove(path))]);
    expect(await stored()).toEqual([]);
  });

  it("that come in parts are stored once", async () => {
    const whole = await upload(admin, Buffer.alloc(6 * 1024 * 1024, "x"));
    const base = "/sys/common/upload/half";
    const begun = await lily.post<{ id: string }>(base, { fileName: "b.txt", fileSize: 6 * 1024 * 1024, biz: "temp" });
    const send = (offset: number, bytes: number) =>
      lily.put(base, Buffer.alloc(bytes, "x"), {
        query: { id: begun.result.id, offset: String(offset) },
        headers: { "content-type": "application/octet-stream" },
      });
    await send(0, 5 * 1024 * 1024);
    const { message } = await send(5 * 1024 * 1024, 1024 * 1024);
    expect(await stored()).toEqual([whole]);
    expect((await read(message, lily)).bytes.length).toBe(6 * 1024 * 1024);
    await lily.delete(base, { query: { id: begun.result.id } });
    expect((await read(message, lily)).status).toBe(200);
  });

  it("share their small picture, which goes with the last of them", async () => {
    const png = await sharp({ create: { width: 900, height: 900, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const paths = [await upload(admin, png, "a.png"), await upload(admin, png, "b.png")];
    for (const path of paths)
      expect((await read(path, admin, { thumb: "1" })).headers["content-type"]).toBe("image/webp");
    expect(await stored()).toHaveLength(2);
    await remove(paths[0] ?? "");
    expect((await read(paths[1] ?? "", admin, { thumb: "1" })).status).toBe(200);
    await remove(paths[1] ?? "");
    expect(await stored()).toEqual([]);
  });

  it("whose second copy a server did not come to remove lose it to the sweep", async () => {
    const [first, second] = [await upload(), await upload()];
    await server.context.files.write(second, Readable.from([text]));
    expect(await stored()).toEqual([first, second].sort());
    const { db, files, halfUploads } = server.context;
    const notes: string[] = [];
    await new FileSweep({ db, files, halfUploads, note: (event) => notes.push(event) }).sweep();
    expect([await stored(), notes]).toEqual([[first], []]);
    expect((await read(second)).bytes.equals(text)).toBe(true);
  });

  it("whose bytes are lost are stored anew", async () => {
    const lost = await upload();
    await server.context.files.remove(lost);
    const path = await upload();
    expect((await read(path)).bytes.equals(text)).toBe(true);
  });
});
