import { Readable } from "node:stream";
import { strToU8, Zip, ZipDeflate } from "fflate";
import { neutraliseFormula } from "../../runtime/format/sheet-text.ts";
import { numberStyle, serialOf, styles, stylesXml } from "./cell-styles.ts";
import { createMergeFinder, headerRows, headingRows, type MergedRange } from "./merged-cells.ts";
import type { CellValue, SheetColumn, SheetHeading, SheetRow } from "./sheet.ts";

/** A sheet holds 1,048,576 rows; three of them are the heading. */
export const xlsxRowLimit = 1_048_573;

/**
 * Writes a workbook of one sheet as a stream: rows are compressed as they come, so memory does not grow with them.
 *
 * @param rows batches of rows; each row has one value per column, `undefined` where the cell above reaches down
 * @throws what `rows` throws; the stream is destroyed with that error
 */
export function writeXlsx(
  heading: SheetHeading,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetRow[]>,
): Readable {
  return Readable.from(zipWorkbook(heading, columns, rows), { objectMode: false, highWaterMark: 256 * 1024 });
}

async function* zipWorkbook(
  heading: SheetHeading,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else chunks.push(Buffer.from(chunk));
  });
  const taken = () => {
    if (failure) throw failure;
    return chunks.splice(0);
  };
  const openFile = (name: string) => {
    const file = new ZipDeflate(name, { level: 3 });
    zip.add(file);
    return file;
  };
  for (const [name, text] of Object.entries(fixedParts(heading.title))) openFile(name).push(strToU8(text), true);
  const sheet = openFile("xl/worksheets/sheet1.xml");
  sheet.push(strToU8(sheetStart(heading, columns)));
  yield* taken();
  let rowNumber = headingRows(columns) + 1;
  const merged = createMergeFinder(columns);
  for await (const batch of rows) {
    let text = "";
    for (const row of batch) {
      text += writeRow(rowNumber, row, columns);
      merged.add(row);
      rowNumber += 1;
    }
    sheet.push(strToU8(text));
    yield* taken();
  }
  sheet.push(strToU8(`</sheetData>${mergedCells(columns.length, merged.ranges())}</worksheet>`), true);
  zip.end();
  yield* taken();
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const mainSpace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationSpace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageSpace = "http://schemas.openxmlformats.org/package/2006";

function fixedParts(sheetName: string): Record<string, string> {
  return {
    "[Content_Types].xml": `${declaration}<Types xmlns="${packageSpace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    "_rels/.rels": `${declaration}<Relationships xmlns="${packageSpace}/relationships"><Relationship Id="rId1" Type="${relationSpace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${declaration}<workbook xmlns="${mainSpace}" xmlns:r="${relationSpace}"><sheets><sheet name="${escapeXml(sheetTitle(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${declaration}<Relationships xmlns="${packageSpace}/relationships"><Relationship Id="rId1" Type="${relationSpace}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationSpace}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": stylesXml(declaration, mainSpace),
  };
}

function sheetStart(heading: SheetHeading, columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    (column, index) => `<col min="${index + 1}" max="${index + 1}" width="${column.widthChars}" customWidth="1"/>`,
  );
  const frozen = headingRows(columns);
  const view = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  const header = headerRows(columns).map((row, at) => {
    const cells = row.map((title, index) => (title ? textCell(index, at + 3, String(title), styles.heading) : ""));
    return `<row r="${at + 3}">${cells.join("")}</row>`;
  });
  return `${declaration}<worksheet xmlns="${mainSpace}">${view}<cols>${widths.join("")}</cols><sheetData><row r="1">${textCell(0, 1, heading.title, styles.heading)}</row><row r="2">${textCell(0, 2, heading.subtitle, styles.heading)}</row>${header.join("")}`;
}

function mergedCells(columnCount: number, ranges: readonly MergedRange[]): string {
  const last = columnName(columnCount - 1);
  const all = [
    ...(columnCount > 1 ? [`A1:${last}1`, `A2:${last}2`] : []),
    ...ranges.map(({ top, left, bottom, right }) => `${columnName(left)}${top + 1}:${columnName(right)}${bottom + 1}`),
  ];
  if (all.length === 0) return "";
  return `<mergeCells count="${all.length}">${all.map((range) => `<mergeCell ref="${range}"/>`).join("")}</mergeCells>`;
}

function writeRow(rowNumber: number, row: SheetRow, columns: readonly SheetColumn[]): string {
  let cells = "";
  for (let index = 0; index < columns.length; index += 1) {
    const value = row[index];
    const column = columns[index];
    if (value === null || value === undefined || value === "" || !column) continue;
    const number = numberOf(column, value);
    if (number !== undefined) {
      const style = column.kind === "number" || column.kind === "text" ? numberStyle(column) : styles[column.kind];
      cells += `<c r="${columnName(index)}${rowNumber}" s="${style}"><v>${number}</v></c>`;
    } else {
      cells += textCell(index, rowNumber, neutraliseFormula(String(value)), styles.text);
    }
  }
  return `<row r="${rowNumber}">${cells}</row>`;
}

/** What stands in the sheet as a number: numbers and days. */
function numberOf({ kind }: SheetColumn, value: CellValue): number | undefined {
  if (kind === "number") return typeof value === "number" ? value : undefined;
  return kind !== "text" && typeof value === "string" ? serialOf(value) : undefined;
}

function textCell(index: number, rowNumber: number, text: string, style: number): string {
  return `<c r="${columnName(index)}${rowNumber}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

// A sheet name holds at most 31 characters and none of these.
const sheetTitle = (title: string) => title.replace(/[\\/*?:[\]]/g, " ").slice(0, 31) || "数据";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML 1.0 allows no control characters besides tab and line breaks; one of them would make the whole file unreadable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapeXml = (text: string) => text.replace(special, (character) => entities[character] ?? "");
