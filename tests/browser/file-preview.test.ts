import { buffer } from "node:stream/consumers";
import { utils, write } from "@e965/xlsx";
import PDFDocument from "pdfkit";
import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findings } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const pdfOf = (pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> => {
  const doc = new PDFDocument({ autoFirstPage: false, ...options });
  const bytes = buffer(doc);
  // A font that a reader has to bring along.
  for (let number = 1; number <= pages; number += 1)
    doc.addPage().font("Helvetica").text(`Page number ${number}`, 72, 72);
  doc.end();
  return bytes;
};

function workbook(): Buffer {
  const book = utils.book_new();
  const rows = Array.from({ length: 260 }, (_, index) => [`会员${index + 1}`, index, "<img src=x onerror=alert(1)>"]);
  utils.book_append_sheet(book, utils.aoa_to_sheet([["姓名", "积分", "备注"], ...rows]), "会员");
  utils.book_append_sheet(book, utils.aoa_to_sheet([["空表的标题"]]), "说明");
  return Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
}

interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
const pdfFile = (name: string, bytes: Buffer): Upload => ({ name, mimeType: "application/pdf", buffer: bytes });

/** Uploads through the gallery's control and opens the last one. */
async function preview(page: Page, ...files: readonly Upload[]): Promise<Locator> {
  await page.getByRole("radiogroup", { name: "组件库" }).getByText("编辑控件").click();
  await page.getByRole("textbox", { name: "按名称、类型或说明查找" }).fill("上传文件");
  const field = page.getByRole("article", { name: "上传文件", exact: true }).first().locator("[data-state=空]");
  await field
    .locator("input[type=file]")
    .first()
    .setInputFiles([...files]);
  const name = files.at(-1)?.name ?? "";
  await field.getByRole("link", { name }).click();
  return page.getByRole("dialog", { name });
}

it("a PDF has pages, page numbers, zoom and keys; its reader comes from our own files and only when it is wanted; a workbook is shown as text", async () => {
  const { page, complaints } = await openPage(browser);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await signIn(page, url, "/online/gallery");
  const ofReader = () =>
    asked.filter((each) => /pdf|standard|Liberation|Foxit|sheet-worker/i.test(new URL(each).pathname));
  expect(ofReader()).toEqual([]);
  const dialog = await preview(page, pdfFile("合同.pdf", await pdfOf(12)));
  const first = dialog.getByRole("img", { name: "第 1 页：Page number 1" });
  await first.waitFor();
  expect(ofReader().length).toBeGreaterThan(1);
  expect(
    asked.filter((each) => !each.startsWith(url) && !each.startsWith("data:") && !each.startsWith("blob:")),
  ).toEqual([]);
  const ink = await first.evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let dark = 0;
    for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 128) dark += 1;
    return dark;
  });
  expect(ink).toBeGreaterThan(100);
  await dialog.getByText("/ 12 页").waitFor();
  expect(await dialog.locator("canvas").count()).toBeLessThan(6);

  const pages = dialog.getByRole("group", { name: "合同.pdf" });
  const number = dialog.getByRole("spinbutton", { name: "页码" });
  await pages.focus();
  await page.keyboard.press("PageDown");
  await expect.poll(() => number.inputValue()).toBe("2");
  await page.keyboard.press("End");
  await dialog.getByRole("img", { name: "第 12 页：Page number 12" }).waitFor();
  await expect.poll(() => number.inputValue()).toBe("12");
  await number.fill("5");
  await number.press("Enter");
  await dialog.getByRole("img", { name: "第 5 页：Page number 5" }).waitFor();
  const widthOf = () =>
    dialog.getByRole("img", { name: /^第 5 页/ }).evaluate((each) => each.getBoundingClientRect().width);
  const before = await widthOf();
  await dialog.getByRole("button", { name: "放大" }).click();
  await expect.poll(widthOf).toBeGreaterThan(before * 1.2);
  expect(await findings(page)).toEqual([]);
  await page.goto(`${url}/online/gallery`);

  // A workbook: the first rows of each sheet as text, and that there is more.
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  const sheets = await preview(page, { name: "会员.xlsx", mimeType, buffer: workbook() });
  await sheets.getByRole("cell", { name: "会员1", exact: true }).waitFor();
  expect(await sheets.getByRole("cell", { name: "<img src=x onerror=alert(1)>" }).count()).toBe(199);
  await sheets.getByText("只显示前 200 行和前 60 列，其余请下载后查看").waitFor();
  await sheets.getByRole("tab", { name: "说明" }).click();
  await sheets.getByRole("cell", { name: "空表的标题" }).waitFor();
  expect(complaints).toEqual([]);
});

proveIt("a damaged and a locked PDF say so, and can still be downloaded", async () => {
  const { page, complaints } = await visit(browser, url, "/online/gallery");
  const damaged = pdfFile("损坏.pdf", Buffer.from(`%PDF-1.7\n${"rubbish ".repeat(200)}`));
  const broken = await preview(page, damaged);
  await broken.getByRole("alert").getByText("这个 PDF 已损坏，不能预览，请下载后用其他程序打开").waitFor();
  await broken.getByRole("link", { name: "下载" }).waitFor();
  await broken.getByRole("button", { name: "关闭" }).click();
  await page.goto(`${url}/online/gallery`);
  const locked = await preview(page, pdfFile("加密.pdf", await pdfOf(1, { userPassword: "secret" })));
  await locked.getByRole("alert").getByText("这个 PDF 有密码，不能在这里预览，请下载后打开").waitFor();
  expect(complaints).toEqual([]);
});
