import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function openUserForm() {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/system/role");
  await page.getByRole("button", { name: "新增角色" }).waitFor();
  await page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name: "用户管理" }).click();
  await page.getByRole("button", { name: "新增用户" }).click();
  const form = page.getByRole("dialog", { name: "新增用户" });
  await form.getByRole("textbox", { name: "用户账号", exact: true }).waitFor();
  return { page, form, complaints };
}

/** What a screen reader adds to the control that has the focus. */
const description = (page: Page) =>
  page.evaluate(() => {
    const ids = document.activeElement?.getAttribute("aria-describedby") ?? "";
    return document.getElementById(ids)?.textContent ?? "";
  });

it("FRM-02, FRM-05: the user's form names a wrong and a taken account when the field is left, and says it to screen readers", async () => {
  const { page, form, complaints } = await openUserForm();
  // The star of a field that is required is no part of its name.
  const account = form.getByRole("textbox", { name: "用户账号", exact: true });
  expect(await account.getAttribute("aria-required")).toBe("true");
  const leaveWith = async (text: string) => {
    await account.fill(text);
    await account.press("Tab");
  };
  await leaveWith("li-hua");
  await form.getByText("只允许字母、数字、下划线", { exact: true }).waitFor();
  await account.focus();
  expect(await account.getAttribute("aria-invalid")).toBe("true");
  expect(await description(page)).toBe("只允许字母、数字、下划线");
  await leaveWith("lin");
  await form.getByText("长度6到18个字符", { exact: true }).waitFor();
  await leaveWith("ADMIN");
  await form.getByText("该值不可用，系统中已存在！").waitFor();
  await leaveWith("lin_hua");
  await form.getByText("该值不可用，系统中已存在！").waitFor({ state: "detached" });
  expect(await account.getAttribute("aria-invalid")).toBeNull();
  await form.getByRole("textbox", { name: "手机号码", exact: true }).fill("19900000000");
  await page.keyboard.press("Tab");
  await form.getByText("请输入正确手机号").waitFor();
  expect(complaints).toEqual([]);
});

proveIt("Escape and the browser's Back ask before a form is lost, and what comes first is to stay", async () => {
  const { page, form } = await openUserForm();
  const name = form.getByRole("textbox", { name: "用户姓名", exact: true });
  await name.fill("林小满");
  const question = page.getByRole("dialog", { name: "放弃修改" });
  for (const leave of [() => page.keyboard.press("Escape"), () => page.evaluate(() => history.back())]) {
    await leave();
    await question.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.replace(/\s/g, ""))).toBe("取消");
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("林小满");
  }
  expect(new URL(page.url()).pathname).toBe("/system/user");
  await page.evaluate(() => history.back());
  await question.getByRole("button", { name: "放弃修改" }).click();
  await page.waitForURL("**/system/role");
  await page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name: "用户管理" }).click();
  await page.getByRole("button", { name: "新增用户" }).click();
  await form.waitFor();
  expect(await name.inputValue()).toBe("");
  expect(await form.getByRole("button", { name: "恢复" }).count()).toBe(0);
});
