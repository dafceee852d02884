import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findings } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openOption } from "../support/choices.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";
import { proveIt } from "../support/prove.ts";

/** ONF-02: an administrator who knows no code makes a rule by clicks; a clerk fills the form under it. */
const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const preview = (page: Page) => page.getByRole("region", { name: "表单预览" });

async function addFields(page: Page, ...purposes: readonly string[]) {
  for (const purpose of purposes) {
    await page.getByRole("button", { name: "按用途新增" }).first().click();
    await page.getByRole("menuitem", { name: purpose, exact: true }).click();
    await preview(page).getByText(purpose, { exact: true }).first().waitFor();
  }
}

async function choose(page: Page, within: Locator, label: string, option: string) {
  await within.getByRole("combobox", { name: label }).click();
  await openOption(page, option).click();
}

/** A form of two fields, with a rule over them that is made by clicks. */
async function makeRule(page: Page, title: string): Promise<void> {
  await signIn(page, url, "/online/cgformDesign");
  await page.getByRole("textbox", { name: "表描述" }).fill(title);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.getByRole("textbox", { name: "表名" }).inputValue()).toMatch(/^[a-z_\d]+$/);
  await addFields(page, "数量", "单行文本");

  await page.getByRole("tab", { name: "规则" }).click();
  await page.getByRole("button", { name: "新增规则" }).click();
  const rule = page.getByRole("group", { name: "规则 1", exact: true });
  const test = rule.getByRole("group", { name: "条件 1" });
  await choose(page, test, "字段", "数量");
  await choose(page, test, "怎样比较", "大于");
  await test.getByRole("spinbutton").fill("3");
  await choose(page, rule.getByRole("group", { name: "结果 1" }), "哪些字段", "单行文本");
  await page.keyboard.press("Escape");
  await rule.getByRole("button", { name: "新增结果" }).click();
  await choose(page, rule.getByRole("group", { name: "结果 2" }), "做什么", "必填");
  await choose(page, rule.getByRole("group", { name: "结果 2" }), "哪些字段", "单行文本");
  await page.keyboard.press("Escape");
  await page.getByText("当 数量 大于 “3”，则 显示 单行文本，必填 单行文本").waitFor();
}

it("ONF-02 a rule made by clicks is told in words, and shows its field in the preview at once", async () => {
  const { page, complaints } = await openPage(browser);
  await makeRule(page, "外出登记");
  expect(await findings(page)).toEqual([]);

  // Beside it the real form follows at once.
  await preview(page).getByText("单行文本", { exact: true }).waitFor({ state: "hidden" });
  await preview(page)
    .getByRole("textbox", { name: "数量" })
    .or(preview(page).getByRole("spinbutton"))
    .first()
    .fill("4");
  await preview(page).getByText("单行文本", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

proveIt("ONF-02 a rule made by clicks shows a field and requires it, for the clerk and on the server", async () => {
  const { page, complaints } = await openPage(browser);
  await makeRule(page, `外出登记${Date.now() % 100_000}`);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(/id=/);
  await page.getByRole("region", { name: "同步计划" }).getByText("建表").first().waitFor();
  await page.getByRole("button", { name: "同步数据库", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "确认" }).click();
  await page.getByText("同步数据库成功").first().waitFor();
  const id = String(new URL(page.url()).searchParams.get("id"));

  const api = callAs(page, url);
  const roles = await api.get<{ records: { id: string }[] }>("/sys/role/list", { roleCode: "store_clerk" });
  const roleIds = roles.result.records[0]?.id;
  await api.send("POST", "/online/cgform/head/addMenu", { id, parentId: "base", roleIds });

  const clerk = await visit(browser, url, `/online/cgformList/${id}`, "clerk");
  await clerk.page.getByRole("button", { name: "新增", exact: true }).first().click();
  const form = clerk.page.getByRole("dialog");
  await form.getByRole("spinbutton", { name: "数量" }).fill("2");
  await form.getByRole("textbox", { name: "单行文本" }).waitFor({ state: "hidden" });
  await form.getByRole("spinbutton", { name: "数量" }).fill("5");
  await form.getByRole("textbox", { name: "单行文本" }).waitFor();
  await form.getByRole("button", { name: "保存" }).click();
  await form.getByText("请输入单行文本").first().waitFor();
  await form.getByRole("textbox", { name: "单行文本" }).fill("拜访客户");
  await form.getByRole("button", { name: "保存" }).click();
  await clerk.page.getByRole("row").filter({ hasText: "拜访客户" }).waitFor();
  expect([...complaints, ...clerk.complaints]).toEqual([]);
});

proveIt("ONF-02 rules are moved by keyboard, and those that go round are named", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/online/cgformDesign");
  await page.getByRole("textbox", { name: "表描述" }).fill("规则");
  await addFields(page, "数量", "单行文本");
  await page.getByRole("tab", { name: "规则" }).click();
  for (const [no, op] of [
    [1, "为空"],
    [2, "不为空"],
  ] as const) {
    await page.getByRole("button", { name: "新增规则" }).click();
    const rule = page.getByRole("group", { name: `规则 ${no}`, exact: true });
    await choose(page, rule.getByRole("group", { name: "条件 1" }), "字段", "数量");
    await choose(page, rule.getByRole("group", { name: "条件 1" }), "怎样比较", op);
    await choose(page, rule.getByRole("group", { name: "结果 1" }), "哪些字段", "数量");
    await page.keyboard.press("Escape");
  }
  await preview(page).getByText("规则 1：规则互相循环：数量 → 数量").waitFor();
  await page.getByRole("button", { name: "上移规则 2" }).focus();
  await page.keyboard.press("Enter");
  const sentences = page.getByRole("article");
  await expect
    .poll(() => sentences.allInnerTexts())
    .toEqual([expect.stringContaining("数量 不为空"), expect.stringContaining("数量 为空")]);
});

proveIt("ONF-02 where scripts are off, their page says so in one sentence and keeps none", async () => {
  const { page } = await visit(browser, url, "/online/cgform");
  const api = callAs(page, url);
  const tableName = `ext_off_${Date.now() % 100_000}`;
  const fields = [
    { dbFieldName: "name", dbFieldTxt: "名称", dbType: "string", dbLength: 32, isShowForm: 1, isShowList: 1 },
  ];
  await api.send("POST", "/online/cgform/api/addAll", {
    head: { tableName, tableTxt: tableName, tableType: 1 },
    fields,
    indexs: [],
  });
  await page.reload();
  await page.getByRole("row").filter({ hasText: tableName }).getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "脚本增强" }).click();
  const drawer = page.getByRole("dialog", { name: `脚本增强：${tableName}` });
  await drawer.getByText("脚本增强没有启用：系统管理员设置 FORM_SCRIPTS=on 并重启后，脚本才能保存和运行").waitFor();
  expect(await findings(page)).toEqual([]);
});
