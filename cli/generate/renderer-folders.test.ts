import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rendererIndexes } from "../../scripts/definition-index.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "renderers-"));
  cpSync("renderers/cells", join(root, "renderers/cells"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const definition = (name: string, type: string, more = "") =>
  `export const ${name}Cell = defineCell({ type: ${type}, title: "星", props: object({}), ${more} examples: [] });`;

test.each([
  ["a folder without a definition", "stars/StarsCell.tsx", "export const StarsCell = 1;", "has no definition"],
  ["a definition that is no code", "stars/stars.def.ts", "export const starsCell = {", "cannot be read"],
  ["a definition of another name", "stars/stars.def.ts", definition("moon", `"acme:stars"`), "must export starsCell"],
  ["a definition without a type", "stars/stars.def.ts", definition("stars", "name()"), "needs a `type`"],
  ["an unknown time to load", "stars/stars.def.ts", definition("stars", `"s"`, `load: "soon",`), "`load` is one of"],
  [
    "a missing component",
    "stars/stars.def.ts",
    definition("stars", `"s"`, `component: "a/B.tsx",`),
    "there is no a/B.tsx",
  ],
  ["a width that is none", "stars/stars.def.ts", definition("stars", `"s"`, "width: 0,"), "`width` is a whole number"],
  ["a text form kept inside", "stars/stars.def.ts", definition("stars", `"s"`, "format: String,"), "as starsText"],
  ["the name of a built-in", "stars/stars.def.ts", definition("stars", `"money"`), `the cell "money" exists already`],
])("AUT-03 %s is named with its folder, and the other renderers stay", (_what, file, text, problem) => {
  const before = rendererIndexes(root);
  expect(before.problems).toEqual([]);
  write(`plugins/acme/cells/${file}`, text);
  const { files, problems } = rendererIndexes(root);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain("plugins/acme/cells/stars: ");
  expect(problems[0]).toContain(problem);
  expect(files).toEqual(before.files);
});

test("AUT-03 a panel without a component is named, and not left an empty card", () => {
  write("plugins/acme/panels/dial/dial.def.ts", `export const dialPanel = definePanel({ type: "acme:dial" });`);
  expect(rendererIndexes(root).problems).toEqual(["plugins/acme/panels/dial: has no component, DialPanel.tsx"]);
});

test("AUT-03 a folder of a kind that there is not is named", () => {
  write("plugins/acme/widgets/stars/stars.def.ts", definition("stars", `"acme:stars"`));
  expect(rendererIndexes(root).problems).toEqual([
    expect.stringContaining("plugins/acme/widgets/stars: a plugin has the folders cells, editors"),
  ]);
});

test("AUT-03 folders of PLUGINS_DIR are read in their order; one that does not exist is named", () => {
  process.env.PLUGINS_DIR = ["ours", "no/such/folder", "theirs"].join(delimiter);
  try {
    write("ours/acme/cells/stars/stars.def.ts", definition("stars", `"acme:stars"`));
    write("theirs/acme/cells/stars/stars.def.ts", definition("stars", `"acme:stars"`));
    write("theirs/Other/cells/stars/stars.def.ts", definition("stars", `"other:stars"`));
    const { files, withPlugins, problems } = rendererIndexes(root);
    expect(files["renderers/definitions.gen.ts"]).not.toContain("acme");
    expect(withPlugins["renderers/definitions.gen.ts"]).toContain(
      `import { starsCell as acmeStarsCell } from "../ours/acme/cells/stars/stars.def.ts";`,
    );
    expect(problems).toEqual([
      "no/such/folder: there is no such folder",
      "theirs/Other: a plugin is named in lower case: letters, digits, hyphens",
      `theirs/acme/cells/stars: the cell "acme:stars" exists already, in ours/acme/cells/stars`,
    ]);
  } finally {
    delete process.env.PLUGINS_DIR;
  }
});

test("AUT-03 a built-in cell that moves to plugins is registered as before", () => {
  const before = rendererIndexes(root).files["renderers/cells/index.gen.ts"] ?? "";
  const entry = /^ {2}link: .*$/m.exec(before)?.[0] ?? "no entry";
  mkdirSync(join(root, "plugins/acme/cells"), { recursive: true });
  renameSync(join(root, "renderers/cells/link"), join(root, "plugins/acme/cells/link"));
  const { files, withPlugins, problems } = rendererIndexes(root);
  expect(problems).toEqual([]);
  expect(files["renderers/cells/index.gen.ts"]).not.toContain("link");
  expect(withPlugins["plugins/index.gen.ts"]).toContain(entry.replace("linkCellText", "acmeLinkCellText"));
  expect(withPlugins["renderers/definitions.gen.ts"]).toContain(
    `import { linkCell as acmeLinkCell } from "../plugins/acme/cells/link/link.def.ts";`,
  );
});
