import { Readable } from "node:stream";
import { byteOrderMark, csvLines } from "../../../runtime/format/separated-text.ts";
import type { SheetRow } from "./sheet.ts";

/** Comma-separated text, written while its rows are read. */
export function writeCsv(titles: readonly string[], rows: AsyncIterable<readonly SheetRow[]>): Readable {
  return Readable.from(lines(titles, rows), { objectMode: false, highWaterMark: 256 * 1024 });
}

async function* lines(titles: readonly string[], rows: AsyncIterable<readonly SheetRow[]>) {
  yield byteOrderMark + csvLines([titles]);
  for await (const batch of rows) yield csvLines(batch);
}
