import { Worker } from "node:worker_threads";
import { unzipSync } from "fflate";
import { neutraliseFormula } from "../../../runtime/format/sheet-text.ts";
import { AppError } from "../../http/errors.ts";
import { workerFile } from "../../worker-file.ts";
import { createMergeFinder, headerRows, headingRows } from "./merged-cells.ts";
import type { CellValue, SheetColumn, SheetHeading, SheetRow } from "./sheet.ts";
import type { WorkbookAnswer, WorkbookRefusal, WorkbookTask } from "./workbook-messages.ts";

/** Bounds of an uploaded workbook, checked before it is unpacked. */
export const workbookLimits = {
  rows: 100_003,
  columns: 200,
  zipParts: 1_000,
  unpackedBytes: 600 * 1024 * 1024,
  /** A document program reaches about 20; far beyond is a bomb. */
  unpackRatio: 200,
  timeMs: 60_000,
  memoryMb: 1_536,
} as const;

/** Rows of data that the old format holds: its own bound, less the heading. */
export const xlsRowLimit = (columns: readonly SheetColumn[]): number => 65_536 - headingRows(columns);

/**
 * Reads the first sheet of an .xls or .xlsx file, or a .csv file, in a worker thread.
 *
 * @returns all rows from the first on, cells by position; dates as wire text, formulas as their stored value
 * @throws AppError INVALID with the reason in Chinese; TOO_LARGE for a file that unpacks to too much
 */
export async function readWorkbook(bytes: Uint8Array): Promise<readonly (readonly CellValue[])[]> {
  inspect(bytes);
  const answer = await runTask({
    kind: "read",
    bytes,
    rowLimit: workbookLimits.rows,
    columnLimit: workbookLimits.columns,
  });
  if (answer.kind === "rows") return answer.rows;
  throw new AppError("INVALID", {
    details: { reason: refusals[answer.kind === "refused" ? answer.reason : "unreadable"] },
  });
}

/** Writes the old .xls format; at most `xlsRowLimit` rows, because that format drops the rest without a word. */
export async function writeXls(
  heading: SheetHeading,
  columns: readonly SheetColumn[],
  rows: readonly SheetRow[],
): Promise<Uint8Array> {
  const merged = createMergeFinder(columns);
  for (const row of rows) merged.add(row);
  const safe = rows.map((row) => row.map((value) => (typeof value === "string" ? neutraliseFormula(value) : value)));
  const answer = await runTask({
    kind: "writeXls",
    sheetName: heading.title.replace(/[\\/*?:[\]]/g, " ").slice(0, 31) || "数据",
    rows: [[heading.title], [heading.subtitle], ...headerRows(columns), ...safe],
    merged: merged.ranges(),
  });
  if (answer.kind === "bytes") return answer.bytes;
  throw new AppError("INVALID", { details: { reason: "文件生成失败" } });
}

const refusals: Record<WorkbookRefusal, string> = {
  unreadable: "文件无法读取，请另存为 .xlsx 后重试",
  notSheet: "只能导入 .xls、.xlsx、.csv 文件",
  empty: "文件里没有数据",
  tooManyRows: `一次最多导入 ${(workbookLimits.rows - 3).toLocaleString("en-US")} 行，请分批导入`,
  tooManyColumns: `列数超过 ${workbookLimits.columns}，请使用导入模板`,
};

/** Decides by content, not by name, and reads only the directory of a zip: nothing is unpacked yet. */
function inspect(bytes: Uint8Array): void {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return;
  if (!startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return; // the worker sees whether it is text
  let parts = 0;
  let unpacked = 0;
  let isWorkbook = false;
  try {
    unzipSync(bytes, {
      filter(file) {
        parts += 1;
        unpacked += file.originalSize;
        isWorkbook ||= file.name === "xl/workbook.xml";
        return false;
      },
    });
  } catch {
    throw new AppError("INVALID", { details: { reason: refusals.unreadable } });
  }
  const { zipParts, unpackedBytes, unpackRatio } = workbookLimits;
  if (parts > zipParts || unpacked > unpackedBytes || unpacked > bytes.length * unpackRatio + 1_048_576) {
    throw new AppError("TOO_LARGE");
  }
  if (!isWorkbook) throw new AppError("INVALID", { details: { reason: refusals.notSheet } });
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte);

function runTask(task: WorkbookTask): Promise<WorkbookAnswer> {
  const worker = new Worker(workerFile("workbook"), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: workbookLimits.memoryMb },
  });
  return new Promise<WorkbookAnswer>((resolve) => {
    const timer = setTimeout(() => resolve({ kind: "refused", reason: "unreadable" }), workbookLimits.timeMs);
    const finish = (answer: WorkbookAnswer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    worker.once("message", finish);
    // Out of memory, or a file that makes the reader fail beyond catching.
    worker.once("error", () => finish({ kind: "refused", reason: "unreadable" }));
    worker.once("exit", () => finish({ kind: "refused", reason: "unreadable" }));
  }).finally(() => worker.terminate());
}
