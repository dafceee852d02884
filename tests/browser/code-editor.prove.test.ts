import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** The code editor in the gallery, ready to type in. */
async function openSpecimen(page: Page) {
  await signIn(page, url, "/online/gallery");
  await page.getByRole("textbox", { name: "按名称、类型或说明查找" }).fill("代码编辑器");
  const specimen = page.getByRole("article", { name: "代码编辑器" });
  const editor = specimen.locator("[data-state=正常]").getByRole("textbox").first();
  await editor.waitFor({ timeout: 60_000 });
  return { specimen, editor };
}

it("the code editor works under the strict policy, in Chinese, with colours of both themes; Tab indents, and after Esc it leaves", async () => {
  const { page, complaints } = await openPage(browser);
  await followSystem(page);
  const { specimen, editor } = await openSpecimen(page);
  await editor.focus();
  const keyword = specimen.locator("[data-state=正常] .view-line span", { hasText: /^select$/ }).first();
  await keyword.waitFor();
  const colorOf = () => keyword.evaluate((word) => getComputedStyle(word).color);
  await expect.poll(colorOf).toBe("rgb(110, 80, 200)");
  await editor.press("Control+f");
  await specimen.getByRole("textbox", { name: "查找" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await findingsInBoth(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(colorOf).toBe("rgb(179, 157, 242)");
  const normal = specimen.locator("[data-state=正常]");
  await normal.getByText("按 Esc 后再按 Tab 离开编辑器").waitFor();
  await editor.press("Control+Home");
  await editor.press("Tab");
  expect(await editor.evaluate((place) => place === document.activeElement)).toBe(true);
  await editor.press("Escape");
  await normal.getByText("按 Tab 离开编辑器", { exact: true }).waitFor();
  await editor.press("Tab");
  await expect.poll(() => editor.evaluate((place) => place === document.activeElement)).toBe(false);
  await normal.getByText("按 Esc 后再按 Tab 离开编辑器").waitFor();
  expect(complaints).toEqual([]);
});

it("the editors are files of their own, which a plain form does not load", async () => {
  const { page, complaints } = await openPage(browser);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await signIn(page, url, "/system/position");
  await page.getByRole("button", { name: "新增" }).click();
  await page.getByRole("dialog").getByRole("textbox").first().waitFor();
  const heavy = /(MonacoCode|RichTextEditor|MarkdownEditor|clean-markdown|clean-html|purify)-/;
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((address) => heavy.test(address))).toEqual([]);
  const gzipped = (name: RegExp) =>
    readdirSync("dist/console/assets")
      .filter((file) => name.test(file))
      .map((file) => gzipSync(readFileSync(`dist/console/assets/${file}`), { level: 9 }).length / 1000);
  expect(gzipped(/^jsonMode-.*\.js$/)[0]).toBeLessThan(160);
  expect(gzipped(/^RichTextEditor-.*\.js$/)[0]).toBeLessThan(170);
  expect(gzipped(/^clean-markdown-.*\.js$/)[0]).toBeLessThan(50);
  expect(complaints).toEqual([]);
});

it("formatted text and Markdown are written by keys, coloured and clean in both themes and on a phone", async () => {
  const { page, complaints } = await openPage(browser);
  await followSystem(page);
  await signIn(page, url, "/online/gallery");
  const find = page.getByRole("textbox", { name: "按名称、类型或说明查找" });
  await find.fill("富文本");
  const rich = page.getByRole("article", { name: "富文本" }).last().locator("[data-state=空]");
  const words = rich.getByRole("textbox").first();
  await words.click();
  await page.keyboard.press("Control+b");
  await page.keyboard.type("重要");
  expect(await words.locator("strong").textContent()).toBe("重要");
  await page.keyboard.press("Control+z");
  await expect.poll(() => words.textContent()).toBe("");
  expect(await findingsInBoth(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await find.fill("Markdown");
  const markdown = page.getByRole("article", { name: "Markdown" }).last().locator("[data-state=空]");
  const source = markdown.getByRole("textbox");
  await source.click();
  await page.keyboard.type("```js\nconst a = 1\n```\n\n<img src=x onerror=alert(1)>");
  await markdown.getByText("预览", { exact: true }).click();
  const shown = markdown.getByRole("region", { name: "预览" });
  expect(await shown.getByText("const", { exact: true }).getAttribute("style")).toBe("color: var(--purple)");
  expect(await shown.locator("img").count()).toBe(0);
  expect(complaints).toEqual([]);
});
