import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { definitions } from "../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";

const folder = "docs/how-to";
const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));

/** The complete documents of a page: code blocks that name their file. */
const documentsOf = (page: string) =>
  [...readFileSync(join(folder, page), "utf8").matchAll(/^```json title=(\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, path = "", text = ""]) => ({ path, text }),
  );
const written = new Map(pages.map((page) => [page, documentsOf(page)]));
const shipped = readDocuments("schemas");

describe("AUT-02 every document of a how-to is one that the linter accepts", () => {
  test.each(pages.filter((page) => written.get(page)?.length))("%s", (page) => {
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
