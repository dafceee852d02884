// Memory over time: 13 rounds of opening 50 screens in one page; heap after forced collection, third against last round.
// node bench/screen-memory.mjs; starts the built server on a free port with demonstration data.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "../scripts/build.mjs";
import { openBrowser } from "./browser-bench.mjs";
import { startServer } from "./console-server.mjs";
import { conditions, round, writeResult } from "./measure.mjs";

const [rounds, perRound] = [13, 50];
await buildStale(["server", "console"]);
const dataDir = mkdtempSync(join(tmpdir(), "bench-data-"));
const server = await startServer({ DATA_DIR: dataDir });
const browser = await openBrowser();
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
await page.goto(`${server.url}/user/login`);
await page.getByPlaceholder("请输入用户名").fill("admin");
await page.getByPlaceholder("请输入密码").fill("correct-horse-battery");
const menuAnswer = page.waitForResponse((response) => response.url().includes("getUserPermissionByToken"));
await page.getByRole("button", { name: "登录", exact: true }).click();
const { result } = await (await menuAnswer).json();
await page.waitForURL("**/dashboard/analysis");

const paths = pathsOf(result.menu);
const session = await page.context().newCDPSession(page);
await session.send("HeapProfiler.enable");

let asked = 0;
page.on("request", () => {
  asked += 1;
});
for (const end of ["requestfinished", "requestfailed"]) {
  page.on(end, () => {
    asked -= 1;
  });
}

/** Opens an address as a link of the console does, and waits until everything on it is there. */
async function open(path) {
  await page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: String(Math.random()), usr: null }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, path);
  // A page that is left half loaded stays so behind the others, and rounds could not be compared. It asks for what it
  // shows in its first frames, and for what that needs when the answers are drawn.
  do {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50))));
    await page.waitForFunction(
      () => [...document.querySelectorAll("main [aria-busy=true]")].every((part) => part.offsetParent === null),
      undefined,
      { timeout: 30_000 },
    );
  } while (asked > 0);
}

async function heapMb() {
  for (let time = 0; time < 3; time++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}

/** MB by what it is: `data` that pages made, `code` that the engine compiled; without what the meter itself records. */
async function partsMb() {
  const texts = [];
  const take = ({ chunk }) => texts.push(chunk);
  session.on("HeapProfiler.addHeapSnapshotChunk", take);
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  session.off("HeapProfiler.addHeapSnapshotChunk", take);
  const { snapshot, nodes } = JSON.parse(texts.join(""));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  const sums = { data: 0, code: 0, native: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type]];
    sums[kind in sums ? kind : "data"] += nodes[at + size] / 1e6;
  }
  return { data: round(sums.data, 2), code: round(sums.code, 2) };
}

const heaps = [];
const parts = [];
for (let done = 1; done <= rounds; done++) {
  for (let at = 0; at < perRound; at++) await open(paths[at % paths.length]);
  heaps.push(round(await heapMb(), 1));
  if (done === 3 || done === rounds) parts.push(await partsMb());
  process.stderr.write(`round ${done}: ${heaps.at(-1)} MB\n`);
}
await browser.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
const [third, last] = [heaps[2], heaps.at(-1)];
writeResult("screen-memory", {
  title:
    "Heap after forced collection, MB = 10^6 bytes; 13 rounds of opening 50 screens (third against last within 5 %)",
  conditions: conditions({ screens: paths.length, perRound }),
  heapMb: heaps,
  ratio: round(last / third, 3),
  // The rest of the growth is machine code: the engine compiles what has run often enough.
  third: parts[0],
  last: parts[1],
  dataRatio: round(parts[1].data / parts[0].data, 3),
});

/** Addresses of every page of the menu, without groups, foreign pages and addresses with parameters. */
function pathsOf(menu) {
  return menu.flatMap((node) => {
    const below = pathsOf(node.children ?? []);
    const isPage = /^schema:/.test(node.component ?? "") && !node.path.includes(":");
    return isPage ? [node.path, ...below] : below;
  });
}
