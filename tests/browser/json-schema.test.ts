import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("PCK-11: JSON is completed and marked by its schema in Chinese, refused at the save, and saved when it is right", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/shop/setup");
  await page.getByRole("button", { name: "新增" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "名称" }).fill("总店");
  const editor = dialog.getByRole("textbox", { name: "库存规则" });
  await editor.waitFor({ timeout: 60_000 });
  await editor.focus();

  await page.keyboard.type("{");
  const offers = page.locator(".suggest-widget.visible").first();
  // The schema of the field below comes by itself and starts the editors' worker anew: what is asked meanwhile is answered
  // all the same.
  await page.keyboard.press("Control+Space");
  await offers.getByText("warehouses", { exact: true }).waitFor({ timeout: 60_000 });
  await offers.getByText("mode", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  const write = async (text: string) => {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(text);
  };
  await write('{"warehouses":[{"code":"W1"}],"mod":"auto"}');
  const marks = dialog.locator(".squiggly-error");
  await expect.poll(() => marks.count()).toBe(2);
  await page.keyboard.press("F8");
  await page
    .getByText(/格式不对，须符合|这里没有 “mod” 这一项/)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");

  await dialog.getByRole("button", { name: /确\s?[认定]|保存/ }).click();
  await dialog.getByText('内容 "mod" 里没有这一项，是否想写 "mode"？').waitFor();

  await editor.focus();
  await write('{"warehouses":[{"code":"W001"}],"mode":"auto"}');
  await expect.poll(() => marks.count()).toBe(0);
  await dialog.getByRole("button", { name: /确\s?[认定]|保存/ }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "总店", exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
