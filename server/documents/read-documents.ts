import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { documentLimits } from "../../runtime/schema/parse-document.ts";

/**
 * Every JSON file below a document root, in a stable order. The meta-schemas (`meta/`) and hidden folders are no
 * documents. Of a file beyond the size limit only so much is read that the check can refuse it.
 *
 * @throws Error of Node when the root cannot be read
 */
export function readDocuments(root: string): SourceFile[] {
  return filesBelow(root, "").map((path) => ({ path, text: readText(join(root, path)) }));
}

/** Relative paths of the document files, sorted, with forward slashes. */
export function filesBelow(root: string, folder: string): string[] {
  const found: string[] = [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith(".") || path === "meta" || entry.name === "node_modules") continue;
    if (entry.isDirectory()) found.push(...filesBelow(root, path));
    else if (entry.isFile() && entry.name.endsWith(".json")) found.push(path);
  }
  return found;
}

function readText(path: string): string {
  const most = documentLimits.characters * 4 + 4; // four bytes are the longest character
  const buffer = Buffer.alloc(Math.min(statSync(path).size, most));
  const file = openSync(path, "r");
  try {
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(file);
  }
}
