import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "打开的页面" }).getByRole("tab", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

/** A window covers menu and tabs; the menu search opens above it. */
async function goBySearch(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "搜索菜单" }).fill(name);
  await page.getByRole("option", { name }).first().waitFor();
  await page.keyboard.press("Enter");
  await heading(page, name).waitFor();
}

it("NAV-07 a page keeps scroll, filters, page and a half-typed form behind other tabs, and goes with its tab", async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 1200, height: 620 } });
  await signIn(page, url, "/store/order");
  await page.getByRole("button", { name: "第 3 页" }).click();
  await page.getByText(/^第 21–30 条/).waitFor();
  const rows = page.locator(".sc-table-scroll").first();
  await rows.evaluate((element) => element.scrollTo({ left: 160, top: 60 }));
  const lists: string[] = [];
  page.on("request", (request) => request.url().includes("/list?") && lists.push(new URL(request.url()).pathname));

  const menu = page.getByRole("navigation", { name: "主菜单" });
  await menu.getByRole("menuitem", { name: "会员管理" }).click();
  await menu.getByRole("link", { name: "会员", exact: true }).click();
  await heading(page, "会员").waitFor();
  await page.getByText(/^第 1–10 条/).waitFor();
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await dialog(page).getByLabel("姓名", { exact: true }).fill("写到一半");

  // The browser's own way out asks first; the search leads to another open page and leaves everything as it is.
  await page.goBack();
  await dialog(page).getByText("放弃修改").first().waitFor();
  await dialog(page).getByRole("button", { name: "取消" }).last().click();
  await goBySearch(page, "门店订单");
  await expect.poll(() => dialog(page).count()).toBe(0);
  expect(page.url()).toContain("/store/order?page=3");
  await page.getByText(/^第 21–30 条/).waitFor();
  await expect.poll(() => rows.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])).toEqual([160, 60]);
  expect(lists).toEqual(["/api/member/member/list"]);

  await tab(page, "会员").click();
  const name = dialog(page).getByLabel("姓名", { exact: true });
  expect(await name.inputValue()).toBe("写到一半");
  await name.fill("接着写");
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await dialog(page).getByText("请输入手机号").waitFor();
  expect(await name.inputValue()).toBe("接着写");

  // Closing the tab of a page with unsaved input asks; a no keeps everything.
  await goBySearch(page, "门店订单");
  await page.getByRole("button", { name: "关闭 会员" }).click();
  await dialog(page).getByRole("button", { name: "取消" }).click();
  expect(await tab(page, "会员").count()).toBe(1);
  await page.getByRole("button", { name: "关闭 会员" }).click();
  await dialog(page).getByRole("button", { name: "放弃修改" }).click();
  await expect.poll(() => tab(page, "会员").count()).toBe(0);
  await menu.getByRole("link", { name: "会员", exact: true }).click();
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await dialog(page).getByLabel("姓名", { exact: true }).waitFor();
  expect(await dialog(page).getByLabel("姓名", { exact: true }).inputValue()).toBe("");
  expect(
    await dialog(page)
      .getByText(/填写后没有保存的内容/)
      .count(),
  ).toBe(0);
  expect(complaints).toEqual([]);
});

it("ERR-02 leaving the window asks, and what was typed is offered again", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/member/member");
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await dialog(page).getByLabel("姓名", { exact: true }).fill("关窗之前");
  const questions: string[] = [];
  page.on("dialog", (question) => {
    questions.push(question.type());
    void question.accept();
  });
  await page.reload();
  expect(questions).toEqual(["beforeunload"]);
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await dialog(page).getByRole("button", { name: "恢复" }).click();
  expect(await dialog(page).getByLabel("姓名", { exact: true }).inputValue()).toBe("关窗之前");
});
