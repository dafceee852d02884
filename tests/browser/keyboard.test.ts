import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage } from "../support/console-page.ts";
import { testPassword } from "../support/console-server.ts";
import { pressTo } from "../support/press-to.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("the keyboard alone signs in, adds a role, finds it, edits it, grants it a page and deletes it", async () => {
  const { page } = await openPage(browser);
  const press = (key: string) => page.keyboard.press(key);
  const tabTo = (name: RegExp, limit = 150) => pressTo(page, "Tab", name, limit);
  await page.goto(`${url}/user/login?redirect=%2Fsystem%2Frole`);
  await page.getByPlaceholder("请输入用户名").waitFor();
  await tabTo(/^请输入用户名$/);
  await page.keyboard.type("admin");
  await tabTo(/^请输入密码$/);
  await page.keyboard.type(testPassword);
  await press("Enter");
  await page.getByRole("button", { name: "新增角色" }).first().waitFor();
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });

  await tabTo(/^新增角色$/);
  await press("Enter");
  const form = page.getByRole("dialog");
  await form.getByLabel("角色名称", { exact: true }).waitFor();
  // The first field has the focus.
  await expect
    .poll(() => form.getByLabel("角色名称", { exact: true }).evaluate((at) => at === document.activeElement))
    .toBe(true);
  await page.keyboard.type("夜班店长");
  await tabTo(/角色编码/);
  await page.keyboard.type("night_manager");
  await tabTo(/^保存$/);
  await press("Enter");
  await form.waitFor({ state: "detached" });
  await row("夜班店长").waitFor();

  await tabTo(/^请输入角色名称$/);
  await page.keyboard.type("夜班");
  await press("Enter");
  await expect.poll(() => page.locator("tbody tr[data-row]").count()).toBe(1);

  await tabTo(/^编辑$/);
  await press("Enter");
  await form.getByLabel("角色名称", { exact: true }).waitFor();
  await tabTo(/描述/);
  await page.keyboard.type("二十二点以后");
  await tabTo(/^保存$/);
  await press("Enter");
  await form.waitFor({ state: "detached" });
  await row("二十二点以后").waitFor();

  await tabTo(/^授权$/);
  await press("Enter");
  const sum = form.getByRole("status").filter({ hasText: "已授权" });
  await sum.waitFor();
  const before = await sum.innerText();
  await tabTo(/^会员管理/);
  await press("Space");
  await expect.poll(() => sum.innerText()).not.toBe(before);
  await tabTo(/^保存并关闭$/);
  await press("Enter");
  await form.waitFor({ state: "detached" });

  await tabTo(/^更多/);
  await press("Enter");
  await pressTo(page, "ArrowDown", /^删除$/);
  await press("Enter");
  // The question stands on the safe answer.
  const question = page.getByRole("dialog").filter({ hasText: "夜班店长" });
  await question.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("取消");
  await tabTo(/^(确认|确定|删除)$/, 5);
  await press("Enter");
  await question.waitFor({ state: "detached" });
  await expect.poll(() => row("夜班店长").count()).toBe(0);
});
