import { type CheckOptions, checkDocuments } from "../../runtime/check/check-documents.ts";
import { mendText } from "../../runtime/check/mend-text.ts";
import type { Diagnostic, SourceFile } from "../../runtime/schema/diagnostic.ts";

/**
 * Findings whose suggestion is certain: a word of the language itself, a field's new name, the id that the file's place
 * gives. Other names of fields, models and dictionaries are the author's own, so they are never changed for them.
 */
const fixable = new Set(["LC1101", "LC1104", "LC1108", "LC2003", "LC2012", "LC2019"]);

/**
 * Replaces misspelt words of the language by the suggested ones, until there is nothing left to replace.
 *
 * @returns the files that changed
 */
export function fixDocuments(files: readonly SourceFile[], options: CheckOptions): SourceFile[] {
  let current = [...files];
  for (let round = 0; round < 5; round++) {
    const { diagnostics } = checkDocuments(current, options);
    const next = current.map((file) => fixFile(file, diagnostics));
    if (next.every((file, index) => file === current[index])) break;
    current = next;
  }
  return current.filter((file, index) => file !== files[index]);
}

function fixFile(file: SourceFile, diagnostics: readonly Diagnostic[]): SourceFile {
  const own = diagnostics.filter(
    ({ file: path, code, suggestion }) => path === file.path && suggestion && fixable.has(code),
  );
  if (own.length === 0) return file;
  const { text } = mendText(file.text, own);
  return text === file.text ? file : { ...file, text };
}
