import { afterEach, expect, it, vi } from "vitest";
import { openBrowser } from "../support/browser.ts";

afterEach(() => vi.unstubAllEnvs());

it("a browser that cannot be started is passed over: the next one starts and draws a page", async () => {
  vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.setContent("<title>会员</title><p>正文</p>");
  expect(await page.title()).toBe("会员");
  await browser.close();
});
