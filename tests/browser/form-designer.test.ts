import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findings } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openOption } from "../support/choices.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { proveCount, proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

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

it("ONF-01 without code: a main form with sub-tables is made, seen beforehand, synchronised and put into the menu", async () => {
  const { page, complaints } = await openPage(browser);
  const title = `客户拜访${Date.now() % 100_000}`;
  await signIn(page, url, "/online/cgformDesign");
  await nameForm(page, title);
  await page.getByRole("combobox", { name: "表类型" }).click();
  await openOption(page, "主表").click();
  await addFields(page, "单行文本", "手机号", "省市区", "附件");
  expect(await findings(page)).toEqual([]);
  const main = await saveAndSynchronise(page);

  for (const relation of ["一对多", "一对一"].slice(0, proveCount(1, 2))) {
    await page.goto(`${url}/online/cgformDesign?id=${main}`);
    await page.getByRole("button", { name: "新增附表" }).click();
    await page.waitForURL(/tableType=3/);
    // The former page stands until the new one is there.
    await page.getByRole("combobox", { name: "映射关系" }).waitFor();
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

proveIt(
  "ONF-01 a JSON field says what its values are: its designer is helped, and who fills the form in is told their mistake",
  async () => {
    const { page, complaints } = await openPage(browser);
    await signIn(page, url, "/online/cgformDesign");
    await nameForm(page, `服务配置${Date.now() % 100_000}`);
    await addFields(page, "单行文本", "JSON");
    await page.getByRole("tab", { name: "页面属性" }).click();
    const rows = page.getByRole("tabpanel", { name: "页面属性" }).getByRole("row");
    const write = async (text: string) => {
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(text);
    };
    const say = async (text: string) => {
      await rows.filter({ hasText: "JSON" }).last().getByRole("gridcell").last().dblclick();
      const dialog = page.getByRole("dialog", { name: "JSON 结构" });
      await dialog.getByRole("textbox", { name: "JSON 结构" }).focus();
      await write("{");
      await page.keyboard.press("Control+Space");
      await page.locator(".suggest-widget.visible").getByText("additionalProperties", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await write(text);
      await dialog.getByRole("button", { name: "确认" }).click();
      await dialog.waitFor({ state: "detached" });
    };

    await say('{ "properties": { "code": { "pattern": "(a+)+$" } } }');
    await preview(page)
      .getByText(/第 1 行：正则表达式/)
      .waitFor();
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page
      .getByText(/第 1 行：正则表达式/)
      .nth(1)
      .waitFor();
    await say('{ "properties": { "port": { "type": "integer", "maximum": 65535 } }, "additionalProperties": false }');
    await preview(page)
      .getByText(/正则表达式/)
      .waitFor({ state: "detached" });
    const id = await saveAndSynchronise(page);

    await page.goto(`${url}/online/cgformList/${id}`);
    await page.getByRole("button", { name: "新增" }).first().click();
    const form = page.getByRole("dialog");
    const value = form.getByRole("textbox", { name: "JSON" });
    await value.focus();
    await write("{");
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-widget.visible").getByText("port", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await write('{ "port": 70000 }');
    await form.getByRole("button", { name: /确\s?[认定]|保存/ }).click();
    await form.getByText("第 1 行：port 不能大于 65535").waitFor();
    await value.focus();
    await write('{ "port": 8080 }');
    await form.getByRole("button", { name: /确\s?[认定]|保存/ }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: '{ "port": 8080 }', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  },
);
