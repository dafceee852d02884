import { formatNumber } from "../../../runtime/format/number.ts";
import type { CellValue, SheetColumn, SheetRow } from "../excel/sheet.ts";
import { type ColumnNeed, choosePaper, columnWidths } from "./column-widths.ts";
import type { PdfPages } from "./pdf-pages.ts";
import type { PdfText } from "./pdf-text.ts";

const size = 9;
const lineHeight = 13;
const padX = 5;
const padY = 4;
const mostHeadLines = 4;
/** Points of a column that no text of its sample fills. */
const widestNatural = 260;
const leastText = 40;
const ink = "#1f2329";
const rule = "#dfe3e8";
const headFill = "#f1f3f6";

/** A value as it is printed. */
export function shownText(value: CellValue | undefined, { kind, scale }: Pick<SheetColumn, "kind" | "scale">): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" && kind === "number")
    return scale === undefined ? String(value) : formatNumber(value, scale);
  return String(value);
}

interface Cell {
  readonly lines: readonly string[];
  /** The cell above reaches down to here. */
  readonly isBelow: boolean;
}

/** A table whose head stands on every page; a row stays together unless it is longer than a page. */
export class PdfTable {
  readonly #doc: PDFKit.PDFDocument;
  readonly #text: PdfText;
  readonly #pages: PdfPages;
  readonly #columns: readonly SheetColumn[];
  readonly #widths: readonly number[];
  readonly #edges: readonly number[];
  /** The last value of each column, for cells that reach over the end of a page. */
  #above: readonly (CellValue | undefined)[] = [];

  /** @param sample rows whose texts decide the widths and the paper */
  constructor(
    tools: { readonly doc: PDFKit.PDFDocument; readonly text: PdfText; readonly pages: PdfPages },
    columns: readonly SheetColumn[],
    sample: readonly SheetRow[],
    title?: string,
  ) {
    this.#doc = tools.doc;
    this.#text = tools.text;
    this.#pages = tools.pages;
    this.#columns = columns;
    const needs = columns.map((column, at) => this.#need(column, at, sample));
    this.#pages.standOn(choosePaper(needs, this.#pages.paper));
    this.#widths = columnWidths(needs, this.#pages.width);
    this.#edges = this.#widths.reduce<number[]>(
      (edges, width) => [...edges, (edges.at(-1) ?? 0) + width],
      [this.#pages.left],
    );
    if (title !== undefined) writeSectionTitle(this.#doc, this.#text, this.#pages, title, this.#headHeight() + 24);
    if (this.#pages.room < this.#headHeight() + 24) this.#pages.next();
    this.#writeHead();
  }

  #need(column: SheetColumn, at: number, sample: readonly SheetRow[]): ColumnNeed {
    const widest = (texts: readonly string[]) =>
      texts.reduce((most, text) => Math.max(most, this.#text.width(text, size)), 0) + 2 * padX + 1;
    const texts = sample.flatMap((row) => shownText(row[at], column).split("\n", 20)).map((text) => text.slice(0, 80));
    // A number is not broken: later ones may be longer than those seen.
    const body = widest(texts) * (column.kind === "number" ? 1.1 : 1);
    const natural = Math.min(widestNatural, Math.max(body, Math.min(widest([column.title]), 110)));
    return { natural, least: Math.min(natural, column.kind === "text" ? leastText : Math.max(body, leastText)) };
  }

  rows(rows: readonly SheetRow[]): void {
    for (const row of rows) this.#row(row);
  }

  /** The last row, which says what those above come to. */
  sums(row: SheetRow): void {
    const cells = this.#cells(row);
    if (heightOf(cells) > this.#pages.room) this.#nextPage();
    const left = this.#edges[0] ?? 0;
    this.#doc.rect(left, this.#pages.y, (this.#edges.at(-1) ?? 0) - left, heightOf(cells)).fill(headFill);
    this.#draw(cells, true);
  }

  #row(row: SheetRow): void {
    let cells = this.#cells(row);
    if (heightOf(cells) > this.#pages.room && heightOf(cells) <= this.#pages.wholeRoom - this.#headHeight()) {
      this.#nextPage();
      cells = this.#cells(this.#columns.map((_, at) => (row[at] === undefined ? this.#above[at] : row[at])));
    }
    this.#above = this.#columns.map((_, at) => (row[at] === undefined ? this.#above[at] : row[at]));
    while (heightOf(cells) > this.#pages.room) {
      const count = Math.floor((this.#pages.room - 2 * padY) / lineHeight);
      if (count > 0) this.#draw(cells.map((cell) => ({ ...cell, lines: cell.lines.slice(0, count) })));
      cells = cells.map((cell) => ({ isBelow: cell.isBelow, lines: cell.lines.slice(Math.max(0, count)) }));
      this.#nextPage();
    }
    this.#draw(cells);
  }

  #cells(row: SheetRow): Cell[] {
    return this.#columns.map((column, at) => ({
      lines: this.#text.wrap(shownText(row[at], column), this.#inner(at), size),
      isBelow: row[at] === undefined,
    }));
  }

  #inner(at: number): number {
    return (this.#widths[at] ?? 0) - 2 * padX;
  }

  #draw(cells: readonly Cell[], isBold = false): void {
    const { y } = this.#pages;
    const height = heightOf(cells);
    cells.forEach(({ lines, isBelow }, at) => {
      if (!isBelow) this.#line(this.#edges[at] ?? 0, this.#edges[at + 1] ?? 0, y);
      lines.forEach((line, index) => {
        this.#textAt(line, at, y + padY + (index + 1) * lineHeight - 4, isBold);
      });
    });
    this.#pages.y = y + height;
  }

  #line(from: number, to: number, y: number): void {
    this.#doc.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor(rule).stroke();
  }

