// Every page of the menu over the demonstration company at scale `large` (1,000,000 orders): the calls that a page makes
// when it is opened are listened to in Chromium, then made again over HTTP, those of one page at once as a browser does.
// node bench/every-page.mjs [turns=20] [accounts=admin,clerk,sales]; BENCH_DATA_DIR: a folder that was made at that scale
// before (the bench fills a new one, which takes long); BENCH_DATABASE_URL: a PostgreSQL database instead.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { buildStale } from "../scripts/build.mjs";
import { signIn, startServer } from "./console-server.mjs";
import { conditions, round, writeResult } from "./measure.mjs";

const turns = Number(process.argv[2] ?? 20);
const accounts = (process.argv[3] ?? "admin,clerk,sales").split(",");
const limitMs = { list: 300, dashboard: 1_000 };

await buildStale(["server", "console"]);
const keptDir = process.env.BENCH_DATA_DIR;
const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), "schema-console-bench-"));
const databaseUrl = process.env.BENCH_DATABASE_URL;
const server = await startServer({
  ...{ DATA_DIR: dataDir, SEED_SCALE: "large" },
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const load = conditions({ turns, accounts: accounts.join(", ") });
const results = {};
for (const account of accounts) {
  const pages = await listenToPages(account);
  const headers = await signIn(server.url, account);
  results[account] = [];
  for (const page of pages) results[account].push({ ...page, ...(await measure(page, headers)) });
}
await browser.close();
await server.stop();
if (!keptDir) rmSync(dataDir, { recursive: true, force: true });
writeResult(databaseUrl ? "every-page-postgresql" : "every-page", {
  conditions: { ...load, loadAfter: conditions().load },
  limitMs,
  accounts: Object.fromEntries(Object.entries(results).map(([account, pages]) => [account, summaryOf(pages)])),
});

/** What each page of an account's menu asks the server for when it is opened. */
async function listenToPages(account) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "zh-CN" });
  const page = await context.newPage();
  await page.goto(`${server.url}/user/login`);
  await page.getByPlaceholder("请输入用户名").fill(account);
  await page.getByPlaceholder("请输入密码").fill("correct-horse-battery");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();
  // The lines of a group are drawn when it is opened for the first time, and stay.
  for (const group of await page.locator(".side-menu [aria-haspopup]").all()) await group.click();
  const paths = await page.evaluate(() =>
    [...document.querySelectorAll(".side-menu a")].map((link) => link.getAttribute("href")),
  );
  const pages = [];
  for (const path of new Set(paths)) {
    const calls = new Map();
    const note = (request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith("/api/")) return;
      const call = { method: request.method(), path: pathname + search, body: request.postData() ?? undefined };
      calls.set(JSON.stringify(call), call);
    };
    page.on("request", note);
    const opened = performance.now();
    await page.goto(server.url + path);
    const isShown = await page
      .locator("#page")
      .waitFor({ timeout: 20_000 })
      .then(() => page.waitForLoadState("networkidle", { timeout: 20_000 }))
      .then(
        () => true,
        () => false,
      );
    if (!isShown) console.error(`${account} ${path}: not settled after ${round(performance.now() - opened, 0)} ms`);
    page.off("request", note);
    pages.push({ path, calls });
  }
  await context.close();
  // What most pages ask for is the shell's.
  const isShell = (key) => pages.filter(({ calls }) => calls.has(key)).length > pages.length / 2;
  return pages
    .map(({ path, calls }) => ({ path, calls: [...calls].filter(([key]) => !isShell(key)).map(([, call]) => call) }))
    .filter(({ calls }) => calls.length > 0);
}

/** The time until the last of a page's calls is answered, and which call that was. */
async function measure({ calls }, headers) {
  const times = [];
  let slowest = { ms: 0, path: "" };
  const refusals = new Set();
  for (let turn = 0; turn <= turns; turn += 1) {
    const start = performance.now();
    await Promise.all(
      calls.map(async ({ method, path, body }) => {
        const type = body === undefined ? {} : { "content-type": "application/json" };
        const answer = await fetch(server.url + path, { method, body, headers: { ...headers, ...type } });
        const text = await answer.text();
        const { success, message } = answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
        if (success === false) refusals.add(`${path.slice(0, 120)}: ${message}`);
        const ms = performance.now() - start;
        if (ms > slowest.ms) slowest = { ms, path: `${path} ${body ?? ""}`.slice(0, 300) };
      }),
    );
    // The first turn fills what is remembered between calls, as the browser's own did.
    if (turn > 0) times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p95: at(0.95), worst: times.at(-1), slowest, refusals: [...refusals] };
}

function summaryOf(pages) {
  const kindOf = ({ path }) => (/^\/dashboard|home/.test(path) ? "dashboard" : "list");
  const rows = pages
    .map((page) => ({ page: page.path, kind: kindOf(page), ...roundAll(page), calls: page.calls.length }))
    .sort((one, other) => other.p95 - one.p95);
  const over = rows.filter(({ kind, p95 }) => p95 > limitMs[kind]);
  const refusals = pages.flatMap((page) => page.refusals.map((said) => `${page.path} ${said}`));
  return {
    pages: rows.length,
    overLimit: over.map(({ page, p95 }) => ({ page, p95, call: slowestOf(pages, page) })),
    slowest: rows.slice(0, 12),
    ...(refusals.length > 0 ? { refusals } : {}),
  };
}

function slowestOf(pages, path) {
  return pages.find((page) => page.path === path).slowest.path;
}

function roundAll({ p50, p95, worst }) {
  return { p50: round(p50, 1), p95: round(p95, 1), worst: round(worst, 1) };
}
