import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { definitionIndex, definitionIndexFile } from "./generate/definition-index.ts";
import { generatedFiles } from "./generate/generated-files.ts";

function main(): void {
  const definitionFiles = readdirSync("renderers", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".def.ts"),
  );
  if (writeChanged(definitionIndexFile, definitionIndex(definitionFiles))) {
    // This bundle holds the old index: run again, which builds a new one.
    const again = spawnSync(process.execPath, [join("scripts", "run.mjs"), "cli/generate.ts"], { stdio: "inherit" });
    process.exitCode = again.status ?? 1;
    return;
  }
  for (const [file, text] of Object.entries(generatedFiles())) writeChanged(file, text);
}

function writeChanged(file: string, text: string): boolean {
  mkdirSync(dirname(file), { recursive: true });
  const old = (() => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return undefined; // not there yet
    }
  })();
  if (old === text) return false;
  writeFileSync(file, text);
  console.log(`wrote ${file}`);
  return true;
}

main();
