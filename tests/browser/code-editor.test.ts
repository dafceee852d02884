import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { openBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The code editor in the gallery, ready to type in. */
async function openSpecimen(page: Page) {
  await signIn(page, url, "/online/gallery");
  await page.getByRole("textbox", { name: "按名称、类型或说明查找" }).fill("代码编辑器");
  const specimen = page.getByRole("article", { name: "代码编辑器" });
  const editor = specimen.locator("[data-state=正常]").getByRole("textbox").first();
  await editor.waitFor({ timeout: 60_000 });
  return { specimen, editor };
}

it("the code editor works under the strict policy, in Chinese, with colours of both themes", async () => {
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
  expect(complaints).toEqual([]);
});

it("Tab indents in the code editor, and after Esc it leaves it; both are told", async () => {
  const { page, complaints } = await openPage(browser);
  const { specimen, editor } = await openSpecimen(page);
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

it("the code editor is one file of 900 KB at most, and its JSON part another", () => {
  const sizes = readdirSync("dist/console/assets")
    .filter((file) => /^(MonacoCode|jsonMode|(json|editor)\.worker)-.*\.js$/.test(file))
    .map((file) => [
      file.replace(/-.*/, ""),
      gzipSync(readFileSync(`dist/console/assets/${file}`), { level: 9 }).length / 1000,
    ]);
  const sizeOf = new Map(sizes as [string, number][]);
  expect(sizeOf.get("MonacoCode")).toBeLessThan(900);
  expect(sizeOf.get("jsonMode")).toBeLessThan(160);
  expect([...sizeOf.keys()].sort()).toEqual(["MonacoCode", "editor.worker", "json.worker", "jsonMode"]);
});
