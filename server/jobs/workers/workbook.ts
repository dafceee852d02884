import { parentPort, workerData } from "node:worker_threads";
import { type CellObject, read, SSF, utils, type WorkSheet, write } from "@e965/xlsx";
import { readCsv } from "../../files/excel/csv.ts";
import type { CellValue } from "../../files/excel/sheet.ts";
import type { WorkbookAnswer, WorkbookRefusal, WorkbookTask } from "../../files/excel/workbook-messages.ts";

function run(task: WorkbookTask): WorkbookAnswer {
  return task.kind === "read" ? readRows(task) : writeXls(task);
}

function readRows(task: Extract<WorkbookTask, { kind: "read" }>): WorkbookAnswer {
  if (!isWorkbook(task.bytes)) return readCsv(task.bytes, task);
  let sheet: WorkSheet | undefined;
  try {
    const workbook = read(task.bytes, {
      type: "array",
      dense: true,
      sheets: 0,
      sheetRows: task.rowLimit + 1,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
    });
    sheet = workbook.Sheets[workbook.SheetNames[0] ?? ""];
  } catch {
    return refused("unreadable");
  }
  const data = sheet?.["!data"];
  if (!data || data.length === 0) return refused("empty");
  if (data.length > task.rowLimit) return refused("tooManyRows");
  const rows = Array.from(data, (row) => Array.from(row ?? [], cellValue));
  if (rows.some((row) => row.length > task.columnLimit)) return refused("tooManyColumns");
  return { kind: "rows", rows };
}

/** The two kinds of container, by their first bytes. */
const isWorkbook = ([first, second]: Uint8Array) =>
  (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);

const refused = (reason: WorkbookRefusal): WorkbookAnswer => ({ kind: "refused", reason });

/** Formulas are never computed: only the value that the author's program stored is read. */
function cellValue(cell: CellObject | undefined): CellValue {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === "e" || cell.t === "z") return null;
  if (cell.t === "n" && typeof cell.v === "number") {
    return cell.z && SSF.is_date(String(cell.z)) ? dateText(cell.v) : cell.v;
  }
  return typeof cell.v === "boolean" ? cell.v : String(cell.v);
}

/** Spreadsheet day number → wire text; whole days have no time. */
function dateText(serial: number): string {
  const { y, m, d, H, M, S } = SSF.parse_date_code(serial);
  const pad = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const time = `${pad(H)}:${pad(M)}:${pad(S)}`;
  if (serial < 1) return time;
  const day = `${String(y).padStart(4, "0")}-${pad(m)}-${pad(d)}`;
  return serial % 1 === 0 ? day : `${day} ${time}`;
}

function writeXls(task: Extract<WorkbookTask, { kind: "writeXls" }>): WorkbookAnswer {
  const workbook = utils.book_new();
  const sheet = utils.aoa_to_sheet(task.rows.map((row) => [...row]));
  sheet["!merges"] = task.merged.map(({ top, left, bottom, right }) => ({
    s: { r: top, c: left },
    e: { r: bottom, c: right },
  }));
  utils.book_append_sheet(workbook, sheet, task.sheetName);
  return { kind: "bytes", bytes: new Uint8Array(write(workbook, { type: "array", bookType: "biff8" })) };
}

// Below everything that it uses. One task per worker: a workbook that eats all its memory ends this thread and nothing else.
parentPort?.postMessage(run(workerData as WorkbookTask));
