import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** One piece of text on a page; places in points, from the lower left corner. */
export interface PdfPiece {
  readonly text: string;
  readonly x: number;
  /** Where it ends. */
  readonly right: number;
  readonly y: number;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly PdfPiece[];
  /** From top to bottom, what stands in one line joined by blanks. */
  readonly lines: readonly string[];
}

/** Reads a PDF as a reader program does. */
export async function readPdf(bytes: Uint8Array): Promise<readonly PdfPage[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), isEvalSupported: false, verbosity: 0 });
  const document = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item): PdfPiece[] => {
      if (!("str" in item) || item.str === "") return [];
      const [, , , , x = 0, y = 0] = item.transform as number[];
      return [{ text: item.str, x, right: x + item.width, y }];
    });
    pages.push({ width, height, pieces, lines: linesOf(pieces) });
  }
  await task.destroy();
  return pages;
}

function linesOf(pieces: readonly PdfPiece[]): string[] {
  const heights = [...new Set(pieces.map(({ y }) => Math.round(y)))].sort((left, right) => right - left);
  return heights.map((height) =>
    pieces
      .filter(({ y, text }) => Math.round(y) === height && text !== "")
      .sort((left, right) => left.x - right.x)
      .reduce((line, piece, at, all) => {
        const before = all[at - 1];
        return line + (before && piece.x - before.right > 3 ? " " : "") + piece.text;
      }, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
}
