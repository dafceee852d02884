import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { putDocument } from "../support/put-document.ts";
import { copyStartedFolder } from "../support/test-server.ts";

const shipped = fileURLToPath(new URL("../../schemas", import.meta.url));

describe("a page that is written while the development server runs", () => {
  let server: ConsoleServer;
  let schemas: string;
  let token: string;

  beforeAll(async () => {
    schemas = mkdtempSync(join(tmpdir(), "schema-console-dev-"));
    cpSync(shipped, schemas, { recursive: true });
    const env = { NODE_ENV: "development", SEED: "none", SCHEMAS_DIR: schemas };
    server = await startConsoleServer(env, await copyStartedFolder());
    const answer = await call<{ token: string }>("POST", "/sys/login", { username: "admin", password: testPassword });
    token = answer.result.token;
  });
  afterAll(async () => {
    await server.stop();
    for (const folder of [schemas, server.dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  async function call<Result>(method: string, path: string, body?: object) {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", ...(token ? { "x-access-token": token } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as { readonly success: boolean; readonly message: string; readonly result: Result };
  }

  async function loaded(work: () => void): Promise<void> {
    const count = () => server.output().split("已载入 schemas 的改动").length;
    const before = count();
    work();
    await expect.poll(count).toBeGreaterThan(before);
  }

  const model = {
    schemaVersion: 1,
    id: "member/note",
    title: "便签",
    table: "member_note",
    base: "/member/note",
    permissionPrefix: "member:note",
    fields: { text: { type: "string", title: "内容", required: true } as object },
  };
  const write = (name: string, document: object) =>
    putDocument(join(schemas, "member", name), JSON.stringify(document, null, 2));

  it("has its table, its calls and its menu without a restart", async () => {
    const menu = { parent: "member", sort: 99, path: "/member/note" };
    await loaded(() => write("note.model.json", model));
    await loaded(() => write("note.screen.json", { schemaVersion: 1, kind: "list", model: "member/note", menu }));
    expect((await call("POST", "/member/note/add", { text: "第一张" })).success).toBe(true);
    expect((await call("GET", "/member/note/list")).result).toMatchObject({ total: 1, records: [{ text: "第一张" }] });
    expect(JSON.stringify((await call("GET", "/sys/permission/getUserPermissionByToken")).result)).toContain(
      "schema:member/note",
    );
  });

  it("gets a new column at once and keeps its rows", async () => {
    await loaded(() =>
      write("note.model.json", { ...model, fields: { ...model.fields, colour: { type: "string", title: "颜色" } } }),
    );
    expect((await call("POST", "/member/note/add", { text: "第二张", colour: "红" })).success).toBe(true);
    expect((await call("GET", "/member/note/list")).result).toMatchObject({ total: 2 });
  });

  it("a broken document tells its place, and what was sound stays in force", async () => {
    await loaded(() =>
      putDocument(join(schemas, "member", "note.screen.json"), '{ "schemaVersion": 1, "knd": "list" }'),
    );
    // What is wrong comes through a pipe of its own, which may be read later.
    await expect.poll(() => server.output()).toMatch(/member\/note\.screen\.json:1:\d+ LC1\d{3} /);
    const answer = await call<{ screen: unknown }>("GET", "/lowcode/screens/member/note");
    expect(answer.result.screen).toMatchObject({ kind: "list", model: "member/note" });
    expect((await call("GET", "/member/note/list")).success).toBe(true);
  });
});
