import type { CellValue, SheetColumn, SheetRow } from "../excel/sheet.ts";

/** What stands above the first page, and what every page says of itself. */
export interface PdfHeading {
  readonly title: string;
  /** Lines of small print below the title: who, when, with which conditions. */
  readonly notes: readonly string[];
  /** What stands before, between and after the two numbers of `第 1 页，共 2 页`. */
  readonly pageOf: readonly [before: string, between: string, after: string];
  /** Shown where a document has no rows. */
  readonly empty: string;
}

/** A value with its name, as a record shows it. */
export interface PdfPair {
  readonly title: string;
  readonly value: CellValue;
  readonly kind: SheetColumn["kind"];
  readonly scale?: number;
  /** Takes the whole width: long text. */
  readonly isWide?: boolean;
}

/** The parts of a document, in their order; a table goes on with each `rows` until the next part. */
export type PdfPart =
  | { readonly kind: "begin"; readonly heading: PdfHeading }
  | { readonly kind: "section"; readonly title: string; readonly pairs: readonly PdfPair[] }
  | {
      readonly kind: "table";
      readonly title?: string;
      readonly columns: readonly SheetColumn[];
      readonly rows: readonly SheetRow[];
    }
  | { readonly kind: "rows"; readonly rows: readonly SheetRow[] }
  /** The sums below the rows of the table before it. */
  | { readonly kind: "sums"; readonly row: SheetRow }
  /** Lines to sign on, side by side, each with whose it is. */
  | { readonly kind: "signatures"; readonly names: readonly string[] }
  | { readonly kind: "end" };

/** What the worker answers to each part: the bytes that are final now. */
export interface PdfPieces {
  readonly bytes: readonly Uint8Array[];
}
