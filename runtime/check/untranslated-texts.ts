import { getNodePath, type Node } from "jsonc-parser";
import { textsToTranslate } from "../language/document-texts.ts";
import type { Diagnostic, SourceFile } from "../schema/diagnostic.ts";
import { quoted } from "../schema/messages.ts";
import { parseDocument } from "../schema/parse-document.ts";
import { diagnosticAt, type SourceDocument } from "../schema/source-document.ts";
import type { TextsByLocale } from "../schema/texts.ts";

/** LC2028: texts that people read and that the English console shows in Chinese; each text once in a file. */
export function untranslatedTexts(files: readonly SourceFile[], texts: TextsByLocale): readonly Diagnostic[] {
  const english = texts.get("en-US");
  return files.flatMap((file) => {
    const { document } = parseDocument(file);
    if (!document) return [];
    const missing = new Set([...textsToTranslate(shownOf(document))].filter((text) => !english?.has(text)));
    return [...stringsOf(document.tree)].flatMap((node) => {
      if (!missing.delete(node.value)) return [];
      const message = `没有英文：${quoted(node.value)}`;
      const path = `/${getNodePath(node).join("/")}`;
      return [diagnosticAt(document, node, { code: "LC2028", severity: "warning", path, message })];
    });
  });
}

/** What people read of a document: of shipped rows the names of menus and the entries of dictionaries. */
function shownOf({ kind, value }: SourceDocument): unknown {
  if (kind === "model" || kind === "screen") return value;
  const { model, rows } = value as { readonly model?: unknown; readonly rows?: readonly Record<string, unknown>[] };
  if (kind !== "data" || !Array.isArray(rows)) return [];
  if (model === "system/permission") return rows.map(({ name }) => ({ title: name }));
  if (model !== "system/dict") return [];
  return rows.flatMap(({ items }) => (Array.isArray(items) ? items.map(({ itemText }) => ({ text: itemText })) : []));
}

function* stringsOf(node: Node): Generator<Node> {
  // A property's first child is its key.
  const children = node.type === "property" ? node.children?.slice(1) : node.children;
  if (node.type === "string") yield node;
  for (const child of children ?? []) yield* stringsOf(child);
}
