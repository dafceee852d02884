import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

it("sums below other columns are told by name beside their label, and stand in their column once it is in sight", async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 1080, height: 900 } });
  await signIn(page, url, "/store/order");
  const sums = page.locator("tfoot tr").first();
  await sums
    .getByText(/^订单金额 [\d,]+\.\d\d$/)
    .first()
    .waitFor();
  await page
    .getByRole("columnheader", { name: /^订单金额/ })
    .evaluate((cell) => cell.closest(".sc-table-scroll")?.scrollTo({ left: (cell as HTMLElement).offsetLeft - 400 }));
  await expect.poll(() => sums.getByText(/^订单金额 /).count()).toBe(0);
  expect((await sums.innerText()).trim()).toMatch(/^本页合计/);
  expect(complaints).toEqual([]);
});

it("a row's menu takes the focus, gives it back on Escape, and closes by its button and by a press elsewhere; so do the column settings", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/store/order");
  const more = page.getByRole("button", { name: "更多操作" }).first();
  const menu = page.getByRole("menu", { name: "更多操作" });
  await more.focus();
  await page.keyboard.press("Enter");
  await menu.waitFor();
  const entries = await menu.getByRole("menuitem").allInnerTexts();
  expect(entries.length).toBeGreaterThan(1);
  await expect.poll(() => page.evaluate(focused)).toBe(entries[0]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(focused)).toBe(entries[1]);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  expect(await page.evaluate(focused)).toBe("更多操作");
  await more.click();
  await menu.waitFor();
  await more.click();
  await menu.waitFor({ state: "detached" });
  await more.click();
  await menu.waitFor();
  await page.mouse.click(700, 70);
  await menu.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "列设置" }).click();
  const settings = page.getByRole("dialog", { name: "列设置" });
  await settings.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("checkbox");
  await page.keyboard.press("Escape");
  await settings.waitFor({ state: "detached" });
  expect(await page.evaluate(focused)).toBe("列设置");
  expect(complaints).toEqual([]);
});

proveIt("the menu of a row in a form opens at the pointer", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/store/order");
  await page.getByRole("button", { name: "新增门店订单" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "新增一行" }).click();
  const cell = dialog.getByRole("gridcell").nth(3);
  const box = await cell.boundingBox();
  if (!box) throw new Error("the row has no cell in sight");
  const [x, y] = [box.x + box.width - 6, box.y + 8];
  await page.mouse.click(x, y, { button: "right" });
  const menu = page.getByRole("menu", { name: "行操作" });
  await menu.waitFor();
  const at = () => menu.evaluate((element) => element.getBoundingClientRect().x);
  await expect.poll(async () => Math.abs((await at()) - x)).toBeLessThan(8);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  expect(await dialog.count()).toBe(1);
  expect(complaints).toEqual([]);
});

proveIt(
  "on a phone, cards are chosen one by one or a page at once, and what can be done with them is offered",
  async () => {
    const { page, complaints } = await openPage(browser, { viewport: { width: 390, height: 844 } });
    await followSystem(page);
    await signIn(page, url, "/store/order");
    await page
      .getByRole("checkbox", { name: /^选择 SO/ })
      .first()
      .click();
    await page.getByText(/^已选择 1 项/).waitFor();
    await page.getByRole("checkbox", { name: "选择本页全部" }).click();
    await page.getByText(/^已选择 10 项/).waitFor();
    await page.getByRole("button", { name: "批量删除" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findingsInBoth(page)).toEqual([]);
    await page.getByRole("button", { name: "清空选择" }).click();
    await expect.poll(() => page.getByText(/^已选择/).count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);
