import { findNodeAtLocation, type Node } from "jsonc-parser";
import type { DocumentKind } from "./compose.ts";
import type { Diagnostic } from "./diagnostic.ts";

export type PathStep = string | number;

/** A document that is JSON and within bounds; whether it keeps to its meta-schema is not known yet. */
export interface SourceDocument {
  /** Relative to the document root, with forward slashes. */
  readonly file: string;
  readonly kind: DocumentKind;
  /** The path without suffix. */
  readonly id: string;
  readonly text: string;
  readonly tree: Node;
  readonly value: unknown;
  /** How many values it holds, roughly. */
  readonly values: number;
}

const suffixes: readonly (readonly [string, DocumentKind])[] = [
  [".screen.test.json", "screen-test"],
  [".screen.json", "screen"],
  [".model.json", "model"],
  [".data.json", "data"],
];

export const documentSuffixes = suffixes.map(([suffix]) => suffix);

/** Kind and id by file name; undefined for a name that is none of ours. */
export function identify(file: string): { readonly kind: DocumentKind; readonly id: string } | undefined {
  for (const [suffix, kind] of suffixes) {
    if (file.endsWith(suffix)) return { kind, id: file.slice(0, -suffix.length) };
  }
  return undefined;
}

/** A place in a text, counted from 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (;;) {
    const next = text.indexOf("\n", start);
    if (next < 0 || next >= offset) return { line, column: offset - start + 1 };
    line += 1;
    start = next + 1;
  }
}

/** `["fields", "a/b", 0]` → `/fields/a~1b/0`. */
export function pointerOf(path: readonly PathStep[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function readPointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The node of a JSON pointer: array steps are told from names by what they meet. */
export function nodeAtPointer(tree: Node, pointer: string): { readonly node: Node; readonly path: PathStep[] } {
  let node = tree;
  const path: PathStep[] = [];
  for (const step of readPointer(pointer)) {
    const typed = node.type === "array" ? Number(step) : step;
    const next = findNodeAtLocation(node, [typed]);
    if (!next) break;
    path.push(typed);
    node = next;
  }
  return { node, path };
}

export function nodeAtPath(tree: Node, path: readonly PathStep[]): Node | undefined {
  return findNodeAtLocation(tree, [...path]);
}

/** The node of a key (not of its value). */
export function keyNode(node: Node | undefined, key: string): Node | undefined {
  return node?.children?.find((property) => property.children?.[0]?.value === key)?.children?.[0];
}

type Finding = Omit<Diagnostic, "file" | "line" | "column" | "endLine" | "endColumn">;

/** A diagnostic whose place is a range of the text. */
export function diagnosticAt(
  source: Pick<SourceDocument, "file" | "text">,
  range: { readonly offset: number; readonly length: number },
  finding: Finding,
): Diagnostic {
  const start = positionAt(source.text, range.offset);
  const end = positionAt(source.text, range.offset + range.length);
  return { ...finding, file: source.file, ...start, endLine: end.line, endColumn: end.column };
}

/**
 * Where a character of a string value stands in the file. Escapes make the written form longer than the value.
 *
 * @param node the string's node; @param index 0-based place in the value
 */
export function offsetInString(source: Pick<SourceDocument, "text">, node: Node, index: number): number {
  let offset = node.offset + 1;
  for (let passed = 0; passed < index && offset < node.offset + node.length; passed++) {
    if (source.text[offset] !== "\\") offset += 1;
    else offset += source.text[offset + 1] === "u" ? 6 : 2;
  }
  return offset;
}
