import type { Browser, Page, Route } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";
import { proveIt, proveSample } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const dialog = (page: Page) => page.getByRole("dialog");
const nameField = (page: Page) => dialog(page).getByLabel("姓名", { exact: true });
const saveButton = (page: Page) => dialog(page).getByRole("button", { name: "保存" });

async function fillMember(page: Page, realname: string, mobile: string): Promise<void> {
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await nameField(page).fill(realname);
  await dialog(page).getByLabel("手机号").fill(mobile);
}

const countOf = async (page: Page, consoleUrl: string, mobile: string) =>
  (await callAs(page, consoleUrl).get<{ readonly total: number }>("/member/member/list", { mobile })).result.total;

/** What the form must still hold, with the reason over it in Chinese. */
async function expectKept(page: Page, realname: string, mobile: string): Promise<void> {
  await expect.poll(() => dialog(page).getByRole("alert").first().innerText()).toMatch(/[\u4e00-\u9fff]{4,}/);
  expect(await nameField(page).inputValue()).toBe(realname);
  expect(await dialog(page).getByLabel("手机号").inputValue()).toBe(mobile);
  await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
}

describe("ERR-06: an answer that is no answer", () => {
  const answers: readonly (readonly [string, (route: Route) => Promise<void>])[] = [
    ["500 with an envelope", (route) => route.fulfill({ status: 500, json: envelope("操作失败，请求编号 7") })],
    [
      "502 with a page of the gateway",
      (route) =>
        route.fulfill({ status: 502, contentType: "text/html", body: "<html><h1>502 Bad Gateway</h1></html>" }),
    ],
    [
      "200 with a page of somebody else",
      (route) => route.fulfill({ contentType: "text/html", body: "<html>登录上网</html>" }),
    ],
    ["200 with cut JSON", (route) => route.fulfill({ contentType: "application/json", body: '{"success":true,"resu' })],
    ["200 with nothing", (route) => route.fulfill({ contentType: "application/json", body: "" })],
    ["a connection that breaks", (route) => route.abort("connectionreset")],
  ];
  it.each(proveSample(answers, () => "an answer", 1))(
    "%s: the form stays as it was typed, says so, and saving again makes one row",
    async (_, answer) => {
      const { page } = await openPage(browser);
      await signIn(page, url, "/member/member");
      const mobile = `1366000${String(answers.findIndex(([, each]) => each === answer)).padStart(4, "0")}`;
      await fillMember(page, "仍在表单里", mobile);
      await page.route("**/member/member/add", answer, { times: 1 });
      await saveButton(page).click();
      await expectKept(page, "仍在表单里", mobile);
      expect(await dialog(page).innerText()).not.toMatch(/undefined|Error|<html|Unexpected|JSON/);
      await saveButton(page).click();
      await expect.poll(() => dialog(page).count()).toBe(0);
      expect(await countOf(page, url, mobile)).toBe(1);
    },
  );

  it("a save whose answer was lost is not stored twice: the second press carries the same key", async () => {
    const { page } = await openPage(browser);
    await signIn(page, url, "/member/member");
    await fillMember(page, "答复丢失", "13660001000");
    const keys: (string | undefined)[] = [];
    await page.route("**/member/member/add", async (route) => {
      keys.push(route.request().headers()["x-idempotency-key"]);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort("connectionreset");
    });
    await saveButton(page).click();
    await expectKept(page, "答复丢失", "13660001000");
    await saveButton(page).click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(new Set(keys).size).toBe(1);
    expect(await countOf(page, url, "13660001000")).toBe(1);
  });

  it("ERR-03: without a network the form stays, names the network, and saves when it is back", async () => {
    const { page } = await openPage(browser);
    await signIn(page, url, "/member/member");
    await fillMember(page, "断网填写", "13660002000");
    await page.context().setOffline(true);
    await saveButton(page).click();
    await expectKept(page, "断网填写", "13660002000");
    await expect.poll(() => dialog(page).getByRole("alert").first().innerText()).toContain("网络");
    await page.context().setOffline(false);
    await saveButton(page).click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await countOf(page, url, "13660002000")).toBe(1);
  });

  proveIt("a list that cannot be loaded says so and loads again on request", async () => {
    const { page } = await openPage(browser);
    await signIn(page, url, "/member/member");
    await page.getByText(/^第 1–10 条/).waitFor();
    await page.route("**/member/member/list**", (route) => route.fulfill({ status: 502, body: "<html></html>" }), {
      times: 1,
    });
    await page.getByRole("button", { name: "刷新", exact: true }).first().click();
    await page.getByText("数据加载失败").waitFor();
    await page.getByRole("button", { name: "重新加载" }).click();
    await page.getByText(/^第 1–10 条/).waitFor();
  });
});

const envelope = (message: string) => ({ success: false, code: 500, message, result: null, timestamp: 0 });
