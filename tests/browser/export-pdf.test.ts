import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { visit } from "../support/console-page.ts";
import { readPdf } from "../support/read-pdf.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function pdfBy(page: Page, press: () => Promise<void>) {
  const arriving = page.waitForEvent("download");
  await press();
  const download = await arriving;
  return { name: download.suggestedFilename(), pages: await readPdf(readFileSync(await download.path())) };
}

it("PDF is a choice of the export dialog, with its limits; the file has the chosen columns and numbered pages", async () => {
  const { page, complaints } = await visit(browser, url, "/member/member");
  await page.getByText(/^第 1–\d+ 条，共/).waitFor();
  await page.getByRole("button", { name: "选择导出格式" }).click();
  await page.getByText("选择列和范围…").click();
  const dialog = page.getByRole("dialog", { name: "导出" });
  await dialog.getByRole("radio", { name: "PDF，带页码（.pdf，最多 20,000 行、30 列）" }).check();
  await dialog.getByRole("checkbox", { name: "全选" }).uncheck();
  await dialog.getByRole("checkbox", { name: "姓名", exact: true }).check();
  const { name, pages } = await pdfBy(page, () => dialog.getByRole("button", { name: "立即下载" }).click());
  expect(name).toMatch(/\.pdf$/);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, { lines }] of pages.entries()) {
    expect(lines).toContain("姓名");
    expect(lines.at(-1)).toMatch(new RegExp(`第 ${index + 1} 页，共 ?${pages.length} 页$`));
  }
  expect(complaints).toEqual([]);
});

it("a record's detail becomes a PDF with its sections and the rows of tabs that are not open", async () => {
  const { page, complaints } = await visit(browser, url, "/store/order");
  await page.getByText(/^第 1–\d+ 条，共/).waitFor();
  await page.getByRole("table").first().locator("tbody").getByRole("row").first().getByRole("button").first().click();
  const drawer = page.getByRole("dialog");
  const { name, pages } = await pdfBy(page, () => drawer.getByRole("button", { name: "导出 PDF" }).click());
  expect(name).toMatch(/^订单 SO\d+\.pdf$/);
  const lines = pages.flatMap((each) => each.lines);
  for (const section of ["订单信息", "金额", "商品明细", "处理单"]) expect(lines).toContain(section);
  expect(lines.some((line) => /^商品编号 商品名称 单位 单价/.test(line))).toBe(true);
  expect(complaints).toEqual([]);
});
