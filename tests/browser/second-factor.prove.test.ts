import { Secret, TOTP } from "otpauth";
import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { addPerson, someRole } from "../support/console-people.ts";
import { testPassword } from "../support/console-server.ts";
import { callerOf } from "../support/page-caller.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("two-step verification: a person scans the QR code, signs in with a recovery code after a wrong one, and switches it off", async () => {
  // Of their own at each try.
  const username = `steps_${Date.now()}`;
  await addPerson({ username, realname: "双步", ...(await someRole()) });
  const { page } = await openPage(browser);
  await signIn(page, url, "/account/center?part=security", username);
  await page.getByRole("button", { name: "开启两步验证" }).click();
  await page.getByLabel("登录密码").fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "添加到验证器应用的二维码" }).locator("canvas, svg").waitFor();
  const secret = Secret.fromBase32((await page.getByRole("dialog").locator("code").innerText()).trim());
  await page.getByLabel("6 位动态码").fill("12ab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toEqual(["请输入 6 位数字的动态码"]);
  await page.getByLabel("6 位动态码").fill(new TOTP({ secret }).generate());
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "我已保存" }).waitFor();
  const codes = (await page.getByRole("dialog").locator("code").innerText()).trim().split(/\s+/);
  expect(codes.length).toBe(10);
  await page.getByRole("button", { name: "我已保存" }).click();
  await page.getByText("还有 10 个恢复码可用").waitFor();

  const { page: other } = await openPage(browser);
  await other.goto(`${url}/user/login?redirect=%2Faccount%2Fcenter%3Fpart%3Dsecurity`);
  await other.getByPlaceholder("请输入用户名").fill(username);
  await other.getByPlaceholder("请输入密码").fill(testPassword);
  await other.getByRole("button", { name: "登录", exact: true }).click();
  const question = other.getByRole("dialog", { name: "两步验证" });
  await question.getByLabel("动态码或恢复码").fill("not-a-code");
  await other.keyboard.press("Enter");
  await expect
    .poll(() => question.getByRole("alert").allInnerTexts())
    .toEqual(["动态码不正确或已使用过，请输入新的动态码"]);
  // Giving up leaves the form, which says what is missing.
  await question.getByRole("button", { name: "取消" }).click();
  await expect.poll(() => other.getByRole("alert").allInnerTexts()).toContain("请输入两步验证的动态码");
  await other.getByRole("button", { name: "登录", exact: true }).click();
  await question.getByLabel("动态码或恢复码").fill(codes[0] ?? "");
  await other.keyboard.press("Enter");
  await other.getByText("还有 9 个恢复码可用").waitFor();
  await other.getByRole("button", { name: "管理两步验证" }).click();
  await other.getByLabel("动态码或恢复码").fill(codes[1] ?? "");
  await other.getByRole("button", { name: "关闭两步验证", exact: true }).click();
  await other.getByText("未开启。").waitFor();
});

it("SES-02 a role asks for two-step verification; a remembered browser is not asked again, but before a role is copied", async () => {
  const mark = `${Date.now()}`;
  const admin = await callerOf(url, "admin");
  await admin.send("POST", "/sys/role/add", { roleCode: `asks_${mark}`, roleName: "须两步", secondFactor: "Y" });
  const roles = await admin.get<readonly { id: string; roleCode: string }[]>("/sys/role/queryall", {});
  const chosen = roles.result.filter(({ roleCode }) => ["admin", `asks_${mark}`].includes(roleCode));
  const username = `must_${mark}`;
  await addPerson({ username, realname: "必双", selectedroles: chosen.map(({ id }) => id).join(",") });

  const { page } = await openPage(browser);
  const enter = async () => {
    await page.goto(`${url}/user/login?redirect=%2Fsystem%2Frole`);
    await page.getByPlaceholder("请输入用户名").fill(username);
    await page.getByPlaceholder("请输入密码").fill(testPassword);
    await page.getByRole("button", { name: "登录", exact: true }).click();
  };
  const leave = async () => {
    await page.getByRole("button", { name: "用户菜单" }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
    await page.waitForURL("**/user/login*");
  };
  await enter();
  await page.getByRole("heading", { name: "请先开启两步验证" }).waitFor();
  await page.goto(`${url}/system/role`);
  await page.waitForURL("**/user/second-factor*");
  await page.getByRole("button", { name: "开启" }).click();
  await page.getByLabel("登录密码").fill(testPassword);
  await page.keyboard.press("Enter");
  const secret = Secret.fromBase32((await page.getByRole("dialog").locator("code").innerText()).trim());
  await page.getByLabel("6 位动态码").fill(new TOTP({ secret }).generate());
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "我已保存" }).waitFor();
  const codes = (await page.getByRole("dialog").locator("code").innerText()).trim().split(/\s+/);
  await page.getByRole("button", { name: "我已保存" }).click();
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();

  await leave();
  await enter();
  const question = page.getByRole("dialog", { name: "两步验证" });
  await question.getByLabel("动态码或恢复码").fill(codes[0] ?? "");
  await question.getByLabel("30 天内在这个浏览器上登录不再询问").check();
  await page.keyboard.press("Enter");
  await page.getByRole("table", { name: "角色管理" }).waitFor();

  await leave();
  await enter();
  await page.getByRole("table", { name: "角色管理" }).waitFor();
  const row = page.getByRole("row").filter({ hasText: "须两步" }).first();
  await row.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "复制" }).click();
  const ask = page.getByRole("dialog", { name: "复制" });
  await ask.getByLabel("角色名称").fill("须两步副本");
  await ask.getByLabel("角色编码").fill(`copy_${mark}`);
  await ask.getByRole("button", { name: "复制" }).click();
  await question.getByText("这项操作要再确认一次是您本人").waitFor();
  await question.getByLabel("动态码或恢复码").fill("123456");
  await page.keyboard.press("Enter");
  await question.getByRole("alert").waitFor();
  await question.getByLabel("动态码或恢复码").fill(codes[1] ?? "");
  await page.keyboard.press("Enter");
  await page.getByText("角色已复制").waitFor();

  await page.goto(`${url}/account/center?part=security`);
  await page.getByRole("button", { name: "管理两步验证" }).click();
  await page.getByText("您的角色要求两步验证，不能关闭").waitFor();
  await page.getByRole("button", { name: /^移除/ }).click();
  await page.getByText("已移除，下次登录要输入动态码").waitFor();
});
