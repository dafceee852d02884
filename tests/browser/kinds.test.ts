import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { isProving, proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("the dashboard tells figures and follows the arrow keys; an inner list opens onto its sub-lists; a tree opens by key and is searched", async () => {
  const { page, complaints } = await openPage(browser);
  await followSystem(page);
  await signIn(page, url);
  await page
    .getByRole("region", { name: "今日订单额" })
    .getByText(/^¥[\d,]+\.\d\d$/)
    .waitFor();
  const trend = page.getByRole("img", { name: "订单金额趋势" });
  await trend.focus();
  await page.keyboard.press("End");
  await page.getByRole("status").filter({ hasText: "实付金额" }).waitFor();
  await page.getByRole("region", { name: "门店排行" }).getByRole("listitem").nth(9).waitFor();
  const found: Record<string, readonly string[]> = { dashboard: await findingsInBoth(page) };

  await page.goto(`${url}/sales/company`);
  await page
    .getByRole("button", { name: /^展开 / })
    .first()
    .click();
  await page.getByRole("tab", { name: /^业务员（\d+）$/ }).waitFor();
  found.innerList = isProving ? await findingsInBoth(page) : [];

  await page.goto(`${url}/system/depart`);
  const closed = page.getByRole("button", { name: "展开 杭州分公司" });
  await closed.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "收起 杭州分公司" }).waitFor();
  found.treeList = isProving ? await findingsInBoth(page) : [];
  await page.getByLabel("部门名称").first().fill("西安");
  await page.keyboard.press("Enter");
  await page.getByText(/^找到 \d+ 条，连同上级一起显示$/).waitFor();
  await expect
    .poll(async () => (await page.locator("tbody tr[data-row] td:first-child").allInnerTexts()).slice(0, 3))
    .toEqual(["邻和生活", expect.stringContaining("区"), "西安分公司"]);
  // Asked for what the card shows already: the focus goes into it.
  const edit = page.locator("tbody tr[data-row]").nth(2).getByRole("button", { name: "编辑" });
  await edit.click();
  const name = page.locator(".sc-erp-detail").getByLabel("部门名称");
  await name.waitFor();
  await edit.press("Enter");
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(found).toEqual({ dashboard: [], innerList: [], treeList: [] });
  expect(complaints).toEqual([]);
});

it("NAV-09: at 1440, 1280, 1080 and 390 pixels no name, time or amount of the home page is cut", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url);
  await page.getByRole("img", { name: /^订单类型占比/ }).waitFor();
  await page.getByRole("region", { name: "待审核订单" }).getByRole("cell").first().waitFor();
  for (const width of [1440, 1280, 1080, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
    const cut = () =>
      page
        .locator(".sc-dashboard")
        .evaluate((dashboard) =>
          [
            ...dashboard.querySelectorAll(
              ".sc-rank-name, .sc-rank b, .sc-pie li > *, .sc-stat > *, .sc-stat p > *, td:not(.sc-yields), section",
            ),
          ]
            .filter(
              ({ clientWidth, clientHeight, scrollWidth, scrollHeight, tagName }) =>
                clientWidth > 0 &&
                (scrollWidth > clientWidth || (tagName === "SPAN" && scrollHeight > clientHeight + 2)),
            )
            .map((element) => element.textContent),
        );
    await expect.poll(cut, { message: `${width} px` }).toEqual([]);
    // An amount and what it is compared with stay on one line.
    const compared = await page.locator(".sc-stat p > span").first().boundingBox();
    expect(compared?.height, `${width} px`).toBeLessThanOrEqual(20);
  }
});

proveIt("a panel that fails says so and is read again, the others stand", async () => {
  const { page } = await openPage(browser);
  let broken = true;
  await page.route("**/lowcode/aggregate", (route) =>
    broken && route.request().postData()?.includes("orderType")
      ? route.fulfill({ json: { success: false, code: 500, message: "汇总失败", result: null, timestamp: 0 } })
      : route.continue(),
  );
  await signIn(page, url);
  const panel = page.getByRole("region", { name: "订单类型占比" });
  await panel.getByText("汇总失败").waitFor();
  await page.getByRole("img", { name: "订单金额趋势" }).waitFor();
  broken = false;
  await panel.getByRole("button", { name: "重新加载" }).click();
  await panel.getByRole("img").first().waitFor();
});
