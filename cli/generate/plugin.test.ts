import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rendererIndexes } from "../../scripts/definition-index.mjs";
import { proveIt } from "../../tests/support/prove.ts";

const parts =
  "cli docs plugins renderers runtime schemas scripts server src tests package.json package-lock.json tsconfig.json vite.server.config.ts vitest.config.ts";
/** One built-in of each kind, which the product has in its own `plugins` here. */
const moved = [
  "cells/link",
  "editors/suggest",
  "filters/number-range",
  "panels/gauge",
  "actions/copy",
  "screens/tree-list",
];
let folder = "";
let product = "";
let ours = "";
let before: Readonly<Record<string, string>> = {};
let generated: ReturnType<typeof run>;
// One product and one build for both: a repository of our own beside it, and built-in renderers that moved.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plugin-"));
  product = join(folder, "product");
  ours = join(folder, "ours");
  for (const part of parts.split(" ")) cpSync(part, join(product, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(product, "node_modules"));
  for (const part of moved) moveFolder(`renderers/${part}`, `plugins/acme/${part}`);
  cpSync("tests/fixtures/plugins", join(ours, "plugins"), { recursive: true });
  mkdirSync(join(ours, "schemas"), { recursive: true });
  before = filesOfProduct();
  generated = run("scripts/run.mjs", "cli/generate.ts");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As an editor moves a folder: the imports that leave it follow. */
function moveFolder(from: string, to: string): void {
  mkdirSync(join(product, dirname(to)), { recursive: true });
  renameSync(join(product, from), join(product, to));
  for (const name of readdirSync(join(product, to))) {
    const file = join(product, to, name);
    const text = readFileSync(file, "utf8").replaceAll(/"(\.\.\/[^"]+)"/g, (_, path: string) =>
      JSON.stringify(relative(to, join(from, path))),
    );
    writeFileSync(file, text);
  }
}

const run = (...args: string[]) => runWith(["plugins", join(ours, "plugins")], ...args);

function runWith(plugins: readonly string[], ...args: string[]) {
  const env = {
    ...process.env,
    PLUGINS_DIR: plugins.join(delimiter),
    SCHEMAS_DIR: ["schemas", join(ours, "schemas")].join(delimiter),
  };
  return spawnSync(process.execPath, args, { cwd: product, encoding: "utf8", env });
}

/** What every build writes of the folders it finds. */
const isIndex = (file: string) => /(definitions|types|index)\.gen\.ts$/.test(file);

/** Path → hash of every file of the product's copy, what is built left out. */
function filesOfProduct(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const part of parts.split(" ").filter((name) => name !== "scripts")) {
    const entries = part.includes(".")
      ? [part]
      : readdirSync(join(product, part), { recursive: true, encoding: "utf8" });
    for (const entry of entries.filter((name) => !isIndex(name))) {
      const file = join(product, part.includes(".") ? "" : part, entry);
      if (!statSync(file).isFile()) continue;
      files[file] = createHash("sha256").update(readFileSync(file)).digest("hex");
    }
  }
  return files;
}

test("AUT-03 documents and plugins in a repository of their own: every command knows them, no file of the product changes", () => {
  const made = run("scripts/run.mjs", "cli/new.ts", "rating/rating", "--title", "评价");
  expect([made.status, made.stdout]).toEqual([0, expect.stringContaining(`${ours}/schemas/rating/rating.screen.json`)]);

  const model = join(ours, "schemas/rating/rating.model.json");
  const document = JSON.parse(readFileSync(model, "utf8"));
  const withCells = (...cells: readonly object[]) => {
    for (const [index, cell] of cells.entries()) {
      document.fields[`stars${index}`] = { type: "integer", title: "星级", cell };
    }
    writeFileSync(model, JSON.stringify(document));
  };
  const sound = { type: "acme:stars", of: 5 };
  withCells(sound, { type: "acme:star", of: 5 }, { type: "acme:stars", off: 5 });
  const findings = JSON.parse(run("scripts/run.mjs", "cli/lint.ts", "--format", "json").stdout);
  const file = "rating/rating.model.json";
  expect(findings).toMatchObject([
    { code: "LC2003", file, path: "/fields/stars1/cell", suggestion: "acme:stars" },
    { code: "LC1101", file, path: "/fields/stars2/cell", suggestion: "of" },
    { code: "LC2008", file: "rating/rating.screen.json", path: "/model" },
  ]);
  withCells(sound, sound, sound);
  expect(run("scripts/run.mjs", "cli/format.ts").stdout).toContain(model);

  // What an editor reads beside the documents knows the plugin; the product's own files do not.
  const meta = readFileSync(join(ours, "schemas/meta/v1/model.schema.json"), "utf8");
  expect(meta).toContain('"acme:stars"');
  expect(existsSync(resolve(ours, "schemas/rating", document.$schema))).toBe(true);
  expect(filesOfProduct()).toEqual(before);

  // The console's part: the component comes from our folder, its packages from the product.
  writeFileSync(
    join(product, "bundle.mjs"),
    `import { build } from "vite";
import { ownPlugins } from "./scripts/own-plugins.mjs";
const { output } = await build({
  configFile: false,
  logLevel: "error",
  plugins: [ownPlugins()],
  build: { write: false, minify: false, rolldownOptions: { input: "plugins/index.gen.ts", preserveEntrySignatures: "strict" } },
});
console.log(output.map(({ code }) => code).join(""));
`,
  );
  const bundled = runWith([join(ours, "plugins")], "bundle.mjs");
  expect(bundled.stderr).toBe("");
  expect(bundled.stdout).toMatch(/registerRenderers\("cell", \{ "acme:stars": \{/);
  expect(bundled.stdout).toContain('"★".repeat(Number(value))');
  expect(bundled.stdout).toMatch(/jsx-(dev-)?runtime/);
});

test("AUT-03 one built-in of each kind moved to plugins: language, types and reference stay the same", () => {
  const { status, stdout, stderr } = generated;
  expect([status, stderr.includes("renderer left out")]).toEqual([0, false]);
  expect(stdout).not.toMatch(/wrote (schemas|runtime|docs)/);
  const index = rendererIndexes(product).withPlugins["plugins/index.gen.ts"] ?? "";
  for (const slot of ["cell", "editor", "filter", "panel", "action", "screen"]) {
    expect(index).toContain(`registerRenderers("${slot}", {`);
  }
});

// Registered as those of the console are (above); drawing them again takes the tests of four folders.
proveIt("AUT-03 the moved renderers draw, filter, run, open and export as before", () => {
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
