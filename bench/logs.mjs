// node bench/logs.mjs [rows]: pages of the operation log on the embedded database, and the plan behind each.
// Writes bench/results/logs.json.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "../scripts/build.mjs";
import { importSource } from "./import-source.mjs";
import { conditions, round, writeResult } from "./measure.mjs";

const rows = Number(process.argv[2] ?? 1_000_000);
await buildStale(["server"]);
const module = await importSource(new URL("logs/measure.ts", import.meta.url));
const loadBefore = round(loadavg()[0], 1);
const dataDir = mkdtempSync(join(tmpdir(), "schema-console-bench-logs-"));
try {
  const figures = await module.measureLogs(dataDir, rows);
  writeResult("logs", { conditions: conditions({ rows, loadBefore }), ...figures });
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
