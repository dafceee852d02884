// G22: the first page of the order list of one caller while another asks the dearest queries that are allowed, embedded
// database. Looks for those first: each kind of query grows until it is refused.
// node bench/cost-budget.mjs [rows=300000] [pages per turn=300] [part of a kind's name: only these, nothing is written];
// BENCH_DATA_DIR keeps the folder for the next run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { buildStale } from "../scripts/build.mjs";
import { runCallers, signIn, startServer } from "./console-server.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";
import { makeOrders } from "./store-orders/make-orders.mjs";

const rows = Number(process.argv[2] ?? 300_000);
const pages = Number(process.argv[3] ?? 300);
const only = process.argv[4];
const turns = 3;
const restMs = 2_000;
/** Of an export so much is read in the search. */
const exportMs = 10_000;
const keptDir = process.env.BENCH_DATA_DIR;
const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), "schema-console-bench-"));
const orders = "/store/storeOrder";

const words = (count) => Array.from({ length: count }, (_, n) => `词${n}号`);
const superQuery = (conditions, joint = "or") =>
  `superQueryMatchType=${joint}&superQueryParams=${encodeURIComponent(JSON.stringify(conditions))}`;
const likes = (count, rule) => words(count).map((val) => ({ field: "orderNo", rule, val }));
const list = (query) => ({ path: `${orders}/list?${query}` });
const aggregate = (body) => ({ path: "/lowcode/aggregate", body: { model: "store/store-order", ...body } });
const sums = (count) =>
  Object.fromEntries(
    ["sum", "avg", "max", "min", "count"].slice(0, count).map((op) => [op, { op, field: "payAmount" }]),
  );

/** A kind of query and the sizes that it is tried with, from small to large. */
const kinds = {
  "aggregate, words of a search": [
    [1, 20, 60, 120, 190, 400, 6000],
    (count) =>
      aggregate({
        where: superQueryBody([{ field: "orderNo", rule: "like_with_or", val: words(count).join(",") }]),
        measures: { n: { op: "count" } },
      }),
  ],
  "aggregate, groups and measures": [
    [0, 1, 2, 3],
    (count) =>
      aggregate({ groupBy: ["memberId", "storeId", "status"].slice(0, count), measures: sums(5), limit: 1000 }),
  ],
  "aggregate by month": [
    [1, 3, 5],
    (count) => aggregate({ groupBy: [{ field: "createTime", by: "month" }], measures: sums(count) }),
  ],
  "aggregate, different values": [
    [1, 2, 3],
    (count) =>
      aggregate({
        groupBy: ["storeId"],
        measures: Object.fromEntries(
          ["memberId", "orderNo", "createTime"].slice(0, count).map((field) => [field, { op: "count", field }]),
        ),
      }),
  ],
  "list sorted by columns without an index": [
    [1, 2, 3],
    (count) =>
      list(`column=${["payAmount", "remark", "updateTime"].slice(0, count).join(",")}&order=asc&pageSize=1000`),
  ],
  "list, contains": [[1, 10, 50, 100], (count) => list(superQuery(likes(count, "like")))],
  "list, does not contain": [[1, 10, 50, 100], (count) => list(superQuery(likes(count, "not_like"), "and"))],
  "list, deep page": [[10, 100, 250], (thousand) => list(`pageSize=1000&pageNo=${thousand}`)],
  "list, ids": [
    [10, 500, 1000],
    (count) =>
      list(
        `id_MultiString=${words(count)
          .map((_, n) => n)
          .join(",")}`,
      ),
  ],
  "list, another count each time": [[1], () => list(`payAmount=>=${Math.round(Math.random() * 1000) / 100}`)],
  "list, first page": [[1], () => list("pageNo=1&pageSize=1000")],
  totals: [[1], () => ({ path: `${orders}/totals?fields=payAmount` })],
  "dictionary search": [
    [1],
    () => ({
      path: `/sys/dict/loadDict/${encodeURIComponent("member/member,realname,id")}?keyword=${encodeURIComponent("没有的")}`,
    }),
  ],
  "export in the order of the list": [[1], () => ({ path: `${orders}/exportXls?format=csv` })],
  "export sorted by a column without an index": [
    [1],
    () => ({ path: `${orders}/exportXls?format=csv&column=remark&order=asc` }),
  ],
};

function superQueryBody(conditions) {
  return { superQueryMatchType: "or", superQueryParams: JSON.stringify(conditions) };
}

