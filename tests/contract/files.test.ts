import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** One red dot. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

describe("files", () => {
  let server: TestServer;
  let admin: TestClient;
  let port: Promise<number>;
  beforeAll(async () => {
    server = await createTestServer();
    port = server.listen();
    admin = await server.as("admin");
    await addUser(server, { username: "lily", permissions: ["member:member:list", "member:member:add"] });
    await addUser(server, { username: "stranger" });
  });
  afterAll(() => server.close());

  const upload = (value: Buffer, fileName: string, biz = "member", client = admin) => {
    const { body, options } = multipartBody([
      { name: "biz", value: biz },
      { name: "file", value, fileName },
    ]);
    return client.post("/sys/common/upload", body, options);
  };
  const storedFiles = () => {
    try {
      return readdirSync(join(server.context.config.dataDir, "files"), { recursive: true }).filter((name) =>
        /\.\w+$/.test(String(name)),
      );
    } catch {
      return [];
    }
  };

  it("a file and a picture of a person end at the tenant, for its administrator too", async () => {
    const loose = (await upload(png, "合同.png")).message;
    const face = (await upload(png, "头像.png", "avatar")).message;
    const person = { username: "pictured", realname: "有照片", password: "a-horse-of-another-colour", avatar: face };
    expect((await admin.post("/sys/user/add", person)).success).toBe(true);
    const id = await addUser(server, { username: "boss-2", tenants: [2] });
    const role = await server.db.kysely.selectFrom("sys_role").select("id").where("role_code", "=", "admin").execute();
    const link = { id: "boss-2", version: 1, user_id: id, role_id: String(role[0]?.id) };
    await server.db.kysely.insertInto("sys_user_role").values(link).execute();
    const boss = await server.as("boss-2");
    for (const path of [loose, face]) {
      expect((await boss.get(`/sys/common/static/${path}`)).status).toBe(404);
      expect((await admin.get(`/sys/common/static/${path}`)).status).toBe(200);
    }
    const stranger = await server.as("stranger");
    expect((await stranger.get(`/sys/common/static/${face}`)).status).toBe(200);
  });

  it("UPL-06: an upload answers its path in the message, under a name of ours", async () => {
    const answer = await upload(png, "头像.png");
    expect([answer.success, answer.code, answer.result]).toEqual([true, 0, null]);
    expect(answer.message).toMatch(/^member\/\d{6}\/[0-9a-f]+\.png$/);
    const read = await admin.get(`/sys/common/static/${answer.message}`);
    expect(read.bytes.equals(png)).toBe(true);
    expect(read.headers).toMatchObject({ "content-type": "image/png", "x-content-type-options": "nosniff" });
    expect(read.headers["content-disposition"]).toMatch(/^inline/);
  });

  it("UPL-06: the call of clients with an object store keeps and checks a file as any upload", async () => {
    const send = (value: Buffer, fileName: string) => {
      const { body, options } = multipartBody([
        { name: "biz", value: "member" },
        { name: "file", value, fileName },
      ]);
      return admin.post("/sys/upload/uploadMinio", body, options);
    };
    const answer = await send(png, "头像.png");
    expect(answer).toMatchObject({ success: true, message: expect.stringMatching(/^member\/\d{6}\/[0-9a-f]+\.png$/) });
    expect((await admin.get(`/sys/common/static/${answer.message}`)).bytes.equals(png)).toBe(true);
    const stranger = await server.as("stranger");
    expect((await stranger.get(`/sys/common/static/${answer.message}`)).status).toBe(404);
    const before = storedFiles();
    expect(await send(Buffer.from("<html></html>"), "a.png")).toMatchObject({ success: false });
    expect(storedFiles()).toEqual(before);
  });

  it.each([
    [
      "a page named as a picture",
      Buffer.from("<html><script>alert(1)</script></html>"),
      "a.png",
      "文件内容与类型不符，请检查后重试",
    ],
    ["a drawing with script", Buffer.from("<svg onload='alert(1)'/>"), "a.svg", "不支持上传 .svg 文件"],
    [
      "a page named as text",
      Buffer.from("<!doctype html><script>1</script>"),
      "a.txt",
      "文件内容与类型不符，请检查后重试",
    ],
    ["a program", Buffer.from("MZ"), "setup.exe", "不支持上传 .exe 文件"],
    ["a double ending", png, "photo.php.png", "文件名不正确，请改名后重试"],
    ["an unknown type", Buffer.from("x"), "a.xyz", "不支持上传 .xyz 文件"],
    ["an empty file", Buffer.alloc(0), "a.png", "文件是空的"],
  ])("%s is refused and leaves no file behind", async (_title, value, fileName, message) => {
    const before = storedFiles();
    const answer = await upload(value, fileName);
    expect([answer.success, answer.message]).toEqual([false, message]);
    expect(storedFiles()).toEqual(before);
  });

  it("a file beyond 10 MB is refused while it streams", async () => {
    const before = storedFiles();
    const answer = await upload(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]), "big.png");
    expect([answer.status, answer.success]).toEqual([413, false]);
    expect(storedFiles()).toEqual(before);
  });

  /** Writes the head of an upload to a real socket, with as much of a body as is given, and answers what came back. */
  const announce = async (length: number, body: Buffer, isCut: boolean) => {
    const { options } = multipartBody([]);
    const socket = connect(await port, "127.0.0.1");
    const answer: Buffer[] = [];
    socket.on("data", (chunk) => answer.push(chunk));
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(
      `POST /api/sys/common/upload HTTP/1.1\r\nHost: test\r\nX-Access-Token: ${admin.token}\r\n` +
        `Content-Type: ${options.headers?.["content-type"]}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.write(body, resolve));
    if (isCut) {
      // The server has begun to write before the line breaks.
      await expect.poll(() => storedFiles().length).toBeGreaterThan(0);
      socket.destroy();
    }
    await closed;
    return Buffer.concat(answer).toString();
  };

  it("10 GB that are announced are refused before they are read, and the connection ends", async () => {
    const answer = await announce(10 * 1024 ** 3, Buffer.from("--"), false);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(answer).toContain('"success":false');
  });

  it("half an upload leaves neither a file nor a record", async () => {
    const records = async () => (await admin.get<{ total: number }>("/sys/oss/file/list")).result.total;
    const [before, known] = [storedFiles(), await records()];
    const { body } = multipartBody([
      { name: "file", value: Buffer.concat([png, Buffer.alloc(200_000)]), fileName: "半.png" },
    ]);
    await announce(5_000_000, body.subarray(0, body.length - 100), true);
    await expect.poll(storedFiles).toEqual(before);
    expect(await records()).toBe(known);
  });

  it("the same file twice is two files: taking one away leaves the other", async () => {
    const [first, second] = [await upload(png, "同一张.png"), await upload(png, "同一张.png")];
    expect(first.message).not.toBe(second.message);
    const { result } = await admin.get<{ records: { id: string; url: string }[] }>("/sys/oss/file/list", {
      query: { pageSize: "100" },
    });
    const id = result.records.find(({ url }) => url === first.message)?.id ?? "";
    expect((await admin.delete("/sys/oss/file/delete", { query: { id } })).success).toBe(true);
    expect((await admin.get(`/sys/common/static/${first.message}`)).status).toBe(404);
    expect((await admin.get(`/sys/common/static/${second.message}`)).bytes.equals(png)).toBe(true);
  });

  it.each(["../../etc/passwd.png", "C:\\\\temp\\\\a.png", "/var/www/a.png", "a/../../b.png"])(
    "the path parts of the name %s are dropped: the file lies below its use under a name of ours",
    async (fileName) => {
      const { message: path } = await upload(png, fileName);
      expect(path).toMatch(/^member\/\d{6}\/[0-9a-f]+\.png$/);
      const shown = decodeURIComponent(
        String((await admin.get(`/sys/common/static/${path}`)).headers["content-disposition"]),
      );
      expect(shown).not.toMatch(/\.\.|[\\/]/);
    },
  );

  it("a use that is not on the list is refused, and so is a path as a use", async () => {
    for (const biz of ["../../etc", "member/..", "unknown"]) {
      const answer = await upload(png, "a.png", biz);
      expect([answer.success, answer.message]).toEqual([false, "上传用途不正确"]);
    }
  });

  it("a file that no row uses is read by its uploader alone", async () => {
    const { message: path } = await upload(png, "own.png", "temp", await server.as("lily"));
    expect((await (await server.as("lily")).get(`/sys/common/static/${path}`)).status).toBe(200);
    const foreign = await (await server.as("stranger")).get(`/sys/common/static/${path}`);
    expect([foreign.status, foreign.message]).toEqual([404, "文件不存在或无权查看"]);
    expect((await server.anonymous.get(`/sys/common/static/${path}`)).status).toBe(401);
  });

  it("a file that a row uses is read by whoever may see the row, and by nobody else", async () => {
    const lily = await server.as("lily");
    const { message: avatar } = await upload(png, "face.png", "member", lily);
    const added = await lily.post<{ id: string }>("/member/member/add", {
      realname: "王芳",
      mobile: "13900000001",
      registerSource: "2",
      avatar,
    });
    expect(added.message).toBe("添加成功！");
    expect((await admin.get(`/sys/common/static/${avatar}`)).status).toBe(200);
    expect((await (await server.as("stranger")).get(`/sys/common/static/${avatar}`)).status).toBe(404);
  });

  it("a picture in formatted text is read by whoever may see the text; showing a foreign one opens nothing", async () => {
    await addUser(server, { username: "reader", permissions: ["ad:content:list"] });
    const writer = await addUser(server, { username: "writer", permissions: ["ad:content:list", "ad:content:add"] });
    expect(writer).toBeTruthy();
    const reader = await server.as("reader");
    const path = (await upload(png, "插图.png", "upload")).message;
    const shown = (client: TestClient) => client.get(`/sys/common/static/${path}`).then(({ status }) => status);
    const page = (code: string) => ({
      code,
      title: "活动说明",
      contentType: "1",
      body: `<p>见图<img src="/api/sys/common/static/${path}" alt="插图"></p>`,
    });
    // Somebody else, who was told the address, shows it first.
    const added = await (await server.as("writer")).post("/ad/pageContent/add", page("copied"));
    expect(added.success).toBe(true);
    expect(await shown(reader)).toBe(404);
    expect((await admin.post("/ad/pageContent/add", page("own"))).success).toBe(true);
    expect(await shown(reader)).toBe(200);
    expect(await shown(await server.as("stranger"))).toBe(404);
  });

  it("nobody reads a foreign file by naming it in a row of their own", async () => {
    const { message: secret } = await upload(png, "secret.png", "temp");
    const lily = await server.as("lily");
    const stolen = await lily.post("/member/member/add", {
      realname: "李娜",
      mobile: "13900000002",
      registerSource: "2",
      avatar: secret,
    });
    expect([stolen.success, stolen.message]).toEqual([false, "头像：文件不存在或不是您上传的"]);
    expect((await lily.get(`/sys/common/static/${secret}`)).status).toBe(404);
  });

  it("a picture has a small one: turned, without what the camera wrote, kept, and gone with it", async () => {
    const photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: "#7aa5d8" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { result } = await (async () => {
      const { body, options } = multipartBody([{ name: "file", value: photo, fileName: "门头.jpg" }]);
      return admin.post<{ url: string }>("/sys/oss/file/upload", body, options);
    })();
    const small = await admin.get(`/sys/common/static/${result.url}?thumb=1`);
    const seen = await sharp(small.bytes).metadata();
    expect([seen.format, seen.width, seen.height, seen.exif]).toEqual(["webp", 120, 240, undefined]);
    expect(small.bytes.length).toBeLessThan(2_000);
    const again = await admin.get(`/sys/common/static/${result.url}?thumb=1`);
    expect(again.bytes.equals(small.bytes)).toBe(true);
    expect((await admin.get(`/sys/common/static/${result.url}`)).bytes.equals(photo)).toBe(true);
    expect((await (await server.as("stranger")).get(`/sys/common/static/${result.url}?thumb=1`)).status).toBe(404);
    expect(storedFiles().filter((name) => String(name).endsWith(".jpg.webp"))).toHaveLength(1);
    const { id } = await server.db.kysely
      .selectFrom("sys_oss_file")
      .select("id")
      .where("url", "=", result.url)
      .executeTakeFirstOrThrow();
    expect((await admin.delete(`/sys/oss/file/delete?id=${id}`)).success).toBe(true);
    expect(storedFiles().filter((name) => String(name).endsWith(".jpg.webp"))).toEqual([]);
  });

  it("a picture that cannot be decoded, or would fill the memory, is answered as it is", async () => {
    const broken = Buffer.concat([png.subarray(0, 40), Buffer.alloc(5_000)]);
    // 60,000 by 60,000 pixels, as its head says.
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    for (const value of [broken, bomb]) {
      const { message: path } = await upload(value, "坏图.png");
      for (const _ of [1, 2]) {
        const answer = await admin.get(`/sys/common/static/${path}?thumb=1`);
        expect([answer.status, answer.headers["content-type"], answer.bytes.equals(value)]).toEqual([
          200,
          "image/png",
          true,
        ]);
      }
    }
  });

  it("a traversal in the address finds nothing", async () => {
    for (const path of ["../../package.json", "..%2f..%2fpackage.json", "member/../../x.png", "%00"]) {
      expect((await admin.get(`/sys/common/static/${path}`)).status).toBe(404);
    }
  });
});
