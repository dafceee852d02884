import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { type ConsoleServer, startConsoleServer } from "../support/console-server.ts";
import { putDocument } from "../support/put-document.ts";

const shipped = fileURLToPath(new URL("../../schemas", import.meta.url));

const model = {
  schemaVersion: 1,
  id: "member/note",
  title: "便签",
  table: "member_note",
  base: "/member/note",
  permissionPrefix: "member:note",
  fields: { text: { type: "string", title: "内容", required: true } },
};
const screen = {
  schemaVersion: 1,
  kind: "list",
  model: "member/note",
  menu: { parent: "member", sort: 99, path: "/member/note" },
};

describe("a page dropped into the folder of a running development server", () => {
  let browser: Browser;
  let server: ConsoleServer;
  let schemas: string;
  beforeAll(async () => {
    schemas = mkdtempSync(join(tmpdir(), "schema-console-pages-"));
    cpSync(shipped, schemas, { recursive: true });
    browser = await sharedBrowser();
    server = await startConsoleServer({ NODE_ENV: "development", SCHEMAS_DIR: schemas }, await copyDemoData());
  });
  afterAll(async () => {
    await server.stop();
    for (const folder of [schemas, server.dataDir]) rmSync(folder, { recursive: true, force: true });
  });

  /** Writes a document, and waits until the server has taken it up. */
  const write = async (name: string, text: string) => {
    const taken = () => server.output().split("已载入 schemas 的改动").length;
    const before = taken();
    putDocument(join(schemas, "member", name), text);
    await expect.poll(taken).toBeGreaterThan(before);
  };
  const json = (document: object) => JSON.stringify(document, null, 2);
  const aPage = async () => {
    const { page } = await openPage(browser);
    await signIn(page, server.url, "/member/member");
    return page;
  };
  const opened = async (page: Page, path: string, text: RegExp) => {
    await page.goto(server.url + path);
    await page.getByText(text).first().waitFor();
  };

  it("opens within seconds with its menu entry, and takes a row, with the same build of the console", async () => {
    const page = await aPage();
    await write("note.model.json", json(model));
    await write("note.screen.json", json(screen));
    await opened(page, "/member/note", /还没有便签/);
    await page.getByRole("navigation").getByText("便签", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: /^新增/ }).first().click();
    await page.getByRole("dialog").getByLabel("内容").fill("第一张便签");
    await page.getByRole("dialog").getByRole("button", { name: "保存" }).click();
    await page.getByRole("table").getByText("第一张便签").waitFor();
  });

  it("an unknown cell is marked at its place with the nearest right name, and the rest of the page works", async () => {
    const page = await aPage();
    const table = { columns: [{ field: "text", cell: { type: "ellipsiss" } }, "createTime"] };
    await write("note.screen.json", json({ ...screen, table }));
    await opened(page, "/member/note", /ellipsis/);
    const mark = page.getByRole("note").first();
    expect(await mark.innerText()).toMatch(/ellipsiss.*ellipsis(?!s)/s);
    expect(await mark.getAttribute("title")).toMatch(/note\.screen\.json 第 \d+ 行/);
    await page.goto(`${server.url}/member/member`);
    await page
      .getByText(/还没有会员|^第 1–/)
      .first()
      .waitFor();
  });

  it("broken JSON is told with file, line and column, and the page that was there goes on", async () => {
    const page = await aPage();
    const broken = '{\n  "schemaVersion": 1,\n  "kind": "list"\n  "model": "member/note"\n}\n';
    await write("note.screen.json", broken);
    await expect.poll(() => server.output()).toMatch(/note\.screen\.json.*4/);
    await opened(page, "/member/note", /新增便签/);
    await page
      .getByText(/note\.screen\.json:[34]:\d+/)
      .first()
      .waitFor();
    await page.goto(`${server.url}/member/member`);
    await page
      .getByText(/还没有会员|^第 1–/)
      .first()
      .waitFor();
  });

  it("the mended document opens again, with the row that was there", async () => {
    const page = await aPage();
    await write("note.screen.json", json(screen));
    await opened(page, "/member/note", /第一张便签/);
  });
});
