import { readFileSync } from "node:fs";
import { read, utils, write } from "@e965/xlsx";
import type { Browser, Download, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { visit } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function open(path: string): Promise<{ page: Page; complaints: string[] }> {
  const opened = await visit(browser, url, path);
  await opened.page.getByText(/^第 1–\d+ 条，共/).waitFor();
  return opened;
}

const rows = (page: Page) => page.getByRole("table").first().locator("tbody").getByRole("row");
const dialog = (page: Page) => page.getByRole("dialog");
const exportButton = (page: Page) => page.getByRole("button", { name: "导出", exact: true });
const startButton = (page: Page) => dialog(page).getByRole("button", { name: "导入", exact: true });

async function openImport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "导入", exact: true }).click();
  await dialog(page).getByText("点击选择，或把文件拖到这里").waitFor();
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  dialog(page).locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });

function workbook(lines: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new();
  const head = [["会员导入模板"], ["说明"], ["姓名*", "手机号*", "备注"]];
  utils.book_append_sheet(book, utils.aoa_to_sheet([...head, ...lines.map((line) => [...line])]), "会员");
  return Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
}

/** All rows of the file's first sheet, as a person sees them. */
async function sheetOf(download: Download): Promise<readonly (readonly unknown[])[]> {
  const book = read(readFileSync(await download.path()));
  const [name = ""] = book.SheetNames;
  const sheet = book.Sheets[name];
  if (!sheet) throw new Error("the file has no sheet");
  return utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false });
}

async function downloadBy(page: Page, press: () => Promise<void>): Promise<Download> {
  const arriving = page.waitForEvent("download");
  await press();
  return arriving;
}

/** Keeps calls of that address waiting; answers how many there were, and what lets them through. */
async function holdCalls(page: Page, address: string): Promise<{ count(): number; release(): void }> {
  let release = () => {};
  let count = 0;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    count += 1;
    await held;
    await route.continue();
  });
  return { count: () => count, release: () => release() };
}

it("IMP-01: the import dialog says what is missing and what is wrong, keeps to what it shows, and stores the right file", async () => {
  const { page, complaints } = await open("/member/member");
  await openImport(page);
  await expect.poll(async () => (await page.getByRole("dialog").last().boundingBox())?.width).toBe(600);

  // No file, then a file of another type: nothing is sent.
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await startButton(page).click();
  await dialog(page).getByText("未上传任何文件").waitFor();
  await choose(page, "members.txt", Buffer.from("x"));
  await dialog(page).getByText("请选择 .xls、.xlsx 或 .csv 文件").waitFor();
  await startButton(page).click();
  expect(calls.filter((call) => call.includes("importExcel"))).toEqual([]);

  // The template has the header row that an import understands.
  const template = await downloadBy(page, () => dialog(page).getByRole("button", { name: "下载模板" }).click());
  expect(template.suggestedFilename()).toBe("会员导入模板.xlsx");
  expect((await sheetOf(template))[2]).toEqual(expect.arrayContaining(["姓名*", "手机号*"]));

  // A file that the server refuses is named with the reason.
  await choose(page, "假的.xlsx", Buffer.from("not a workbook"));
  await startButton(page).click();
  await dialog(page)
    .getByText(/^假的\.xlsx：/)
    .waitFor();

  // Wrong rows are counted, their list is a file, and the right one beside them is not stored.
  const oneWrong = [
    ["好的一行", "13770000011"],
    ["坏的一行", "12345"],
  ];
  await choose(page, "members.xlsx", workbook(oneWrong));
  await expect.poll(() => dialog(page).getByRole("alert").count()).toBe(0);
  await startButton(page).click();
  await dialog(page).getByText("总上传行数：2，已导入行数：0，错误行数：1").waitFor();
  const reasons = await downloadBy(page, () => dialog(page).getByRole("button", { name: "点击下载错误明细" }).click());
  expect(reasons.suggestedFilename()).toMatch(/\.txt$/);
  expect(readFileSync(await reasons.path(), "utf8")).toMatch(/第 5 行：.*手机号/);

  // The right file: how far it got, not closed by Escape meanwhile, then its rows in the list.
  const right = [
    ["导入甲", "13770000001"],
    ["导入乙", "13770000002"],
  ];
  await choose(page, "members.xlsx", workbook(right));
  const held = await holdCalls(page, "**/importExcel");
  await startButton(page).click();
  await dialog(page)
    .getByText(/上传中 \d+%|正在检查并导入/)
    .waitFor();
  await page.keyboard.press("Escape");
  expect(await dialog(page).count()).toBe(1);
  held.release();
  await page.getByText("共2行数据全部导入成功！").waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);
  await expect.poll(() => page.getByRole("table").innerText()).toContain("导入乙");
  await page.getByRole("textbox", { name: "姓名" }).fill("好的一行");
  await page.getByRole("button", { name: "查询", exact: true }).click();
  await page.getByText("没有符合条件的数据").waitFor();
  expect(complaints).toEqual([]);
});

