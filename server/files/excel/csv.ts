import { Readable } from "node:stream";
import { byteOrderMark, csvLines, parseSeparated } from "../../../runtime/format/separated-text.ts";
import type { CellValue, SheetRow } from "./sheet.ts";
import type { WorkbookAnswer } from "./workbook-messages.ts";

interface CsvLimits {
  readonly rowLimit: number;
  readonly columnLimit: number;
}

/**
 * Reads separated text: UTF-8, UTF-16 with its mark, or what Chinese spreadsheets save (GBK, GB18030). The separator is
 * the commonest of comma, tab and semicolon in the first lines. Every cell is text, so a number keeps its leading zeros.
 *
 * @returns all rows from the first on, blank ones included, because people count them; null for an empty cell
 */
export function readCsv(bytes: Uint8Array, { rowLimit, columnLimit }: CsvLimits): WorkbookAnswer {
  const text = decodeText(bytes);
  if (text === undefined || isOtherFile(text)) return { kind: "refused", reason: "notSheet" };
  if (text.trim() === "") return { kind: "refused", reason: "empty" };
  const read = parseSeparated(text, separatorOf(text), rowLimit + 1);
  if (!read) return { kind: "refused", reason: "unreadable" };
  if (read.length > rowLimit) return { kind: "refused", reason: "tooManyRows" };
  const rows = read.map((row): CellValue[] =>
    row.slice(0, row.findLastIndex((cell) => cell !== "") + 1).map((cell) => (cell === "" ? null : cell)),
  );
  if (rows.some((row) => row.length > columnLimit)) return { kind: "refused", reason: "tooManyColumns" };
  return { kind: "rows", rows };
}

const marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** What is UTF-8 throughout is hardly ever meant as anything else, so GBK is tried after it. */
function decodeText(bytes: Uint8Array): string | undefined {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  for (const encoding of marked ? [marked[1]] : ["utf-8", "gb18030"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not this encoding.
    }
  }
  return undefined;
}

/** A page, a picture or a program under the name of a sheet: markup, or characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what gives such a file away
const isOtherFile = (text: string) => /^\s*<|^%PDF-|[\u0000-\u0008\u000b\u000e-\u001f]/.test(text);

/** Lines looked at: titles above the header have no separators. */
const separatorLines = 6;

function separatorOf(text: string): string {
  const start = text
    .split(/\r?\n/, separatorLines)
    .join("\n")
    .replace(/"[^"]*"/g, "");
  const counts = [",", "\t", ";"].map((one) => [one, start.split(one).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Comma-separated text, written while its rows are read. */
export function writeCsv(titles: readonly string[], rows: AsyncIterable<readonly SheetRow[]>): Readable {
  return Readable.from(lines(titles, rows), { objectMode: false, highWaterMark: 256 * 1024 });
}

async function* lines(titles: readonly string[], rows: AsyncIterable<readonly SheetRow[]>) {
  yield byteOrderMark + csvLines([titles]);
  for await (const batch of rows) yield csvLines(batch);
}
