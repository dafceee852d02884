import type { Browser } from "playwright-core";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage } from "../support/console-page.ts";
import { startConsoleServer, testPassword } from "../support/console-server.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("BIZ-01 the first administrator names the company, its first department and role, and begins", async () => {
  const server = await startConsoleServer({ ADMIN_PASSWORD: "", DEMO_PASSWORD: "", SEED: "none" });
  onTestFinished(() => server.stop());
  const first = /admin 的密码：([\w-]+)/.exec(server.output())?.[1] ?? "";
  const { page } = await openPage(browser);
  await page.goto(`${server.url}/user/login`);
  await page.getByPlaceholder("请输入用户名").fill("admin");
  await page.getByPlaceholder("请输入密码").fill(first);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByLabel("旧密码").fill(first);
  await page.getByLabel("新密码", { exact: true }).fill(testPassword);
  await page.getByLabel("确认新密码").fill(testPassword);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/guide");
  // Without the demonstration there is nothing to keep or clear: the card of that choice is not there.
  const begin = page.getByRole("button", { name: "开始使用", exact: true });
  await begin.waitFor();
  expect(await page.getByText("从哪里开始").isVisible()).toBe(false);
  await begin.click();
  await expect.poll(() => page.getByText("请输入公司名称", { exact: true }).count()).toBeGreaterThan(0);
  await page.getByLabel("公司名称").fill("云杉生活");
  await page.getByLabel("第一个部门").fill("总部");
  await begin.click();
  await page.waitForURL("**/dashboard/**");
  await page.getByText("欢迎进入云杉生活").waitFor();
  await page.goto(`${server.url}/guide`);
  await page.getByRole("button", { name: "保存" }).waitFor({ state: "hidden" });
  await page.goto(`${server.url}/system/depart`);
  await page.getByText("总部").first().waitFor();
});
