import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identify } from "../runtime/schema/source-document.ts";
import { filesBelow } from "../server/documents/read-documents.ts";
import { formatDocument } from "./format/format-document.ts";

/**
 * Writes the documents of a root (default `schemas`) in the one form. With `--check` nothing is written and the exit
 * code is 1 when a file would change.
 */
function main(args: readonly string[]): number {
  const isCheck = args.includes("--check");
  const root = args.find((argument) => !argument.startsWith("--")) ?? "schemas";
  let changed = 0;
  for (const path of filesBelow(root, "")) {
    const identity = identify(path);
    if (!identity) continue;
    const file = join(root, path);
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
