// G1, G2, G4, G5: mounting and scrolling the editable table against antd's virtual table.
// node bench/grid-open.mjs [rounds=7] [rows=1000,10000]; runs alternate page by page, so drift of the machine hits both alike.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright-core";
import { build } from "vite";
import { conditions, median, round, writeResult } from "./measure.mjs";

const rounds = Number(process.argv[2] ?? 7);
const sizes = (process.argv[3] ?? "1000,10000").split(",").map(Number);
const pages = ["antd", "console"];
const outDir = join(process.cwd(), "dist/bench/grid-open");

await build({
  root: join(process.cwd(), "bench/grid-open"),
  configFile: false,
  logLevel: "error",
  plugins: [react()],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: { input: pages.map((page) => `bench/grid-open/${page}.html`) },
  },
});

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css" };
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, "http://x").pathname);
  try {
    const body = readFileSync(join(outDir, path));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});

const scrollFrames = 60;
const scrollStepPx = 160;

async function open(name, rowCount) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`${name}: ${error.message}`));
  const protocol = await context.newCDPSession(page);
  await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
  const metrics = async () =>
    Object.fromEntries(
      (await protocol.send("Performance.getMetrics")).metrics.map((metric) => [metric.name, metric.value]),
    );
  await page.goto(`${base}/${name}.html`);
  await page.waitForFunction(() => window.gridBench);
  const before = await metrics();
  const mountMs = await page.evaluate((count) => window.gridBench.mount(count), rowCount);
  const mounted = await metrics();
  const frames = await page.evaluate(
    ([count, step]) => window.gridBench.scroll(count, step),
    [scrollFrames, scrollStepPx],
  );
  const scrolled = await metrics();
  const sorted = [...frames].sort((a, b) => a - b);
  await context.close();
  return {
    mountMs,
    mountCpuMs: (mounted.TaskDuration - before.TaskDuration) * 1000,
    scrollCpuMsPerFrame: ((scrolled.TaskDuration - mounted.TaskDuration) * 1000) / scrollFrames,
    scrollP95Ms: sorted[Math.floor(sorted.length * 0.95)],
  };
}

const samples = Object.fromEntries(sizes.flatMap((size) => pages.map((page) => [`${page} ${size}`, []])));
for (let run = 0; run <= rounds; run += 1) {
  for (const rowCount of sizes) {
    for (const name of pages) {
      const sample = await open(name, rowCount);
      if (run > 0) samples[`${name} ${rowCount}`].push(sample); // the first round warms up
    }
  }
}
await browser.close();
server.close();

const keys = ["mountMs", "mountCpuMs", "scrollCpuMsPerFrame", "scrollP95Ms"];
const figure = (name, rowCount, key) => median(samples[`${name} ${rowCount}`].map((sample) => sample[key]));
writeResult("grid-open", {
  title: "Editable table of 20 columns, against antd Table virtual (rows in memory; no cell open)",
  conditions: conditions({ rounds, viewport: "1440×900", scroll: `${scrollFrames} frames of ${scrollStepPx} px` }),
  rows: sizes.map((rowCount) => ({
    rows: rowCount,
    ...Object.fromEntries(
      pages.map((name) => [name, Object.fromEntries(keys.map((key) => [key, round(figure(name, rowCount, key), 1)]))]),
    ),
    ratio: Object.fromEntries(
      keys.map((key) => [key, round(figure("console", rowCount, key) / figure("antd", rowCount, key))]),
    ),
  })),
});
