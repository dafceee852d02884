// 100,000 users: a page of the user list over HTTP on the embedded database, cold filters included, and the plan of each
// query. node bench/users.mjs [rows=100000] [calls per query=200]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "../scripts/build.mjs";
import { signIn, startServer } from "./console-server.mjs";
import { importSource } from "./import-source.mjs";
import { conditions, round, writeResult } from "./measure.mjs";

const rows = Number(process.argv[2] ?? 100_000);
const calls = Number(process.argv[3] ?? 200);
const dataDir = mkdtempSync(join(tmpdir(), "schema-console-bench-"));
await buildStale(["server"]);
const fill = await importSource(new URL("users/fill.ts", import.meta.url));

const queries = {
  "first page": () => "pageNo=1",
  "page 500": () => "pageNo=500",
  account: (n) => `pageNo=1&username=user${String(n * 37 + 37).padStart(6, "0")}`,
  "part of the name": (n) => `pageNo=1&realname=*${encodeURIComponent(fill.nameOf(n * 131))}*`,
  "phone number": (n) => `pageNo=1&phone=${fill.phoneOf(n * 53 + 53)}`,
  frozen: () => "pageNo=1&status=2",
  "by department, with everything below": (n) => `pageNo=1&depId=${fill.departOf(n)}`,
};

try {
  const first = await startServer({ DATA_DIR: dataDir, SEED: "none" });
  await first.stop();
  await fill.fillUsers({ dataDir }, rows);
  const server = await startServer({ DATA_DIR: dataDir, SEED: "none" });
  const headers = await signIn(server.url, "admin");
  const results = {};
  for (const [name, queryOf] of Object.entries(queries)) {
    const path = name.startsWith("by department") ? "departUserList" : "list";
    const times = [];
    for (let n = 0; n < calls; n += 1) {
      const start = performance.now();
      const response = await fetch(`${server.url}/api/sys/user/${path}?pageSize=10&${queryOf(n)}`, {
        headers,
      });
      const answer = await response.json();
      times.push(performance.now() - start);
      if (!answer.success || answer.result.total === 0) throw new Error(`${name}: ${answer.message}`);
    }
    times.sort((a, b) => a - b);
    results[name] = {
      p50Ms: round(times[Math.floor(times.length * 0.5)]),
      p95Ms: round(times[Math.floor(times.length * 0.95)]),
    };
  }
  await server.stop();
  const plans = await fill.plansOf({ dataDir });
  const result = { rows, calls, ...conditions(), results, plans };
  writeResult("users", result);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
