import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import { readLogin } from "../../src/stores/account.ts";
import { DictionaryStore } from "../../src/stores/dictionaries.ts";
import { createLocalEntries } from "../../src/stores/local-entries.ts";
import { SessionStore } from "../../src/stores/session.ts";
import { testPassword } from "./console-server.ts";

export interface ConsolePage {
  readonly page: Page;
  /** Errors and warnings the browser's console showed, and requests that failed. Must stay empty. */
  readonly complaints: string[];
}

/** A fresh person: own context, nothing stored, desktop size unless said otherwise. Gone at the end of the test. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    reducedMotion: "reduce",
    ...options,
  });
  // The calls of the page's own client too, which would be given up after half of that.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    if (page.isClosed()) return;
    // What the person saw when a fact did not hold.
    const name = task.name.replace(/[^\p{L}\d]+/gu, "-").slice(0, 80);
    if (task.result?.state === "fail") await page.screenshot({ path: `tests/.artifacts/${name}-${Date.now()}.png` });
    // A page that stays open goes on asking and drawing beside the next test's.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}

/** Signs in through the page, as a person does. */
export async function signInByForm(page: Page, consoleUrl: string, path = "/", username = "admin"): Promise<void> {
  await page.goto(consoleUrl + path);
  await page.getByPlaceholder("请输入用户名").fill(username);
  await page.getByPlaceholder("请输入密码").fill(testPassword);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("navigation").first().waitFor();
}

/**
 * Opens a page as somebody who has signed in: with a session of the server's own, kept as the console keeps it. What the
 * form does is shown where `signInByForm` is used.
 */
export async function signIn(page: Page, consoleUrl: string, path = "/", username = "admin"): Promise<void> {
  const data = { username, password: testPassword, captcha: "", checkKey: "" };
  const answer = await page.request.post(`${consoleUrl}/api/sys/login`, { data });
  const kept = keptBy((await answer.json()) as Envelope);
  const nowhere = `${consoleUrl}/nowhere`;
  // With an icon of its own: the browser would ask the server for one, and complain.
  const body = '<link rel="icon" href="data:,">';
  await page.route(nowhere, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(nowhere);
  await page.evaluate((entries) => {
    for (const [key, text] of entries) localStorage.setItem(key, text);
  }, kept);
  await page.unroute(nowhere);
  await page.goto(consoleUrl + path);
  await page.getByRole("navigation").first().waitFor();
}

/** What the console keeps in the browser after this answer to a sign-in. */
function keptBy(envelope: Envelope): readonly (readonly [key: string, text: string])[] {
  const login = readLogin(envelope);
  const kept = new Map<string, string>();
  const area = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  const entries = createLocalEntries(() => area as Storage);
  new SessionStore(entries, entries).signIn(login.token, login.user, true);
  const noCalls = { request: () => Promise.reject(new Error("nothing is asked here")) };
  if (login.dictionaries) new DictionaryStore(noCalls, entries).replaceAll(login.dictionaries);
  return [...kept];
}
