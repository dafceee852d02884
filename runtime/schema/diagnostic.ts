/** One finding about a document. Lines and columns count from 1; `path` is a JSON pointer into the document. */
export interface Diagnostic {
  /** `LC1xxx` = shape (meta-schema), `LC2xxx` = meaning (names, expressions, references). */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly path: string;
  /** Chinese, names the thing, the value and what to do. */
  readonly message: string;
  readonly expected?: string;
  /** The nearest right word, when there is one. */
  readonly suggestion?: string;
}

/** A file as read from a document root: `path` is relative to the root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** The document root, where it was read from one. */
  readonly root?: string;
}
