import { expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { visit } from "../support/console-page.ts";
import { goTo } from "../support/go-to.ts";

const url = inject("consoleUrl");

it("a case goes to an address without a new load, with every page, window and notice closed, or with one where that cannot be", async () => {
  const { page } = await visit(await sharedBrowser(), url, "/member/level");
  const isLoadedAnew = () => page.evaluate(() => !Reflect.has(window, "__same"));
  await page.evaluate(() => Reflect.set(window, "__same", true));
  await page.getByRole("button", { name: "列设置" }).click();
  await page.getByRole("dialog").waitFor();
  await goTo(page, `${url}/member/member?q.realname=王`);
  const name = page.getByRole("textbox", { name: "姓名" });
  await expect.poll(() => name.inputValue()).toBe("王");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByRole("navigation", { name: "打开的页面" }).getByRole("tab").allInnerTexts()).toEqual([
    "首页",
    "会员",
  ]);
  expect(await isLoadedAnew()).toBe(false);
  await goTo(page, `${url}/member/member`);
  await expect.poll(() => name.inputValue()).toBe("");
  expect(await isLoadedAnew()).toBe(false);

  // What was typed is not given up without a question, which nobody answers here.
  await page.getByRole("button", { name: "新增会员" }).click();
  await page.getByRole("dialog").getByLabel("姓名", { exact: true }).fill("林晓");
  await goTo(page, `${url}/member/level`);
  await page
    .getByRole("button", { name: "新增等级" })
    .or(page.getByRole("button", { name: /^新增/ }))
    .first()
    .waitFor();
  expect(await isLoadedAnew()).toBe(true);
});
