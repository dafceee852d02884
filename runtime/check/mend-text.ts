import type { Diagnostic, SourceFile } from "../schema/diagnostic.ts";
import { parseDocument } from "../schema/parse-document.ts";
import { checkShape } from "../schema/shape.ts";
import type { SourceDocument } from "../schema/source-document.ts";

/** A word that was replaced by another one: where it began, and by how many characters its line grew. */
export interface Edit {
  readonly line: number;
  readonly column: number;
  readonly grownBy: number;
}

/** The text with each finding's suggestion in the place of the word that it is about. */
export function mendText(
  text: string,
  findings: readonly Diagnostic[],
): { readonly text: string; readonly edits: readonly Edit[] } {
  const lineStarts = startsOf(text);
  const offsetOf = (line: number, column: number) => (lineStarts[line - 1] ?? 0) + column - 1;
  const edits: Edit[] = [];
  let mended = text;
  for (const { line, column, endLine, endColumn, suggestion = "" } of [...findings].reverse()) {
    const start = offsetOf(line, column);
    const end = offsetOf(endLine ?? line, endColumn ?? column);
    const written = text.slice(start, end);
    const isText = written.startsWith('"') && written.endsWith('"');
    // A number or an object is no word; a name inside an expression stands without quotes.
    if (suggestion === "" || (!isText && !/^\w+$/.test(written))) continue;
    const word = isText ? JSON.stringify(suggestion) : suggestion;
    mended = mended.slice(0, start) + word + mended.slice(end);
    edits.push({ line, column, grownBy: word.length - written.length });
  }
  return { text: mended, edits };
}

/** A document that would be sound with the suggested words; `place` leads a finding of it back to the file as written. */
export interface MendedDocument {
  readonly source: SourceDocument;
  place(finding: Diagnostic): Diagnostic;
}

const mostRounds = 3;

/** Reads a file as its author most likely meant it, for what other documents say of it; undefined where that is not clear. */
export function mendDocument(file: SourceFile, found: readonly Diagnostic[]): MendedDocument | undefined {
  const rounds: (readonly Edit[])[] = [];
  let { text } = file;
  let findings = found;
  for (let round = 0; round < mostRounds; round++) {
    const mended = mendText(text, findings);
    if (mended.text === text) return undefined;
    rounds.unshift(mended.edits);
    text = mended.text;
    const { document, diagnostics } = parseDocument({ ...file, text });
    if (!document || diagnostics.length > 0) return undefined;
    findings = checkShape(document).filter(({ severity }) => severity === "error");
    if (findings.length === 0) return { source: document, place: (finding) => rounds.reduce(placeBefore, finding) };
  }
  return undefined;
}

function placeBefore(finding: Diagnostic, edits: readonly Edit[]): Diagnostic {
  const before = edits.filter(({ line, column }) => line === finding.line && column < finding.column);
  const grown = before.reduce((sum, { grownBy }) => sum + grownBy, 0);
  if (grown === 0) return finding;
  const { endColumn, endLine = finding.line } = finding;
  const end = endColumn !== undefined && endLine === finding.line ? { endColumn: endColumn - grown } : {};
  return { ...finding, column: finding.column - grown, ...end };
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
