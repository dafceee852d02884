import { definitions } from "../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";

export interface DocumentTiming {
  readonly documents: number;
  readonly kilobytes: number;
  /** First call in the process: compiles the validators. */
  readonly coldMs: number;
  /** Median of the following calls, in processor time of this process. */
  readonly warmMs: number;
  readonly findings: number;
}

/**
 * Reads nothing, writes nothing: validates and checks many documents, made by repeating those of a root under other
 * ids, tables and paths.
 */
export function timeDocuments(root: string, count: number, rounds = 5): DocumentTiming {
  const files = repeated(readDocuments(root), count);
  const coldMs = processorMs(() => checkDocuments(files.slice(0, 50), { definitions }));
  let findings = 0;
  const warm = Array.from({ length: rounds }, () =>
    processorMs(() => {
      findings = checkDocuments(files, { definitions }).diagnostics.length;
    }),
  ).sort((a, b) => a - b);
  return {
    documents: files.length,
    kilobytes: Math.round(files.reduce((sum, file) => sum + file.text.length, 0) / 1024),
    coldMs: Math.round(coldMs),
    warmMs: Math.round(warm[Math.floor(rounds / 2)] ?? 0),
    findings,
  };
}

/** Copies of a root below `copy-N/`, with every id and every taken place renamed. */
function repeated(files: readonly SourceFile[], count: number): SourceFile[] {
  const own = files.filter((file) => !file.path.endsWith(".data.json"));
  const ids = [...new Set(own.map((file) => file.path.replace(/\.(screen\.test|screen|model)\.json$/, "")))];
  const made: SourceFile[] = [...files];
  for (let copy = 1; made.length < count; copy++) {
    for (const { path, text } of own.slice(0, count - made.length)) {
      let renamed = text
        .replace(/"table": "/g, `"table": "c${copy}_`)
        .replace(/"(base|path)": "\//g, `"$1": "/c${copy}/`);
      for (const id of ids) renamed = renamed.replaceAll(`"${id}"`, `"copy-${copy}/${id}"`);
      made.push({ path: `copy-${copy}/${path}`, text: renamed });
    }
  }
  return made;
}

function processorMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
