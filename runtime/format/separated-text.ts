import Papa, { type ParseError } from "papaparse";
import { neutraliseFormula } from "./sheet-text.ts";

/** What a cell of a text file may hold; nothing is written for null and undefined. */
export type SeparatedCell = string | number | boolean | null | undefined;

/** What makes spreadsheets read a .csv file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/**
 * Rows as lines of a .csv file, each with its break. A text that a spreadsheet would run is marked as text. Tabs and
 * semicolons are quoted too: where a spreadsheet separates by them, what follows one would be a cell, and could be a
 * formula.
 */
export function csvLines(rows: readonly (readonly SeparatedCell[])[]): string {
  if (rows.length === 0) return "";
  const safe = rows.map((row) => row.map((cell) => (typeof cell === "string" ? neutraliseFormula(cell) : cell)));
  const quotes = (cell: unknown) => typeof cell === "string" && /[;\t]/.test(cell);
  return `${Papa.unparse(safe, { quotes, newline: "\r\n" })}\r\n`;
}

/** Rows of text without a break at the end, as spreadsheets put them on the clipboard. */
export function printTsv(rows: readonly (readonly string[])[]): string {
  return Papa.unparse(
    rows.map((row) => [...row]),
    { delimiter: "\t", newline: "\n" },
  );
}

/**
 * Rows from a spreadsheet's clipboard: tabs between cells, one line per row, quotes around cells with tabs, quotes or
 * line breaks. Some programs copy a cell that begins with a quote as it is; then every quote is taken for text.
 *
 * @example parseTsv('a\t"b ""c"""\n1\t2\n') // [["a", 'b "c"'], ["1", "2"]]
 */
export function parseTsv(text: string): readonly (readonly string[])[] {
  const source = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  if (source === "") return [[""]];
  const settings = { delimiter: "\t", newline: "\n" } as const;
  const { data, errors } = Papa.parse<string[]>(source, settings);
  return errors.some(isQuoteError) ? Papa.parse<string[]>(source, { ...settings, quoteChar: "\0" }).data : data;
}

/**
 * Rows of a text file, blank ones included. Line breaks inside a cell stay as they are, unless those of the lines differ
 * among themselves.
 *
 * @param rowLimit no more rows than this are read
 * @returns undefined when a quoted cell does not end, or goes on after its end
 */
export function parseSeparated(text: string, delimiter: string, rowLimit: number): readonly string[][] | undefined {
  const outside = text.replace(/"[^"]*"/g, "");
  const [newline, ...others] = lineBreaks.filter(([, pattern]) => pattern.test(outside)).map(([written]) => written);
  const isMixed = others.length > 0;
  const source = (isMixed ? text.replace(/\r\n?/g, "\n") : text).replace(/(\r\n?|\n)$/, "");
  const { data, errors } = Papa.parse<string[]>(source, {
    delimiter,
    newline: isMixed ? "\n" : newline,
    preview: rowLimit,
  });
  return errors.some(isQuoteError) ? undefined : data;
}

const lineBreaks = [
  ["\r\n", /\r\n/],
  ["\n", /(?<!\r)\n/],
  ["\r", /\r(?!\n)/],
] as const;

const isQuoteError = ({ type }: ParseError) => type === "Quotes";
