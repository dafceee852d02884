import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type RenderTask } from "pdfjs-dist";
import worker from "pdfjs-dist/build/pdf.worker.min.mjs?url&no-inline";
import openjpeg from "pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url&no-inline";

/** Encodings of fonts that a document names and does not hold, and the fourteen fonts that every reader has. */
const files = import.meta.glob<string>(
  ["../../../node_modules/pdfjs-dist/cmaps/*.bcmap", "../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}"],
  { eager: true, query: "?url&no-inline", import: "default" },
);
const byName = new Map(Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf("/") + 1), url]));

GlobalWorkerOptions.workerSrc = worker;

/** Reads what the worker asks for from our own files, by name. */
class OwnFiles {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const url = byName.get(filename);
    const answer = url === undefined ? undefined : await fetch(url);
    if (!answer?.ok) throw new Error(`no file ${filename}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

export type PdfRefusal = "locked" | "broken";

/** @param reason what `openPdf` failed with */
export const pdfRefusal = (reason: unknown): PdfRefusal =>
  (reason as Error)?.name === "PasswordException" ? "locked" : "broken";

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** An opened document. Nothing in it is run: scripts, forms and links are left out. */
export class OpenPdf {
  readonly #document: PDFDocumentProxy;
  /** Of the first page, in CSS pixels at 100 %. */
  readonly firstSize: PageSize;

  constructor(document: PDFDocumentProxy, firstSize: PageSize) {
    this.#document = document;
    this.firstSize = firstSize;
  }

  get count(): number {
    return this.#document.numPages;
  }

  /**
   * Draws a page, from 1, as wide as asked.
   *
   * @param widthPx CSS pixels; the canvas has as many pixels as the screen
   * @returns its height in CSS pixels and its text; undefined when it was given up meanwhile
   */
  async draw(
    number: number,
    canvas: HTMLCanvasElement,
    widthPx: number,
    gone: AbortSignal,
  ): Promise<{ readonly heightPx: number; readonly text: string } | undefined> {
    const page = await this.#document.getPage(number);
    const plain = page.getViewport({ scale: 1 });
    const scale = widthPx / plain.width;
    const heightPx = plain.height * scale;
    const density = Math.min(window.devicePixelRatio || 1, mostPixels / Math.max(widthPx, heightPx));
    const viewport = page.getViewport({ scale: scale * density });
    if (gone.aborted) return undefined;
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    const task: RenderTask = page.render({ canvas, viewport });
    const stop = () => task.cancel();
    gone.addEventListener("abort", stop, { once: true });
    try {
      await task.promise;
      const { items } = await page.getTextContent();
      const text = items.map((item) => ("str" in item ? item.str : "")).join("");
      return { heightPx, text: text.slice(0, longestText) };
    } catch (reason) {
      if (gone.aborted) return undefined;
      throw reason;
    } finally {
      gone.removeEventListener("abort", stop);
      page.cleanup();
    }
  }

  close(): void {
    void this.#document.destroy();
  }
}

/** No browser draws larger pictures everywhere. */
const mostPixels = 4_096;
/** Characters of a page that are read out. */
const longestText = 4_000;

/** @throws what pdf.js says of a document that is locked or broken, see `pdfRefusal` */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const task = getDocument({
    data: bytes,
    // The console's policy allows no code that is made at run time.
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
    BinaryDataFactory: OwnFiles,
    cMapUrl: "/",
    cMapPacked: true,
    standardFontDataUrl: "/",
    // JPEG 2000 is decoded by a script whose name pdf.js appends; behind # it changes nothing.
    wasmUrl: `${openjpeg}#/`,
    verbosity: 0,
  });
  const document = await task.promise;
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 96 / 72 });
  return new OpenPdf(document, { width, height });
}
