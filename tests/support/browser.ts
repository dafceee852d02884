import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

const usualPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

// Without these the browser looks for hosts of its own at every start.
const quiet = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
  // A page lives for seconds: the threads that optimise its code took a third of its processor time, and nothing measures here.
  "--js-flags=--no-opt --no-maglev",
];

/** Unpacked and started for the first time on a machine with other work. */
const launchMs = 120_000;

let shared: Promise<Browser> | undefined;

/** One browser for all test files of this worker; it ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  const open = await shared;
  if (open?.isConnected()) return open;
  shared = openBrowser();
  return shared;
}

/**
 * Opens the first Chromium that works: CHROMIUM_PATH, the headless shell inside @sparticuz/chromium (Linux x64: it takes half
 * the processor time of a whole browser), the usual paths, the channels chrome and msedge, Playwright's own download.
 *
 * @throws Error that names the ways out when none can be started
 */
export async function openBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? [...quiet, "--no-sandbox"] : quiet;
  const asked = process.env.CHROMIUM_PATH;
  const installed = usualPaths.find((path) => existsSync(path));
  const candidates: (() => Promise<LaunchOptions>)[] = [
    ...(asked ? [async () => ({ executablePath: asked })] : []),
    packagedShell,
    ...(installed ? [async () => ({ executablePath: installed })] : []),
    async () => ({ channel: "chrome" }),
    async () => ({ channel: "msedge" }),
    async () => ({}),
  ];
  const reasons: string[] = [];
  for (const candidate of candidates) {
    try {
      return await chromium.launch({ headless: true, args, timeout: launchMs, ...(await candidate()) });
    } catch (error) {
      reasons.push(String(error instanceof Error ? error.message : error).split("\n")[0] ?? "");
    }
  }
  throw new Error(
    `找不到可用的浏览器。请安装 Chrome 或 Chromium，或设置 CHROMIUM_PATH，或执行 npx playwright-core install chromium。\n${reasons.join("\n")}`,
  );
}

/**
 * The Chromium that ships inside the development dependency, without the options it brings for other places: they take
 * the borders between pages away. Its own libraries serve systems without NSS.
 */
async function packagedShell(): Promise<LaunchOptions> {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error("@sparticuz/chromium: only Linux x64");
  const { default: packaged } = await import("@sparticuz/chromium");
  const executablePath = await packaged.executablePath();
  const env = { ...process.env } as Record<string, string>;
  if (!systemHasNss()) env.LD_LIBRARY_PATH = [unpackLibraries(), env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  return { executablePath, env };
}

function systemHasNss(): boolean {
  try {
    return execFileSync("ldconfig", ["-p"], { encoding: "utf8" }).includes("libnss3.so");
  } catch {
    return ["/usr/lib/x86_64-linux-gnu/libnss3.so", "/usr/lib64/libnss3.so"].some((path) => existsSync(path));
  }
}

/** Unpacks the package's al2023 libraries once per machine and answers their folder. */
function unpackLibraries(): string {
  const folder = join(tmpdir(), "schema-console-chromium-libraries");
  const libraries = join(folder, "lib");
  if (existsSync(join(libraries, "libnss3.so"))) return libraries;
  const archive = new URL("../../node_modules/@sparticuz/chromium/bin/al2023.tar.br", import.meta.url);
  const unpacking = mkdtempSync(`${folder}-`);
  const tar = join(unpacking, "al2023.tar");
  writeFileSync(tar, brotliDecompressSync(readFileSync(archive)));
  execFileSync("tar", ["-xf", tar, "-C", unpacking]);
  try {
    renameSync(unpacking, folder);
  } catch {
    rmSync(unpacking, { recursive: true, force: true }); // another run was faster
  }
  const nested = join(folder, "al2023", "lib");
  return existsSync(nested) ? nested : libraries;
}
