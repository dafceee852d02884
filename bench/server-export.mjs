// Export of every order as .xlsx while others list: time beside the bare driver's, rise of the server's memory, the list's
// times alone and beside it.
// node bench/server-export.mjs; over the folder of `store-orders` (BENCH_DATA_DIR), else over a new one with 12,600 rows;
// or over the PostgreSQL database of `store-orders` (BENCH_DATABASE_URL).
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { buildStale } from "../scripts/build.mjs";
import { signIn, startCallers, startServer } from "./console-server.mjs";
import { importSource } from "./import-source.mjs";
import { conditions, round, watchMemory, writeResult } from "./measure.mjs";

await buildStale(["server"]);
const keptDir = process.env.BENCH_DATA_DIR;
const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), "schema-console-bench-"));
const databaseUrl = process.env.BENCH_DATABASE_URL;
const server = await startServer({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
const headers = await signIn(server.url, "admin");
const others = await signIn(server.url, "operator");
const list = "/store/storeOrder/list?pageNo=1&pageSize=10";
/** Five windows of another person who looks at a page, then waits a moment, until they are stopped. */
const lookAround = () =>
  startCallers({
    base: `${server.url}/api`,
    ...{ headers: others, callers: 5, requests: 1e6, pauseMs: 50 },
    paths: [list],
  });
const { result } = await (await fetch(`${server.url}/api${list}`, { headers })).json();
const warming = lookAround();
await setTimeout(2_000);
await warming.stop();

const load = conditions();
const lookingAlone = lookAround();
await setTimeout(15_000);
const alone = await lookingAlone.stop();
const memory = watchMemory(server.pid);
const looking = lookAround();
const start = performance.now();
const exporting = fetch(`${server.url}/api/store/storeOrder/exportXls?format=xlsx`, { headers }).then(countBytes);
await setTimeout(60_000);
const beside = await looking.stop();
const bytes = await exporting;
const seconds = (performance.now() - start) / 1000;
const memoryMb = memory.stop();

const quietStart = performance.now();
await countBytes(await fetch(`${server.url}/api/store/storeOrder/exportXls?format=xlsx`, { headers }));
const quietSeconds = (performance.now() - quietStart) / 1000;
const stopped = await stopHalfWay();
await server.stop();
const bare = await importSource(new URL("bare-rows.ts", import.meta.url));
const bareSeconds = await bare.readOrders(databaseUrl ? { url: databaseUrl } : { dataDir });
if (!keptDir) rmSync(dataDir, { recursive: true, force: true });
for (const { errors, firstError } of [alone, beside]) if (errors > 0) throw new Error(`${errors}: ${firstError}`);
writeResult(databaseUrl ? "server-export-postgresql" : "server-export", {
  conditions: { ...load, loadAfter: conditions().load },
  rows: result.total,
  fileMb: round(bytes / 1e6, 1),
  seconds: {
    withAMinuteBesideOthers: round(seconds, 1),
    alone: round(quietSeconds, 1),
    bareRead: round(bareSeconds, 1),
  },
  ratios: { "alone / bare read": round(quietSeconds / bareSeconds), "list p95 beside / alone": p95Ratio() },
  memoryMb,
  list: { alone: callsOf(alone), beside: callsOf(beside) },
  cpuShareAfterTheClientLeft: stopped,
});

function p95Ratio() {
  return round(beside.milliseconds.p95 / alone.milliseconds.p95);
}

function callsOf({ calls, milliseconds }) {
  return { calls, ...milliseconds };
}

async function countBytes(response) {
  if (!response.ok) throw new Error(`export: ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  return bytes;
}

/** Part of a processor that the server still uses in the second after the client of an export went away. */
async function stopHalfWay() {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}/api/store/storeOrder/exportXls?format=xlsx`, {
    headers,
    signal: leaving.signal,
  });
  await response.body.getReader().read();
  leaving.abort();
  await setTimeout(1_000);
  const before = cpuSeconds();
  await setTimeout(2_000);
  return round((cpuSeconds() - before) / 2);
}

function cpuSeconds() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
