import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { findings } from "../support/axe.ts";
import { openBrowser } from "../support/browser.ts";
import { openOption } from "../support/choices.ts";
import { openPage, signIn } from "../support/console-page.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const preview = (page: Page) => page.getByRole("region", { name: "表单预览" });

/** Names the form; its table is called after that. */
async function nameForm(page: Page, title: string) {
  await page.getByRole("textbox", { name: "表描述" }).fill(title);
  await page.keyboard.press("Tab");
  const table = page.getByRole("textbox", { name: "表名" });
  await expect.poll(() => table.inputValue()).toMatch(/^[a-z_\d]+$/);
}

async function addFields(page: Page, ...purposes: readonly string[]) {
  for (const purpose of purposes) {
    await page.getByRole("button", { name: "按用途新增" }).first().click();
    await page.getByRole("menuitem", { name: purpose, exact: true }).click();
    await preview(page).getByText(purpose, { exact: true }).first().waitFor();
  }
}

async function saveAndSynchronise(page: Page): Promise<string> {
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(/id=/);
  await page.getByRole("region", { name: "同步计划" }).getByText("建表").first().waitFor();
  await page.getByRole("button", { name: "同步数据库", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "确认" }).click();
  await page.getByText("同步数据库成功").first().waitFor();
  return String(new URL(page.url()).searchParams.get("id"));
}

it("ONF-01 without code: a main form with two sub-tables is made, seen beforehand, synchronised and put into the menu", async () => {
  const { page, complaints } = await openPage(browser);
  const title = `客户拜访${Date.now() % 100_000}`;
  await signIn(page, url, "/online/cgformDesign");
  await nameForm(page, title);
  await page.getByRole("combobox", { name: "表类型" }).click();
  await openOption(page, "主表").click();
  await addFields(page, "单行文本", "手机号", "省市区", "附件");
  expect(await findings(page)).toEqual([]);
  const main = await saveAndSynchronise(page);

  for (const relation of ["一对多", "一对一"]) {
    await page.goto(`${url}/online/cgformDesign?id=${main}`);
    await page.getByRole("button", { name: "新增附表" }).click();
    await page.waitForURL(/tableType=3/);
    await nameForm(page, `${title}${relation}`);
    if (relation === "一对一") {
      await page.getByRole("combobox", { name: "映射关系" }).click();
      await openOption(page, relation).click();
    }
    await addFields(page, "金额");
    await saveAndSynchronise(page);
  }

  await page.goto(`${url}/online/cgform`);
  const row = page.getByRole("row").filter({ has: page.getByText(title, { exact: true }) });
  await row.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "加入菜单" }).click();
  const dialog = page.getByRole("dialog", { name: "加入菜单" });
  await dialog.getByRole("combobox", { name: "上级菜单" }).click();
  await page.locator(".ant-select-tree-title", { hasText: "基础资料" }).first().click();
  await dialog.getByRole("button", { name: "加入菜单" }).click();
  await page.getByText(`已加入菜单“${title}”`).first().waitFor();
  expect(complaints).toEqual([]);
});
