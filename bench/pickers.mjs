// Opening pickers over many entries: 100,000 options of a dictionary, a tree of 20,000 departments.
// node bench/pickers.mjs [rounds=7]; each opening in a page of its own, by a pointer that has come to rest on the control.
import { buildPage, openBrowser, servePages, withPage } from "./browser-bench.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";

const rounds = Number(process.argv[2] ?? 7);
const cases = [
  { what: "select of 100,000 options", editor: { type: "select" }, count: 100_000, shown: "选项1", mustMs: 100 },
  {
    what: "multi-select of 100,000 options",
    editor: { type: "multi-select" },
    count: 100_000,
    shown: "选项1",
    mustMs: 100,
  },
  { what: "tree of 20,000 departments", editor: { type: "depart-picker" }, count: 20_000, shown: "部门1", mustMs: 200 },
];

await buildPage({ name: "pickers", source: "bench/pages/pickers.tsx" });
const server = await servePages();
const browser = await openBrowser();
const before = conditions().load;
const samples = new Map(cases.map(({ what }) => [what, []]));
for (let run = 0; run <= rounds; run += 1) {
  for (const each of cases) {
    const sample = await withPage(browser, `${server.base}/pickers/index.html`, (meters) => open(each, meters));
    if (run > 0) samples.get(each.what).push(sample); // the first round warms up
  }
}
await browser.close();
server.close();

async function open({ editor, count, shown }, { page, cpuMs }) {
  await page.evaluate(([wanted, size]) => window.bench.mount(wanted, size), [editor, count]);
  const control = page.locator("#page input, #page button").first();
  await control.hover();
  await page.waitForLoadState("networkidle"); // what a pointer that comes near has asked for
  const cpuBefore = await cpuMs();
  await page.evaluate((text) => window.bench.watch(text), shown);
  await control.click();
  const openMs = await page.evaluate(() => window.bench.opened());
  return { openMs, openCpuMs: (await cpuMs()) - cpuBefore };
}

const { load, ...rest } = conditions({ rounds, viewport: "1440×900" });
writeResult("pickers", {
  title:
    "From the press on a picker that the pointer rests on until its first entries are painted; medians, milliseconds",
  conditions: { ...rest, load: { before, after: load } },
  cases: cases.map(({ what, mustMs }) => {
    const taken = samples.get(what);
    return {
      what,
      mustMs,
      openMs: round(median(taken.map(({ openMs }) => openMs)), 1),
      openCpuMs: round(median(taken.map(({ openCpuMs }) => openCpuMs)), 1),
    };
  }),
});
