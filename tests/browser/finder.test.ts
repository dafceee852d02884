import { afterEach, expect, it, vi } from "vitest";
import { openBrowser } from "../support/browser.ts";

afterEach(() => vi.unstubAllEnvs());

it("the Chromium inside the development dependency starts and draws a page", async () => {
  vi.stubEnv("CHROMIUM_PATH", "packaged");
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.setContent("<title>会员</title><p>正文</p>");
  expect(await page.title()).toBe("会员");
  await browser.close();
});
