import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleServer, startConsoleServer } from "../support/console-server.ts";
import { databaseServer, type OwnDatabase } from "../support/database-server.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { copyStartedDatabase } from "../support/test-server.ts";
import { goesOnElsewhere, isStoredOnce, mega, part, text, Uploader } from "./server-cases/uploads.ts";

if (databaseServer) {
  const postgres = databaseServer;
  describe.each(["one folder", "a bucket", "a disk each"])("uploads at two servers with %s", (place) => {
    let database: OwnDatabase;
    let s3: S3Server | undefined;
    let folders: string[] = [];
    let a: ConsoleServer;
    let b: ConsoleServer;
    let person: Uploader;
    beforeAll(async () => {
      database = await copyStartedDatabase(postgres);
      s3 = place === "a bucket" ? await startS3Server() : undefined;
      const env = { DATABASE_URL: database.url, SEED: "none", LOG_LEVEL: "error", ...s3?.env };
      a = await startConsoleServer(env);
      b = await startConsoleServer(env, place === "one folder" ? a.dataDir : undefined);
      folders = [a.dataDir, b.dataDir];
      person = await new Uploader().signIn(a);
    });
    afterAll(async () => {
      await a?.stop();
      await b?.stop();
      await database?.drop();
      await s3?.close();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    const stored = async () =>
      s3
        ? s3.keys()
        : (await readdir(join(a.dataDir, "files"), { recursive: true })).filter((name) => name.endsWith(".txt"));

    if (place === "a disk each") {
      it("the other server says what is missing, keeps what came, and the first one makes the file", async () => {
        const content = text(12 * mega);
        const id = (await person.begin(a, content.length)).result?.id ?? "";
        await person.send(a, id, 0, content.subarray(0, part));
        const refused = await person.send(b, id, part, content.subarray(part, 2 * part));
        expect([refused.success, refused.message]).toEqual([
          false,
          "前面的部分不在这台服务器上：多台服务器须共用存储桶（S3_BUCKET）或同一个文件夹，请重试，仍不成功请联系管理员",
        ]);
        expect((await person.ask(b, id)).result).toMatchObject({ received: part, path: null });
        await person.send(a, id, part, content.subarray(part, 2 * part));
        const { message } = await person.send(a, id, 2 * part, content.subarray(2 * part));
        expect((await person.file(a, message)).equals(content)).toBe(true);
      });
      return;
    }

    it("parts that arrive by turns, twice at once, out of order, too long and too short become the one file", async () => {
      const content = text(16 * mega);
      const id = (await person.begin(a, content.length)).result?.id ?? "";
      const both = (offset: number, end: number) =>
        Promise.all([a, b].map((server) => person.send(server, id, offset, content.subarray(offset, end))));
      expect((await both(0, part)).map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await person.send(b, id, 2 * part, content.subarray(2 * part, 3 * part))).status).toBe(409);
      // Shorter than a part may be: it counts, and the next one begins behind it.
      const short = await person.send(b, id, part, content.subarray(part, part + mega));
      expect(short.result).toMatchObject({ received: part + mega, path: null });
      // It is not read: the answer comes, and the connection is closed, while it is still being sent.
      const tooLong = person.send(a, id, part + mega, text(part + 2)).then(({ status }) => status);
      expect([413, "cut"]).toContain(await tooLong.catch(() => "cut"));
      expect((await person.ask(b, id)).result).toMatchObject({ received: part + mega, path: null });
      await person.send(a, id, part + mega, content.subarray(part + mega, 2 * part + mega));
      const rest = 2 * part + mega;
      await person.send(b, id, rest, content.subarray(rest, rest + 2 * mega));
      // Two bytes more than were announced, in a part that may be that large.
      const end = Buffer.concat([content.subarray(rest + 2 * mega), Buffer.from("xx")]);
      const beyond = await person.send(b, id, rest + 2 * mega, end);
      expect([beyond.status, beyond.success]).toEqual([413, false]);
      const last = await both(rest + 2 * mega, content.length);
      const paths = last.filter(({ success }) => success).map(({ message }) => message);
      expect(new Set(paths).size).toBe(1);
      for (const server of [a, b]) expect((await person.file(server, paths[0] ?? "")).equals(content)).toBe(true);
    });

    it("an ended session keeps what came: signed in again, at the other server, the upload goes on", () =>
      goesOnElsewhere({ a, b, person, stored }));

    it("the same content at both at once is stored once, with a record for each", () =>
      isStoredOnce({ a, b, person, stored }));

    if (place === "a bucket") {
      it("a store that fails in the middle refuses the part in words, and the upload goes on when it is back", async () => {
        const bucket = s3 as S3Server;
        const content = text(8 * mega);
        const id = (await person.begin(a, content.length)).result?.id ?? "";
        await person.send(a, id, 0, content.subarray(0, part));
        bucket.fault = () => "cut";
        for (const refused of [
          await person.send(b, id, part, content.subarray(part)),
          await person.whole(a, text(mega)),
        ]) {
          expect([refused.status, refused.success]).toEqual([503, false]);
          expect(refused.message).toMatch(/^文件存储.*请稍后重试或联系管理员$/);
        }
        bucket.fault = undefined;
        expect((await person.ask(a, id)).result).toMatchObject({ received: part, path: null });
        const { message } = await person.send(b, id, part, content.subarray(part));
        expect((await person.file(a, message)).equals(content)).toBe(true);
      });
    }
  });
} else {
  it.todo("uploads at two servers need TEST_DATABASE_URL");
}
