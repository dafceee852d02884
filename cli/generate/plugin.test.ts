import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const parts =
  "cli docs plugins renderers runtime schemas scripts server tests/fixtures package.json package-lock.json vite.server.config.ts";
let folder = "";
let product = "";
let ours = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plugin-"));
  product = join(folder, "product");
  ours = join(folder, "ours");
  for (const part of parts.split(" ")) cpSync(part, join(product, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(product, "node_modules"));
  cpSync("tests/fixtures/plugins", join(ours, "plugins"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const env = {
    ...process.env,
    PLUGINS_DIR: ["plugins", join(ours, "plugins")].join(delimiter),
    SCHEMAS_DIR: ["schemas", join(ours, "schemas")].join(delimiter),
  };
  return spawnSync(process.execPath, args, { cwd: product, encoding: "utf8", env });
}

/** Path → hash of every file of the product's copy, what is built left out. */
function filesOfProduct(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const part of parts.split(" ").filter((name) => name !== "scripts")) {
    const entries = part.includes(".")
      ? [part]
      : readdirSync(join(product, part), { recursive: true, encoding: "utf8" });
    for (const entry of entries.filter((name) => /\.\w+$/.test(name))) {
      const file = join(product, part.includes(".") ? "" : part, entry);
      files[file] = createHash("sha256").update(readFileSync(file)).digest("hex");
    }
  }
  return files;
}

test("AUT-03 documents and plugins in a repository of their own: every command knows them, no file of the product changes", () => {
  const before = filesOfProduct();
  mkdirSync(join(ours, "schemas"), { recursive: true });

  const made = run("scripts/run.mjs", "cli/new.ts", "rating/rating", "--title", "评价");
  expect([made.status, made.stdout]).toEqual([0, expect.stringContaining(`${ours}/schemas/rating/rating.screen.json`)]);

  const model = join(ours, "schemas/rating/rating.model.json");
  const document = JSON.parse(readFileSync(model, "utf8"));
  const withCell = (cell: object) => {
    document.fields.stars = { type: "integer", title: "星级", cell };
    writeFileSync(model, JSON.stringify(document));
  };
  withCell({ type: "acme:stars", of: 5 });
  const findings = () => JSON.parse(run("scripts/run.mjs", "cli/lint.ts", "--format", "json").stdout);
  expect(findings()).toEqual([]);
  withCell({ type: "acme:star", of: 5 });
  expect(findings()).toMatchObject([{ code: "LC2003", file: "rating/rating.model.json", suggestion: "acme:stars" }]);
  withCell({ type: "acme:stars", off: 5 });
  expect(findings()).toMatchObject([{ code: "LC1101", file: "rating/rating.model.json", suggestion: "of" }, {}]);
  expect(run("scripts/run.mjs", "cli/format.ts").stdout).toContain(model);

  // What an editor reads beside the documents knows the plugin; the product's own files do not.
  run("scripts/run.mjs", "cli/generate.ts");
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
  const bundled = run("bundle.mjs");
  expect(bundled.stderr).toBe("");
  expect(bundled.stdout).toMatch(/registerRenderers\("cell", \{ "acme:stars": \{/);
  expect(bundled.stdout).toContain('"★".repeat(Number(value))');
  expect(bundled.stdout).toMatch(/jsx-(dev-)?runtime/);
});
