// G18: seconds until the server answers, first start with demonstration data and later starts; `npm ci` and the
// console's build are not in it. node bench/server-start.mjs [later starts=5]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "../scripts/build.mjs";
import { startServer } from "./console-server.mjs";
import { conditions, median, round, writeResult } from "./measure.mjs";

const later = Number(process.argv[2] ?? 5);
await buildStale(["server"]);
const dataDir = mkdtempSync(join(tmpdir(), "schema-console-bench-"));
const before = conditions({ laterStarts: later });
const seconds = [];
for (let turn = 0; turn <= later; turn += 1) {
  const server = await startServer({ DATA_DIR: dataDir });
  const answer = await fetch(`${server.url}/api/health`);
  if (!answer.ok) throw new Error(`health: ${answer.status}`);
  seconds.push(round(server.readyMs / 1000));
  await server.stop();
}
rmSync(dataDir, { recursive: true, force: true });
writeResult("server-start", {
  conditions: { ...before, loadAfter: conditions().load },
  firstStartSeconds: seconds[0],
  laterStartSeconds: { median: median(seconds.slice(1)), all: seconds.slice(1) },
});
