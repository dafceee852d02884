import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { findings, findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { testPassword } from "../support/console-server.ts";
import { pressTo } from "../support/press-to.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("the check finds what is wrong: a button without a name", async () => {
  const { page } = await openPage(browser);
  await page.setContent("<main><button></button></main>");
  expect(await findings(page)).toContainEqual(expect.stringContaining("button-name"));
});

describe("axe-core finds nothing serious, in light and in dark", () => {
  it("on the sign-in page, a list, its form, and where nothing is", async () => {
    const { page } = await openPage(browser);
    await followSystem(page);
    await page.goto(`${url}/user/login`);
    await page.getByRole("button", { name: "登录", exact: true }).waitFor();
    const found: Record<string, readonly string[]> = { login: await findingsInBoth(page) };
    await signIn(page, url, "/member/member");
    await page.getByText(/^第 1–10 条/).waitFor();
    found.list = await findingsInBoth(page);
    await page.getByRole("button", { name: "新增会员" }).first().click();
    await page.getByRole("dialog").getByLabel("姓名", { exact: true }).waitFor();
    found.form = await findingsInBoth(page);

    await page.goto(`${url}/no/such/page`);
    await page.getByText("很抱歉，资源未找到").first().waitFor();
    found.notFound = await findingsInBoth(page);
    expect(found).toEqual({ login: [], list: [], form: [], notFound: [] });
  });

  proveIt("on the columns and the import of a list, on a tab list, and on a tree beside a list", async () => {
    const { page } = await openPage(browser);
    await followSystem(page);
    await signIn(page, url, "/member/member");
    await page.getByText(/^第 1–10 条/).waitFor();
    await page.getByRole("button", { name: "列设置" }).click();
    await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
    const found: Record<string, readonly string[]> = { columns: await findingsInBoth(page) };
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "导入", exact: true }).click();
    await page.getByRole("dialog").getByText("下载模板").waitFor();
    found.import = await findingsInBoth(page);
    await page.getByRole("dialog").getByRole("button", { name: "取消" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goto(`${url}/product/product`);
    await page.getByText(/^第 1–10 条/).waitFor();
    found.tabList = await findingsInBoth(page);
    await page.goto(`${url}/system/user`);
    await page.getByRole("tree", { name: "部门" }).getByText("华东大区").click();
    await page.getByText(/^第 1–\d 条/).waitFor();
    found.beside = await findingsInBoth(page);
    expect(found).toEqual({ columns: [], import: [], tabList: [], beside: [] });
  });

  it("on a detail, an editable table in a form, and a master with its lists", async () => {
    const { page } = await openPage(browser);
    await followSystem(page);
    await signIn(page, url, "/store/order");
    const orders = page.getByRole("table").getByText(/^SO\d{12}$/);
    await orders.first().click();
    await page.getByRole("dialog").getByText("实付金额").first().waitFor();
    const found: Record<string, readonly string[]> = { detail: await findingsInBoth(page) };
    await page.getByRole("dialog").getByRole("button", { name: "关闭" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "新增门店订单" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "新增一行" }).click();
    await page.getByRole("dialog").locator("[data-row]").waitFor();
    found.grid = await findingsInBoth(page);

    await page.goto(`${url}/store/company`);
    await page.getByRole("radio").first().check();
    await page.getByRole("tab", { name: /^门店（\d+）$/ }).waitFor();
    found.erp = await findingsInBoth(page);

    expect(found).toEqual({ detail: [], grid: [], erp: [] });
  });
});

const tabTo = (page: Page, name: RegExp, limit?: number) => pressTo(page, "Tab", name, limit);
/** Within the menu, from where the focus is. */
const arrowTo = (page: Page, name: RegExp) => pressTo(page, "ArrowDown", name);

proveIt(
  "the keyboard alone signs in, opens a page from the menu, searches, reads a row and begins a new one",
  async () => {
    const { page } = await openPage(browser);
    await page.goto(`${url}/user/login`);
    await page.getByPlaceholder("请输入用户名").waitFor();
    await page.getByPlaceholder("请输入用户名").focus();
    await page.keyboard.type("admin");
    await tabTo(page, /^请输入密码$/);
    await page.keyboard.type(testPassword);
    await page.keyboard.press("Enter");
    await page.getByRole("navigation").first().waitFor();

    await tabTo(page, /^首页$/);
    await arrowTo(page, /^会员管理$/);
    if (!(await page.getByRole("navigation").getByText("会员等级", { exact: true }).isVisible()))
      await page.keyboard.press("Enter");
    await page.getByRole("navigation").getByText("会员等级", { exact: true }).waitFor();
    await arrowTo(page, /^会员$/);
    await page.keyboard.press("Enter");
    await page.getByText(/^第 1–10 条/).waitFor();

    // The home page behind its tab has tables too; what is hidden has no role.
    const shownRows = page.getByRole("table").locator("tbody tr");
    await tabTo(page, /^请输入姓名$/);
    await page.keyboard.type("王");
    const listed = page.waitForResponse((answer) => /\/member\/list\?.*realname=/.test(answer.url()));
    await page.keyboard.press("Enter");
    await listed;
    await expect.poll(() => shownRows.filter({ hasNotText: "王" }).count()).toBe(0);
    await page.getByText(/^第 1–10 条/).waitFor();

    await tabTo(page, /^M\d{8}$/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("会员编号").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

    await page.keyboard.press("Shift+Tab");
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, /^新增会员$/, 120);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("姓名", { exact: true }).waitFor();
    await expect
      .poll(() =>
        page.evaluate(
          () => document.activeElement?.closest('[role="dialog"]') !== null && document.activeElement?.tagName,
        ),
      )
      .toBe("INPUT");
  },
);

it("windows keep the focus, open one over another, and Escape closes the upper one and gives the focus back", async () => {
  const { page } = await visit(browser, url, "/system/user");
  const add = page.getByRole("button", { name: "新增用户" });
  await add.click();
  const form = page.getByRole("dialog", { name: "新增用户" });
  await form.getByLabel("用户账号").waitFor();
  const isInside = (name: string) =>
    page.evaluate(
      (label) => document.activeElement?.closest('[role="dialog"]')?.getAttribute("aria-label") === label,
      name,
    );
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press("Tab");
    expect(await isInside("新增用户")).toBe(true);
  }
  await page.evaluate(() => document.querySelector<HTMLElement>("nav a")?.focus());
  expect(await isInside("新增用户")).toBe(true);

  const departments = form.getByLabel("所属部门", { exact: true });
  await departments.focus();
  await departments.press("Enter");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(2);
  await expect.poll(() => isInside("新增用户")).toBe(false);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
  expect(await isInside("新增用户")).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
});
