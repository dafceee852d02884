import { existsSync, statSync } from "node:fs";
import { checkDocuments } from "../runtime/schema/check-documents.ts";
import { readDocuments } from "../server/documents/read-documents.ts";
import { printDiagnostics, printJsonDiagnostics } from "./lint/print-diagnostics.ts";

const usage = "用法：npm run lint:schemas -- [目录] [--format pretty|json]";

/**
 * Checks a document root (default `schemas`).
 * Exit codes: 0 without errors (warnings allowed), 1 with errors, 2 when called wrongly.
 */
function main(args: readonly string[]): number {
  const options = { root: "schemas", format: "pretty" };
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument === "--format") options.format = args[++at] ?? "";
    else if (argument.startsWith("--format=")) options.format = argument.slice("--format=".length);
    else if (argument.startsWith("--")) return refuse(`不认识的选项 ${argument}`);
    else options.root = argument;
  }
  if (options.format !== "pretty" && options.format !== "json") return refuse("--format 只能是 pretty 或 json");
  if (!existsSync(options.root) || !statSync(options.root).isDirectory()) return refuse(`没有目录 ${options.root}`);

  const files = readDocuments(options.root);
  const { diagnostics } = checkDocuments(files);
  const print = options.format === "json" ? printJsonDiagnostics : printDiagnostics;
  process.stdout.write(print(diagnostics, { root: options.root, fileCount: files.length }));
  return diagnostics.some((diagnostic) => diagnostic.severity === "error") ? 1 : 0;
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n${usage}\n`);
  return 2;
}

process.exitCode = main(process.argv.slice(2));
