// Threats §5: the first page of a small list of one caller alone and beside another who runs reports that would never end,
// embedded database. node bench/report-runaways.mjs [pages per turn=200] [turns=3] [scale of the demonstration data=0.1]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { buildStale } from "../scripts/build.mjs";
import { runCallers, signIn, startServer } from "./console-server.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";

const pages = Number(process.argv[2] ?? 200);
const turns = Number(process.argv[3] ?? 3);
const scale = process.argv[4] ?? "0.1";
/** Between pages, so that a turn outlasts the deadline of a report. */
const pauseMs = 20;
const restMs = 500;

const runaways = {
  recursion: "with recursive x(n) as (select 1 union all select n + 1 - 1 from x) select count(*) as n from x",
  "cross join": "select count(*) as n from store_order a, store_order b, store_order c, store_order d",
  sleep: "select pg_sleep(60) as n",
  "huge text": "select length(repeat('x', 900000000)) as n",
  "doubling texts":
    "with recursive x(n, t) as (select 1, 'xxxxxxxx' union all select n + 1, t || t from x where n < 40) select count(*) as n from x where t like '%y%'",
};

await buildStale(["server"]);
const dataDir = mkdtempSync(join(tmpdir(), "schema-console-bench-"));
const before = conditions({ pagesPerTurn: pages, turns, scale, pauseMs });
const server = await startServer({ DATA_DIR: dataDir, SEED_SCALE: scale });
try {
  const [author, reader] = [await signIn(server.url, "admin"), await signIn(server.url, "clerk")];
  const list = { base: `${server.url}/api`, headers: reader, paths: ["/store/storeOrder/list?pageNo=1&pageSize=10"] };
  const askPages = () => runCallers({ ...list, callers: 1, requests: pages, pauseMs });
  await askPages();
  const results = {};
  for (const [name, text] of Object.entries(runaways)) {
    results[name] = await beside(text, author, askPages);
    console.error(name, JSON.stringify(results[name]));
  }
  writeResult("report-runaways", {
    conditions: { ...before, loadAfter: conditions().load },
    besideSmallList: results,
    worstRatioOfP95: Math.max(...Object.values(results).map(({ ratio }) => ratio)),
  });
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Alone and beside in turns, so that the machine's other work hits both alike; medians of the turns. */
async function beside(text, headers, askPages) {
  const [alone, together, ends] = [[], [], []];
  for (let turn = 0; turn < turns; turn += 1) {
    alone.push((await askPages()).milliseconds);
    const leaving = new AbortController();
    const running = (async () => {
      while (!leaving.signal.aborted) ends.push(await preview(text, headers));
    })();
    together.push((await askPages()).milliseconds);
    leaving.abort();
    await running;
    await setTimeout(restMs);
  }
  const of = (runs, name) => round(median(runs.map((run) => run[name])), 1);
  const figures = (runs) => ({ p50: of(runs, "p50"), p95: of(runs, "p95"), worst: of(runs, "worst") });
  const endMs = ends.map(({ milliseconds }) => milliseconds);
  return {
    alone: figures(alone),
    beside: figures(together),
    ratio: round(of(together, "p95") / of(alone, "p95")),
    runs: ends.length,
    endedAfterMs: { median: round(median(endMs), 0), worst: round(Math.max(...endMs), 0) },
    said: [...new Set(ends.map(({ message }) => message))],
  };
}

async function preview(text, headers) {
  const start = performance.now();
  const response = await fetch(`${server.url}/api/online/cgreport/head/preview`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ sql: text }),
  });
  const { success, message, result } = await response.json();
  // As quick as a person who presses again at once.
  await setTimeout(100);
  if (success) console.error("answered", JSON.stringify(result).slice(0, 200));
  return { milliseconds: performance.now() - start - 100, message: success ? "(answered)" : message };
}
