import { Readable } from "node:stream";
import { strToU8, Zip, ZipDeflate } from "fflate";
import { neutraliseFormula } from "../../../runtime/format/sheet-text.ts";
import { numberStyle, serialOf, styles, stylesXml } from "./cell-styles.ts";
import { createMergeFinder, headerRows, headingRows, type MergedRange } from "./merged-cells.ts";
import type { CellValue, SheetColumn, SheetHeading, SheetRow } from "./sheet.ts";

/** A sheet holds this many rows, its heading among them. */
const sheetRows = 1_048_576;

/**
 * Writes a workbook as a stream: rows are compressed as they come, so memory does not grow with them. What one sheet has
 * no room for goes on in the next, under the same heading.
 *
 * @param rows batches of rows; each row has one value per column, `undefined` where the cell above reaches down
 * @param rowsPerSheet the most that a sheet holds, its heading among them
 * @throws what `rows` throws; the stream is destroyed with that error
 */
export function writeXlsx(
  heading: SheetHeading,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetRow[]>,
  rowsPerSheet = sheetRows,
): Readable {
  return Readable.from(zipWorkbook(heading, columns, rows, rowsPerSheet), {
    objectMode: false,
    highWaterMark: 256 * 1024,
  });
}

async function* zipWorkbook(
  heading: SheetHeading,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetRow[]>,
  rowsPerSheet: number,
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
  const writeParts = (parts: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(parts)) openFile(name).push(strToU8(text), true);
  };
  writeParts(fixedParts());
  let sheetCount = 0;
  const openSheet = () => {
    sheetCount += 1;
    const file = openFile(`xl/worksheets/sheet${sheetCount}.xml`);
    file.push(strToU8(sheetStart(heading, columns)));
    return { file, merged: createMergeFinder(columns), rowNumber: headingRows(columns) + 1 };
  };
  const closeSheet = ({ file, merged }: ReturnType<typeof openSheet>) =>
    file.push(strToU8(`</sheetData>${mergedCells(columns.length, merged.ranges())}</worksheet>`), true);
  let sheet = openSheet();
  let last: SheetRow = [];
  yield* taken();
  for await (const batch of rows) {
    let text = "";
    for (const given of batch) {
      let row = given;
      if (row[0] !== undefined) last = row;
      if (sheet.rowNumber > rowsPerSheet) {
        sheet.file.push(strToU8(text));
        text = "";
        closeSheet(sheet);
        sheet = openSheet();
        // No cell above reaches down into this sheet.
        row = given.map((value, index) => (value === undefined ? last[index] : value));
      }
      text += writeRow(sheet.rowNumber, row, columns);
      sheet.merged.add(row);
      sheet.rowNumber += 1;
    }
    sheet.file.push(strToU8(text));
    yield* taken();
  }
  closeSheet(sheet);
  writeParts(sheetList(heading.title, sheetCount));
  zip.end();
  yield* taken();
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const mainSpace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationSpace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageSpace = "http://schemas.openxmlformats.org/package/2006";

/** A part of no other type is a sheet: how many there will be is not known when the types are written. */
function fixedParts(): Record<string, string> {
  return {
    "[Content_Types].xml": `${declaration}<Types xmlns="${packageSpace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    "_rels/.rels": `${declaration}<Relationships xmlns="${packageSpace}/relationships"><Relationship Id="rId1" Type="${relationSpace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/styles.xml": stylesXml(declaration, mainSpace),
  };
}

/** The sheets by name and place; known when the last row is. */
function sheetList(title: string, count: number): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const sheets = numbers.map(
    (at) => `<sheet name="${escapeXml(sheetTitle(title, at))}" sheetId="${at}" r:id="rId${at}"/>`,
  );
  const relations = numbers.map(
    (at) => `<Relationship Id="rId${at}" Type="${relationSpace}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  );
  return {
    "xl/workbook.xml": `${declaration}<workbook xmlns="${mainSpace}" xmlns:r="${relationSpace}"><sheets>${sheets.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${declaration}<Relationships xmlns="${packageSpace}/relationships">${relations.join("")}<Relationship Id="rId${count + 1}" Type="${relationSpace}/styles" Target="styles.xml"/></Relationships>`,
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
const sheetTitle = (title: string, number: number) => {
  const name = title.replace(/[\\/*?:[\]]/g, " ") || "数据";
  return number === 1 ? name.slice(0, 31) : `${name.slice(0, 26)} ${number}`;
};

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML 1.0 allows no control characters besides tab and line breaks; one of them would make the whole file unreadable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapeXml = (text: string) => text.replace(special, (character) => entities[character] ?? "");
