import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { workerFile } from "../../worker-file.ts";
import type { PdfPart, PdfPieces } from "./pdf-messages.ts";

/** Lines of the tables of one document: some 800 pages. */
export const pdfRowLimit = 20_000;
/** Columns of one table: on A3 the rest would have no room for four characters each. */
export const pdfColumnLimit = 30;

const memoryMb = 512;

/**
 * A PDF as a stream: a thread of its own draws a part while the next one is read, so that nobody else waits for it. What
 * it holds is a page, the glyphs in use and the compressed pages that nobody has taken yet.
 *
 * @param parts `begin` first, `end` last; what they throw, the stream fails with
 */
export function writePdf(parts: AsyncIterable<PdfPart>): Readable {
  return Readable.from(pieces(parts), { objectMode: false, highWaterMark: 256 * 1024 });
}

async function* pieces(parts: AsyncIterable<PdfPart>): AsyncGenerator<Uint8Array> {
  const worker = new Worker(workerFile("pdf"), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  try {
    for await (const part of parts) yield* await answerTo(worker, part);
  } finally {
    await worker.terminate();
  }
}

/** What the thread answers to a part; it fails with what ended the thread. */
function answerTo(worker: Worker, part: PdfPart): Promise<PdfPieces["bytes"]> {
  const answered = new AbortController();
  return new Promise<PdfPieces["bytes"]>((resolve, reject) => {
    const { signal } = answered;
    const hear = (event: string, listener: (value: PdfPieces & Error) => void) => {
      worker.on(event, listener);
      signal.addEventListener("abort", () => worker.off(event, listener));
    };
    hear("message", ({ bytes }: PdfPieces) => resolve(bytes));
    hear("error", reject);
    hear("exit", () => reject(new Error("the thread that writes a PDF has ended")));
    worker.postMessage(part);
  }).finally(() => answered.abort());
}
