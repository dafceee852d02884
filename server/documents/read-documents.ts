import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { documentLimits } from "../../runtime/schema/parse-document.ts";

/** `SCHEMAS_DIR` or a command's argument: one folder, or several with the system's path separator between them. */
export const readRoots = (text: string): readonly string[] => text.split(delimiter).filter((root) => root !== "");

/**
 * Every JSON file below one or more document roots (`schemas`, `schemas:/our/documents`), in a stable order: root by
 * root, so that the product comes before what is added to it. The meta-schemas (`meta/`) and hidden folders are no
 * documents. Of a file beyond the size limit only so much is read that the check can refuse it.
 *
 * @throws Error of Node when a root cannot be read
 */
export function readDocuments(roots: string): SourceFile[] {
  return new DocumentReader(roots).read() as SourceFile[];
}

/** Reads document roots again and again; a file that has not changed stays the same object, and so does the list. */
export class DocumentReader {
  readonly #roots: readonly string[];
  #files: readonly SourceFile[] = [];
  #known: ReadonlyMap<string, { readonly stamp: string; readonly file: SourceFile }> = new Map();

  constructor(roots: string) {
    this.#roots = readRoots(roots);
  }

  /** @throws Error of Node when a root cannot be read */
  read(): readonly SourceFile[] {
    const next = new Map<string, { readonly stamp: string; readonly file: SourceFile }>();
    let isSame = true;
    for (const root of this.#roots) {
      for (const path of filesBelow(root, "")) {
        const place = join(root, path);
        const stats = statSync(place);
        const known = this.#known.get(place);
        const stamp = stampOf(stats);
        isSame &&= known?.stamp === stamp;
        next.set(place, known?.stamp === stamp ? known : { stamp, file: { path, root, text: readText(place, stats) } });
      }
    }
    if (isSame && next.size === this.#known.size && next.size > 0) return this.#files;
    this.#known = next;
    this.#files = [...next.values()].map(({ file }) => file);
    return this.#files;
  }
}

const stampOf = ({ mtimeMs, ctimeMs, size, ino }: Stats) => `${mtimeMs} ${ctimeMs} ${size} ${ino}`;

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

function readText(path: string, { size }: Stats): string {
  const most = documentLimits.characters * 4 + 4; // four bytes are the longest character
  const buffer = Buffer.alloc(Math.min(size, most));
  const file = openSync(path, "r");
  try {
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(file);
  }
}
