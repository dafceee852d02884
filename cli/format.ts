import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDocument } from "../runtime/schema/format-document.ts";
import { identify } from "../runtime/schema/source-document.ts";
import { filesBelow, readRoots } from "../server/documents/read-documents.ts";

/**
 * Writes the documents of one or more roots (default `SCHEMAS_DIR`, else `schemas`) in the one form. With `--check`
 * nothing is written and the exit
 * code is 1 when a file would change.
 */
function main(args: readonly string[]): number {
  const isCheck = args.includes("--check");
  const roots = readRoots(args.find((argument) => !argument.startsWith("--")) ?? process.env.SCHEMAS_DIR ?? "schemas");
  let changed = 0;
  for (const file of roots.flatMap((root) => filesBelow(root, "").map((path) => join(root, path)))) {
    const identity = identify(file);
    if (!identity) continue;
    const text = readFileSync(file, "utf8");
    const formatted = formatDocument(text, identity.kind);
    if (formatted === text) continue;
    changed += 1;
    console.log(`${isCheck ? "格式不对：" : "已整理："}${file}`);
    if (!isCheck) writeFileSync(file, formatted);
  }
  return isCheck && changed > 0 ? 1 : 0;
}

process.exitCode = main(process.argv.slice(2));
