import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { generatedFiles } from "./generate/generated-files.ts";

/** Writes what follows from the renderer definitions; their index was written when this was built. */
for (const [file, text] of Object.entries(generatedFiles())) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${file}`);
}
