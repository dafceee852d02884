import type { CellValue } from "./sheet.ts";
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
  const separator = separatorOf(text);
  const plainCell = new RegExp(`[^\\r\\n${separator}]*`, "y");
  const rows: CellValue[][] = [];
  let row: CellValue[] = [];
  let width = 0;
  let at = 0;
  const endRow = () => {
    rows.push(row.slice(0, width));
    [row, width] = [[], 0];
  };
  while (at < text.length) {
    const cell = readCell(text, at, plainCell);
    if (!cell) return { kind: "refused", reason: "unreadable" };
    row.push(cell.text === "" ? null : cell.text);
    if (cell.text !== "") width = row.length;
    if (width > columnLimit) return { kind: "refused", reason: "tooManyColumns" };
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    endRow();
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (rows.length > rowLimit) return { kind: "refused", reason: "tooManyRows" };
  }
  if (row.length > 0) endRow(); // a separator was the last character
  return { kind: "rows", rows };
}

interface CsvCell {
  readonly text: string;
  /** Where the separator, the line break or the end of the text stands. */
  readonly end: number;
}

/** @returns undefined when a quoted cell does not end, or goes on after its end */
function readCell(text: string, start: number, plainCell: RegExp): CsvCell | undefined {
  const plainFrom = (at: number) => {
    plainCell.lastIndex = at;
    return plainCell.exec(text)?.[0] ?? "";
  };
  if (text[start] !== '"') {
    const plain = plainFrom(start);
    return { text: plain, end: start + plain.length };
  }
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0 || plainFrom(close + 1) !== "") return undefined;
  return { text: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 };
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