describe("IMP-02: exports", () => {
  it("bring every row with the columns that are shown as .xlsx, .csv and .xls; one that runs is not started twice, and nothing is 文件下载失败", async () => {
    const { page, complaints } = await open("/store/store");
    const total = Number(
      /共 ([\d,]+) 条/.exec(await page.getByText(/^第 1–10 条/).innerText())?.[1]?.replaceAll(",", ""),
    );
    const held = await holdCalls(page, "**/exportXls**");
    const arriving = page.waitForEvent("download");
    await exportButton(page).click();
    await expect.poll(() => exportButton(page).getAttribute("aria-busy")).toBe("true");
    await exportButton(page).click({ force: true });
    held.release();
    const file = await arriving;
    await expect.poll(() => exportButton(page).isEnabled()).toBe(true);
    expect(held.count()).toBe(1);
    expect(file.suggestedFilename()).toMatch(/门店.*\.xlsx$/);
    const [title, by, header, ...lines] = await sheetOf(file);
    expect(title?.[0]).toBe("门店列表数据");
    expect(by?.[0]).toMatch(/^导出人:/);
    expect(lines).toHaveLength(total);
    const shown = (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim());
    for (const name of header ?? [])
      expect(shown.some((text) => String(name).startsWith(text) || text === name)).toBe(true);
    for (const [label, ending] of [
      ["CSV 文本（.csv）", ".csv"],
      ["Excel 97–2003（.xls，最多 65,533 行）", ".xls"],
    ] as const) {
      await page.getByRole("button", { name: "选择导出格式" }).click();
      const other = await downloadBy(page, () => page.getByRole("menuitem", { name: label }).click());
      expect(other.suggestedFilename().endsWith(ending)).toBe(true);
      expect(readFileSync(await other.path()).length).toBeGreaterThan(1_000);
    }

    await page.unroute("**/exportXls**");
    await page.route("**/exportXls**", (route) => route.fulfill({ body: "", contentType: "application/vnd.ms-excel" }));
    await exportButton(page).click();
    await page.getByText("文件下载失败").waitFor();
    expect(complaints).toEqual([]);
  });

  proveIt("leave out a column that the person has hidden", async () => {
    // The server keeps the choice: a page that no other case opens.
    const { page } = await open("/member/levelRecord");
    const before = (await sheetOf(await downloadBy(page, () => exportButton(page).click())))[2] ?? [];
    await page.getByRole("button", { name: "列设置" }).click();
    await page.getByRole("checkbox", { name: String(before[1]), exact: true }).uncheck();
    await page.keyboard.press("Escape");
    const after = (await sheetOf(await downloadBy(page, () => exportButton(page).click())))[2] ?? [];
    expect(after).toEqual(before.filter((_, index) => index !== 1));
  });

  proveIt("honour the query that was searched, and the selection above it", async () => {
    const { page } = await open("/store/order");
    const count = async () =>
      Number(/共 ([\d,]+) 条/.exec(await page.getByText(/^第 1–\d+ 条/).innerText())?.[1]?.replaceAll(",", ""));
    const unfiltered = await count();
    await page.getByRole("tab", { name: /待审核/ }).click();
    // The newest orders, which stand first, wait for audit anyway: the count tells that the tab's rows are there.
    await expect.poll(count).toBeLessThan(unfiltered);
    await expect.poll(() => rows(page).filter({ hasNotText: "待审核" }).count()).toBe(0);
    const total = await count();
    const all = await sheetOf(await downloadBy(page, () => exportButton(page).click()));
    expect(all.slice(3)).toHaveLength(total);
    expect(new Set(all.slice(3).map((line) => line[all[2]?.indexOf("状态") ?? -1]))).toEqual(new Set(["待审核"]));
    const numbers = [];
    for (const at of [0, 2]) {
      await rows(page).nth(at).getByRole("checkbox").check();
      numbers.push((await rows(page).nth(at).getByRole("cell").nth(1).innerText()).trim());
    }
    const some = await sheetOf(await downloadBy(page, () => exportButton(page).click()));
    expect(some.slice(3).map((line) => line[0])).toEqual(numbers);
  });
});
