import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadDocuments } from "../../server/documents/load-documents.ts";

/** Document roots of the product itself; every other folder of `schemas/` is somebody's business. */
const productFolders = new Set(["system", "dashboard", "online", "monitor", "meta"]);

/** What would give a business entity away: its document id, its address, a table or a permission of its own. */
function businessNames(): string[] {
  const { resolvedModels } = loadDocuments("schemas");
  return [...resolvedModels.values()]
    .filter((model) => !productFolders.has(model.id.split("/")[0] ?? ""))
    .flatMap((model) => [
      `"${model.id}"`,
      `"${model.base}`,
      `"${model.permissionPrefix}:`,
      ...(model.table.includes("_") ? [model.table] : []),
    ]);
}

it("no code names a business entity: pages, tables, rules and permissions are documents", () => {
  const names = businessNames();
  expect(names.length).toBeGreaterThan(30);
  const files = execFileSync("git", ["ls-files", "runtime", "renderers", "src", "server", "cli"], { encoding: "utf8" })
    .split("\n")
    // Definitions and the function table carry examples of the language; they are documentation.
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|fixture|\.def\.ts$|expr\/functions-/.test(file));
  const found = files.flatMap((file) => {
    // Examples in comments explain; they decide nothing.
    const code = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    return names.filter((name) => code.includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});
