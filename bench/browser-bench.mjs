import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright-core";
import { build } from "vite";

const outRoot = join(process.cwd(), "dist/bench");
const types = { ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml" };

/**
 * Builds one page of a bench for production.
 * @param {{ name: string, source: string, root?: string, key?: string }} page `source` is its script; `root` the folder
 *   whose React it takes; `key` says what it is made of: the same key is not built again
 */
export async function buildPage({ name, source, root = process.cwd(), key, minify = true }) {
  const outDir = join(outRoot, name);
  const stamp = join(outDir, ".stamp");
  if (key !== undefined && existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  await build({
    root,
    configFile: false,
    logLevel: "error",
    base: "./",
    plugins: [react()],
    resolve: {
      dedupe: ["react", "react-dom"],
      alias: [{ find: /^froala-editor(\/.*)?$/, replacement: join(process.cwd(), "bench/peers/no-froala.js") }],
    },
    define: {
      global: "globalThis",
      "process.env.FORMILY_STATIC": "undefined",
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      manifest: "manifest.json",
      reportCompressedSize: false,
      minify,
      cssMinify: false, // amis writes for old browsers what the minifier refuses
      chunkSizeWarningLimit: 100_000,
      rolldownOptions: { input: { page: join(process.cwd(), source) } },
    },
  });
  const manifest = JSON.parse(readFileSync(join(outDir, "manifest.json"), "utf8"));
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  const styles = [...stylesOf(manifest, entry)].map((file) => `<link rel="stylesheet" href="./${file}">`).join("");
  writeFileSync(
    join(outDir, "index.html"),
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${name}</title>${styles}</head>` +
      `<body><div id="page"></div><script type="module" src="./${entry.file}"></script></body></html>`,
  );
  if (key !== undefined) writeFileSync(stamp, key);
}

function* stylesOf(manifest, chunk) {
  for (const name of chunk.imports ?? []) yield* stylesOf(manifest, manifest[name]);
  yield* chunk.css ?? [];
}

/** Hash over files and the folders below them. */
export function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    if (!/\.\w+$/.test(path)) {
      const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile());
      hash.update(hashOf(entries.map((entry) => join(path, entry.name)).sort()));
    } else hash.update(path).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** Serves the built pages on a free port: `{base}/{name}/index.html`. */
export async function servePages() {
  mkdirSync(outRoot, { recursive: true });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    try {
      const body = readFileSync(join(outRoot, path));
      response.writeHead(200, {
        "content-type": types[extname(path)] ?? "text/html; charset=utf-8",
        "cache-control": "max-age=3600",
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });

/**
 * Opens a built page in a context of its own and hands it over with its meters.
 * @param {(meters: { page, cpuMs: () => Promise<number>, heapMb: () => Promise<number> }) => Promise<Result>} measure
 *   `cpuMs` is the time that the main thread has worked so far, `heapMb` the heap after two forced collections
 */
export async function withPage(browser, address, measure) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    const protocol = await context.newCDPSession(page);
    await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
    const metric = async (name) =>
      (await protocol.send("Performance.getMetrics")).metrics.find((each) => each.name === name)?.value ?? 0;
    await page.goto(address);
    try {
      await page.waitForFunction(() => window.bench);
      return await measure({
        page,
        cpuMs: async () => (await metric("TaskDuration")) * 1000,
        heapMb: async () => {
          for (let time = 0; time < 2; time += 1) await protocol.send("HeapProfiler.collectGarbage");
          return (await metric("JSHeapUsedSize")) / 2 ** 20;
        },
      });
    } catch (error) {
      throw new Error(`${address}: ${error.message} ${problems.join("; ")}`);
    }
  } finally {
    await context.close();
  }
}
