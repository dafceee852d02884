import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rendererIndexes } from "../../scripts/definition-index.mjs";

const parts =
  "cli docs plugins renderers runtime schemas scripts server src tests package.json package-lock.json tsconfig.json vite.server.config.ts vitest.config.ts";
const moved = [
  "cells/link",
  "editors/suggest",
  "filters/number-range",
  "panels/gauge",
  "actions/copy",
  "screens/tree-list",
];
let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "moved-"));
  for (const part of parts.split(" ")) cpSync(part, join(root, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  for (const folder of moved) moveFolder(`renderers/${folder}`, `plugins/acme/${folder}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** As an editor moves a folder: the imports that leave it follow. */
function moveFolder(from: string, to: string): void {
  mkdirSync(join(root, dirname(to)), { recursive: true });
  renameSync(join(root, from), join(root, to));
  for (const name of readdirSync(join(root, to))) {
    const file = join(root, to, name);
    const text = readFileSync(file, "utf8").replaceAll(/"(\.\.\/[^"]+)"/g, (_, path: string) =>
      JSON.stringify(relative(to, join(from, path))),
    );
    writeFileSync(file, text);
  }
}

function run(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", timeout: 240_000 });
}

test("AUT-03 one built-in of each kind moved to plugins: language, types and reference stay the same", () => {
  const { status, stdout, stderr } = run("scripts/run.mjs", "cli/generate.ts");
  expect([status, stderr.includes("renderer left out")]).toEqual([0, false]);
  expect(stdout).not.toMatch(/wrote (schemas|runtime|docs)/);
  const index = rendererIndexes(root).withPlugins["plugins/index.gen.ts"] ?? "";
  for (const slot of ["cell", "editor", "filter", "panel", "action", "screen"]) {
    expect(index).toContain(`registerRenderers("${slot}", {`);
  }
});

test("AUT-03 the moved renderers draw, filter, run, open and export as before", () => {
  const cases = "link draws|cell 'link'|editor 'suggest'|panel 'gauge'|action 'copy'|of an amount|on a wide screen";
  const files = [
    "renderers/cells/cells.test.tsx",
    "renderers/gallery/gallery.test.tsx",
    "filters.test.tsx",
    "tree-list.test.tsx",
  ];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "unit", "--reporter", "json", "-t", cases];
  const { stdout } = run(...vitest, ...files);
  const report = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
    }[];
  };
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.filter(({ status }) => status === "failed")).toEqual([]);
  const passed = results.filter(({ status }) => status === "passed").map(({ title }) => title);
  for (const start of [
    "link draws",
    "cell 'link'",
    "editor 'suggest'",
    "panel 'gauge'",
    "action 'copy'",
    "of an amount",
    "on a wide screen",
  ]) {
    expect(
      passed.filter((title) => title.startsWith(start)),
      start,
    ).not.toEqual([]);
  }
});
