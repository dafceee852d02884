import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { type MadeForm, openMadeForm } from "../support/made-form.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Holds a script back; answers what lets it through. */
async function holdBack(page: Page, script: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(script, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

it("NAV-10 a control on its way keeps its place: nothing moves when it comes, and what was typed stays", async () => {
  const fields = { day: { type: "date", title: "日期" }, note: { type: "string", title: "备注" } };
  let release: () => void = () => undefined;
  const { form, field } = await openMadeForm(browser, url, fields, {
    prepare: async (page) => {
      release = await holdBack(page, "**/assets/DateEditor-*.js");
    },
  });
  const late = form.locator("[data-field=day]");
  await late.locator("input[aria-busy=true]").waitFor();
  await field("名称").fill("甲");
  const places = () =>
    form.locator("[data-field]").evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()));
  // The form itself comes to rest first: what else arrives meanwhile is not what is looked at here.
  let last: unknown;
  const isAtRest = async () => {
    const now = await places();
    const isSame = JSON.stringify(now) === JSON.stringify(last);
    last = now;
    return isSame;
  };
  await expect.poll(isAtRest, { interval: 500 }).toBe(true);
  const before = await places();
  release();
  await late.locator(".ant-picker").waitFor();
  expect(await places()).toEqual(before);
  expect(await field("名称").inputValue()).toBe("甲");
});

/**
 * Presses 重新加载 until the part is there. Some browsers never ask again for a script that failed: there the page is loaded
 * anew, and the form opens with its draft.
 */
async function tryAgain({ page, form }: MadeForm, part: Locator): Promise<void> {
  const retry = form.getByRole("button", { name: "重新加载" });
  await retry.click();
  const reload = form.getByText(/需刷新页面；已填写的内容留作草稿/);
  await part.or(reload).first().waitFor();
  if (!(await reload.isVisible())) return;
  page.once("dialog", (question) => void question.accept());
  await retry.click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "新增物件" }).first().click();
  await form.getByRole("button", { name: "恢复" }).click();
  await part.waitFor();
}

proveIt(
  "NAV-10 a control that does not arrive says so at its place and comes with the next try; what was typed stays",
  async () => {
    const part = "**/assets/NumberEditor-*.js";
    const made = await openMadeForm(
      browser,
      url,
      { price: { type: "money", title: "金额" } },
      {
        prepare: (page) => page.route(part, (route) => route.abort("connectionreset")),
      },
    );
    const { page, form, field, saved } = made;
    await form.locator("[data-field=price]").getByRole("alert").getByText("控件没有加载成功").waitFor();
    await field("名称").fill("甲");
    await page.unroute(part);
    await tryAgain(made, form.getByRole("spinbutton", { name: "金额" }));
    await field("金额").fill("12.5");
    expect(await field("名称").inputValue()).toBe("甲");
    await form.getByRole("button", { name: "保存" }).click();
    await form.waitFor({ state: "detached" });
    expect(saved).toMatchObject([{ title: "甲", price: 12.5 }]);
  },
);

proveIt(
  "NAV-10 a picker's window that does not arrive takes its control alone, and opens after another try",
  async () => {
    const part = "**/assets/UserDialog-*.js";
    const owner = { type: "string", title: "负责人", widget: { type: "user-picker" } };
    const made = await openMadeForm(
      browser,
      url,
      { owner },
      {
        prepare: (page) => page.route(part, (route) => route.abort("connectionreset")),
      },
    );
    const { page, form, field } = made;
    await field("名称").fill("甲");
    await field("负责人").click();
    await form.getByRole("alert").getByText("控件没有加载成功").waitFor();
    await page.unroute(part);
    await tryAgain(made, form.getByRole("textbox", { name: "负责人" }));
    await field("负责人").click();
    await page.getByRole("dialog", { name: "选择用户" }).waitFor();
    expect(await field("名称").inputValue()).toBe("甲");
  },
);

proveIt("NAV-10 a window on its way shows a line at the top until it opens", async () => {
  const { page } = await openPage(browser);
  const release = await holdBack(page, "**/assets/SuperQueryDialog-*.js");
  await signIn(page, url, "/member/member");
  await page.getByText(/^第 1–10 条/).waitFor();
  const line = page.getByRole("progressbar", { name: "加载中" });
  expect(await line.count()).toBe(0);
  await page.getByRole("button", { name: "高级查询" }).click();
  await line.waitFor();
  release();
  await page.getByRole("dialog", { name: "高级查询构造器" }).waitFor();
  await expect.poll(() => line.count()).toBe(0);
});

it("the first page: its parts are asked for before the console runs, its document before they are here, once", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/member/member");
  const release = await holdBack(page, "**/assets/ScreenPage-*.js");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const asksDocument = page.waitForRequest("**/lowcode/screens/member/member?*");
  await page.reload({ waitUntil: "commit" });
  await asksDocument;
  release();
  await page.getByText(/^第 1–10 条/).waitFor();
  const first = (part: RegExp) => asked.findIndex((path) => part.test(path));
  for (const part of [/assets\/shell-/, /assets\/list-/, /assets\/ScreenPage-/, /assets\/PageTurner-/]) {
    expect(first(part), String(part)).toBeGreaterThan(-1);
    expect(first(part), String(part)).toBeLessThan(first(/getUserPermissionByToken/));
  }
  expect(asked.filter((path) => path.endsWith("/lowcode/screens/member/member"))).toHaveLength(1);
});

it.each(["pointer", "focus"])(
  "what a form and its controls are made of is fetched when the %s comes to its button",
  async (by) => {
    const { page } = await openPage(browser);
    await signIn(page, url, "/member/member");
    const add = page.getByRole("button", { name: "新增" }).first();
    await add.waitFor();
    const parts = ["record-form", "DateEditor", "AreaEditor"].map((part) =>
      page.waitForRequest(`**/assets/${part}-*.js`),
    );
    await (by === "focus" ? add.focus() : add.hover());
    await Promise.all(parts);
    expect(await page.getByRole("dialog").count()).toBe(0);
  },
);
