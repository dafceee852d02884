import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { openOption } from "../support/choices.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { Hands } from "../support/hands.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const preview = (page: Page) => page.getByRole("region", { name: "表单预览" });

/** At `SHOTS` a picture of each stage is kept, to look at. */
const picture = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

async function describe(page: Page, hands: Hands, title: string, purposes: readonly string[]): Promise<void> {
  await hands.type(page.getByRole("textbox", { name: "表描述" }), title);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.getByRole("textbox", { name: "表名" }).inputValue()).toMatch(/^[a-z_\d]+$/);
  for (const purpose of purposes) {
    await hands.press(page.getByRole("button", { name: "按用途新增" }).first());
    await hands.press(page.getByRole("menuitem", { name: purpose, exact: true }));
    await preview(page).getByText(purpose, { exact: true }).first().waitFor();
  }
}

/** Saving and synchronising is one press and its confirmation. */
async function synchronise(page: Page, hands: Hands): Promise<string> {
  await hands.press(page.getByRole("button", { name: "同步数据库", exact: true }));
  await hands.press(page.getByRole("dialog").getByRole("button", { name: "确认" }));
  await page.getByText("同步数据库成功").first().waitFor();
  return String(new URL(page.url()).searchParams.get("id"));
}

it("ONF-01 ONF-03 without code within five minutes: a main table with two sub-tables is made, granted, used by a clerk, and a field renamed with its data", async () => {
  const { page, complaints } = await openPage(browser);
  page.setDefaultTimeout(20_000);
  const hands = new Hands();
  const title = `维修登记${Date.now() % 100_000}`;
  const begin = performance.now();
  await signIn(page, url, "/online/cgform");
  await hands.press(page.getByRole("button", { name: "新增", exact: true }));
  // The list behind has a 表类型 too, and is in sight a moment longer than its address.
  await preview(page).waitFor();
  await hands.press(page.getByRole("combobox", { name: "表类型" }));
  await hands.press(openOption(page, "主表"));
  await describe(page, hands, title, ["单行文本", "下拉选择", "弹窗选择", "省市区", "附件"]);
  await picture(page, "1-main");
  await hands.press(page.getByRole("button", { name: "保存", exact: true }));
  await page.waitForURL(/id=/);
  const main = await synchronise(page, hands);
  await picture(page, "2-synchronised");
  for (const [relation, purposes] of [
    ["一对多", ["单行文本", "金额"]],
    ["一对一", ["多行文本"]],
  ] as const) {
    if (!page.url().includes(main)) await page.goto(`${url}/online/cgformDesign?id=${main}`);
    await hands.press(page.getByRole("button", { name: "新增附表" }));
    await page.waitForURL(/tableType=3/);
    if (relation === "一对一") {
      await hands.press(page.getByRole("combobox", { name: "映射关系" }));
      await hands.press(openOption(page, relation));
    }
    await describe(page, hands, `${title}${relation}`, purposes);
    await hands.press(page.getByRole("button", { name: "保存", exact: true }));
    await page.waitForURL(/id=/);
    await synchronise(page, hands);
    await picture(page, `3-${relation === "一对一" ? "one" : "many"}`);
  }

  await page.goto(`${url}/online/cgform`);
  const row = page.getByRole("row").filter({ has: page.getByText(title, { exact: true }) });
  await hands.press(row.getByRole("button", { name: "更多" }));
  await hands.press(page.getByRole("menuitem", { name: "加入菜单" }));
  const dialog = page.getByRole("dialog", { name: "加入菜单" });
  await hands.press(dialog.getByRole("combobox", { name: "上级菜单" }));
  await hands.press(page.locator(".ant-select-tree-title", { hasText: "基础资料" }).first());
  await picture(page, "4-menu");
  await hands.press(dialog.getByLabel("授权给角色"));
  await hands.press(openOption(page, "店员"));
  await picture(page, "4-roles");
  // The open list lies over the button.
  await hands.press(dialog.getByText("加入菜单").first());
  await hands.press(dialog.getByRole("button", { name: "加入菜单" }));
  await page.getByText(`已加入菜单“${title}”`).first().waitFor();
  const madeMs = performance.now() - begin;

  const clerk = await openPage(browser);
  clerk.page.setDefaultTimeout(20_000);
  await signIn(clerk.page, url, "/", "clerk");
  await hands.press(clerk.page.getByRole("menuitem", { name: "基础资料" }).first());
  await hands.press(clerk.page.getByRole("menuitem", { name: title }));
  await hands.press(clerk.page.getByRole("button", { name: "新增", exact: true }).first());
  const form = clerk.page.getByRole("dialog", { name: `新增${title}` });
  await hands.type(form.getByLabel("单行文本", { exact: true }).first(), "空调不制冷");
  await hands.press(form.getByRole("combobox", { name: "下拉选择" }));
  await hands.press(openOption(clerk.page, "女"));
  await form
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      ...{ name: "照片说明.txt", mimeType: "text/plain", buffer: Buffer.from("好") },
    });
  await form.getByText("照片说明.txt").first().waitFor();
  await picture(clerk.page, "5-clerk");
  await hands.press(form.getByPlaceholder("请选择弹窗选择"));
  const stores = clerk.page.getByRole("dialog", { name: "门店概览选择" });
  await hands.press(stores.getByRole("radio").first());
  await hands.press(stores.getByRole("button", { name: "确认" }));
  await hands.press(form.getByRole("button", { name: "新增一行" }));
  const cell = (key: string) => form.locator(`[data-row] [data-key="${key}"]`).first();
  await hands.press(cell("dan_hang_wen_ben"));
  await clerk.page.keyboard.type("压缩机");
  await clerk.page.keyboard.press("Enter");
  await picture(clerk.page, "6-sub");
  await hands.press(form.getByRole("button", { name: "保存", exact: true }));
  await form.waitFor({ state: "hidden" });
  const line = clerk.page.getByRole("row").filter({ hasText: "空调不制冷" });
  await line.waitFor();
  await picture(clerk.page, "7-list");
  await hands.type(clerk.page.getByRole("textbox", { name: "单行文本" }), "空调不制冷");
  await hands.press(clerk.page.getByRole("button", { name: "查询", exact: true }));
  await hands.press(line.getByRole("button", { name: "编辑" }));
  const edit = clerk.page.getByRole("dialog", { name: `编辑${title}` });
  await edit.getByText("压缩机").first().waitFor();
  await edit.getByText("照片说明.txt").first().waitFor();
  await hands.type(edit.getByLabel("单行文本", { exact: true }).first(), "空调漏水");
  await hands.press(edit.getByRole("button", { name: "保存", exact: true }));
  await edit.waitFor({ state: "hidden" });
  expect(clerk.complaints).toEqual([]);

  // The column and its title get another name; the clerk finds what they wrote under it.
  await page.goto(`${url}/online/cgformDesign?id=${main}`);
  const fieldCell = (key: string) => page.locator(`[data-row] [data-key="${key}"]`).first();
  for (const [key, text] of [
    ["dbFieldTxt", "故障"],
    ["dbFieldName", "fault"],
  ] as const) {
    await hands.press(fieldCell(key));
    await page.keyboard.press("F2");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
    hands.texts += 1;
    await page.keyboard.press("Enter");
  }
  await picture(page, "8-rename");
  await synchronise(page, hands);
  await clerk.page.reload();
  await clerk.page.getByRole("columnheader", { name: "故障" }).first().waitFor();
  await clerk.page.getByRole("row").filter({ hasText: "空调漏水" }).waitFor();
  await picture(clerk.page, "9-renamed");
  expect(complaints).toEqual([]);
  console.info(`${hands.presses} presses, ${hands.texts} texts, made in ${Math.round(madeMs / 1000)} s`);
});
