import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { findings } from "../support/axe.ts";
import { openBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const drawer = (page: Page, name: string) => page.getByRole("dialog", { name });

it("ONF-01 ONF-04 a template is looked at and made a form, the form page files, and the files another form", async () => {
  const { page, complaints } = await openPage(browser);
  const title = `报价${Date.now() % 100_000}`;
  await signIn(page, url, "/online/cgform");
  await page.getByRole("button", { name: "从模板新建" }).click();
  const templates = drawer(page, "从模板新建");
  const row = templates.getByRole("row").filter({ hasText: "单价乘数量得金额" });
  await row.getByRole("button", { name: "预览" }).click();
  const preview = drawer(page, "模板预览：报价单");
  await preview.getByLabel("报价单号").first().waitFor();
  await preview.getByText("报价明细").first().waitFor();
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "hidden" });
  await row.getByRole("button", { name: "使用" }).click();
  const ask = page.getByRole("dialog", { name: "使用" });
  await ask.getByLabel("表单名称").fill(title);
  await ask.getByRole("button", { name: "使用" }).click();
  // An editable definition like any, with its page beside it.
  await page.waitForURL(/cgformDesign\?id=/);
  await page.getByRole("region", { name: "表单预览" }).getByText("合计金额").first().waitFor();
  expect(await page.getByRole("textbox", { name: "表描述" }).inputValue()).toBe(title);

  await page.goto(`${url}/online/cgform`);
  await page.getByRole("row").filter({ hasText: title }).getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "导出为页面文件" }).click();
  const files = drawer(page, `导出为页面文件：${title}`);
  await files
    .getByText(/form\/ext-quotation.*\.screen\.json/)
    .first()
    .waitFor();
  expect(await findings(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    files.getByRole("button", { name: "下载" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const zip = await download.path();
  await page.keyboard.press("Escape");
  await files.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "从页面文件新建" }).click();
  const pages = drawer(page, "从页面文件新建");
  expect(await pages.getByRole("button", { name: "新建表单" }).isDisabled()).toBe(true);
  await pages.getByRole("button", { name: "选择压缩包" }).click();
  const choose = page.getByRole("dialog", { name: "选择压缩包" });
  // What is still on its way cannot be chosen.
  await Promise.all([
    page.waitForResponse((response) => response.url().includes("/sys/common/upload")),
    choose.locator('input[type="file"]').setInputFiles({
      name: "page.zip",
      mimeType: "application/zip",
      buffer: readFileSync(zip),
    }),
  ]);
  await choose.locator("a, button").filter({ hasText: "page.zip" }).first().waitFor();
  await choose.getByRole("button", { name: "选择压缩包" }).last().click();
  await pages
    .getByText(/新表叫/)
    .first()
    .waitFor();
  expect(await findings(page)).toEqual([]);
  await pages.getByRole("button", { name: "新建表单" }).click();
  const question = page.getByRole("dialog", { name: "新建表单", exact: true });
  await question.getByRole("button", { name: "新建表单" }).click();
  await page.waitForURL(/cgformDesign\?id=/);
  await page.getByRole("region", { name: "表单预览" }).getByText("合计金额").first().waitFor();
  expect(complaints).toEqual([]);
});
