import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openMadeForm } from "../support/made-form.ts";
import { pressTo } from "../support/press-to.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** The three heavy editors as fields of a form, and as columns of its lines, where each opens in a window. */
const fields = {
  code: {
    ...{ type: "text", title: "脚本", widget: { type: "code-editor", language: "sql" } },
    cell: { type: "code", language: "sql" },
  },
  words: { type: "text", title: "介绍", widget: { type: "rich-text" }, cell: { type: "html" } },
  notes: { type: "text", title: "说明", widget: { type: "markdown" }, cell: { type: "markdown" } },
};

const picture = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

async function openForm(context: BrowserContextOptions) {
  const made = await openMadeForm(browser, url, fields, { cells: fields, context, prepare: followSystem });
  const tabTo = (name: RegExp) => pressTo(made.page, "Tab", name);
  const type = (text: string) => made.page.keyboard.type(text);
  const press = (key: string) => made.page.keyboard.press(key);
  await type("甲");
  // Until it has come, the place of the code editor is none to type in.
  await made.form.getByRole("textbox", { name: "脚本" }).waitFor();
  await tabTo(/^脚本$/);
  await type("select 1");
  return { ...made, tabTo, type, press };
}

it("PCK-11 PCK-12 PCK-13 by keyboard alone code, formatted text and Markdown are written in a form and in cells, and read in the detail", async () => {
  const { page, form, saved, complaints, tabTo, type, press } = await openForm({});
  await press("Escape");
  await tabTo(/^介绍$/);
  await type("四季可做");
  await tabTo(/^说明$/);
  await type("**四季**");
  expect(await findingsInBoth(page)).toEqual([]);
  await picture(page, "heavy-form");
  await tabTo(/^新增一行$/);
  await press("Enter");
  const grid = form.getByRole("grid");
  await expect.poll(() => grid.evaluate((at) => at === document.activeElement)).toBe(true);
  for (const [title, text, shown] of [
    ["脚本", "select 2", "select 2"],
    ["介绍", "五折", "五折"],
    ["说明", "**五月**", "五月"],
  ] as const) {
    await press("Enter");
    const place = page.getByRole("dialog", { name: title }).getByRole("textbox", { name: title });
    await place.waitFor();
    await expect.poll(() => place.evaluate((at) => at.contains(document.activeElement))).toBe(true);
    await type(text);
    if (title === "脚本") await press("Escape");
    if (title === "介绍") {
      await picture(page, "heavy-cell");
    }
    await tabTo(/^确认$/);
    await press("Enter");
    await grid.getByText(shown, { exact: true }).waitFor();
    await press("ArrowRight");
  }
  await tabTo(/^保存$/);
  await press("Enter");
  await form.waitFor({ state: "detached" });
  const line = { code: "select 2", words: "<p>五折</p>", notes: "**五月**" };
  expect(saved).toEqual([
    { title: "甲", code: "select 1", words: "<p>四季可做</p>", notes: "**四季**", lines: [line] },
  ]);

  await tabTo(/^详情$/);
  await press("Enter");
  const detail = page.getByRole("dialog");
  await detail.locator("strong", { hasText: "四季" }).waitFor();
  await detail.getByText("四季可做").waitFor();
  expect(await detail.getByText("select", { exact: true }).first().getAttribute("style")).toMatch(/color: var/);
  await picture(page, "heavy-detail");
  expect(complaints).toEqual([]);
});

proveIt("PCK-11 PCK-12 PCK-13 on a phone all three are written in a form that stays inside the window", async () => {
  const { page, form, saved, complaints, tabTo, type, press } = await openForm({
    viewport: { width: 390, height: 844 },
  });
  await tabTo(/^介绍$/);
  await type("四季可做");
  await tabTo(/^说明$/);
  await type("**四季**");
  await picture(page, "heavy-phone");
  expect(await findingsInBoth(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await tabTo(/^保存$/);
  await press("Enter");
  await form.waitFor({ state: "detached" });
  expect(saved).toMatchObject([{ code: "select 1", words: "<p>四季可做</p>", notes: "**四季**" }]);
  expect(complaints).toEqual([]);
});
