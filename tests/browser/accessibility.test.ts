import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { testPassword } from "../support/console-server.ts";

const url = inject("consoleUrl");
const axeSource = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

/** Serious and critical findings of axe-core on what the page shows now. */
async function findings(page: Page): Promise<readonly string[]> {
  // The console's own policy refuses foreign scripts; a page that is looked at by axe is opened with bypassCSP.
  await page.addScriptTag({ content: axeSource });
  const result = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run());
  return result.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`));
}

const settled = async (page: Page) => {
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
};

it("the check finds what is wrong: a button without a name", async () => {
  const { page } = await openPage(browser, { bypassCSP: true });
  await page.setContent("<main><button></button></main>");
  expect(await findings(page)).toContainEqual(expect.stringContaining("button-name"));
});

describe.each(["light", "dark"] as const)("axe-core finds nothing serious (%s)", (colorScheme) => {
  it("on the sign-in page", async () => {
    const { page } = await openPage(browser, { colorScheme, bypassCSP: true });
    await page.goto(`${url}/user/login`);
    await page.getByRole("button", { name: "登录", exact: true }).waitFor();
    await settled(page);
    expect(await findings(page)).toEqual([]);
  });

  it("on the home page, a list, its form, its detail and the 404 page", async () => {
    const { page } = await openPage(browser, { colorScheme, bypassCSP: true });
    await signIn(page, url);
    await settled(page);
    const found: Record<string, readonly string[]> = { home: await findings(page) };
    await page.goto(`${url}/member/member`);
    await page.getByText(/^第 1–10 条/).waitFor();
    await settled(page);
    found.list = await findings(page);
    await page.getByRole("button", { name: "新增会员" }).first().click();
    await page.getByRole("dialog").getByLabel("姓名", { exact: true }).waitFor();
    await settled(page);
    found.form = await findings(page);
    await page.goto(`${url}/store/order`);
    await page
      .getByRole("table")
      .getByText(/^SO\d{12}$/)
      .first()
      .click();
    await page.getByRole("dialog").getByText("实付金额").first().waitFor();
    await settled(page);
    found.detail = await findings(page);
    await page.goto(`${url}/no/such/page`);
    await page.getByText("很抱歉，资源未找到").first().waitFor();
    found.notFound = await findings(page);
    expect(found).toEqual({ home: [], list: [], form: [], detail: [], notFound: [] });
  });
});

/** Presses Tab until the named thing has the focus; fails when the keyboard cannot reach it. */
async function tabTo(page: Page, name: RegExp, limit = 60): Promise<void> {
  for (let step = 0; step < limit; step += 1) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => {
      const at = document.activeElement;
      return `${at?.getAttribute("aria-label") ?? ""}|${at?.textContent ?? ""}|${at?.getAttribute("placeholder") ?? ""}`;
    });
    if (here.split("|").some((part) => name.test(part.trim()))) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

it("the keyboard alone signs in, opens a page from the menu, searches, reads a row and begins a new one", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${url}/user/login`);
  await page.getByPlaceholder("请输入用户名").waitFor();
  await page.getByPlaceholder("请输入用户名").focus();
  await page.keyboard.type("admin");
  await tabTo(page, /^请输入密码$/);
  await page.keyboard.type(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").first().waitFor();

  await tabTo(page, /^会员管理$/);
  if (!(await page.getByRole("navigation").getByText("会员等级", { exact: true }).isVisible()))
    await page.keyboard.press("Enter");
  await page.getByRole("navigation").getByText("会员等级", { exact: true }).waitFor();
  await tabTo(page, /^会员$/);
  await page.keyboard.press("Enter");
  await page.getByText(/^第 1–10 条/).waitFor();

  await tabTo(page, /^请输入姓名$/);
  await page.keyboard.type("王");
  const listed = page.waitForResponse((answer) => /\/member\/list\?.*realname=/.test(answer.url()));
  await page.keyboard.press("Enter");
  await listed;
  await expect.poll(() => page.locator("tbody tr").filter({ hasNotText: "王" }).count()).toBe(0);
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
});
