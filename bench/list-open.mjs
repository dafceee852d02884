// G12, G13: opening a schema-driven list page against the same page written by hand with antd.
// node bench/list-open.mjs [rounds=9]; runs alternate page by page, so drift of the machine hits both alike.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright-core";
import { build } from "vite";
import { conditions, median, round, writeResult } from "./measure.mjs";

const rounds = Number(process.argv[2] ?? 9);
const sizes = [10, 100];
const pages = ["antd", "console"];
const outDir = join(process.cwd(), "dist/bench/list-open");

await build({
  root: join(process.cwd(), "bench/list-open"),
  configFile: false,
  logLevel: "error",
  plugins: [react()],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: { input: pages.map((page) => `bench/list-open/${page}.html`) },
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

async function open(name, rowCount) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
  const metrics = async () =>
    Object.fromEntries(
      (await protocol.send("Performance.getMetrics")).metrics.map((metric) => [metric.name, metric.value]),
    );
  const heapMb = async () => {
    for (let time = 0; time < 2; time += 1) await protocol.send("HeapProfiler.collectGarbage");
    return (await metrics()).JSHeapUsedSize / 2 ** 20;
  };
  await page.goto(`${base}/${name}.html`);
  await page.waitForFunction(() => window.bench);
  const heapBefore = await heapMb();
  const before = await metrics();
  const wallMs = await page.evaluate((count) => window.bench.mount(count), rowCount);
  const after = await metrics();
  const result = {
    wallMs,
    cpuMs: (after.TaskDuration - before.TaskDuration) * 1000,
    heapMb: (await heapMb()) - heapBefore,
  };
  await context.close();
  return result;
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

const figure = (name, rowCount, key) => median(samples[`${name} ${rowCount}`].map((sample) => sample[key]));
const rows = sizes.map((rowCount) => ({
  rows: rowCount,
  ...Object.fromEntries(
    pages.map((name) => [
      name,
      {
        wallMs: round(figure(name, rowCount, "wallMs"), 1),
        cpuMs: round(figure(name, rowCount, "cpuMs"), 1),
        heapMb: round(figure(name, rowCount, "heapMb")),
      },
    ]),
  ),
  ratio: Object.fromEntries(
    ["wallMs", "cpuMs", "heapMb"].map((key) => [
      key,
      round(figure("console", rowCount, key) / figure("antd", rowCount, key)),
    ]),
  ),
}));
writeResult("list-open", {
  title: "Opening a list of 20 columns, against hand-written antd (G12: ≤ 0.50; G13: ≤ 0.35, heap ≤ 0.25)",
  conditions: conditions({ rounds, viewport: "1440×900", browser: browser.version?.() }),
  rows,
});
