import type { DictOption } from "../../../runtime/wire/envelope.ts";
import type { CellValue, SheetRow } from "../../files/excel/sheet.ts";
import { escapeHtml } from "../../messages/render-template.ts";
import { chineseReader } from "../../models/language/reader-texts.ts";
import type { ReportItem } from "./definition.ts";
import { exportColumns, sheetRow, totalRow } from "./export-report.ts";
import type { ReportRows } from "./run-report.ts";

/** Rows of a message; whoever wants more opens the report. */
export const messageRows = 50;

interface MessageReport {
  readonly items: readonly ReportItem[];
  readonly options: Readonly<Record<string, readonly DictOption[] | null>>;
  readonly rows: ReportRows;
  /** Where the report opens; undefined where the server does not know its own address. */
  readonly address: string | undefined;
}

/** The first rows of a report as HTML for mail and notices: every value escaped, sums below, and how many rows there are. */
export function reportMessage({ items, options, rows, address }: MessageReport): string {
  const columns = exportColumns(items, options, chineseReader);
  const sums = columns.some(({ isTotal }) => isTotal) && rows.records.length > 0;
  const lines = [
    ...rows.records.map((row) => sheetRow(columns, row)),
    ...(sums ? [totalRow(columns, rows.totals, chineseReader.words.total)] : []),
  ];
  const cells = (tag: "td" | "th", values: SheetRow) =>
    values.map((value) => `<${tag}>${escapeHtml(textOf(value))}</${tag}>`).join("");
  const table = `<table border="1" cellpadding="6" style="border-collapse: collapse"><thead><tr>${cells(
    "th",
    columns.map(({ title }) => title),
  )}</tr></thead><tbody>${lines.map((line) => `<tr>${cells("td", line)}</tr>`).join("")}</tbody></table>`;
  const shown = rows.records.length;
  const count = rows.total > shown ? `共 ${rows.total} 行，这里是前 ${shown} 行。` : `共 ${rows.total} 行。`;
  const link = address === undefined ? "" : `<p><a href="${escapeHtml(address)}">打开报表</a></p>`;
  return rows.total === 0 ? `<p>没有符合条件的数据。</p>${link}` : `${table}<p>${count}</p>${link}`;
}

const textOf = (value: CellValue | undefined): string => (value === null || value === undefined ? "" : String(value));
