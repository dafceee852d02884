// node tests/fault/run.mjs [file…]: the fault tests with full counts (some minutes).
import { spawnSync } from "node:child_process";

const files = process.argv.slice(2);
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "--project", "server", "--testTimeout=900000", ...(files.length > 0 ? files : ["tests/fault"])],
  { stdio: "inherit", env: { ...process.env, PROVE: "1" } },
);
process.exitCode = status ?? 1;
