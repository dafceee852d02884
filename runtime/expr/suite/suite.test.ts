import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { compileExpression } from "../compile.ts";
import { caseScope, escapeProbes, expressionCases, outcomeOf } from "./suite.ts";

test("the table has at least 150 expressions and 60 escape probes, each once", () => {
  expect(expressionCases.length).toBeGreaterThanOrEqual(150);
  expect(escapeProbes.length).toBeGreaterThanOrEqual(60);
  expect(new Set(expressionCases.map(([expression]) => expression)).size).toBe(expressionCases.length);
});

const titled = expressionCases.map(([expression, result]) => ({ expression, result }));

test.each(titled)("$expression evaluates to $result", ({ expression, result }) => {
  expect(compileExpression(expression)(caseScope)).toEqual(result);
});

test.each(escapeProbes)("escape probe is answered without reaching the host: %s → %s", (expression, outcome) => {
  const reports: string[] = [];
  expect(outcomeOf(expression, (what) => reports.push(what))).toBe(outcome);
  expect(reports).toEqual([]);
});

test("the same suite passes in a process that refuses to make code from strings", async () => {
  const folder = mkdtempSync(join(tmpdir(), "expr-suite-"));
  try {
    await build({
      configFile: false,
      logLevel: "silent",
      build: {
        ssr: join(import.meta.dirname, "no-codegen-entry.ts"),
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: "suite.mjs" } },
      },
    });
    const output = execFileSync(
      process.execPath,
      ["--disallow-code-generation-from-strings", join(folder, "suite.mjs")],
      { encoding: "utf8" },
    );
    const report = JSON.parse(output);
    expect(report.failures).toEqual([]);
    expect(report.isCodeGenerationRefused).toBe(true);
    expect(report.ran).toBe(expressionCases.length + escapeProbes.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
