import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { howToFiles } from "../../cli/generate/how-to-files.ts";
import { definitions } from "../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import { shippedFiles } from "./language/document-files.ts";

const written = howToFiles();
const shipped = shippedFiles();

test("AUT-03 the code of the how-to for renderers is that of the plugin which the tests build and check", () => {
  const text = readFileSync("docs/how-to/add-a-renderer.md", "utf8");
  const blocks = [...text.matchAll(/^```tsx?\n\/\/ plugins\/(\S+)\n([\s\S]*?)^```$/gm)];
  expect(blocks.length).toBeGreaterThanOrEqual(8);
  for (const [, file = "", code] of blocks) {
    expect(readFileSync(`tests/fixtures/plugins/${file}`, "utf8"), file).toBe(code);
  }
});

describe("AUT-02 every document of a how-to is one that the linter accepts", () => {
  test.each([...written.keys()].filter((page) => written.get(page)?.length))("%s", (page) => {
    // A page may build on the documents of another; where both write one, its own counts.
    const own = written.get(page) ?? [];
    const paths = new Set(own.map(({ path }) => path));
    const others = [...written].filter(([name]) => name !== page).flatMap(([, files]) => files);
    const beside = new Map(others.filter(({ path }) => !paths.has(path)).map((file) => [file.path, file]));
    const { diagnostics } = checkDocuments([...shipped, ...beside.values(), ...own], { definitions });
    const ours = diagnostics.filter(({ file }) => file.startsWith("guide/"));
    expect(ours.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`)).toEqual([]);
  });

  test("there are some of each kind of page", () => {
    const paths = [...written.values()].flat().map(({ path }) => path);
    expect(new Set(paths).size).toBeGreaterThanOrEqual(7);
  });
});
