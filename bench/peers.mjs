// The published comparison, G1–G13, G21: the console beside AG Grid, vxe-table, react-data-grid, TanStack Table, antd,
// Formily and amis. Every round opens each page once, one after the other, so drift of the machine hits all alike.
// node bench/peers.mjs [--minutes=7] [--rounds=9] [--only=grid,list,form,live] [--pages=grid-console,grid-ag]
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { buildPage, hashOf, openBrowser, servePages } from "./browser-bench.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";
import { goals } from "./peers/goals.mjs";
import { measureGrid, measureOpening } from "./peers/measure-page.mjs";

const given = Object.fromEntries(process.argv.slice(2).map((text) => text.replace(/^--/, "").split("=")));
const maxRounds = Number(given.rounds ?? 9);
const endsAt = Date.now() + Number(given.minutes ?? 7) * 60_000;

/** Page → where its script is, and whose React it runs on. Pages in `peers` need its own packages. */
const pages = {
  "grid-console": { source: "pages/grid-console.tsx" },
  "grid-floor": { source: "pages/grid-floor.ts" },
  "grid-tanstack": { source: "pages/grid-tanstack.tsx" },
  "grid-antd": { source: "pages/grid-antd.tsx" },
  "grid-rdg": { source: "peers/grid-rdg.jsx" },
  "grid-ag": { source: "peers/grid-ag.jsx" },
  "grid-vxe": { source: "peers/grid-vxe.js" },
  "list-console": { source: "pages/list-console.tsx" },
  "list-antd": { source: "pages/list-antd.tsx" },
  "list-amis": { source: "peers/list-amis.jsx", root: "bench/peers" },
  "form-console": { source: "pages/form-console.tsx" },
  "form-formily": { source: "pages/form-formily.tsx" },
  "live-formily": { source: "peers/live-formily.jsx", root: "bench/peers" },
  "live-amis": { source: "peers/live-amis.jsx", root: "bench/peers" },
};

/** One round: title of the figures → page, rows, how it is measured. */
const round10k = ["console", "floor", "tanstack", "rdg", "antd", "ag", "vxe"].map((name) => [
  `grid-${name} 10000`,
  { page: `grid-${name}`, rows: 10_000, measure: measureGrid },
]);
const plan = Object.fromEntries([
  ...round10k,
  ["grid-console 1000", { page: "grid-console", rows: 1_000, measure: measureGrid, short: true }],
  ["grid-console 100000", { page: "grid-console", rows: 100_000, measure: measureGrid, short: true }],
  ...["console", "antd", "amis"].flatMap((name) =>
    [10, 100].map((rows) => [`list-${name} ${rows}`, { page: `list-${name}`, rows, measure: measureOpening }]),
  ),
  ["form-console 1", { page: "form-console", rows: 1, measure: measureOpening }],
  ["form-formily 1", { page: "form-formily", rows: 1, measure: measureOpening }],
  ["live-console 20", { page: "grid-console", rows: 20, measure: measureOpening }],
  ["live-formily 20", { page: "live-formily", rows: 20, measure: measureOpening }],
  ["live-amis 20", { page: "live-amis", rows: 20, measure: measureOpening }],
]);
const kinds = given.only?.split(",");
const wanted = given.pages?.split(",");
const cases = Object.entries(plan).filter(
  ([title, { page }]) => (!kinds || kinds.includes(title.split("-")[0])) && (!wanted || wanted.includes(page)),
);

await prepare([...new Set(cases.map(([, { page }]) => page))]);
const load = { before: conditions().load };
const server = await servePages();
const browser = await openBrowser();
const samples = Object.fromEntries(cases.map(([title]) => [title, []]));
const failures = {};
let rounds = -1; // the first one warms up
for (let spentMs = 0; rounds < maxRounds && (rounds < 1 || Date.now() + spentMs < endsAt); rounds += 1) {
  const startedAt = Date.now();
  for (const [title, { page, rows, measure, short }] of cases) {
    try {
      const sample = await measure(browser, `${server.base}/${page}/index.html`, rows, { short });
      if (rounds >= 0) samples[title].push(sample);
    } catch (error) {
      failures[title] = error.message.split("\n")[0];
      console.error(failures[title]);
    }
  }
  spentMs = Date.now() - startedAt;
  console.error(`round ${rounds + 1}: ${round(spentMs / 1000, 0)} s`);
}
const version = browser.version();
await browser.close();
server.close();

const figures = Object.fromEntries(
  Object.entries(samples)
    .filter(([, taken]) => taken.length > 0)
    .map(([title, taken]) => [title, mediansOf(taken)]),
);
const result = {
  title: "The console beside other tables and pages; medians, milliseconds and MB (2^20 bytes)",
  conditions: conditions({ rounds, browser: version, viewport: "1440×900" }),
  goals: goals(figures),
  figures,
  ...(Object.keys(failures).length > 0 ? { failures } : {}),
};
result.conditions.load = { before: load.before, after: result.conditions.load };
if (!given.pages && !given.only) writeResult("peers", result);
else console.log(JSON.stringify(result, null, 2));

/** The median of every figure; a figure that no run could give is left out. */
function mediansOf(taken) {
  const keys = [...new Set(taken.flatMap((sample) => Object.keys(sample)))];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const values = taken.map((sample) => sample[key]).filter((value) => Number.isFinite(value));
      return values.length > 0 ? [[key, round(median(values), 2)]] : [];
    }),
  );
}

async function prepare(names) {
  const shared = ["workload.ts", "register.ts", "page.css"].map((file) => `bench/pages/${file}`);
  const madeOf = ["bench/peers/package-lock.json", "bench/peers", "bench/browser-bench.mjs", ...shared];
  const needsPeers = names.some((name) => pages[name].source.startsWith("peers/"));
  if (needsPeers && !existsSync("bench/peers/node_modules/.package-lock.json")) {
    console.error("installing the compared packages into bench/peers (about 720 MB, once)");
    const { status } = spawnSync("npm", ["ci", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: "bench/peers",
      stdio: "inherit",
    });
    if (status !== 0) throw new Error("bench/peers: the compared packages could not be installed");
  }
  for (const name of names) {
    const { source, root } = pages[name];
    const isPeer = source.startsWith("peers/");
    // Ours are built every time; what a peer is made of changes with its packages and its page.
    const key = isPeer ? hashOf(madeOf) : undefined;
    await buildPage({ name, source: `bench/${source}`, ...(root ? { root } : {}), ...(key ? { key } : {}) });
  }
}
