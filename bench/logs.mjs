// node bench/logs.mjs [rows]: pages of the operation log on the embedded database, and the plan behind each.
// Writes bench/results/logs.json.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { runnerImport } from "vite";
import { buildStale } from "../scripts/build.mjs";

const rows = Number(process.argv[2] ?? 1_000_000);
await buildStale(["server"]);
const { module } = await runnerImport(new URL("logs/measure.ts", import.meta.url).pathname);
const loadBefore = loadavg()[0];
const dataDir = mkdtempSync(join(tmpdir(), "schema-console-bench-logs-"));
try {
  const figures = await module.measureLogs(dataDir, rows);
  const conditions = {
    date: new Date().toISOString().slice(0, 10),
    rows,
    node: process.version,
    platform: platform(),
    cores: cpus().length,
    load: { before: Number(loadBefore.toFixed(1)), after: Number(loadavg()[0].toFixed(1)) },
  };
  mkdirSync(new URL("results", import.meta.url), { recursive: true });
  const text = `${JSON.stringify({ conditions, ...figures }, null, 2)}\n`;
  writeFileSync(new URL("results/logs.json", import.meta.url), text);
  console.log(text);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
