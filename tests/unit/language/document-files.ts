import type { SourceFile } from "../../../runtime/schema/diagnostic.ts";
import { readDocuments } from "../../../server/documents/read-documents.ts";

/** Read once for all test files of this worker: a check that sees the same objects again looks at what changed. */
const kept = new Map<string, readonly SourceFile[]>();

function filesOf(root: string): SourceFile[] {
  const files = kept.get(root) ?? readDocuments(root);
  kept.set(root, files);
  return [...files];
}

/** The documents that ship with the product. */
export const shippedFiles = () => filesOf("schemas");

/** The normative examples of the language; they refer to models and dictionaries that are not among them. */
export const exampleFiles = () => filesOf("tests/fixtures/schemas");

/** The files with one text replaced; the old text must be there. */
export function withChange(files: readonly SourceFile[], path: string, from: string, to: string): SourceFile[] {
  const file = files.find((one) => one.path === path);
  if (!file?.text.includes(from)) throw new Error(`${path} does not contain ${from}`);
  return files.map((one) => (one === file ? { path, text: file.text.replace(from, () => to) } : one));
}

/** 1-based line of the first occurrence. */
export function lineOf(text: string, part: string): number {
  const at = text.indexOf(part);
  if (at < 0) throw new Error(`no ${part}`);
  return text.slice(0, at).split("\n").length;
}
