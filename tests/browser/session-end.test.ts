import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { testPassword } from "../support/console-server.ts";
import { callAs } from "../support/page-caller.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Ends the page's session behind its back. */
const endSession = async (page: Page) =>
  expect((await callAs(page, url).send("POST", "/sys/logout", {})).success).toBe(true);

it("ERR-03: after the session ended, signing in over the page repeats the call and keeps what was typed", async () => {
  const { page } = await openPage(browser);
  // The live channel would tell of the end before the save does.
  await page.routeWebSocket(/\/websocket\//, (channel) => channel.close());
  await signIn(page, url, "/member/level");
  await page.getByRole("button", { name: /新增/ }).first().click();
  await page.getByPlaceholder("请输入级别").fill("9");
  for (const [field, value] of [
    ["升级门槛", "90000"],
    ["折扣", "80"],
    ["积分倍率", "3"],
  ] as const) {
    await page.getByPlaceholder(`请输入${field}`).fill(value);
  }
  await page.getByRole("dialog").getByPlaceholder("请输入名称").fill("续登会员");
  // What the page asks beside would tell of the end over a button that is just being pressed.
  const saving = page.waitForRequest(/\/memberLevel\/add$/);
  await page.route(/\/api\/.*\?/, async (route) => {
    await saving;
    await route.continue();
  });
  await endSession(page);
  await page.evaluate(() => {
    (window as { marked?: boolean }).marked = true;
  });
  await page.getByRole("button", { name: /^保 ?存$/ }).click();
  await page.getByText("很抱歉，登录已过期，请重新登录").waitFor();
  await page.getByRole("button", { name: "重新登录" }).click();
  const dialog = page.getByRole("dialog", { name: "重新登录" });
  expect(await dialog.getByPlaceholder("请输入用户名").inputValue()).toBe("admin");
  await dialog.getByPlaceholder("请输入密码").fill(testPassword);
  await dialog.getByRole("button", { name: "登录", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  // The save went on by itself, on the same page, with what was typed.
  await page.getByRole("row", { name: /续登会员/ }).waitFor();
  expect(await page.evaluate(() => (window as { marked?: boolean }).marked)).toBe(true);
});

proveIt.each(["closing", "another person"])("ERR-03: %s begins anew on the sign-in page", async (how) => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/member/level");
  // The live channel tells at once.
  await endSession(page);
  await page.getByRole("button", { name: "重新登录" }).click();
  const dialog = page.getByRole("dialog", { name: "重新登录" });
  if (how === "closing") await dialog.getByRole("button", { name: "关闭" }).click();
  else {
    await dialog.getByPlaceholder("请输入用户名").fill("finance");
    await dialog.getByPlaceholder("请输入密码").fill(testPassword);
    await dialog.getByRole("button", { name: "登录", exact: true }).click();
  }
  await page.waitForURL("**/user/login?redirect=%2Fmember%2Flevel");
  // The whole page is loaded anew meanwhile.
  const kept = () => page.evaluate(() => Object.values(localStorage).join(" ")).catch(() => '"token"');
  await expect.poll(kept).not.toContain('"token"');
});
