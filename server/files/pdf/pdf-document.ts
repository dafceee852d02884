import PDFDocument from "pdfkit";
import type { SheetRow } from "../excel/sheet.ts";
import { portrait } from "./column-widths.ts";
import type { PdfPart } from "./pdf-messages.ts";
import { PdfPages } from "./pdf-pages.ts";
import { writeSection, writeSignatures } from "./pdf-section.ts";
import { PdfTable } from "./pdf-table.ts";
import { PdfText } from "./pdf-text.ts";

interface Tools {
  readonly doc: PDFKit.PDFDocument;
  readonly text: PdfText;
  readonly pages: PdfPages;
}

/** A PDF that is written part by part; what a page needs is given away when it is full. */
export class PdfWriter {
  #tools: Tools | undefined;
  #table: PdfTable | undefined;
  #hasRows = false;
  #empty = "";
  #bytes: Uint8Array[] = [];
  #ended: Promise<void> | undefined;

  /** @returns the bytes that are final now */
  async write(part: PdfPart): Promise<readonly Uint8Array[]> {
    if (part.kind === "begin") this.#begin(part);
    else await this.#add(part, this.#tools as Tools);
    return this.#bytes.splice(0);
  }

  #begin({ heading }: Extract<PdfPart, { kind: "begin" }>): void {
    const doc = new PDFDocument({
      autoFirstPage: false,
      margin: 0,
      // It would keep every text of the document.
      fontLayoutCache: false,
      info: { Title: heading.title },
      lang: "zh-CN",
      displayTitle: true,
    } as PDFKit.PDFDocumentOptions);
    doc.on("data", (bytes: Uint8Array) => this.#bytes.push(bytes));
    this.#ended = new Promise((resolve) => doc.once("end", () => resolve()));
    const text = new PdfText(doc);
    this.#empty = heading.empty;
    this.#tools = { doc, text, pages: new PdfPages(doc, text, heading) };
  }

  async #add(part: Exclude<PdfPart, { kind: "begin" }>, tools: Tools): Promise<void> {
    const { doc, pages } = tools;
    if (part.kind === "rows") return this.#rows(part.rows);
    if (part.kind === "sums") return this.#table?.sums(part.row);
    this.#endTable();
    switch (part.kind) {
      case "section":
        pages.standOn(pages.paper ?? portrait);
        return writeSection(tools, part.title, part.pairs);
      case "signatures":
        pages.standOn(pages.paper ?? portrait);
        return writeSignatures(tools, part.names);
      case "table":
        this.#table = new PdfTable(tools, part.columns, part.rows, part.title);
        return this.#rows(part.rows);
      case "end":
        pages.end();
        doc.end();
        return this.#ended;
    }
  }

  #rows(rows: readonly SheetRow[]): void {
    this.#table?.rows(rows);
    if (rows.length > 0) this.#hasRows = true;
  }

  #endTable(): void {
    if (!this.#table) return;
    if (!this.#hasRows) this.#table.note(this.#empty);
    this.#table.end();
    this.#table = undefined;
    this.#hasRows = false;
  }
}
