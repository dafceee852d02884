import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFailed } from "vitest";
import { testPassword } from "./console-server.ts";

export interface ConsolePage {
  readonly page: Page;
  /** Errors and warnings the browser's console showed, and requests that failed. Must stay empty. */
  readonly complaints: string[];
}

/** A fresh person: own context, nothing stored, desktop size unless said otherwise. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  // What the person saw when a fact did not hold.
  onTestFailed(async ({ task }) => {
    await page.screenshot({
      path: `tests/.artifacts/${task.name.replace(/[^\p{L}\d]+/gu, "-").slice(0, 80)}-${Date.now()}.png`,
    });
  });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}

/** Signs in through the page, as a person does. */
export async function signIn(page: Page, consoleUrl: string, path = "/", username = "admin"): Promise<void> {
  await page.goto(consoleUrl + path);
  await page.getByPlaceholder("请输入用户名").fill(username);
  await page.getByPlaceholder("请输入密码").fill(testPassword);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("navigation").first().waitFor();
}
