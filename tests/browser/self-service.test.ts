import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage } from "../support/console-page.ts";
import { addPerson, typeCode } from "../support/console-people.ts";
import { testPassword } from "../support/console-server.ts";
import { openSession } from "../support/page-caller.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
  await addPerson({ username: "forgetful", realname: "健忘", phone: "13911110002" });
});

it("SES-07: registering ends on the result page, from which the name comes along to the sign-in page", async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${url}/user/login`);
  await page.getByRole("link", { name: "立即注册" }).click();
  await page.getByRole("button", { name: "注册", exact: true }).click();
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toEqual(["请输入用户名", "请输入密码", "请再次输入密码", "请输入手机号", "请输入短信验证码"]);
  await page.getByPlaceholder("用户名").fill("new_person");
  await page.getByPlaceholder("密码", { exact: true }).fill(testPassword);
  await page.getByPlaceholder("确认密码").fill(testPassword);
  await page.getByPlaceholder("手机号").fill("13911110003");
  await typeCode(page, "13911110003");
  await page.getByRole("button", { name: "注册", exact: true }).click();
  await page.waitForURL("**/user/register-result");
  await page.getByText("您的账号 new_person 注册成功").waitFor();
  await page.getByRole("link", { name: "去登录" }).click();
  await expect.poll(() => page.getByPlaceholder("请输入用户名").inputValue()).toBe("new_person");
  expect(complaints).toEqual([]);
});

it("SES-08: a forgotten password is set anew in four steps", async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${url}/user/login`);
  await page.getByRole("link", { name: "忘记密码" }).click();
  await page.waitForURL("**/user/alteration");
  const steps = page.getByRole("list", { name: "找回密码的步骤" }).getByRole("listitem");
  await expect
    .poll(async () => (await steps.allInnerTexts()).map((text) => text.split(/\s+/)))
    .toEqual([
      ["1", "用户账号"],
      ["2", "手机验证"],
      ["3", "更改密码"],
      ["4", "完成"],
    ]);
  // Each step begins in its first field: nobody has to reach for it.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("placeholder"));
  await expect.poll(focused).toBe("请输入用户名或手机号");
  await page.keyboard.type("forgetful");
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("请输入手机号");
  await page.getByPlaceholder("请输入手机号").fill("13911110002");
  await typeCode(page, "13911110002");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByPlaceholder("新密码", { exact: true }).fill("a-fresh-passphrase");
  await page.getByPlaceholder("确认新密码").fill("a-fresh-passphrase-2");
  await page.getByRole("button", { name: "更改密码" }).click();
  await page.getByText("两次输入的密码不一样！").waitFor();
  await page.getByPlaceholder("确认新密码").fill("a-fresh-passphrase");
  await page.getByRole("button", { name: "更改密码" }).click();
  await page.getByText("密码重置完成！").waitFor();
  await page.getByRole("link", { name: "返回登录" }).click();
  await expect.poll(() => page.getByPlaceholder("请输入用户名").inputValue()).toBe("forgetful");
  expect(await openSession(url, "forgetful", "a-fresh-passphrase")).toEqual(expect.any(String));
  expect(complaints).toEqual([]);
});
