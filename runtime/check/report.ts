import type { Diagnostic } from "../schema/diagnostic.ts";
import { quoted, withSuggestion } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import {
  diagnosticAt,
  keyNode,
  nodeAtPath,
  offsetInString,
  type PathStep,
  pointerOf,
  type SourceDocument,
} from "../schema/source-document.ts";

export interface Finding {
  readonly code: string;
  /** Default error. */
  readonly severity?: Diagnostic["severity"];
  readonly message: string;
  readonly expected?: string | undefined;
  readonly suggestion?: string | undefined;
  readonly path: readonly PathStep[];
  /** The key of the last step is meant, not its value. */
  readonly atKey?: boolean;
  /** Part of a string value, or of the key: place and length in it, 0-based. */
  readonly range?: { readonly offset: number; readonly length: number };
}

/** Collects the findings of one document. */
export type Report = (finding: Finding) => void;

export function createReport(source: SourceDocument, diagnostics: Diagnostic[]): Report {
  return ({ code, severity = "error", message, expected, suggestion, path, atKey, range }) => {
    if (diagnostics.length >= 200) return; // nobody reads on, and hostile documents stay cheap
    diagnostics.push(
      diagnosticAt(source, placeOf(source, path, atKey ?? false, range), {
        code,
        severity,
        path: pointerOf(path),
        message: withSuggestion(message, suggestion),
        ...(expected === undefined ? {} : { expected }),
        ...(suggestion === undefined ? {} : { suggestion }),
      }),
    );
  };
}

function placeOf(
  source: SourceDocument,
  path: readonly PathStep[],
  atKey: boolean,
  range: Finding["range"],
): { readonly offset: number; readonly length: number } {
  const key = atKey ? keyNode(nodeAtPath(source.tree, path.slice(0, -1)), String(path.at(-1))) : undefined;
  const node = key ?? nodeAtPath(source.tree, path) ?? source.tree;
  if (!range || node.type !== "string") return node;
  const start = offsetInString(source, node, range.offset);
  return { offset: start, length: offsetInString(source, node, range.offset + range.length) - start };
}

/** A name that is not in its list: says so, with the nearest one. */
export function unknownName(
  code: string,
  subject: string,
  name: string,
  candidates: Iterable<string>,
): Pick<Finding, "code" | "message" | "suggestion"> {
  return { code, message: `${subject} ${quoted(name)}`, suggestion: nearest(name, candidates) };
}

/** LC2019: a name that a field had before; the model knows the new one, so it can be put in safely. */
export function renamedField(
  { title }: { readonly title: string },
  name: string,
  suggestion: string,
): Pick<Finding, "code" | "message" | "suggestion"> & { readonly suggestion: string } {
  return { code: "LC2019", message: `${title}的字段 ${quoted(name)} 已改名`, suggestion };
}

/**
 * A document, dictionary or row that is not among those that were read. Near a known one it is a mistake; otherwise
 * it may live in a database or in another root, so it is a warning.
 */
export function unknownTarget(
  code: string,
  subject: string,
  name: string,
  candidates: Iterable<string>,
): Pick<Finding, "code" | "severity" | "message" | "suggestion"> {
  const suggestion = nearest(name, candidates, 2);
  return { code, severity: suggestion ? "error" : "warning", message: `${subject} ${quoted(name)}`, suggestion };
}
