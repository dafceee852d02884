import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { type ConsoleServer, startConsoleServer } from "../support/console-server.ts";
import { callAs } from "../support/page-caller.ts";

const own = mkdtempSync(join(tmpdir(), "own-documents-"));
let browser: Browser;
let server: ConsoleServer;
beforeAll(async () => {
  browser = await sharedBrowser();
  const env = { NODE_ENV: "development", SCHEMAS_DIR: `schemas${delimiter}${own}` };
  server = await startConsoleServer(env, await copyDemoData());
});
afterAll(async () => {
  await server.stop();
  for (const folder of [own, server.dataDir]) rmSync(folder, { recursive: true, force: true });
});

function write(path: string, content: unknown): void {
  mkdirSync(join(own, "own"), { recursive: true });
  writeFileSync(join(own, path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

function writeModel(title: string): void {
  write("own/coupon.model.json", {
    schemaVersion: 1,
    id: "own/coupon",
    title: "优惠券",
    table: "own_coupon",
    base: "/own/coupon",
    permissionPrefix: "own:coupon",
    fields: { name: { type: "string", title, maxLength: 20 }, note: { type: "string", title: "备注", maxLength: 20 } },
  });
}

function writeScreen(more: object): void {
  write("own/coupon.screen.json", {
    schemaVersion: 1,
    kind: "list",
    id: "own/coupon",
    model: "own/coupon",
    menu: { parent: "system", sort: 999, path: "/own/coupon" },
    query: { items: [{ field: "name", op: "like" }] },
    table: { columns: ["name", "note"] },
    ...more,
  });
}

it("AUT-02 a new page opens at once; an edited document is in the open page, which keeps its filter and its open form; what is broken is told", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, server.url);
  // Dropped into the folder of the running server, with the same build of the console: the page opens with its menu entry.
  const taken = () => server.output().split("已载入 schemas 的改动").length;
  const before = taken();
  writeModel("名称");
  writeScreen({});
  await expect.poll(taken).toBeGreaterThan(before);
  await page.goto(`${server.url}/own/coupon`);
  await page.getByText(/还没有优惠券/).waitFor();
  await page.getByRole("navigation").getByText("优惠券", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^新增/ }).first().click();
  await page.getByRole("dialog").getByLabel("名称").fill("满减券");
  await page.getByRole("dialog").getByRole("button", { name: "保存" }).click();
  await page.getByRole("table").getByText("满减券").waitFor();
  await callAs(page, server.url).send("POST", "/own/coupon/add", { name: "折扣券" });
  await page.getByRole("textbox", { name: "名称" }).fill("满减");
  await page.getByRole("button", { name: "查询", exact: true }).click();
  await expect.poll(() => page.getByRole("row").filter({ hasText: "券" }).count()).toBe(1);
  await page.getByRole("button", { name: "新增" }).first().click();
  await page.getByRole("dialog").getByLabel("名称").fill("写了一半");

  writeModel("券名");
  await page.getByRole("columnheader", { name: "券名" }).waitFor();
  await expect.poll(() => page.getByRole("dialog").getByLabel("券名").inputValue()).toBe("写了一半");
  expect(await page.getByRole("row").filter({ hasText: "满减券" }).count()).toBe(1);
  expect(await page.getByText("折扣券").count()).toBe(0);
  expect(new URL(page.url()).search).toContain("name=");

  writeScreen({ table: { columns: ["name", "nota"] } });
  const findings = page.getByText(/nota/);
  await findings.first().waitFor();
  expect(await findings.first().innerText()).toContain("note");
  await page.getByRole("button", { name: /own\/coupon\.screen\.json:\d+:\d+/ }).waitFor();
  await page.screenshot({ path: "tests/.artifacts/live-documents.png" });
  writeScreen({ table: { columns: ["name"] } });
  await expect.poll(() => findings.count()).toBe(0);
  await expect.poll(() => page.getByRole("columnheader", { name: "备注" }).count()).toBe(0);
  expect(await page.getByRole("dialog").getByLabel("券名").inputValue()).toBe("写了一半");
  // Compiling holds a slow machine's server so long that it may ask a caller to come again; the page did.
  expect(complaints.filter((text) => !text.includes("503"))).toEqual([]);
});
