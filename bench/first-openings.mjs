// The first form over a list in a fresh browser: from the press on 新增 until every control of it is painted, by a press out of
// nowhere and by a pointer that came 300 ms before, on a quick and on a slow line.
// node bench/first-openings.mjs [rounds=5]; starts the built server on a free port with demo data.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "../scripts/build.mjs";
import { openBrowser } from "./browser-bench.mjs";
import { startServer } from "./console-server.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";

const rounds = Number(process.argv[2] ?? 5);
const quick = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const lines = {
  "quick line": quick,
  "1.6 Mbit/s, 150 ms round trip": { ...quick, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
};

await buildStale(["server", "console"]);
const dataDir = mkdtempSync(join(tmpdir(), "bench-data-"));
const server = await startServer({ DATA_DIR: dataDir });
const browser = await openBrowser();

/** Runs in the page. Milliseconds from the press to the frame in which nothing of the form is on its way any more. */
function press(nearMs) {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => /新\s*增/.test(textContent));
  if (nearMs > 0) button.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  return new Promise((resolve) => {
    setTimeout(() => {
      const pressedAt = performance.now();
      button.click();
      const look = () => {
        const form = document.querySelector("[role=dialog]:has([data-field] input):not(:has([aria-busy=true]))");
        if (!form) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)));
      };
      look();
    }, nearMs);
  });
}

async function open(network, nearMs) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "zh-CN" });
  const page = await context.newPage();
  await page.goto(`${server.url}/user/login?redirect=%2Fmember%2Fmember`);
  await page.getByPlaceholder("请输入用户名").fill("admin");
  await page.getByPlaceholder("请输入密码").fill("correct-horse-battery");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByText(/^第 1–10 条/).waitFor();
  await page.waitForLoadState("networkidle");
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", network);
  const taken = await page.evaluate(press, nearMs);
  await context.close();
  return taken;
}

const before = conditions().load;
const samples = new Map();
for (let run = 0; run <= rounds; run += 1) {
  for (const [line, network] of Object.entries(lines)) {
    for (const nearMs of [0, 300]) {
      const taken = await open(network, nearMs);
      if (run > 0) samples.set(`${line} ${nearMs}`, [...(samples.get(`${line} ${nearMs}`) ?? []), taken]); // warm
    }
  }
}
await browser.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
const { load, ...rest } = conditions({ rounds, viewport: "1440×900" });
writeResult("first-openings", {
  title:
    "First form of a member over the list in a fresh browser: from the press until all controls are painted; medians",
  conditions: { ...rest, load: { before, after: load } },
  lines: Object.keys(lines).map((line) => {
    const [atOnceMs, nearMs] = [0, 300].map((near) => round(median(samples.get(`${line} ${near}`)), 0));
    return { line, atOnceMs, nearMs, ratio: round(nearMs / atOnceMs) };
  }),
});
