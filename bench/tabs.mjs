// Thirty open tabs: how long a kept page takes from the press on its tab to the painted frame, and whether the heap comes
// back when they are closed. node bench/tabs.mjs; starts the built server on a free port with demo data.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { buildStale } from "../scripts/build.mjs";
import { startServer } from "./console-server.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";

const wanted = 30;
const home = "/dashboard/analysis";

await buildStale(["server", "console"]);
const dataDir = mkdtempSync(join(tmpdir(), "bench-data-"));
const server = await startServer({ DATA_DIR: dataDir });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--js-flags=--expose-gc"],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "zh-CN" });
const devtools = await page.context().newCDPSession(page);
// Processor time of the main thread, whatever else the machine does meanwhile.
await devtools.send("Performance.enable", { timeDomain: "threadTicks" });

async function mainThreadMs() {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

async function heapMb() {
  // Twice: what a finaliser lets go is collected by the second.
  for (let turn = 0; turn < 3; turn += 1) {
    await page.waitForTimeout(500);
    await devtools.send("HeapProfiler.collectGarbage");
  }
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1_000_000;
}

const settled = () =>
  page.waitForFunction(() => !document.querySelector(".kept-page:not([style*='none']) [aria-busy='true']"));

async function openAll(paths) {
  for (const path of paths) {
    await page.evaluate((to) => {
      history.pushState({}, "", to);
      dispatchEvent(new PopStateEvent("popstate", { state: {} }));
    }, path);
    await page.waitForFunction(
      (to) => location.pathname === to && document.querySelector('[aria-current="page"]'),
      path,
    );
    await page.waitForLoadState("networkidle");
    await settled();
  }
}

async function closeAll() {
  const tabs = page.getByRole("navigation", { name: "打开的页面" });
  await tabs.getByRole("tab", { name: "首页", exact: true }).click();
  await tabs.getByRole("tab", { name: "首页", exact: true }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "关闭其他" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".tab-bar [role=tab]").length === 1);
  await page.waitForLoadState("networkidle");
}

/** Milliseconds from the press on a tab to the frame that shows its page, painted. */
function pressTab(index) {
  return page.evaluate(
    (at) =>
      new Promise((resolve) => {
        const tab = document.querySelectorAll(".tab-bar [role=tab]")[at];
        const path = tab.closest("[data-node-key]").dataset.nodeKey;
        if (tab.getAttribute("aria-selected") === "true") return resolve(undefined);
        const begin = performance.now();
        // The frame that shows the page is the one after its element is displayed; the task after that frame: painted.
        const watch = new MutationObserver(() => {
          if (location.pathname !== path) return;
          watch.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - begin);
            port2.postMessage(null);
          });
        });
        watch.observe(document.getElementById("page"), { subtree: true, attributeFilter: ["style"] });
        tab.click();
      }),
    index,
  );
}

await page.goto(`${server.url}/user/login`);
await page.getByPlaceholder("请输入用户名").fill("admin");
await page.getByPlaceholder("请输入密码").fill("correct-horse-battery");
await page.getByRole("button", { name: "登录", exact: true }).click();
await page.waitForURL(`**${home}`);
await page.getByRole("navigation", { name: "主菜单" }).waitFor();
// The lines of a group are drawn when it is opened for the first time, and stay.
for (const group of await page.locator(".side-menu [aria-haspopup]").all()) await group.click();
const paths = await page.evaluate(
  (own) =>
    [...document.querySelectorAll(".side-menu a")]
      .map((link) => link.getAttribute("href"))
      .filter((path) => path !== own),
  home,
);
const chosen = paths.slice(0, wanted - 1);
if (chosen.length < wanted - 1) console.warn(`only ${chosen.length + 1} pages in the menu`);

/** Each tab once in every turn, far ones after each other. */
async function pressAll(turns) {
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) {
    for (let index = 0; index <= chosen.length; index += 1) {
      const time = await pressTab((index * 7) % (chosen.length + 1));
      // The tab that is shown already shows nothing new.
      if (time !== undefined) times.push(time);
      await page.waitForTimeout(50);
    }
  }
  return times;
}

// Scripts, dictionaries and the engine's compiled code stay for good (a heap snapshot shows nothing else that grows from
// round to round), so they are warm before it begins.
for (let round = 0; round < 2; round += 1) {
  await openAll(chosen);
  await pressAll(1);
  await closeAll();
}
const before = await heapMb();
await openAll(chosen);
const open = await heapMb();
const cpuBefore = await mainThreadMs();
const paints = await pressAll(3);
const cpuMs = (await mainThreadMs()) - cpuBefore;
const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
await closeAll();
const after = await heapMb();
await browser.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
paints.sort((one, other) => one - other);
writeResult("tabs", {
  title: "Thirty open tabs: press to painted frame ≤ 50 ms (median); heap back within 5 % after closing",
  conditions: conditions(),
  tabs: chosen.length + 1,
  elements: nodes,
  paintMs: {
    median: round(median(paints), 1),
    p95: round(paints[Math.floor(paints.length * 0.95)], 1),
    presses: paints.length,
    mainThreadCpu: round(cpuMs / paints.length, 1),
  },
  heapMb: { before: round(before, 1), open: round(open, 1), after: round(after, 1), ratio: round(after / before, 3) },
});
