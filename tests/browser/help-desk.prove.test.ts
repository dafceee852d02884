import { rmSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { callAs } from "../support/page-caller.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";

const newPassword = "chosen-by-finance-1";
const reason = "对方拥有您没有的菜单或按钮权限";

let browser: Browser;
let server: ConsoleServer;
let mail: SmtpServer;
beforeAll(async () => {
  const dataDir = await copyDemoData();
  mail = await startSmtpServer();
  const env = { SMTP_URL: mail.url, PUBLIC_URL: "http://console.example.com" };
  [browser, server] = await Promise.all([sharedBrowser(), startConsoleServer(env, dataDir)]);
});
afterAll(async () => {
  await server.stop();
  await mail.close();
  rmSync(server.dataDir, { recursive: true, force: true });
});

/** A help desk: sees users, edits them, and nothing else; the finance reader has a mail address. */
async function setUp(page: Page): Promise<void> {
  await signIn(page, server.url);
  const admin = callAs(page, server.url);
  await admin.send("POST", "/sys/role/add", { roleCode: "help_desk", roleName: "服务台" });
  const roles = await admin.get<{ records: { id: string }[] }>("/sys/role/list", { roleCode: "help_desk" });
  const roleId = roles.result.records[0]?.id ?? "";
  const permissionIds = "system,system.user,system.user#system:user:edit";
  expect(await admin.send("POST", "/sys/permission/saveRolePermission", { roleId, permissionIds })).toMatchObject({
    success: true,
  });
  const person = { username: "desk", realname: "服务台", password: testPassword, selectedroles: roleId };
  expect(await admin.send("POST", "/sys/user/add", person)).toMatchObject({ success: true });
  const found = await admin.get<{ records: { id: string; version: number; relTenantIds: string | null }[] }>(
    "/sys/user/list",
    { username: "finance" },
  );
  const { id, version } = found.result.records[0] ?? {};
  expect(await admin.send("PUT", "/sys/user/edit", { id, version, email: "finance@example.com" })).toMatchObject({
    success: true,
  });
}

const linkToken = () =>
  /reset-link#([\w-]{43})/.exec((mail.mails.at(-1)?.data ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ??
  "";

it("SES-08, SYS-01: a help desk finds what it may not do closed with the reason, and sends a link with which the person helps themselves", async () => {
  const { page: adminPage } = await openPage(browser);
  await setUp(adminPage);

  const { page } = await openPage(browser);
  await page.goto(`${server.url}/user/login`);
  await page.getByPlaceholder("请输入用户名").fill("desk");
  await page.getByPlaceholder("请输入密码").fill(testPassword);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByLabel("旧密码").or(page.getByLabel("原密码")).first().fill(testPassword);
  const fields = page.locator('input[type="password"]');
  await fields.nth(1).fill("help-desk-password-1");
  await fields.nth(2).fill("help-desk-password-1");
  await page
    .getByRole("button", { name: /保存|确定|提交/ })
    .first()
    .click();
  await page.getByRole("navigation").first().waitFor();

  await page.goto(`${server.url}/system/user`);
  await page.getByLabel("用户账号").first().fill("finance");
  await page.getByRole("button", { name: "查询", exact: true }).click();
  const row = page.getByRole("row", { name: /finance/ });
  const edit = row.getByRole("button", { name: "编辑" });
  await edit.waitFor();
  expect(await edit.getAttribute("aria-disabled")).toBe("true");
  expect(await edit.getAttribute("title")).toBe(reason);
  // It is closed and still answers, so the press is forced past the check for disabled controls.
  await edit.click({ force: true });
  await page.getByText(reason).first().waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);

  await row.getByRole("button", { name: "更多" }).click();
  const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
  expect(await item("重置密码").getAttribute("aria-disabled")).toBe("true");
  await page.screenshot({ path: "tests/.artifacts/help-desk-1440.png" });
  await item("发送重置链接").click();
  await page.getByRole("button", { name: "发送重置链接", exact: true }).last().click();
  await page.getByText("重置链接已发送").waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: "tests/.artifacts/help-desk-390.png" });

  const { page: own } = await openPage(browser);
  await own.goto(`${server.url}/user/reset-link#${linkToken()}`);
  await own.getByText("为账号 finance 设置新密码。链接只能使用一次。").waitFor();
  await own.screenshot({ path: "tests/.artifacts/reset-link-1440.png" });
  await own.getByRole("button", { name: "更改密码" }).click();
  await own.getByRole("alert").first().waitFor();
  const passwords = own.locator('input[type="password"]');
  await passwords.nth(0).fill(newPassword);
  await passwords.nth(1).fill(newPassword);
  await own.getByRole("button", { name: "更改密码" }).click();
  await own.getByText("密码重置完成！").waitFor();
  await own.getByRole("link", { name: "返回登录" }).click();
  await own.getByPlaceholder("请输入密码").fill(newPassword);
  await own.getByRole("button", { name: "登录", exact: true }).click();
  await own.getByRole("navigation").first().waitFor();

  const { page: again } = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await again.goto(`${server.url}/user/reset-link#${linkToken()}`);
  await again.getByText("不能使用这个链接：链接无效、已使用或已过期，请联系管理员重新发送").waitFor();
  await again.screenshot({ path: "tests/.artifacts/reset-link-390.png" });
});
