import type { PdfPair } from "./pdf-messages.ts";
import type { PdfPages } from "./pdf-pages.ts";
import { shownText, writeSectionTitle } from "./pdf-table.ts";
import type { PdfText } from "./pdf-text.ts";

const size = 9.5;
const lineHeight = 14;
const padY = 5;
const labelWidth = 84;
const gap = 10;

interface Placed {
  readonly label: readonly string[];
  readonly value: readonly string[];
  readonly left: number;
}

interface Tools {
  readonly doc: PDFKit.PDFDocument;
  readonly text: PdfText;
  readonly pages: PdfPages;
}

const signatureHeight = 64;
const signatureGap = 28;

/** Lines to sign on, of one width; they stay together. */
export function writeSignatures({ doc, text, pages }: Tools, names: readonly string[]): void {
  if (pages.room < signatureHeight) pages.next();
  const width = (pages.width - signatureGap * (names.length - 1)) / names.length;
  const base = pages.y + 40;
  names.forEach((name, at) => {
    const left = pages.left + at * (width + signatureGap);
    text.draw(text.cut(name, width, size), left, base, { size, color: "#6b7280" });
    doc
      .moveTo(left, base + 6)
      .lineTo(left + width, base + 6)
      .lineWidth(0.7)
      .strokeColor("#1f2329")
      .stroke();
  });
  pages.y += signatureHeight;
}

/** Values with their names, two beside each other; a wide one has a line of its own. */
export function writeSection({ doc, text, pages }: Tools, title: string, pairs: readonly PdfPair[]): void {
  if (title !== "") writeSectionTitle(doc, text, pages, title, lineHeight + 2 * padY);
  const half = (pages.width - gap) / 2;
  const place = (pair: PdfPair, left: number, width: number): Placed => ({
    left,
    label: text.wrap(pair.title, labelWidth - 8, size),
    value: text.wrap(shownText(pair.value, pair) || "—", width - labelWidth, size),
  });
  for (const line of inLines(pairs)) {
    const width = line.length === 1 && line[0]?.isWide ? pages.width : half;
    drawLine(line.map((pair, at) => place(pair, pages.left + at * (half + gap), width)));
  }
  pages.y += 12;

  function drawLine(given: readonly Placed[]): void {
    let placed = given;
    const linesOf = () => Math.max(...placed.map(({ label, value }) => Math.max(label.length, value.length)));
    if (linesOf() * lineHeight + 2 * padY > pages.room && linesOf() * lineHeight + 2 * padY <= pages.wholeRoom)
      pages.next();
    for (;;) {
      const count = Math.min(linesOf(), Math.floor((pages.room - 2 * padY) / lineHeight));
      for (const { label, value, left } of placed) {
        draw(label.slice(0, count), left, "#6b7280");
        draw(value.slice(0, count), left + labelWidth, "#1f2329");
      }
      pages.y += count * lineHeight + 2 * padY;
      doc
        .moveTo(pages.left, pages.y)
        .lineTo(pages.left + pages.width, pages.y)
        .lineWidth(0.5)
        .strokeColor("#eceff2")
        .stroke();
      if (linesOf() <= count) return;
      placed = placed.map(({ label, value, left }) => ({ left, label: label.slice(count), value: value.slice(count) }));
      pages.next();
    }
  }

  function draw(lines: readonly string[], x: number, color: string): void {
    lines.forEach((line, index) => {
      text.draw(line, x, pages.y + padY + (index + 1) * lineHeight - 4, { size, color });
    });
  }
}

function inLines(pairs: readonly PdfPair[]): PdfPair[][] {
  const lines: PdfPair[][] = [];
  for (const pair of pairs) {
    const last = lines.at(-1);
    const [neighbour] = last ?? [];
    if (!pair.isWide && last?.length === 1 && !neighbour?.isWide) last.push(pair);
    else lines.push([pair]);
  }
  return lines;
}
