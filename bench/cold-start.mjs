// Sign-in page and first list on a slow machine and a slow line: CPU ×4, 1.6 Mbit/s down, 750 kbit/s up, 150 ms round
// trip, empty cache, median of 5. node bench/cold-start.mjs; starts the built server on a free port with demo data.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { buildStale } from "../scripts/build.mjs";
import { signIn, startServer } from "./console-server.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";

const rounds = 5;
const bytesPerSecond = (kilobits) => (kilobits * 1000) / 8;
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: bytesPerSecond(1600),
  uploadThroughput: bytesPerSecond(750),
};

await buildStale(["server", "console"]);
const dataDir = mkdtempSync(join(tmpdir(), "bench-data-"));
const server = await startServer({ DATA_DIR: dataDir });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});

/** Follows layout shifts and long tasks from the first moment of a page. */
function follow() {
  const seen = { shift: 0, longTasks: [] };
  globalThis.benchSeen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.longTasks.push(entry.startTime + entry.duration);
  }).observe({ type: "longtask", buffered: true });
}

/**
 * One cold visit. Interactive is when what the page is for can be used (`ready`) and no task of more than 50 ms has run
 * since for half a second.
 */
async function visit(path, ready, session) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "zh-CN" });
  const page = await context.newPage();
  if (session) await page.addInitScript((value) => localStorage.setItem("console:session", value), session);
  await page.addInitScript(follow);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const scripts = new Set();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.add(pathname);
  });
  await page.goto(server.url + path, { waitUntil: "commit" });
  await ready(page);
  const usable = await page.evaluate(() => performance.now());
  const asked = [...scripts];
  await page.waitForFunction(
    () => performance.now() - Math.max(0, ...globalThis.benchSeen.longTasks) > 500,
    undefined,
    { timeout: 60_000 },
  );
  const result = await page.evaluate((at) => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    const { shift, longTasks } = globalThis.benchSeen;
    const late = longTasks.filter((end) => end > at);
    return { paintMs: paint?.startTime ?? 0, interactiveMs: Math.max(at, ...late), shift };
  }, usable);
  await context.close();
  const kb = asked.reduce(
    (sum, file) => sum + gzipSync(readFileSync(`dist/console${file}`), { level: 9 }).length / 1000,
    0,
  );
  return { ...result, kb };
}

async function series(path, ready, session) {
  const visits = [];
  for (let count = 0; count < rounds; count += 1) visits.push(await visit(path, ready, session));
  const of = (name) => median(visits.map((each) => each[name]).sort((one, other) => one - other));
  return {
    firstContentfulPaintMs: round(of("paintMs"), 0),
    interactiveMs: round(of("interactiveMs"), 0),
    javaScriptKb: round(of("kb"), 1),
    layoutShift: round(of("shift"), 3),
  };
}

const header = await signIn(server.url, "admin");
const user = {
  id: "",
  username: "admin",
  realname: "管理员",
  avatar: "",
  orgCode: "",
  roles: ["admin"],
  tenantId: "0",
};
const session = JSON.stringify({
  version: 1,
  expiresAt: null,
  value: { token: header["X-Access-Token"], user: { ...user, mustChangePassword: false, mustChoose: false } },
});
const login = await series("/user/login", (page) => page.getByPlaceholder("请输入用户名").waitFor());
const list = await series("/member/member", (page) => page.getByText(/^第 1–10 条/).waitFor(), session);
await browser.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
writeResult("cold-start", {
  title: "Cold start: CPU ×4, 1.6 Mbit/s, 150 ms round trip, empty cache, median of 5; layout shift ≤ 0.05",
  conditions: conditions(),
  login,
  list,
});
