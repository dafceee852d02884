// G16, G17: the order list of the real documents with many rows, over HTTP, 50 callers with keep-alive in a process of
// their own; embedded database and, when BENCH_DATABASE_URL names an empty database of a PostgreSQL server, that too.
// node bench/store-orders.mjs [rows=1000000] [requests per caller=40]; BENCH_DATA_DIR keeps the folder for the next run.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "../scripts/build.mjs";
import { runCallers, signIn, startServer } from "./console-server.mjs";
import { conditions, round, writeResult } from "./measure.mjs";
import { makeOrders } from "./store-orders/make-orders.mjs";

const rows = Number(process.argv[2] ?? 1_000_000);
const requests = Number(process.argv[3] ?? 40);
const callers = 50;
await buildStale(["server"]);

const keptDir = process.env.BENCH_DATA_DIR;
const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), "schema-console-bench-"));
const databaseUrl = process.env.BENCH_DATABASE_URL;
const subjects = [
  { name: "embedded", location: { dataDir }, env: { DATA_DIR: dataDir } },
  ...(databaseUrl
    ? [
        {
          name: "PostgreSQL",
          location: { url: databaseUrl },
          env: { DATA_DIR: `${dataDir}-files`, DATABASE_URL: databaseUrl },
        },
      ]
    : []),
];

for (const subject of subjects) await makeOrders(subject, rows);

const before = conditions({ rows, callers, requestsPerCaller: requests });
const results = {};
for (const subject of subjects) {
  const server = await startServer(subject.env);
  subject.startSeconds = round(server.readyMs / 1000, 2);
  results[subject.name] = await measure(server);
  await server.stop();
}
if (!keptDir)
  for (const folder of [dataDir, `${dataDir}-files`]) if (existsSync(folder)) rmSync(folder, { recursive: true });

writeResult("store-orders", {
  conditions: { ...before, loadAfter: conditions().load },
  databases: Object.fromEntries(
    subjects.map(({ name, indexSeconds, startSeconds }) => [name, { indexSeconds, startSeconds }]),
  ),
  milliseconds: results,
  ratios: Object.fromEntries(
    subjects.map(({ name }) => [
      name,
      {
        "restricted role / administrator, p50": ratio(results[name].restricted.p50, results[name].first.p50),
        "restricted role / administrator, p95": ratio(results[name].restricted.p95, results[name].first.p95),
        ...(databaseUrl && name === "embedded"
          ? { "embedded / PostgreSQL, mixed p95": ratio(results.embedded.mixed.p95, results.PostgreSQL.mixed.p95) }
          : {}),
      },
    ]),
  ),
});

function ratio(one, other) {
  return round(one / other);
}

/** Administrator and restricted role take turns, so that the machine's other work hits both alike. */
async function measure({ url }) {
  const [admin, clerk] = [await signIn(url, "admin"), await signIn(url, "clerk")];
  const { records } = await askList(url, admin, "pageNo=1&pageSize=10");
  const mixed = mixedQueries(records);
  const search = records.map(({ memberName }) => `memberName=${encodeURIComponent(`*${memberName.slice(0, 2)}*`)}`);
  const run = async (headers, queries, count = requests, atOnce = callers) => {
    const paths = queries.map((query) => `/store/storeOrder/list?${query}`);
    const answer = await runCallers({ base: `${url}/api`, headers, callers: atOnce, requests: count, paths });
    if (answer.errors > 0) throw new Error(`${answer.errors} calls failed: ${answer.firstError}`);
    return { ...answer.milliseconds, perSecond: answer.perSecond };
  };
  await run(admin, mixed, 2);
  const firstPage = ["pageNo=1&pageSize=10"];
  const turns = [];
  for (let turn = 0; turn < 4; turn += 1) {
    turns.push({
      first: await run(admin, firstPage, requests / 4),
      restricted: await run(clerk, firstPage, requests / 4),
    });
  }
  const middle = (name) => turns.map((turn) => turn[name]).sort((a, b) => a.p95 - b.p95)[1];
  return {
    mixed: await run(admin, mixed),
    "two-character search, one caller": await run(admin, search, requests * 5, 1),
    "two-character search, 10 callers": await run(admin, search, requests, 10),
    "two-character search": await run(admin, search),
    first: middle("first"),
    restricted: middle("restricted"),
  };
}

/** What people ask of an order list: pages, states, a store, a member, another sort. */
function mixedQueries(records) {
  return [
    "pageNo=1&pageSize=10",
    "pageNo=2&pageSize=10",
    "pageNo=1&pageSize=20&column=finishTime&order=desc",
    ...["0", "1", "2", "4", "9"].map((status) => `status=${status}`),
    ...["wechat", "card"].map((payType) => `payType=${payType}`),
    ...records.slice(0, 5).map(({ storeId }) => `storeId=${storeId}`),
    ...records.slice(0, 5).map(({ memberId }) => `memberId=${memberId}`),
  ];
}

async function askList(url, headers, query) {
  const answer = await fetch(`${url}/api/store/storeOrder/list?${query}`, { headers });
  return (await answer.json()).result;
}
