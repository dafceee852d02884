import { Readable } from "node:stream";
import { csvCell } from "../../../runtime/format/sheet-text.ts";
import type { CellValue, SheetRow } from "./sheet.ts";

/** Comma-separated text with a byte order mark, which is what makes spreadsheets read it as UTF-8. */
export function writeCsv(titles: readonly string[], rows: AsyncIterable<readonly SheetRow[]>): Readable {
  return Readable.from(lines(titles, rows), { objectMode: false, highWaterMark: 256 * 1024 });
}

async function* lines(titles: readonly string[], rows: AsyncIterable<readonly SheetRow[]>) {
  yield `\uFEFF${titles.map(field).join(",")}\r\n`;
  for await (const batch of rows) yield batch.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

function field(value: CellValue | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? csvCell(value) : String(value);
}
