// Export of every order as .xlsx while others list: time, rise of the server's memory, the list's times beside it.
// node bench/server-export.mjs; over the folder of `store-orders` (BENCH_DATA_DIR), else over a new one with 12,600 rows;
// or over the PostgreSQL database of `store-orders` (BENCH_DATABASE_URL).
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "../scripts/build.mjs";
import { runCallers, signIn, startServer } from "./console-server.mjs";
import { conditions, round, writeResult } from "./measure.mjs";

await buildStale(["server"]);
const keptDir = process.env.BENCH_DATA_DIR;
const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), "schema-console-bench-"));
const databaseUrl = process.env.BENCH_DATABASE_URL;
const server = await startServer({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
const headers = await signIn(server.url, "admin");
const list = "/store/storeOrder/list?pageNo=1&pageSize=10";
const listing = (requests) => runCallers({ base: `${server.url}/api`, headers, callers: 5, requests, paths: [list] });
await listing(50); // warm: what the rise is measured from
const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
const { result } = await (await fetch(`${server.url}/api${list}`, { headers })).json();

const load = conditions();
const baseMb = memoryMb();
let highestMb = baseMb;
const watch = setInterval(() => {
  highestMb = Math.max(highestMb, memoryMb());
}, 100);
const start = performance.now();
const exporting = fetch(`${server.url}/api/store/storeOrder/exportXls?format=xlsx`, { headers }).then(countBytes);
const beside = await listing(60);
const bytes = await exporting;
const seconds = round((performance.now() - start) / 1000, 1);
clearInterval(watch);

const stopped = await stopHalfWay();
await server.stop();
if (!keptDir) rmSync(dataDir, { recursive: true, force: true });
writeResult(databaseUrl ? "server-export-postgresql" : "server-export", {
  conditions: { ...load, loadAfter: conditions().load },
  rows: result.total,
  seconds,
  fileMb: round(bytes / 1e6, 1),
  memoryMb: { before: Math.round(baseMb), highest: Math.round(highestMb) },
  memoryRiseMb: Math.round(highestMb - baseMb),
  listBeside: beside.milliseconds,
  cpuShareAfterTheClientLeft: stopped,
});

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
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const before = cpuSeconds();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return round((cpuSeconds() - before) / 2);
}

function cpuSeconds() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
