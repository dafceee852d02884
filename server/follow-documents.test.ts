import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveClient, openLive } from "../tests/support/live-client.ts";
import { createTestServer, type TestClient, type TestServer } from "../tests/support/test-server.ts";
import { until } from "../tests/support/until.ts";
import type { Finding } from "./documents/findings.ts";
import type { DocumentWatch } from "./documents/watch-documents.ts";
import { followDocuments } from "./follow-documents.ts";

let own = "";
let server: TestServer;
let admin: TestClient;
let watch: DocumentWatch;
let live: LiveClient;
beforeAll(async () => {
  own = mkdtempSync(join(tmpdir(), "own-documents-"));
  server = await createTestServer({ followsDocuments: true });
  admin = await server.as("admin");
  const { source, context } = server;
  const schemasDir = `schemas:${own}`;
  watch = followDocuments({ schemasDir, source, server: { context }, intervalMs: 20 });
  const port = await server.listen();
  const me = await admin.get<{ userInfo: { id: string } }>("/sys/user/getUserInfo");
  live = await openLive({ port, path: `/websocket/${me.result.userInfo.id}`, token: admin.token });
});
afterAll(async () => {
  watch?.stop();
  live?.socket.terminate();
  await server?.close();
  rmSync(own, { recursive: true, force: true });
});

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(own, path)), { recursive: true });
  writeFileSync(join(own, path), typeof content === "string" ? content : JSON.stringify(content));
}

const name = { type: "string", title: "名称", maxLength: 20, required: true };
const model = (more: object = {}, id = "own/coupon") => ({
  schemaVersion: 1,
  id,
  title: "优惠券",
  table: "own_coupon",
  base: "/own/coupon",
  permissionPrefix: "own:coupon",
  fields: { name, ...more },
});
const screen = (title: string) => ({
  schemaVersion: 1,
  kind: "list",
  id: "own/coupon",
  model: "own/coupon",
  title,
  menu: { parent: "system", sort: 999, path: "/own/coupon" },
});

interface Page {
  readonly screen: { readonly title: string } | null;
  readonly findings: readonly Finding[];
}
const page = async (): Promise<Page> => (await admin.get<Page>("/lowcode/screens/own/coupon")).result;

test("a page of an own folder is in force while the server runs: table, routes, menu, files; open pages are told", async () => {
  write("own/coupon.model.json", model());
  write("own/coupon.screen.json", screen("优惠券"));
  await until(async () => expect(await page()).toMatchObject({ screen: { title: "优惠券" }, findings: [] }));
  expect(await admin.post("/own/coupon/add", { name: "满减券" })).toMatchObject({ success: true });
  expect((await admin.get("/own/coupon/exportXls", { query: { format: "csv" } })).text).toContain("满减券");
  expect((await admin.get("/own/coupon/importTemplate")).status).toBe(200);
  expect((await server.anonymous.get("/own/coupon/exportXls")).status).toBe(401);
  expect((await admin.get("/sys/permission/getUserPermissionByToken")).text).toContain("/own/coupon");
  await until(() =>
    expect(live.frames).toContainEqual({ cmd: "documents", menus: true, dictionaries: false, spreadMs: 5 }),
  );
});

test("a broken file keeps its last sound text in force, and the page says where the file is wrong", async () => {
  write("own/coupon.screen.json", screen("满减券"));
  await until(async () => expect((await page()).screen?.title).toBe("满减券"));
  write("own/coupon.screen.json", `{\n  "kind": "list",\n  "model": own/coupon"\n}`);
  await until(async () => {
    const { screen: shown, findings } = await page();
    expect(findings[0]).toMatchObject({ file: "own/coupon.screen.json", line: 3, severity: "error" });
    expect(findings[0]?.place).toBe(join(own, "own/coupon.screen.json"));
    expect(shown?.title).toBe("满减券");
  });
  write("own/coupon.screen.json", screen("优惠券"));
  await until(async () => expect(await page()).toMatchObject({ screen: { title: "优惠券" }, findings: [] }));
});

test("a broken model is the first finding of its page, which goes on", async () => {
  write("own/coupon.model.json", { ...model(), titelField: "name" });
  await until(async () =>
    expect((await page()).findings[0]).toMatchObject({
      file: "own/coupon.model.json",
      code: "LC1101",
      suggestion: "titleField",
    }),
  );
  expect(await admin.get("/own/coupon/list")).toMatchObject({ success: true });
  write("own/coupon.model.json", model());
  await until(async () => expect((await page()).findings).toEqual([]));
});

test("a newcomer that claims an existing table and path is the one refused, whatever its name", async () => {
  write("a-newcomer/coupon.model.json", model({}, "a-newcomer/coupon"));
  await until(async () => {
    const found = await admin.get<{ records: readonly Finding[] }>("/lowcode/findings/list", {
      query: { file: "a-newcomer" },
    });
    expect(found.result.records.map(({ code }) => code)).toEqual(["LC2012", "LC2012"]);
  });
  expect(await admin.get("/own/coupon/list")).toMatchObject({ result: { total: 1 } });
  expect((await page()).findings).toEqual([]);
  rmSync(join(own, "a-newcomer"), { recursive: true });
});

test("a change of a table that would lose rows is a finding of the model, and the documents before it stay", async () => {
  write("own/coupon.model.json", model({ name: { type: "integer", title: "名称" } }));
  await until(async () =>
    expect((await page()).findings).toContainEqual(
      expect.objectContaining({ code: "LC2023", file: "own/coupon.model.json" }),
    ),
  );
  expect(await admin.get("/own/coupon/list")).toMatchObject({ result: { records: [{ name: "满减券" }] } });
  write("own/coupon.model.json", model({ face: { type: "integer", title: "面值" } }));
  await until(async () => expect((await page()).findings).toEqual([]));
  expect(await admin.get("/own/coupon/list")).toMatchObject({ result: { records: [{ name: "满减券", face: null }] } });
});

test("nobody's call fails and no connection ends while documents come and go; others see no findings", async () => {
  const { frames } = live;
  const before = frames.length;
  let isChanging = true;
  const statuses: Promise<readonly number[]> = (async () => {
    const found: number[] = [];
    while (isChanging) found.push((await admin.get("/own/coupon/list")).status);
    return found;
  })();
  for (const title of ["一", "二", "三"]) {
    write("own/coupon.screen.json", screen(title));
    await until(async () => expect((await page()).screen?.title).toBe(title));
  }
  isChanging = false;
  expect(new Set(await statuses)).toEqual(new Set([200]));
  await until(() => expect(frames.length).toBeGreaterThanOrEqual(before + 3));
  expect(live.socket.readyState).toBe(live.socket.OPEN);
});