  #textAt(line: string, at: number, baseline: number, isBold: boolean): void {
    const isRight = this.#columns[at]?.kind === "number";
    const left = (this.#edges[at] ?? 0) + padX;
    const x = isRight ? left + this.#inner(at) - this.#text.width(line, size) : left;
    this.#text.draw(line, x, baseline, { size, color: ink, isBold });
  }

  #nextPage(): void {
    this.#closing();
    this.#pages.next();
    this.#writeHead();
  }

  #closing(): void {
    this.#line(this.#edges[0] ?? 0, this.#edges.at(-1) ?? 0, this.#pages.y);
  }

  /** A line in the place of rows. */
  note(line: string): void {
    const x = this.#pages.left + (this.#pages.width - this.#text.width(line, size)) / 2;
    this.#text.draw(line, x, this.#pages.y + padY + lineHeight, { size, color: "#8a9099" });
    this.#pages.y += 2 * lineHeight;
  }

  end(): void {
    this.#closing();
    this.#pages.y += 14;
  }

  #headLines(at: number): string[] {
    return this.#text.wrap(this.#columns[at]?.title ?? "", this.#inner(at), size).slice(0, mostHeadLines);
  }

  #groups(): { readonly title: string; readonly from: number; readonly to: number }[] {
    const groups: { title: string; from: number; to: number }[] = [];
    this.#columns.forEach(({ group }, at) => {
      const last = groups.at(-1);
      if (group === undefined) return;
      if (last?.title === group && last.to === at) last.to = at + 1;
      else groups.push({ title: group, from: at, to: at + 1 });
    });
    return groups;
  }

  #titleHeight(): number {
    const lines = this.#columns.map((_, at) => this.#headLines(at).length);
    return Math.max(1, ...lines) * lineHeight + 2 * padY;
  }

  #headHeight(): number {
    return this.#titleHeight() + (this.#groups().length > 0 ? lineHeight + 2 * padY : 0);
  }

  #writeHead(): void {
    const top = this.#pages.y;
    const groups = this.#groups();
    const groupHeight = groups.length > 0 ? lineHeight + 2 * padY : 0;
    const height = this.#headHeight();
    const [left, right] = [this.#edges[0] ?? 0, this.#edges.at(-1) ?? 0];
    this.#doc.rect(left, top, right - left, height).fill(headFill);
    for (const { title, from, to } of groups) {
      const [start, end] = [this.#edges[from] ?? 0, this.#edges[to] ?? 0];
      const line = this.#text.cut(title, end - start - 2 * padX, size);
      const x = start + (end - start - this.#text.width(line, size)) / 2;
      this.#text.draw(line, x, top + padY + lineHeight - 4, { size, color: ink, isBold: true });
      this.#line(start + padX, end - padX, top + groupHeight);
    }
    this.#columns.forEach((column, at) => {
      const lines = this.#headLines(at);
      const space = column.group === undefined ? height : height - groupHeight;
      const first = top + height - space + (space - lines.length * lineHeight) / 2;
      lines.forEach((line, index) => {
        this.#textAt(line, at, first + (index + 1) * lineHeight - 4, true);
      });
    });
    this.#pages.y = top + height;
  }
}

const heightOf = (cells: readonly Cell[]): number =>
  Math.max(1, ...cells.map(({ lines }) => lines.length)) * lineHeight + 2 * padY;

/** A title with the mark of the console's sections; it stays with what follows. */
export function writeSectionTitle(
  doc: PDFKit.PDFDocument,
  text: PdfText,
  pages: PdfPages,
  title: string,
  following: number,
): void {
  const height = 26;
  if (pages.room < height + following) pages.next();
  doc.rect(pages.left, pages.y + 6, 3, 12).fill("#1677ff");
  text.draw(text.cut(title, pages.width - 12, 11), pages.left + 10, pages.y + 16, {
    size: 11,
    color: ink,
    isBold: true,
  });
  pages.y += height;
}
