import { existsSync, statSync } from "node:fs";
import { definitions } from "../renderers/definitions.gen.ts";
import { checkDocuments } from "../runtime/schema/check-documents.ts";
import { readDocuments } from "../server/documents/read-documents.ts";
import { printDiagnostics, printJsonDiagnostics } from "./lint/print-diagnostics.ts";

const usage = "用法：npm run lint:schemas -- [目录] [--format pretty|json] [--known 目录]";

/**
 * Checks a document root (default `schemas`). `--known` names a second root that the documents may refer to.
 * Exit codes: 0 without errors (warnings allowed), 1 with errors, 2 when called wrongly.
 */
function main(args: readonly string[]): number {
  const options = { root: "schemas", format: "pretty", known: "" };
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument === "--format") options.format = args[++at] ?? "";
    else if (argument.startsWith("--format=")) options.format = argument.slice("--format=".length);
    else if (argument === "--known") options.known = args[++at] ?? "";
    else if (argument.startsWith("--")) return refuse(`不认识的选项 ${argument}`);
    else options.root = argument;
  }
  if (options.format !== "pretty" && options.format !== "json") return refuse("--format 只能是 pretty 或 json");
  for (const folder of [options.root, options.known]) {
    if (folder !== "" && !isFolder(folder)) return refuse(`没有目录 ${folder}`);
  }

  const files = readDocuments(options.root);
  const known = options.known === "" ? {} : { known: checkDocuments(readDocuments(options.known)) };
  const { diagnostics } = checkDocuments(files, { definitions, ...known });
  const print = options.format === "json" ? printJsonDiagnostics : printDiagnostics;
  process.stdout.write(print(diagnostics, { root: options.root, fileCount: files.length }));
  return diagnostics.some((diagnostic) => diagnostic.severity === "error") ? 1 : 0;
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n${usage}\n`);
  return 2;
}

process.exitCode = main(process.argv.slice(2));
