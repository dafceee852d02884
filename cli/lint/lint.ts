import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import { unansweredDeletions } from "../../runtime/check/unanswered-deletions.ts";
import { untestedScreens } from "../../runtime/check/untested-screens.ts";
import { untranslatedTexts } from "../../runtime/check/untranslated-texts.ts";
import { readDocuments, readRoots } from "../../server/documents/read-documents.ts";
import { fixDocuments } from "./fix-documents.ts";
import { printDiagnostics, printJsonDiagnostics } from "./print-diagnostics.ts";

const usage = "用法：npm run lint:schemas -- [目录[:目录…]] [--format pretty|json] [--known 目录] [--fix] [--english]";

/** Where it writes: the process, or what a test reads. */
export interface Output {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Checks a document root (default `schemas`). `--known` names a second root that the documents may refer to;
 * `--fix` first replaces misspelt words of the language by the suggested ones; `--english` also warns of texts that have no
 * English.
 * Answers the exit code: 0 without errors (warnings allowed), 1 with errors, 2 when called wrongly.
 */
export function lint(args: readonly string[], out: Output): number {
  const options = {
    root: process.env.SCHEMAS_DIR ?? "schemas",
    format: "pretty",
    known: "",
    fix: false,
    english: false,
  };
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument === "--format") options.format = args[++at] ?? "";
    else if (argument.startsWith("--format=")) options.format = argument.slice("--format=".length);
    else if (argument === "--fix") options.fix = true;
    else if (argument === "--english") options.english = true;
    else if (argument === "--known") options.known = args[++at] ?? "";
    else if (argument.startsWith("--")) return refuse(out, `不认识的选项 ${argument}`);
    else options.root = argument;
  }
  if (options.format !== "pretty" && options.format !== "json") return refuse(out, "--format 只能是 pretty 或 json");
  for (const folder of [options.root, options.known]) {
    const missing = readRoots(folder).find((root) => !isFolder(root));
    if (missing !== undefined) return refuse(out, `没有目录 ${missing}`);
  }

  const known = options.known === "" ? {} : { known: checkDocuments(readDocuments(options.known)) };
  const checkOptions = { definitions, ...known };
  if (options.fix) {
    for (const { path, root = "", text } of fixDocuments(readDocuments(options.root), checkOptions)) {
      writeFileSync(join(root, path), text);
      out.stderr.write(`已修正 ${path}\n`);
    }
  }
  const files = readDocuments(options.root);
  const checked = checkDocuments(files, checkOptions);
  const diagnostics = [
    ...checked.diagnostics,
    ...untestedScreens(checked),
    ...unansweredDeletions(files, checked.resolvedModels),
    ...(options.english ? untranslatedTexts(files, checked.texts) : []),
  ];
  const print = options.format === "json" ? printJsonDiagnostics : printDiagnostics;
  out.stdout.write(print(diagnostics, files));
  return diagnostics.some((diagnostic) => diagnostic.severity === "error") ? 1 : 0;
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

function refuse(out: Output, reason: string): number {
  out.stderr.write(`${reason}\n${usage}\n`);
  return 2;
}
