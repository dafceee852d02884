import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { visit } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("ONF-03 a clerk presses a button where its condition holds, and does not see the field that was hidden", async () => {
  const { page } = await visit(browser, url, "/online/cgform");
  const api = callAs(page, url);
  const title = `回访${Date.now() % 100_000}`;
  const table = `ext_call_${Date.now() % 100_000}`;
  const field = (dbFieldName: string, dbFieldTxt: string) => ({
    ...{ dbFieldName, dbFieldTxt, dbType: "string", dbLength: 32, isShowForm: 1, isShowList: 1 },
  });
  const fields = [field("customer", "客户"), field("state", "进度"), field("salary", "提成")];
  const { result: form } = await api.send<string>("POST", "/online/cgform/api/addAll", {
    ...{ head: { tableName: table, tableTxt: title, tableType: 1 }, fields, indexs: [] },
  });
  await api.send("POST", `/online/cgform/api/doDbSynch/${form}/normal`, {});
  const roles = await api.get<{ records: { id: string }[] }>("/sys/role/list", { roleCode: "store_clerk" });
  await api.send("POST", "/online/cgform/head/addMenu", {
    id: form,
    parentId: "base",
    roleIds: roles.result.records[0]?.id,
  });
  for (const [customer, state] of [
    ["甲公司", "0"],
    ["乙公司", "1"],
  ]) {
    await api.send("POST", `/online/cgform/api/form/${form}`, { customer, state, salary: "88" });
  }

  const listPath = `/online/cgform/api/getData/${form}`;
  const row = page.getByRole("row").filter({ has: page.getByText(title, { exact: true }) });
  const open = async (item: string) => {
    await row.getByRole("button", { name: "更多" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await page.reload();
  await open("按钮增强");
  const buttons = page.getByRole("dialog", { name: `按钮增强：${title}` });
  await buttons.getByRole("button", { name: "新增按钮" }).first().click();
  const dialog = page.getByRole("dialog", { name: "新增按钮" });
  await dialog.getByRole("textbox", { name: "按钮名称" }).fill("完成");
  await dialog.getByRole("textbox", { name: "按钮编码" }).fill("finish");
  await dialog.getByRole("textbox", { name: "显示表达式" }).fill("progress#eq#0");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByText("表单没有字段“progress”").first().waitFor();
  await dialog.getByRole("textbox", { name: "显示表达式" }).fill("state#eq#0");
  await dialog.getByRole("button", { name: "保存" }).click();
  await buttons.getByText("finish").waitFor();
  await api.send("POST", `/online/cgform/head/enhanceSql/${form}`, {
    ...{ buttonCode: "finish", cgbSql: `update ${table} set state = '1' where id = #{id}` },
  });
  await page.keyboard.press("Escape");
  await buttons.waitFor({ state: "hidden" });

  await open("权限");
  const rights = page.getByRole("dialog", { name: `权限：${title}` });
  await rights.getByRole("row").filter({ hasText: "提成" }).getByRole("button", { name: "设置权限" }).click();
  const asked = page.getByRole("dialog", { name: "设置权限" });
  await asked.getByRole("switch", { name: "限制谁可以看" }).click();
  await asked.getByRole("button", { name: "设置权限" }).click();
  await rights.getByRole("row").filter({ hasText: "提成" }).getByText("仅管理员").waitFor();

  const clerk = await visit(browser, url, `/online/cgformList/${form}`, "clerk");
  const line = (customer: string) => clerk.page.getByRole("row").filter({ hasText: customer });
  await line("甲公司").waitFor();
  expect(await clerk.page.getByText("提成").count()).toBe(0);
  const finish = clerk.page.getByRole("menuitem", { name: "完成" });
  const openMore = async (customer: string) => {
    await line(customer).getByRole("button", { name: "更多" }).click();
    await clerk.page.getByRole("menuitem", { name: "删除" }).waitFor();
  };
  await openMore("乙公司");
  expect(await finish.count()).toBe(0);
  await clerk.page.keyboard.press("Escape");
  await clerk.page.getByRole("menuitem", { name: "删除" }).waitFor({ state: "hidden" });
  await openMore("甲公司");
  await finish.click();
  await expect.poll(async () => (await api.get<{ total: number }>(listPath, { state: "1" })).result.total).toBe(2);
  expect(clerk.complaints).toEqual([]);
});
