export interface SheetQuestion {
  readonly bytes: ArrayBuffer;
  /** Rows of each sheet that are shown. */
  readonly rows: number;
}

export interface ShownSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** There is more in the file. */
  readonly isCut: boolean;
}

export type SheetAnswer =
  | { readonly kind: "sheets"; readonly sheets: readonly ShownSheet[] }
  | { readonly kind: "locked" | "broken" | "tooLarge" };

export const shownRows = 200;
/** Larger files are downloaded. */
const mostBytes = 20 * 1024 * 1024;
/** A small file may unpack to a large one: whoever waits is told, and the thread ends. */
const timeMs = 15_000;

/** Reads the first rows of a workbook in a thread of its own. */
export function readSheet(bytes: ArrayBuffer, signal: AbortSignal): Promise<SheetAnswer> {
  if (bytes.byteLength > mostBytes) return Promise.resolve({ kind: "tooLarge" });
  const worker = new Worker(new URL("./sheet-worker.ts", import.meta.url), { type: "module" });
  return new Promise<SheetAnswer>((resolve) => {
    const timer = setTimeout(() => resolve({ kind: "tooLarge" }), timeMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve({ kind: "broken" });
    });
    worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = () => resolve({ kind: "broken" });
    worker.postMessage({ bytes, rows: shownRows } satisfies SheetQuestion);
  }).finally(() => worker.terminate());
}
