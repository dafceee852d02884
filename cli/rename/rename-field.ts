import { applyEdits, findNodeAtLocation, modify } from "jsonc-parser";
import { type CheckOptions, checkDocuments } from "../../runtime/check/check-documents.ts";
import type { Diagnostic, SourceFile } from "../../runtime/schema/diagnostic.ts";
import { formatDocument } from "../../runtime/schema/format-document.ts";
import { quoted, withSuggestion } from "../../runtime/schema/messages.ts";
import { nearest } from "../../runtime/schema/nearest.ts";
import { parseDocument } from "../../runtime/schema/parse-document.ts";
import { identify, keyNode } from "../../runtime/schema/source-document.ts";
import { fixDocuments } from "../lint/fix-documents.ts";

export interface Renaming {
  /** Id of the model, for example `store/store`. */
  readonly model: string;
  readonly from: string;
  readonly to: string;
}

export type Renamed =
  | { readonly kind: "renamed"; readonly changed: readonly SourceFile[] }
  /** Nothing was changed: the documents would have these errors, which they do not have now. */
  | { readonly kind: "broken"; readonly errors: readonly Diagnostic[] }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Gives a field another name, in its model and wherever documents name it: columns, conditions, forms, expressions, rows,
 * tests. The model keeps the former name as `renamedFrom`, so that the column is renamed with its data.
 */
export function renameField(files: readonly SourceFile[], renaming: Renaming, options: CheckOptions): Renamed {
  const file = files.find(({ path }) => path === `${renaming.model}.model.json`);
  if (!file) {
    const models = files.flatMap(({ path }) => /^(.+)\.model\.json$/.exec(path)?.[1] ?? []);
    return { kind: "refused", reason: unknown(`没有模型 ${quoted(renaming.model)}`, renaming.model, models) };
  }
  const model = renameDeclaration(file, renaming);
  if (typeof model === "string") return { kind: "refused", reason: model };
  const started = files.map((one) => (one === file ? model.noted : one));
  const fixed = new Map(fixDocuments(started, options).map((one) => [one.path, one]));
  const renamed = started
    .map((one) => fixed.get(one.path) ?? one)
    .map((one) => (one.path === file.path && model.keepsColumn ? withoutFormerName(one, renaming.to) : one));
  const errorsOf = (all: readonly SourceFile[]) =>
    checkDocuments(all, options).diagnostics.filter(({ severity }) => severity === "error");
  const known = new Set(errorsOf(files).map(nameOf));
  const errors = errorsOf(renamed).filter((found) => !known.has(nameOf(found)));
  if (errors.length > 0) return { kind: "broken", errors };
  return { kind: "renamed", changed: renamed.filter((one, index) => one !== files[index]).map(formatted) };
}

const nameOf = ({ file, code, message }: Diagnostic): string => `${file} ${code} ${message}`;

interface Declaration {
  /** The model with the field's new key and its former name, by which the checker tells what documents mean. */
  readonly noted: SourceFile;
  /** A column that is named by itself stays what it is: the former name says nothing to the database. */
  readonly keepsColumn: boolean;
}

/** @returns a text where that cannot be */
function renameDeclaration(file: SourceFile, { from, to }: Renaming): Declaration | string {
  const { document } = parseDocument(file);
  const fields = document && findNodeAtLocation(document.tree, ["fields"]);
  const key = keyNode(fields, from);
  if (!document || !key) {
    const names = (fields?.children ?? []).map(({ children }) => String(children?.[0]?.value));
    return unknown(`${file.path} 里没有字段 ${quoted(from)}`, from, names);
  }
  if (keyNode(fields, to)) return `${file.path} 里已有字段 ${quoted(to)}`;
  const keepsColumn = findNodeAtLocation(document.tree, ["fields", from, "column"]) !== undefined;
  const text = withFormerName(document.text, from, from);
  const noted = { ...file, text: text.slice(0, key.offset) + JSON.stringify(to) + text.slice(key.offset + key.length) };
  return { noted, keepsColumn };
}

const unknown = (message: string, name: string, known: readonly string[]): string =>
  withSuggestion(message, nearest(name, known));

const withFormerName = (text: string, field: string, former: string | undefined): string =>
  applyEdits(text, modify(text, ["fields", field, "renamedFrom"], former, {}));

const withoutFormerName = (file: SourceFile, field: string): SourceFile => ({
  ...file,
  text: withFormerName(file.text, field, undefined),
});

function formatted(file: SourceFile): SourceFile {
  const kind = identify(file.path)?.kind;
  return kind ? { ...file, text: formatDocument(file.text, kind) } : file;
}
