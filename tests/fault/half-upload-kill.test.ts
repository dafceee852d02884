import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { copyStartedFolder } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const part = 5 * 1024 * 1024;
const content = Buffer.from(randomBytes(6 * 1024 * 1024).toString("hex"));
let dataDir: string;
beforeAll(async () => {
  dataDir = await copyStartedFolder();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface State {
  readonly id: string;
  readonly received: number;
  readonly path: string | null;
}

async function signIn({ url }: ConsoleServer) {
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ username: "admin", password: testPassword });
  const signedIn = await fetch(`${url}/api/sys/login`, { method: "POST", headers: json, body });
  const { result } = (await signedIn.json()) as { result: { token: string } };
  const headers = { "X-Access-Token": result.token };
  const half = `${url}/api/sys/common/upload/half`;
  const read = async (answer: Promise<Response>) =>
    (await (await answer).json()) as { message: string; result: State | null };
  return {
    begin: async () =>
      (
        await read(
          fetch(half, {
            method: "POST",
            headers: { ...headers, ...json },
            body: JSON.stringify({ fileName: "清单.txt", fileSize: content.length, biz: "temp" }),
          }),
        )
      ).result as State,
    ask: async (id: string) => (await read(fetch(`${half}?id=${id}`, { headers }))).result as State,
    send: (id: string, offset: number, bytes: Buffer) =>
      read(
        fetch(`${half}?id=${id}&offset=${offset}`, {
          method: "PUT",
          headers: { ...headers, "content-type": "application/octet-stream" },
          body: new Uint8Array(bytes),
        }),
      ),
    sendSlowly: (id: string, offset: number, bytes: Buffer) =>
      fetch(`${half}?id=${id}&offset=${offset}`, {
        method: "PUT",
        headers: { ...headers, "content-type": "application/octet-stream" },
        body: new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(bytes)) }),
        duplex: "half",
      } as RequestInit),
    records: async () => {
      const listed = await fetch(`${url}/api/sys/oss/file/list?pageSize=100`, { headers });
      return ((await listed.json()) as { result: { records: { url: string }[] } }).result.records;
    },
    file: async (path: string) =>
      Buffer.from(await (await fetch(`${url}/api/sys/common/static/${path}`, { headers })).arrayBuffer()),
  };
}

it("UPL-06 an upload that kill -9 stops in a part goes on after the restart, and becomes one file without leftovers", async () => {
  const first = await startConsoleServer({ SEED: "none" }, dataDir);
  const before = await signIn(first);
  const { id } = await before.begin();
  await before.send(id, 0, content.subarray(0, part));
  before.sendSlowly(id, part, content.subarray(part, part + 1_000_000)).catch(() => undefined);
  const folder = join(dataDir, "files", "half", id);
  await until(async () => {
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
    expect(sizes.filter((size) => size > 0).length).toBe(2);
  });
  await first.stop("SIGKILL");
  const second = await startConsoleServer({ SEED: "none" }, dataDir);
  const after = await signIn(second);
  expect(await after.ask(id)).toMatchObject({ received: part, path: null });
  await after.send(id, part, content.subarray(part, 2 * part));
  const { message } = await after.send(id, 2 * part, content.subarray(2 * part));
  expect((await after.file(message)).equals(content)).toBe(true);
  expect((await after.records()).map(({ url }) => url)).toEqual([message]);
  // What the dead server was writing is taken by the sweep after a day; nothing else is left.
  expect((await readdir(folder)).filter((name) => !name.endsWith(".bin.part"))).toEqual([]);
  await second.stop();
});
