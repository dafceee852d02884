// node bench/server-list/run.mjs [rows]: list queries of the server's engine over many rows, embedded database and,
// when BENCH_DATABASE_URL names a server, PostgreSQL, interleaved in one run. Writes bench/results/server-list.json.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform } from "node:os";
import { runnerImport } from "vite";
import { buildStale } from "../../scripts/build.mjs";

const rows = Number(process.argv[2] ?? 1_000_000);
await buildStale(["server"]);
const { module } = await runnerImport(new URL("measure.ts", import.meta.url).pathname);
const loadBefore = loadavg()[0];
const figures = await module.measure(rows, process.env.BENCH_DATABASE_URL);
const conditions = {
  date: new Date().toISOString().slice(0, 10),
  rows,
  node: process.version,
  platform: platform(),
  cores: cpus().length,
  load: { before: Number(loadBefore.toFixed(1)), after: Number(loadavg()[0].toFixed(1)) },
};
mkdirSync(new URL("../results", import.meta.url), { recursive: true });
const file = new URL("../results/server-list.json", import.meta.url);
writeFileSync(file, `${JSON.stringify({ conditions, ...figures }, null, 2)}\n`);
console.log(JSON.stringify({ conditions, ...figures }, null, 2));
process.exit(0);
