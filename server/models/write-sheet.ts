import type { Readable } from "node:stream";
import type { Caller } from "../auth/caller.ts";
import { writeCsv } from "../files/excel/csv.ts";
import type { SheetColumn, SheetHeading, SheetRow } from "../files/excel/sheet.ts";
import { writeXls, xlsRowLimit } from "../files/excel/workbook.ts";
import { writeXlsx } from "../files/excel/write-xlsx.ts";
import { refuse } from "../http/refusal.ts";
import type { ReaderTexts } from "./language/reader-texts.ts";

export type Batches = AsyncGenerator<readonly SheetRow[]>;

/** An export that may be made: its columns are known and no row is read yet. */
export interface OpenExport {
  /** Without its ending. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly texts: ReaderTexts;
  readonly batches: Batches;
}

/** A file on its way. */
export interface WrittenSheet {
  readonly fileName: string;
  readonly mimeType: string;
  readonly body: Readable | Buffer;
}

interface SheetFile extends OpenExport {
  readonly heading: SheetHeading;
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
};

/**
 * `xls` (the recorded clients name none), `xlsx` or `csv`.
 *
 * @throws AppError INVALID
 */
export function readFormat(format: unknown): string {
  const name = typeof format === "string" && format !== "" ? format : "xls";
  if (!writers[name]) throw refuse("导出格式须为 xls、xlsx 或 csv");
  return name;
}

/**
 * Writes an export as a file; .xlsx and .csv come as they are read, the old .xls when its last row is there.
 *
 * @param format as `readFormat` answers it
 * @throws AppError INVALID for more rows than an .xls holds; a stream fails with what its rows throw
 */
export async function writeSheet(format: string, open: OpenExport, caller: Caller): Promise<WrittenSheet> {
  const { words } = open.texts;
  const heading = { title: words.list(open.name), subtitle: words.exportedBy(caller.realname || caller.username) };
  const write = writers[readFormat(format)];
  if (!write) throw new Error(`no writer for ${format}`);
  return { fileName: `${open.name}.${format}`, ...(await write({ ...open, heading })) };
}