await buildStale(["server"]);
await makeOrders({ name: "embedded", location: { dataDir }, env: { DATA_DIR: dataDir } }, rows);
const before = conditions({ rows, pagesPerTurn: pages, turns });
const server = await startServer({ DATA_DIR: dataDir });
try {
  const [hog, other] = [await signIn(server.url, "admin"), await signIn(server.url, "clerk")];
  const firstPage = { base: `${server.url}/api`, headers: other, paths: [`${orders}/list?pageNo=1&pageSize=10`] };
  const askPages = (pauseMs = 0) => runCallers({ ...firstPage, callers: 1, requests: pages, pauseMs });
  await askPages();
  const found = await searchDearest(hog);
  const results = {};
  const allowed = Object.entries(found).filter(([, { seconds }]) => seconds !== undefined);
  const byTime = allowed.sort(([, a], [, b]) => b.seconds - a.seconds);
  for (const [name, { query }] of byTime) {
    results[name] = await beside(query, 1, hog, askPages);
    console.error(name, JSON.stringify(results[name]));
  }
  const [dearest] = byTime;
  results[`${dearest[0]}, 8 at once`] = await beside(dearest[1].query, 8, hog, askPages);
  results[`${dearest[0]}, a page every 100 ms`] = await beside(dearest[1].query, 1, hog, () => askPages(100));
  const ratios = Object.values(results).map(({ ratio }) => ratio);
  const result = {
    conditions: { ...before, loadAfter: conditions().load },
    dearest: Object.fromEntries(Object.entries(found).map(([name, { query: _, ...figures }]) => [name, figures])),
    besideFirstPage: results,
    worstRatioOfP95: Math.max(...ratios),
    goal: "≤ 3, stretch ≤ 1.5",
  };
  if (only === undefined) writeResult("cost-budget", result);
} finally {
  await server.stop();
  if (!keptDir) rmSync(dataDir, { recursive: true, force: true });
}

/** Of each kind the largest size that is answered, its seconds without anybody beside, and what is said beyond it. */
async function searchDearest(headers) {
  const found = {};
  for (const [name, [sizes, queryOf]] of Object.entries(kinds)) {
    if (only !== undefined && !name.includes(only)) continue;
    found[name] = {};
    for (const size of sizes) {
      const start = performance.now();
      // An export is left when its time is up.
      const answer = await ask(queryOf(size), headers).catch((error) => {
        if (error.name !== "TimeoutError") throw error;
      });
      const seconds = round((performance.now() - start) / 1000, 3);
      if (answer !== undefined) {
        found[name].refusedAt = `${size}: ${answer}`;
        break;
      }
      if (seconds > (found[name].seconds ?? 0))
        Object.assign(found[name], { size, seconds, query: () => queryOf(size) });
    }
    console.error(name, JSON.stringify(found[name]));
  }
  return found;
}

/** @returns undefined when it was answered, else the refusal */
async function ask({ path, body }, headers, signal = AbortSignal.timeout(exportMs)) {
  const response = await fetch(`${server.url}/api${path}`, {
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    signal,
  });
  if (!response.headers.get("content-type")?.startsWith("application/json")) {
    await response.arrayBuffer().catch(() => {});
    return undefined;
  }
  const { success, message } = JSON.parse(await response.text());
  return success ? undefined : message;
}

/** Alone and beside in turns, so that the machine's other work hits both alike; medians of the turns. */
async function beside(queryOf, atOnce, headers, askPages) {
  const [alone, together] = [[], []];
  let asked = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    alone.push((await askPages()).milliseconds);
    const leaving = new AbortController();
    const hogging = Array.from({ length: atOnce }, async () => {
      while (!leaving.signal.aborted) {
        const answer = await ask(queryOf(), headers, leaving.signal).catch(() => "left");
        if (answer === undefined && !leaving.signal.aborted) asked += 1;
      }
    });
    together.push((await askPages()).milliseconds);
    leaving.abort();
    await Promise.all(hogging);
    await setTimeout(restMs); // what the server still does for the one who left
  }
  const of = (runs, name) => round(median(runs.map((run) => run[name])), 1);
  const figures = (runs) => ({ p50: of(runs, "p50"), p95: of(runs, "p95"), worst: of(runs, "worst") });
  const ratio = round(of(together, "p95") / of(alone, "p95"));
  return { alone: figures(alone), beside: figures(together), ratio, answeredBeside: asked };
}
