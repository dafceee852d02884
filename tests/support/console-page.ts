import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished, type RunnerTask } from "vitest";
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
  const opened = await newPage(browser, options);
  onTestFinished(async ({ task }) => {
    await showFailure(opened.page, task);
    await closePage(opened.page);
  });
  return opened;
}

interface KeptPage extends ConsolePage {
  /** What the browser kept when the person had just signed in. */
  readonly stored: readonly (readonly [string, string])[];
}

const keptPages = new Map<string, KeptPage>();

/**
 * Opens an address of the console as somebody who has signed in before: the page of the same person's last visit in this
 * worker, loaded anew, with nothing but the session kept. It takes half the processor time of `openPage` and `signIn`,
 * which are for cases that change a page for good: with scripts before it, another clock, another size, or by signing out.
 */
export async function visit(
  browser: Browser,
  consoleUrl: string,
  path: string,
  username = "admin",
): Promise<ConsolePage> {
  const key = `${consoleUrl} ${username}`;
  const last = keptPages.get(key);
  const known = last?.page.isClosed() ? undefined : last;
  const { page, complaints, stored } = known ?? (await newVisitor(browser, consoleUrl, path, username));
  keptPages.delete(key);
  if (known) {
    await page.evaluate(restoreStorage, stored);
    await page.goto(consoleUrl + path);
    await page.getByRole("navigation").first().waitFor();
  }
  complaints.length = 0;
  onTestFinished(async ({ task }) => {
    await showFailure(page, task);
    // A case that went wrong may have left anything behind, a wrong session too.
    if (task.result?.state === "fail" || keptPages.has(key)) return closePage(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    keptPages.set(key, { page, complaints, stored });
  });
  return { page, complaints };
}

async function newVisitor(browser: Browser, consoleUrl: string, path: string, username: string): Promise<KeptPage> {
  const opened = await newPage(browser, {});
  await signIn(opened.page, consoleUrl, path, username);
  return { ...opened, stored: await opened.page.evaluate(() => Object.entries(localStorage)) };
}

function restoreStorage(stored: readonly (readonly [string, string])[]): void {
  sessionStorage.clear();
  localStorage.clear();
  for (const [key, text] of stored) localStorage.setItem(key, text);
}

/** A part that takes its time is told to who wrote it; on a busy machine it is the machine that is slow. */
const saysSlow = / is still loading after \d+ s/;

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<ConsolePage> {
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
  const complaints: string[] = [];
  page.on("console", (message) => {
    if ((message.type() !== "error" && message.type() !== "warning") || saysSlow.test(message.text())) return;
    complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}

/** What the person saw when a fact did not hold. */
async function showFailure(page: Page, { name, result }: Readonly<RunnerTask>): Promise<void> {
  if (page.isClosed() || result?.state !== "fail") return;
  const words = name.replace(/[^\p{L}\d]+/gu, "-").slice(0, 80);
  await page.screenshot({ path: `tests/.artifacts/${words}-${Date.now()}.png` });
}

/** A page that stays open goes on asking and drawing beside the next test's. */
async function closePage(page: Page): Promise<void> {
  if (page.isClosed()) return;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
}

/** Signs in through the sign-in page that is open, as a person does. */
export async function signInByForm(page: Page, username = "admin"): Promise<void> {
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
  // Once for this page, before its first script: a load of its own for that took as much as a list.
  await page.addInitScript(
    ({ entries, mark }) => {
      if (window !== window.top || window.name.includes(mark)) return;
      window.name += mark;
      for (const [key, text] of entries) localStorage.setItem(key, text);
    },
    { entries: kept, mark: ` ${randomUUID()}` },
  );
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
