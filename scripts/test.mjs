// npm test: everything, in order, each step once. Closes with the line `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStale } from "./build.mjs";
import { root } from "./stamp.mjs";

const bin = (name) => join(root, "node_modules", ".bin", name);
const reports = mkdtempSync(join(tmpdir(), "schema-console-test-"));
const totals = { passed: 0, failed: 0 };

// Building sets NODE_ENV in this process; React's test helpers exist in its development build only.
const { NODE_ENV: _, ...environment } = process.env;

function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...environment, ...env } }).status === 0;
}

/** A step that is one check: it passes or fails as a whole. */
function check(title, command, args) {
  const startedAt = Date.now();
  const passed = run(command, args);
  totals[passed ? "passed" : "failed"] += 1;
  console.log(`${passed ? "✓" : "✗"} ${title} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  return passed;
}

/** A step of many tests; a run that dies or executes none counts as one failure. */
function tests(project, env) {
  const report = join(reports, `${project}.json`);
  const finished = run(
    bin("vitest"),
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    env,
  );
  try {
    const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, "utf8"));
    totals.passed += numPassedTests;
    totals.failed += numFailedTests;
    if (numTotalTests === 0 || (!finished && numFailedTests === 0)) totals.failed += 1;
  } catch {
    totals.failed += 1;
  }
}

const startedAt = Date.now();
await buildStale(["server", "console"]);
check("types", bin("tsc"), ["--noEmit"]);
check("lint", bin("biome"), ["check", "--diagnostic-level=error", "."]);
check("imports", process.execPath, ["scripts/check-imports.mjs"]);
check("schema lint", process.execPath, ["scripts/run.mjs", "cli/lint.ts"]);
check("schema format", process.execPath, ["scripts/run.mjs", "cli/format.ts", "--check"]);
for (const project of ["unit", "server", "browser"]) tests(project);
rmSync(reports, { recursive: true, force: true });
console.log(`finished in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 ? 1 : 0);
