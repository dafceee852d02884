import { bodyWidth, type Paper, pageMargin } from "./column-widths.ts";
import type { PdfHeading } from "./pdf-messages.ts";
import type { PdfText } from "./pdf-text.ts";

const footSize = 8;
const footColor = "#8a9099";
const footHeight = 26;
const titleSize = 16;
const noteSize = 8.5;
const noteColor = "#5f6670";
const mostNoteLines = 6;

/** Opens pages and writes what is the same on each. A page that is full is written out and forgotten. */
export class PdfPages {
  readonly #doc: PDFKit.PDFDocument;
  readonly #text: PdfText;
  readonly #heading: PdfHeading;
  /** A drawing that all pages show and that is made last, when the number of pages is known. */
  readonly #total: PDFKit.PDFKitReference;
  #count = 0;
  #paper: Paper | undefined;
  /** Where the next part begins, from the top of the page. */
  y = 0;

  constructor(doc: PDFKit.PDFDocument, text: PdfText, heading: PdfHeading) {
    this.#doc = doc;
    this.#text = text;
    this.#heading = heading;
    this.#total = doc.ref({ Type: "XObject", Subtype: "Form", BBox: [0, -4, 200, 12] });
  }

  get width(): number {
    return this.#paper ? bodyWidth(this.#paper) : 0;
  }

  get paper(): Paper | undefined {
    return this.#paper;
  }

  get left(): number {
    return pageMargin;
  }

  /** What is free below `y`. */
  get room(): number {
    return this.#bottom - this.y;
  }

  /** What a page has below its head. */
  get wholeRoom(): number {
    return this.#bottom - pageMargin;
  }

  get #bottom(): number {
    return this.#doc.page.height - pageMargin - footHeight + 6;
  }

  /** The paper that the next parts stand on; another one begins a page. */
  standOn(paper: Paper): void {
    if (this.#paper === paper) return;
    this.#paper = paper;
    this.next();
  }

  next(): void {
    const { size, layout } = this.#paper as Paper;
    this.#doc.addPage({ size, layout, margin: 0 });
    this.#count += 1;
    this.#writeFoot();
    this.y = pageMargin;
    if (this.#count === 1) this.#writeHead();
  }

  #writeHead(): void {
    const { title, notes } = this.#heading;
    for (const line of this.#text.wrap(title, this.width, titleSize).slice(0, 3)) {
      this.y += titleSize * 1.3;
      this.#text.draw(line, this.left, this.y - titleSize * 0.3, { size: titleSize, isBold: true });
    }
    this.y += 6;
    const lines = notes.flatMap((note) => this.#text.wrap(note, this.width, noteSize));
    const shown = lines.length > mostNoteLines ? [...lines.slice(0, mostNoteLines - 1), "…"] : lines;
    for (const line of shown) {
      this.y += noteSize * 1.5;
      this.#text.draw(line, this.left, this.y - noteSize * 0.4, { size: noteSize, color: noteColor });
    }
    this.y += 10;
  }

  #writeFoot(): void {
    const [before, between] = this.#heading.pageOf;
    const y = this.#doc.page.height - pageMargin;
    const right = this.left + this.width;
    const look = { size: footSize, color: footColor };
    const own = `${before}${this.#count}${between}`;
    const reserved = this.#text.width(`0000${this.#heading.pageOf[2]}`, footSize);
    const x = right - reserved - this.#text.width(own, footSize);
    this.#doc
      .moveTo(this.left, y - 14)
      .lineTo(right, y - 14)
      .lineWidth(0.5)
      .strokeColor("#e3e6ea")
      .stroke();
    this.#text.draw(this.#text.cut(this.#heading.title, x - this.left - 24, footSize), this.left, y, look);
    this.#text.draw(own, x, y, look);
    this.#doc.page.xobjects.Total = this.#total;
    // The page counts from its top; the drawing from its own baseline up.
    this.#doc.addContent(`q 1 0 0 -1 ${(right - reserved).toFixed(2)} ${y.toFixed(2)} cm /Total Do Q`);
  }

  /** Writes the number of pages into all of them. */
  end(): void {
    const { content, fonts } = this.#text.operators(`${this.#count}${this.#heading.pageOf[2]}`, footSize);
    const data = this.#total.data as unknown as Record<string, unknown>;
    data.Resources = { Font: fonts };
    this.#total.end(Buffer.from(`0.541 0.565 0.6 rg ${content}`) as never);
  }
}
