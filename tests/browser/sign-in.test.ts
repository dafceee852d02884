import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn, signInByForm } from "../support/console-page.ts";
import { testPassword } from "../support/console-server.ts";
import { proveSample } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const loginButton = { name: "登录", exact: true } as const;

it("SES-05, SES-16, LAY-01, LAY-12: the title stands on top; signing in leads home, the password locked on its way, is kept over a reload, and the sign-in page then leads home again", async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${url}/user/login`);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("生活服务管理系统");
  const boxOf = async (role: "heading" | "main" | "contentinfo") =>
    (await page.getByRole(role).first().boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
  const [title, card, footer] = [await boxOf("heading"), await boxOf("main"), await boxOf("contentinfo")];
  expect(title.y + title.height).toBeLessThan(card.y);
  expect(card.y + card.height).toBeLessThan(footer.y);
  const sent = page.waitForRequest("**/sys/login");
  await signInByForm(page);
  await page.waitForURL("**/dashboard/analysis");
  expect((await sent).postData()).toMatch(/"encryptedPassword":"[A-Za-z0-9+/]+=*"/);
  expect((await sent).postData()).not.toContain(testPassword);
  const { value } = JSON.parse((await page.evaluate(() => localStorage.getItem("console:encryptedString"))) ?? "{}");
  expect(Object.keys(value)).toEqual(["key", "iv"]);
  await page.reload();
  await page.getByRole("navigation").first().waitFor();
  await page.goto(`${url}/user/login`);
  await page.waitForURL("**/dashboard/analysis");
  expect(complaints).toEqual([]);
});

const spoilt: readonly (readonly [string, () => void])[] = [
  [
    "blocked",
    () => {
      const get = () => {
        throw new DOMException("blocked", "SecurityError");
      };
      for (const area of ["localStorage", "sessionStorage"]) Object.defineProperty(window, area, { get });
    },
  ],
  [
    "full of what an older console left",
    () => {
      const names = ["session", "ownSession", "settings", "tabs", "tabTitles", "auth", "allAuth", "dictionaries"];
      const texts = ['{"version":0,"expiresAt":null,"value":{"token":"old"}}', '{"version":1,"value":7}', "{", "null"];
      for (const [index, name] of [...names, "locale", "encryptedString", "keptAlive", "locked", "touched"].entries()) {
        for (const area of [localStorage, sessionStorage]) area.setItem(`console:${name}`, texts[index % 4] ?? "");
      }
      localStorage.setItem("table-settings:1:list:member/member", '{"columns":7}');
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  ],
];

it.each(proveSample(spoilt, () => "a storage", 1))(
  "LAY-12, SES-16: with a storage that is %s the person signs in, lands on the wanted page and works",
  async (_how, spoil) => {
    const { page, complaints } = await openPage(browser);
    await page.addInitScript(spoil);
    await page.goto(`${url}/member/member?pageNo=2`);
    await signInByForm(page);
    await page.waitForURL("**/member/member?pageNo=2");
    await page.getByRole("grid").or(page.getByRole("table")).first().waitFor();
    await page.getByRole("button", { name: /^用户菜单/ }).click();
    await page.getByRole("menuitem", { name: "切换到深色" }).click();
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
    await page.getByRole("link", { name: "首页" }).first().click();
    await page.getByRole("region", { name: "今日订单额" }).waitFor();
    expect(complaints).toEqual([]);
  },
);

it("SES-06: signing out asks, ends the session on the server and clears what the browser kept", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/member/level");
  const token = await page.evaluate(() => Object.values(localStorage).join(" "));
  await page.getByRole("button", { name: "用户菜单" }).click();
  await page.getByText("退出登录", { exact: true }).click();
  const logout = page.waitForResponse((response) => response.url().endsWith("/sys/logout"));
  await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
  expect((await (await logout).json()).success).toBe(true);
  await page.waitForURL("**/user/login**");
  const after = await page.evaluate(() => Object.values(localStorage).join(" "));
  expect(after.length).toBeLessThan(token.length);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

it("SES-17: an empty menu signs out and leads to the sign-in page with the wanted path", async () => {
  const { page } = await openPage(browser);
  await page.route("**/sys/permission/getUserPermissionByToken**", (route) =>
    route.fulfill({
      json: { success: true, code: 200, message: "", result: { menu: [], auth: [], allAuth: [] }, timestamp: 0 },
    }),
  );
  await page.goto(`${url}/member/member`);
  await page.getByPlaceholder("请输入用户名").fill("admin");
  await page.getByPlaceholder("请输入密码").fill(testPassword);
  const logout = page.waitForResponse((response) => response.url().includes("/sys/logout"));
  await page.getByRole("button", loginButton).click();
  await logout;
  await page.waitForURL("**/user/login?redirect=%2Fmember%2Fmember");
});

it("I18N-07: English is chosen at sign-in, holds for pages, forms and refusals, and ends in the user menu", async () => {
  const { page, complaints } = await openPage(browser);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(`${url}/user/login`);
  await page.getByPlaceholder("请输入用户名").waitFor();
  // A person who reads Chinese fetches no other language.
  expect(scripts.filter((path) => /en-US/.test(path))).toEqual([]);
  await page.getByRole("button", { name: "English" }).click();
  await page.getByPlaceholder("Enter user name").fill("admin");
  expect(await page.locator("html").getAttribute("lang")).toBe("en-US");
  await page.getByPlaceholder("Enter password").fill("not-the-password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toContain("The user name or password is wrong");
  await page.getByPlaceholder("Enter password").fill(testPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard/analysis");

  await page.goto(`${url}/member/member`);
  await page.getByRole("columnheader", { name: "Mobile number" }).waitFor();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add member" });
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("Enter mobile number").waitFor();
  await form.getByRole("button", { name: "Cancel" }).click();
  await form.waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitemradio", { name: "简体中文" }).click();
  await page.getByRole("columnheader", { name: "手机号" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
  expect(complaints.filter((text) => !text.includes("500"))).toEqual([]);
});
