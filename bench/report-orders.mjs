// RPT: orders by month and store, as the designer's builder writes it, over HTTP, and the same text sent bare to the same
// database; embedded. node bench/report-orders.mjs [rows=1000000] [runs=7]; BENCH_DATA_DIR keeps the folder for the next run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "../scripts/build.mjs";
import { signIn, startServer } from "./console-server.mjs";
import { importSource } from "./import-source.mjs";
import { conditions, round, writeResult } from "./measure.mjs";
import { makeOrders } from "./store-orders/make-orders.mjs";

const rows = Number(process.argv[2] ?? 1_000_000);
const runs = Number(process.argv[3] ?? 7);
await buildStale(["server"]);
const dataDir = process.env.BENCH_DATA_DIR ?? mkdtempSync(join(tmpdir(), "schema-console-bench-"));
const location = { dataDir };
await makeOrders({ location, env: { DATA_DIR: dataDir } }, rows);
const module = await importSource(new URL("store-orders/report.ts", import.meta.url));

const before = conditions({ rows, runs });
const server = await startServer({ DATA_DIR: dataDir });
const headers = await signIn(server.url, "admin");
const call = async (path, body) => {
  const response = await fetch(`${server.url}/api${path}`, {
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    headers: { ...headers, "content-type": "application/json" },
  });
  const { success, message, result } = await response.json();
  if (!success) throw new Error(message);
  return result;
};
const { tables } = await call("/online/cgreport/head/catalogue");
const sql = module.monthAndStore(tables);
const through = [];
for (let run = 0; run < runs; run += 1) through.push((await call("/online/cgreport/head/preview", { sql })).ms);
await server.stop();
const bare = await module.runBare(location, sql, runs);
if (!process.env.BENCH_DATA_DIR) rmSync(dataDir, { recursive: true, force: true });

const best = (figures) => round(Math.min(...figures), 0);
writeResult("report-orders", {
  conditions: { ...before, loadAfter: conditions().load },
  milliseconds: { report: best(through), bare: best(bare) },
  ratio: round(best(through) / best(bare)),
});
