import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const mega = 1024 * 1024;
const pdf = (name: string, bytes: number) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(bytes - 9, "%")]),
});

it("UPL-06: a field says what its use takes and refuses the rest before anything is sent", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/legal/deed");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && request.url().includes("/upload")) sent.push(request.url());
  });
  await page.getByRole("button", { name: "新增" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "名称" }).fill("租约");
  await dialog.getByText("支持 .pdf，单个不超过 1 MB，最多 2 个").waitFor();
  const input = dialog.locator("input[type=file]");
  expect(await input.getAttribute("accept")).toBe(".pdf");

  await input.setInputFiles({ name: "租约.png", mimeType: "image/png", buffer: Buffer.from("x") });
  await dialog.getByText("“契约”只能上传 .pdf 文件，不能上传 .png 文件").waitFor();
  await input.setInputFiles(pdf("大.pdf", mega + 1));
  await dialog.getByText("大.pdf 超过 1 MB，请缩减后重试").waitFor();
  expect(sent).toEqual([]);

  await input.setInputFiles([pdf("一.pdf", 100), pdf("二.pdf", mega)]);
  await dialog.getByRole("link", { name: "一.pdf" }).waitFor();
  await dialog.getByRole("link", { name: "二.pdf" }).waitFor();
  await dialog.getByText("点击上传").waitFor({ state: "detached" });
  expect(sent).toHaveLength(2);
  await dialog.getByRole("button", { name: /确\s?[认定]|保存/ }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "租约", exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
