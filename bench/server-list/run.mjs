// node bench/server-list/run.mjs [rows]: list queries of the server's engine over many rows, embedded database and,
// when BENCH_DATABASE_URL names a server, PostgreSQL, interleaved in one run. Writes bench/results/server-list.json.
import { loadavg } from "node:os";
import { buildStale } from "../../scripts/build.mjs";
import { importSource } from "../import-source.mjs";
import { conditions, round, writeResult } from "../measure.mjs";

const rows = Number(process.argv[2] ?? 1_000_000);
await buildStale(["server"]);
const module = await importSource(new URL("measure.ts", import.meta.url));
const loadBefore = round(loadavg()[0], 1);
const figures = await module.measure(rows, process.env.BENCH_DATABASE_URL);
writeResult("server-list", { conditions: conditions({ rows, loadBefore }), ...figures });
process.exit(0);
