import type { Readable } from "node:stream";
import type { Caller } from "../auth/caller.ts";
import { writeCsv } from "../files/excel/csv.ts";
import type { SheetColumn, SheetHeading, SheetRow } from "../files/excel/sheet.ts";
import { writeXls, xlsRowLimit } from "../files/excel/workbook.ts";
import { writeXlsx } from "../files/excel/write-xlsx.ts";
import type { PdfHeading, PdfPart } from "../files/pdf/pdf-messages.ts";
import { pdfColumnLimit, pdfRowLimit, writePdf } from "../files/pdf/write-pdf.ts";
import { refuse } from "../http/refusal.ts";
import type { ReaderTexts } from "./language/reader-texts.ts";

export type Batches = AsyncGenerator<readonly SheetRow[]>;

/** An export that may be made: its columns are known and no row is read yet. */
export interface OpenExport {
  /** Without its ending. */
  readonly name: string;
  /** What the file calls itself; default: a list of `name`. */
  readonly heading?: string;
  readonly columns: readonly SheetColumn[];
  readonly texts: ReaderTexts;
  readonly batches: Batches;
  /** The last batch, where it is not the only one, is a row that says what those above it come to. */
  readonly hasSums?: boolean;
  /** What the rows were narrowed by, in words, for files that are read on paper; "" for nothing. */
  readonly conditions: () => Promise<string>;
}

/** Whom a file is written for, and when, as wire text. */
export interface SheetMaker {
  readonly caller: Caller;
  readonly now: string;
}

/** A file on its way. */
export interface WrittenSheet {
  readonly fileName: string;
  readonly mimeType: string;
  readonly body: Readable | Buffer;
}

interface SheetFile extends Omit<OpenExport, "heading"> {
  readonly heading: SheetHeading;
  readonly now: string;
}

type Writer = (file: SheetFile) => Promise<Omit<WrittenSheet, "fileName">>;

const writers: Readonly<Record<string, Writer | undefined>> = {
  async xlsx({ heading, columns, batches }) {
    const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    return { mimeType, body: writeXlsx(heading, columns, batches) };
  },
  async csv({ columns, texts, batches }) {
    const titles = columns.map(({ title, group }) => (group === undefined ? title : group + texts.words.colon + title));
    return { mimeType: "text/csv; charset=utf-8", body: writeCsv(titles, batches) };
  },
  async xls({ heading, columns, batches }) {
    const limit = xlsRowLimit(columns);
    const rows: SheetRow[] = [];
    for await (const batch of batches) {
      rows.push(...batch);
      if (rows.length > limit) throw refuse(`.xls 最多 ${limit} 行，请改用 .xlsx 或 .csv 导出`);
    }
    return { mimeType: "application/vnd.ms-excel", body: Buffer.from(await writeXls(heading, columns, rows)) };
  },
  async pdf({ heading, now, columns, texts, batches, hasSums = false, conditions }) {
    if (columns.length > pdfColumnLimit) throw tooWideForPdf();
    const { words } = texts;
    const notes = [
      [heading.subtitle, words.exportedAt(now)].join("　　"),
      words.conditions((await conditions()) || words.noConditions),
    ];
    const title = heading.title;
    return {
      mimeType: "application/pdf",
      body: writePdf(listParts(pdfHeading(title, notes, texts), columns, batches, hasSums)),
    };
  },
};

/** The heading of a PDF in the language of its reader. */
export function pdfHeading(title: string, notes: readonly string[], { words }: ReaderTexts): PdfHeading {
  const [before = "", between = "", after = ""] = words.pageOf;
  return { title, notes, pageOf: [before, between, after], empty: words.noRows };
}

async function* listParts(
  heading: PdfHeading,
  given: readonly SheetColumn[],
  batches: Batches,
  hasSums: boolean,
): AsyncGenerator<PdfPart> {
  const columns = given.map(plainColumn);
  yield { kind: "begin", heading };
  let lines = 0;
  for await (const { value: rows, isLast } of markLast(batches)) {
    const isFirst = lines === 0;
    const [only] = rows;
    if (!only) continue;
    lines += rows.length;
    if (lines > pdfRowLimit) throw tooManyForPdf();
    if (isFirst) yield { kind: "table", columns, rows };
    else if (hasSums && isLast) yield { kind: "sums", row: only };
    else yield { kind: "rows", rows };
  }
  if (lines === 0) yield { kind: "table", columns, rows: [] };
  yield { kind: "end" };
}

async function* markLast<Value>(values: AsyncGenerator<Value>) {
  let held: { readonly value: Value } | undefined;
  for await (const value of values) {
    if (held) yield { value: held.value, isLast: false };
    held = { value };
  }
  if (held) yield { value: held.value, isLast: true };
}

/** A column without what reads its values: it goes to another thread. */
export const plainColumn = ({ title, group, isBelow = false, widthChars, kind, scale }: SheetColumn): SheetColumn => ({
  ...{ title, group, isBelow, widthChars, kind },
  ...(scale === undefined ? {} : { scale }),
});

const tooWideForPdf = () => refuse(`PDF 最多 ${pdfColumnLimit} 列，请少选几列`);
const tooManyForPdf = () => refuse(`PDF 最多 ${pdfRowLimit} 行，请缩小条件，或改用 .xlsx、.csv 导出`);

interface SheetSize {
  readonly columns: number;
  /** Lines of the file, no more than the limit and one need be counted. */
  lines(limit: number): Promise<number>;
}

/**
 * Refuses what cannot become a file of this format before its first byte.
 *
 * @throws AppError INVALID
 */
export async function admitSheet(format: string, { columns, lines }: SheetSize): Promise<void> {
  if (format !== "pdf") return;
  if (columns > pdfColumnLimit) throw tooWideForPdf();
  if ((await lines(pdfRowLimit)) > pdfRowLimit) throw tooManyForPdf();
}

/**
 * `xls` (the recorded clients name none), `xlsx`, `csv` or `pdf`.
 *
 * @throws AppError INVALID
 */
export function readFormat(format: unknown): string {
  const name = typeof format === "string" && format !== "" ? format : "xls";
  if (!writers[name]) throw refuse("导出格式须为 xls、xlsx、csv 或 pdf");
  return name;
}

/**
 * Writes an export as a file; .xlsx, .csv and .pdf come as they are read, the old .xls when its last row is there.
 *
 * @param format as `readFormat` answers it
 * @throws AppError INVALID for more rows than an .xls holds; a stream fails with what its rows throw
 */
export async function writeSheet(format: string, open: OpenExport, { caller, now }: SheetMaker): Promise<WrittenSheet> {
  const { words } = open.texts;
  const title = open.heading ?? words.list(open.name);
  const heading = { title, subtitle: words.exportedBy(caller.realname || caller.username) };
  const write = writers[readFormat(format)];
  if (!write) throw new Error(`no writer for ${format}`);
  return { fileName: `${open.name}.${format}`, ...(await write({ ...open, heading, now })) };
}
