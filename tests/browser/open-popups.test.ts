import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { openMadeForm } from "../support/made-form.ts";
import { proveIt, proveSample } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const calendar = (page: Page) => page.locator(".ant-picker-dropdown:not(.ant-picker-dropdown-hidden)");
const list = (page: Page) => page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)");
const area = (page: Page) => page.locator(".ant-cascader-menu").first();
const dialog = (page: Page) => page.getByRole("dialog", { name: /^选择/ });

/**
 * antd's columns of hours and of divisions scroll and take no focus: the field has it, arrow keys choose in the divisions
 * and a time is typed.
 */
const columns = /scrollable-region-focusable: .*(ant-cascader-menu|data-type="(hour|minute|second)")/;

/** A field, and what stands open after a press on it. */
const popups: Readonly<Record<string, { readonly field: object; readonly opened: (page: Page) => Locator }>> = {
  日期: { field: { type: "date" }, opened: calendar },
  月份: { field: { type: "string", widget: { type: "month" } }, opened: calendar },
  时刻: { field: { type: "datetime" }, opened: calendar },
  时间: { field: { type: "time" }, opened: calendar },
  性别: { field: { type: "string", dict: "sex" }, opened: list },
  喜好: {
    field: { type: "string", dict: "sex", multiple: true, widget: { type: "multi-select" } },
    opened: list,
  },
  地区: { field: { type: "string", widget: { type: "area" } }, opened: area },
  上级部门: {
    field: {
      type: "string",
      dict: { model: "system/depart", text: "departName", value: "id" },
      widget: { type: "tree-select", pidField: "parentId" },
    },
    opened: list,
  },
  品类: { field: { type: "string", widget: { type: "category-select" } }, opened: list },
  负责人: { field: { type: "string", widget: { type: "user-picker" } }, opened: dialog },
  归属部门: { field: { type: "string", widget: { type: "depart-picker" } }, opened: dialog },
  所属角色: { field: { type: "string", widget: { type: "role-picker" } }, opened: list },
};

/** Two of them, and all when proving. */
const chosen = proveSample(Object.entries(popups), () => "a popup", 2);

it("axe-core finds nothing serious while the calendar, list, tree or window of a field stands open", async () => {
  const fields = Object.fromEntries(chosen.map(([title, { field }], at) => [`f${at}`, { ...field, title }]));
  const { page, form, field } = await openMadeForm(browser, url, fields, { prepare: followSystem });
  const found: Record<string, readonly string[]> = {};
  for (const [title, { opened }] of chosen) {
    await field(title).click();
    await opened(page).waitFor();
    const seen = (await findingsInBoth(page)).filter((finding) => !columns.test(finding));
    if (seen.length > 0) found[title] = seen;
    await page.keyboard.press("Escape");
    await opened(page).waitFor({ state: "hidden" });
    expect(await form.isVisible()).toBe(true);
  }
  expect(found).toEqual({});
});

proveIt("nor while a row's menu, a question, a row of checks or the menus of the head stand open", async () => {
  const { page } = await openPage(browser);
  await followSystem(page);
  await signIn(page, url, "/member/member");
  await page.getByText(/^第 1–10 条/).waitFor();
  const found: Record<string, readonly string[]> = {};
  const check = async (name: string, open: () => Promise<unknown>, opened: Locator) => {
    await open();
    await opened.waitFor();
    const seen = await findingsInBoth(page);
    if (seen.length > 0) found[name] = seen;
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "hidden" });
  };
  const row = page.locator("tbody tr[data-row]").first();
  const menu = page.getByRole("menu").and(page.locator(".ant-dropdown-menu")).last();
  await check("row", () => row.getByRole("button", { name: /更多/ }).click(), menu);
  await row.getByRole("button", { name: /更多/ }).click();
  await menu.getByRole("menuitem", { name: "删除" }).click();
  const question = page
    .locator(".ant-popconfirm, [role=dialog], [role=alertdialog]")
    .filter({ hasText: "删除" })
    .first();
  await question.waitFor();
  const asked = await findingsInBoth(page);
  if (asked.length > 0) found.question = asked;
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  const query = page.getByRole("dialog", { name: /高级查询/ });
  await check(
    "advanced query",
    async () => {
      await page
        .getByRole("button", { name: /高级查询/ })
        .first()
        .click();
      // A rule that waits for its field is closed, and as pale as what is closed may be.
      await query.getByRole("combobox", { name: "字段" }).first().click();
      await list(page).getByTitle("姓名", { exact: true }).click();
    },
    query.getByRole("combobox", { name: "规则" }).first(),
  );
  await check(
    "person",
    () =>
      page
        .getByRole("button", { name: /admin|管理员/ })
        .last()
        .click(),
    menu,
  );
  expect(found).toEqual({});
});
