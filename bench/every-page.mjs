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
const limitMs = { list: 300, dashboard: 1_000, report: 1_000 };

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
  const headers = await signIn(server.url, account);
  const pages = await listenToPages(account);
  results[account] = pages.map((page) => ({
    ...page,
    headers,
    times: [],
    slowest: { ms: 0, path: "" },
    refusals: new Set(),
  }));
}
await browser.close();
// Turn about, so that a slow moment of the machine meets everybody who has the page.
const paths = new Set(Object.values(results).flatMap((pages) => pages.map(({ path }) => path)));
for (const path of paths) {
  const visits = Object.values(results).flatMap((pages) => pages.filter((page) => page.path === path));
  // The first turn fills what is remembered between calls, as the browser's own did.
  for (const visit of visits) await open(visit);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const visit of visits) visit.times.push(await open(visit));
  }
}
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

/** The time until the last of a page's calls is answered. */
async function open(visit) {
  const start = performance.now();
  await Promise.all(
    visit.calls.map(async ({ method, path, body }) => {
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const answer = await fetch(server.url + path, { method, body, headers: { ...visit.headers, ...type } });
      const text = await answer.text();
      const { success, message } = answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
      if (success === false) visit.refusals.add(`${path.slice(0, 120)}: ${message}`);
      const ms = performance.now() - start;
      if (ms > visit.slowest.ms) visit.slowest = { ms, path: `${path} ${body ?? ""}`.slice(0, 300) };
    }),
  );
  return performance.now() - start;
}

/** The nearest rank: of twenty turns the 95th percentile is the last but one. */
function percentile({ times }, share) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

/** G17: what the pages that both have cost this account, in times of what they cost the first one. */
function againstFirst(pages) {
  const first = new Map(results[accounts[0]].map((page) => [page.path, page]));
  const both = pages.flatMap((page) => {
    const other = first.get(page.path);
    return other ? [{ page: page.path, own: percentile(page, 0.5), first: percentile(other, 0.5) }] : [];
  });
  const sum = (key) => both.reduce((total, one) => total + one[key], 0);
  const rated = both
    .map(({ page, own, first: theirs }) => ({
      page,
      ratio: round(own / theirs, 2),
      ms: [round(own, 1), round(theirs, 1)],
    }))
    .sort((one, other) => other.ratio - one.ratio);
  return { pages: both.length, sum: round(sum("own") / sum("first"), 2), dearest: rated.slice(0, 8) };
}

function summaryOf(pages) {
  const kindOf = ({ path }) => /^\/(dashboard|report)\//.exec(path)?.[1] ?? "list";
  const rows = pages
    .map((page) => ({ page: page.path, kind: kindOf(page), ...figuresOf(page), calls: page.calls.length }))
    .sort((one, other) => other.p95 - one.p95);
  const over = rows.filter(({ kind, p95 }) => p95 > limitMs[kind]);
  const refusals = pages.flatMap((page) => [...page.refusals].map((said) => `${page.path} ${said}`));
  return {
    pages: rows.length,
    overLimit: over.map(({ page, p95 }) => ({ page, p95, call: slowestOf(pages, page) })),
    slowest: rows.slice(0, 12),
    ...(pages === results[accounts[0]] ? {} : { against: againstFirst(pages) }),
    ...(refusals.length > 0 ? { refusals } : {}),
  };
}

function slowestOf(pages, path) {
  return pages.find((page) => page.path === path).slowest.path;
}

function figuresOf(page) {
  const at = (share) => round(percentile(page, share), 1);
  return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}
