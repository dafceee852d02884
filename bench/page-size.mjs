// G14, G15: JavaScript, gzip -9, that a browser has loaded when the sign-in page and when the first list are painted, and
// what the first form adds.
// node bench/page-size.mjs; starts the built server on a free port with demo data off.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildStale } from "../scripts/build.mjs";
import { openBrowser } from "./browser-bench.mjs";
import { conditions, round, writeResult } from "./measure.mjs";

await buildStale(["server", "console"]);
const dataDir = mkdtempSync(join(tmpdir(), "bench-data-"));
const password = "correct-horse-battery";
const server = spawn(process.execPath, ["scripts/serve.mjs"], {
  env: {
    ...process.env,
    NODE_ENV: "production",
    PORT: "0",
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
    CAPTCHA: "off",
    SEED: "none",
  },
  stdio: ["ignore", "pipe", "inherit"],
});
const url = await new Promise((resolve) => {
  let output = "";
  server.stdout.on("data", (chunk) => {
    output += chunk;
    const ready = /^ready (\S+)/m.exec(output)?.[1];
    if (ready) resolve(ready);
  });
});
const browser = await openBrowser();

/** Gzip sizes of the scripts that a page has asked for so far, preloading in idle time included only when `all`. */
function sizeOf(paths) {
  const files = [...new Set(paths)].map((path) => ({
    path,
    kb: gzipSync(readFileSync(`dist/console${path}`), { level: 9 }).length / 1000,
  }));
  return {
    kb: round(
      files.reduce((sum, file) => sum + file.kb, 0),
      1,
    ),
    files: files.length,
  };
}

async function scriptsUntil(path, visible, prepare) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (prepare) await prepare(page);
  const scripts = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.push(pathname);
  });
  await page.goto(url + path);
  await visible(page);
  const size = sizeOf(scripts);
  await context.close();
  return size;
}

const signIn = async (page) => {
  await page.goto(`${url}/user/login`);
  await page.getByPlaceholder("请输入用户名").fill("admin");
  await page.getByPlaceholder("请输入密码").fill(password);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL("**/dashboard/analysis");
};
const login = await scriptsUntil("/user/login", (page) => page.getByPlaceholder("请输入用户名").waitFor());
/** What the first form adds to its list: texts, a number and a choice; and one of texts alone. */
async function formAfter(path) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page);
  await page.goto(url + path);
  const add = page.getByRole("button", { name: /^新增/ }).first();
  await add.waitFor();
  await page.waitForLoadState("networkidle");
  const scripts = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.push(pathname);
  });
  await add.click();
  await page.getByRole("dialog").getByRole("textbox").first().waitFor();
  await page.waitForLoadState("networkidle");
  const size = sizeOf(scripts);
  await context.close();
  return size;
}
const list = await scriptsUntil("/member/member", (page) => page.getByText("会员编号").first().waitFor(), signIn);
const form = await formAfter("/system/position");
const textForm = await formAfter("/system/checkRule");
// An account: texts, a secret, several choices, a date, departments to pick, a picture.
const dateForm = await formAfter("/system/user");
// A company: texts, choices, dates, a division; a category: a node of a tree.
const areaForm = await formAfter("/sales/company");
const treeForm = await formAfter("/system/category");
await browser.close();
server.kill("SIGTERM");
rmSync(dataDir, { recursive: true, force: true });
writeResult("page-size", {
  title: "JavaScript, gzip -9, KB = 1000 bytes (G14: list ≤ 450, login ≤ 260; G15: what a form adds ≤ 150)",
  conditions: conditions(),
  login,
  list,
  form,
  textForm,
  dateForm,
  areaForm,
  treeForm,
});
