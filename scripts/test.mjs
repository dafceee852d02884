// npm test: everything, each step once, two at a time where one alone leaves a processor idle. Closes with the line
// `N passed, N failed`.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buildStale } from "./build.mjs";
import { makeDemoData } from "./demo-data.mjs";
import { root } from "./stamp.mjs";

const bin = (name) => join(root, "node_modules", ".bin", name);
const reports = mkdtempSync(join(tmpdir(), "schema-console-test-"));
const retried = join(reports, "retried.txt");
const slow = join(reports, "slow.txt");
const totals = { passed: 0, failed: 0 };
/** What failed, by name, for the end of the output: of a long run only the end is read. */
const failures = [];

// Building sets NODE_ENV in this process; React's test helpers exist in its development build only.
const { NODE_ENV: _, ...environment } = process.env;

/** Whether the command ended well. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: "inherit",
      env: { ...environment, RETRIED_CASES: retried, SLOW_FILES: slow },
    });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

const secondsSince = (start) => ((Date.now() - start) / 1000).toFixed(1);

/** A step that is one check: it passes or fails as a whole. */
async function check(title, command, args) {
  const startedAt = Date.now();
  const passed = await run(command, args);
  totals[passed ? "passed" : "failed"] += 1;
  if (!passed) failures.push(title);
  console.log(`${passed ? "✓" : "✗"} ${title} (${secondsSince(startedAt)} s)`);
}

/** `file: case` and the first line of its message, of each failed case in Vitest's report. */
function failedCases(testResults) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => {
        const [message = ""] = (failureMessages[0] ?? "").split("\n");
        return `${relative(root, name)}: ${fullName}\n  ${message}`;
      }),
  );
}

/** A step of many tests; a run that dies or executes none counts as one failure. */
async function tests(project) {
  const report = join(reports, `${project}.json`);
  const finished = await run(bin("vitest"), [
    "run",
    ...["--project", project],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    "--reporter=./tests/setup/retried-reporter.ts",
    "--reporter=./tests/setup/slow-reporter.ts",
  ]);
  try {
    const { numPassedTests, numFailedTests, numTotalTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    totals.passed += numPassedTests;
    totals.failed += numFailedTests;
    failures.push(...failedCases(testResults));
    if (numTotalTests > 0 && (finished || numFailedTests > 0)) return;
  } catch {}
  totals.failed += 1;
  failures.push(`${project}: the run as a whole`);
}

async function checkSources() {
  await check("types", bin("tsc"), ["--noEmit"]);
  await check("lint", bin("biome"), ["check", "--diagnostic-level=error", "."]);
  await check("imports", process.execPath, ["scripts/check-imports.mjs"]);
}

/** With the tools of the server's bundle. */
async function checkSchemas() {
  await check("schema lint", process.execPath, ["scripts/run.mjs", "cli/lint.ts"]);
  await check("schema format", process.execPath, ["scripts/run.mjs", "cli/format.ts", "--check"]);
}

/** Once, before two runs that open it at the same moment would both write its file. */
async function unpackBrowser() {
  if (process.platform !== "linux" || process.arch !== "x64") return;
  const { default: packaged } = await import("@sparticuz/chromium");
  await packaged.executablePath();
}

const startedAt = Date.now();
const sources = checkSources();
await buildStale(["server", "console"]);
// The tests that need them try again and tell.
const prepared = Promise.allSettled([makeDemoData(), unpackBrowser()]);
// The server's tests need the build only; a processor would wait for the last checks otherwise.
const others = tests("server").then(() => tests("unit"));
await checkSchemas();
for (const { reason } of await prepared) if (reason) console.error(reason);
await sources;
// A browser waits as often as it works, and so do servers that are killed and restarted: side by side they leave no
// processor idle.
await Promise.all([tests("browser"), others]);
if (existsSync(slow)) console.log(`files that took long:\n${readFileSync(slow, "utf8").trim()}`);
if (existsSync(retried)) console.log(`passed at the second try:\n${readFileSync(retried, "utf8").trim()}`);
if (failures.length > 0) console.log(`failed:\n${failures.join("\n")}`);
rmSync(reports, { recursive: true, force: true });
console.log(`finished in ${secondsSince(startedAt)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 ? 1 : 0);
