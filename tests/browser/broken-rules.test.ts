import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { visit } from "../support/console-page.ts";
import { proveSample } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Rules of the business that people meet most: what they type in the form of a new row, and what is said at which field. */
const broken: Readonly<
  Record<string, { readonly typed: Readonly<Record<string, string>>; readonly said: Readonly<Record<string, string>> }>
> = {
  "/member/member": {
    typed: { 手机号: "1380", 生日: "2099-01-01", 身份证号: "330100199001011234" },
    said: { 手机号: "请输入正确手机号", 生日: "生日不能晚于今天", 身份证号: "请输入正确的身份证号码" },
  },
  "/product/product": {
    typed: { 售价: "100", 门市价: "50" },
    said: { 门市价: "门市价不能低于售价" },
  },
  "/settle/point": { typed: { 积分: "6000" }, said: { 积分: "一次赠送 1 到 5000 积分" } },
  "/settle/param": {
    typed: { 生效日期: "2026-05-01", 失效日期: "2026-04-01" },
    said: { 失效日期: "失效日期须晚于生效日期" },
  },
  "/store/store": {
    typed: { 联系电话: "12", 开门时间: "20:00", 打烊时间: "09:00" },
    said: { 联系电话: "请输入正确的座机号或手机号", 打烊时间: "打烊时间须晚于开门时间" },
  },
  "/ad/sector": { typed: { 编码: "Top 1" }, said: { 编码: "编码由小写字母、数字、下划线组成" } },
  "/ad/link": {
    typed: { 地址: "javascript:alert(1)" },
    said: { 地址: "请输入 http、https 地址或以 / 开头的路径" },
  },
};

it.each(proveSample(Object.entries(broken), () => "a form", 1))(
  "%s says at the field which rule a new row breaks, and stores nothing",
  async (path, { typed, said }) => {
    const { page, complaints } = await visit(browser, url, path);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/add")) sent.push(request.url());
    });
    await page.getByRole("button", { name: /^新增/ }).first().click();
    const form = page.getByRole("dialog");
    const field = (title: string) => form.getByLabel(title, { exact: true }).first();
    for (const [title, text] of Object.entries(typed)) {
      await field(title).fill(text);
      await field(title).press("Tab");
    }
    await form.getByRole("button", { name: /^(保\s?存|确\s?定)$/ }).click();
    for (const [title, words] of Object.entries(said)) {
      await form.locator('[aria-invalid="true"]').first().waitFor();
      const told = await field(title).evaluate((control) =>
        (control.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(),
      );
      expect([title, told]).toEqual([title, expect.stringContaining(words)]);
    }
    expect(await form.isVisible()).toBe(true);
    expect([sent, complaints]).toEqual([[], []]);
  },
);
