import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** A window of 1440 by 900 at 200 %: half as many pixels of CSS, each of twice the size. */
const zoomed = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };

/** Names of what can be pressed or filled in and is cut off, lies outside the window, or below something else. */
const unreachable = (area: Locator): Promise<readonly string[]> =>
  area.evaluate((root) => {
    const wrong: string[] = [];
    const controls = root.querySelectorAll<HTMLElement>(
      "button, a[href], input, textarea, [role=combobox], [role=switch], [role=menuitem], [role=tab]",
    );
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // It comes in sight with the focus.
      if (control.matches("a[href^='#']")) continue;
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = control.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const own = control.closest("label, .ant-select, .ant-picker, .ant-radio-wrapper, .ant-upload") ?? control;
      const isReached = at !== null && (own.contains(at) || at.contains(control));
      if (isReached && box.left >= 0 && box.right <= window.innerWidth) continue;
      wrong.push(`${control.getAttribute("aria-label") ?? control.textContent} at ${box.x},${box.y}`);
    }
    return wrong;
  });

/** How far the window, or a part of it that is no table, scrolls sideways. */
const sideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll(
        "main, [role=dialog], [role=dialog] form, .ant-modal-body, .ant-drawer-body, .side-menu",
      ),
    ]
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => `${part.tagName} ${part.className} ${part.scrollWidth} > ${part.clientWidth}`),
  );

it("at 200 % a list, its conditions, the menu, a form and a detail are reached whole, one above the other, without scrolling sideways; each stop of Tab in the form is in sight", async () => {
  const { page } = await openPage(browser, zoomed);
  await signIn(page, url, "/member/member");
  await page
    .getByRole("listitem")
    .filter({ hasText: /M\d{8}/ })
    .first()
    .waitFor();
  const found: Record<string, unknown> = {};
  const look = async (name: string, area: Locator) => {
    found[name] = [await unreachable(area), await sideways(page)];
  };
  await look("list", page.locator("body"));

  await page.getByRole("button", { name: "筛选" }).click();
  await page.getByRole("button", { name: "重置", exact: true }).waitFor();
  await look("conditions", page.getByRole("main"));

  await page.getByRole("button", { name: "高级查询" }).click();
  const query = page.getByRole("dialog", { name: "高级查询构造器" });
  await query.waitFor();
  await look("query", query);
  await page.keyboard.press("Escape");
  await query.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "新增会员" }).click();
  const form = page.getByRole("dialog", { name: "新增会员" });
  await form.getByText("上传", { exact: true }).waitFor();
  await look("form", form);
  // No stop lies below the buttons at the foot of the form.
  const stops = new Set<string>();
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const box = (
        at.closest(".ant-select, .ant-picker, .ant-radio-wrapper, .ant-upload") ?? at
      ).getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const own = at.closest("label, .ant-select, .ant-picker, .ant-radio-wrapper, .ant-upload") ?? at;
      const isSeen = box.top >= 0 && box.bottom <= window.innerHeight && top !== null && own.contains(top);
      return { name: at.id || at.textContent || at.getAttribute("aria-label") || at.tagName, isSeen };
    });
    expect(here).toEqual({ ...here, isSeen: true });
    stops.add(here.name);
  }
  expect(stops.size).toBeGreaterThan(12);
  await form.getByRole("button", { name: "取消" }).click();
  await form.waitFor({ state: "detached" });

  await page
    .getByRole("link", { name: /^M\d{8}$/ })
    .or(page.getByRole("button", { name: /^M\d{8}$/ }))
    .first()
    .click();
  const detail = page.getByRole("dialog");
  await detail.getByText("会员编号").first().waitFor();
  await look("detail", detail);

  const nothing = [[], []];
  expect(found).toEqual({ list: nothing, conditions: nothing, query: nothing, form: nothing, detail: nothing });
});

proveIt("at 200 % the menu opens as a drawer with the current line in sight, and leads to its last page", async () => {
  const { page } = await openPage(browser, zoomed);
  await signIn(page, url, "/system/setting");
  await page.getByRole("button", { name: "保存" }).waitFor();
  await page.getByRole("button", { name: "打开菜单" }).click();
  const menu = page.getByRole("dialog").getByRole("navigation");
  const current = menu.locator(".ant-menu-item-selected");
  await current.waitFor();
  const isInSight = () =>
    current.evaluate((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  await expect.poll(isInSight).toBe(true);
  await menu.getByText("用户管理", { exact: true }).click();
  await page.getByRole("button", { name: "新增用户" }).waitFor();
  expect(await sideways(page)).toEqual([]);
});
