import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const parts =
  "cli plugins renderers runtime schemas scripts server package.json package-lock.json vite.server.config.ts";
let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "plugin-"));
  for (const part of parts.split(" ")) cpSync(part, join(root, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  cpSync("tests/fixtures/plugins/acme", join(root, "plugins", "acme"), { recursive: true });
  const file = join(root, "plugins/acme/cells/stars/stars.def.ts");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("../../../../../../", "../../../../"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(tool: string, ...args: string[]) {
  return spawnSync(process.execPath, ["scripts/run.mjs", tool, ...args], { cwd: root, encoding: "utf8" });
}

test("AUT-03 a folder below plugins is all that the language and the linter need to know a renderer", () => {
  expect(run("cli/generate.ts").stdout).toContain("wrote schemas/meta/v1/screen.schema.json");
  expect(readFileSync(join(root, "plugins/index.gen.ts"), "utf8")).toContain(
    `fetch: async () => (await import("./acme/cells/stars/StarsCell.tsx")).StarsCell`,
  );
  const screen = join(root, "schemas/member/member-level.screen.json");
  const text = readFileSync(screen, "utf8");
  const withCell = (cell: string) =>
    writeFileSync(screen, text.replace(/"table": \{/, `"table": { "override": { "rank": { "cell": ${cell} } },`));
  withCell(`{ "type": "acme:stars", "of": 5 }`);
  const known = run("cli/lint.ts", "--format", "json");
  expect(JSON.parse(known.stdout)).toEqual([]);
  withCell(`{ "type": "acme:star", "of": 5 }`);
  expect(JSON.parse(run("cli/lint.ts", "--format", "json").stdout)).toMatchObject([
    { code: "LC2003", file: "member/member-level.screen.json", suggestion: "acme:stars" },
  ]);
});
