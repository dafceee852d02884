import { definitions } from "../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";

export interface DocumentTiming {
  readonly documents: number;
  readonly kilobytes: number;
  readonly findings: number;
  /** From the start of the process until the first check is done: reading the program, the files and checking them. */
  readonly coldMs: number;
  /** All documents again, each read anew. */
  readonly wholeMs: readonly number[];
  /** One document changed, the others as they were: a model that many screens show, a screen, rows. */
  readonly editMs: Readonly<Record<"model" | "screen" | "data", readonly number[]>>;
}

/**
 * Checks as many documents as asked for, made by repeating those of a root under other ids, tables and paths. Wall time.
 */
export function timeDocuments(root: string, count: number, rounds: number): DocumentTiming {
  const files = repeated(readDocuments(root), count);
  const findings = checkDocuments(files, { definitions }).diagnostics.length;
  const coldMs = performance.now();
  const times = <Result>(work: (round: number) => Result) => Array.from({ length: rounds }, (_, round) => work(round));
  return {
    documents: files.length,
    kilobytes: Math.round(files.reduce((sum, file) => sum + file.text.length, 0) / 1024),
    findings,
    coldMs,
    wholeMs: times(() => wallMs(files.map((file) => ({ ...file })))),
    editMs: {
      model: times((round) => wallMs(edited(files, "store/store-order.model.json", round))),
      screen: times((round) => wallMs(edited(files, "store/store-order.screen.json", round))),
      data: times((round) => wallMs(edited(files, "system/dict.data.json", round))),
    },
  };
}

/** Another text of the same meaning each round, as after a save. */
function edited(files: readonly SourceFile[], path: string, round: number): readonly SourceFile[] {
  if (!files.some((file) => file.path === path)) throw new Error(`no document ${path}`);
  return files.map((file) => (file.path === path ? { ...file, text: `${file.text}${" ".repeat(round + 1)}` } : file));
}

function wallMs(files: readonly SourceFile[]): number {
  const start = performance.now();
  checkDocuments(files, { definitions });
  return performance.now() - start;
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

const [root = "schemas", count = "1000", rounds = "9"] = process.argv.slice(2);
process.stdout.write(JSON.stringify(timeDocuments(root, Number(count), Number(rounds))));
