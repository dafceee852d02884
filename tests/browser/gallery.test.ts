import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openOptions } from "../support/choices.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Parts that weigh much and that few pages need: calendars, divisions, pickers, uploads, tables, charts, editors. */
const heavy =
  /\/(areas?|Area\w*|Division\w*|divisions|Date\w+|date-picker|RangeEditor|time-picker|TreeSelect\w*|\w*Picker\w*|RecordDialog|\w*Upload\w*|ImagePreview|Gallery|RichText\w*|CleanHtml|Cron\w*|Markdown\w*|Code\w+|Monaco\w*|\w+Chart\w*|XyPanel|PiePanel|GaugePanel|IconEditor|more-menu-icons|SubTableField|ProgressEditor)-[\w-]+\.js$/;

/** What scripts of the build weigh, as they are sent; 1 KB = 1,000 bytes. */
function kilobytes(paths: ReadonlySet<string>): number {
  const sizes = [...paths].map((path) => gzipSync(readFileSync(`dist/console${path}`), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** Paths of the scripts that a page asks for; what is fetched ahead in idle time comes after it and is not part of it. */
async function countScripts(page: Page): Promise<Set<string>> {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.add(pathname);
  });
  await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
  return scripts;
}

/** Names of the heavy scripts that a page asks for from now on. */
function watchScripts(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const found = heavy.exec(new URL(request.url()).pathname)?.[1];
    if (found) asked.push(found);
  });
  return asked;
}

it("G14: the sign-in page is 260 KB of script at most", async () => {
  const { page, complaints } = await openPage(browser);
  const scripts = await countScripts(page);
  await page.goto(`${url}/user/login`);
  await page.getByPlaceholder("请输入用户名").waitFor();
  expect(kilobytes(scripts)).toBeLessThan(260);
  expect(complaints).toEqual([]);
});

it("G14, G15: a list is 450 KB of script at most, and a plain form adds 150: no calendar, division, picker, upload, table, chart or large editor", async () => {
  const { page, complaints } = await openPage(browser);
  // From the first page on: what that one fetches ahead would come while the second is looked at.
  const scripts = await countScripts(page);
  await signIn(page, url, "/system/position");
  await page.getByRole("button", { name: "新增" }).first().waitFor();
  scripts.clear();
  const asked = watchScripts(page);
  await page.goto(`${url}/system/position`);
  await page.getByRole("button", { name: "新增" }).first().waitFor();
  await page.waitForLoadState("networkidle");
  const list = kilobytes(scripts);
  await page.getByRole("button", { name: "新增" }).first().click();
  await page.getByRole("dialog").getByRole("textbox").first().fill("店长");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  // The ways to other pages are counted, whether this list has any or not.
  expect([...scripts].join()).toContain("PageTurner");
  expect(list).toBeLessThan(450);
  expect(kilobytes(scripts) - list).toBeLessThan(150);
  expect(kilobytes(scripts) - list).toBeGreaterThan(20);
  // The same watch sees what a form with a picture brings.
  await page.goto(`${url}/member/level`);
  await page.getByRole("button", { name: "新增" }).first().click();
  await page.getByRole("dialog").getByText("上传", { exact: true }).waitFor();
  expect(asked).toContain("ImageUploadEditor");
  expect(complaints).toEqual([]);
});

proveIt("the gallery shows every renderer in its states, at once and while one scrolls, on a phone too", async () => {
  const { page, complaints } = await openPage(browser);
  await followSystem(page);
  await signIn(page, url);
  await page.getByRole("navigation").first().getByText("在线开发", { exact: true }).click();
  await page
    .getByRole("link", { name: "组件库" })
    .or(page.getByRole("menuitem", { name: "组件库" }))
    .first()
    .click();
  const area = page.getByRole("article", { name: "地区" }).first();
  await area.getByText("新疆维吾尔自治区阿勒泰地区青河县").waitFor();
  // What is far below is not drawn before one comes near.
  const drawn = () => page.locator(".sc-gallery-state").count();
  const atFirst = await drawn();
  expect(atFirst).toBeLessThan(60);
  await page.getByRole("radiogroup", { name: "组件库" }).getByText("编辑控件").click();
  await page.getByRole("textbox", { name: "按名称、类型或说明查找" }).fill("下拉");
  const select = page.getByRole("article", { name: "下拉选择" });
  await select.getByText("ZX-404").waitFor();
  await select.getByRole("combobox").first().click();
  await openOptions(page).filter({ hasText: "已驳回" }).click();
  await expect.poll(() => select.locator("[data-state=正常]").innerText()).toContain("已驳回");
  expect(await findingsInBoth(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("textbox", { name: "按名称、类型或说明查找" }).fill("");
  await page.getByRole("radiogroup", { name: "组件库" }).getByText("全部").click();
  await area.waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(complaints).toEqual([]);
});
