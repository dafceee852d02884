// npm run prove: the long runs whole (properties, races, kills, generated browser passes), of which `npm test` keeps a
// smaller case. Which ones: `*.prove.test.ts`, the test files that take their size from tests/support/prove.ts, and those
// that see the second database engine here only. Words after `--` pick files, as vitest does.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./stamp.mjs";

/** Whether its size, or the engines it sees, depend on the run. */
const isSized = (file) => /support\/prove\.ts|\bforOneEngine\(/.test(readFileSync(join(root, file), "utf8"));
const picked = process.argv.slice(2);
const files = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && (/\.prove\.test\.ts$/.test(file) || isSized(file)))
  .filter((file) => picked.length === 0 || picked.some((word) => file.includes(word)));
if (files.length === 0) {
  console.error("no test file of `npm run prove` has such a name");
  process.exit(1);
}
const { status } = spawnSync(join(root, "node_modules", ".bin", "vitest"), ["run", ...files], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PROVE: "1" },
});
process.exit(status ?? 1);
