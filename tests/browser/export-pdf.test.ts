import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { visit } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";
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

proveIt(
  "PDF is a choice of the export dialog, with its limits; the file has the chosen columns and numbered pages",
  async () => {
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
  },
);

proveIt("a report over sums becomes a PDF with the figures of its page, the condition and the sums", async () => {
  const { page, complaints } = await visit(browser, url, "/report/pointsBalance");
  await page.getByRole("combobox", { name: "状态" }).click();
  await page.getByTitle("正常").last().click();
  await page.getByRole("button", { name: "查询", exact: true }).click();
  await page.getByText(/^第 1–\d+ 条，共/).waitFor();
  await page.getByRole("button", { name: "选择导出格式" }).click();
  const { name, pages } = await pdfBy(page, () => page.getByText(/^PDF，带页码/).click());
  // After the export, when the page shows what was asked for.
  const shown = await page.getByRole("region", { name: "会员" }).innerText();
  expect(name).toMatch(/^积分余额.*\.pdf$/);
  const lines = pages.flatMap((each) => each.lines);
  expect(lines[0]).toBe("积分余额");
  expect(lines[2]).toBe("条件:状态 正常");
  expect(lines[3]).toMatch(/ 会员 积分余额 累计消费$/);
  const [members] = /[\d,]+/.exec(shown.replace("会员", "")) ?? [];
  expect(lines.find((line) => line.startsWith("合计"))?.split(" ")[1]).toBe(members);
  expect(complaints).toEqual([]);
});

it("a slip is printed or becomes a PDF with the sums of its rows and lines to sign on", async () => {
  const { page, complaints } = await visit(browser, url, "/store/order?q.status=2");
  await page.getByText(/^第 1–\d+ 条，共/).waitFor();
  await page.getByRole("button", { name: "打印订单" }).first().click();
  const slip = page.getByRole("dialog");
  await slip.getByText("合计").waitFor();
  const { name, pages } = await pdfBy(page, () => slip.getByRole("button", { name: "导出 PDF" }).click());
  expect(name).toMatch(/^订单 SO\d+\.pdf$/);
  const lines = pages.flatMap((each) => each.lines);
  expect(lines).toContain("经办人： 顾客：");
  expect(lines.some((line) => /^合计 \d/.test(line))).toBe(true);
  expect(complaints).toEqual([]);
});

proveIt("a record's detail becomes a PDF with its sections and the rows of tabs that are not open", async () => {
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
