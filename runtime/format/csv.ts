import type { ColumnPlan } from "../compile/plan.ts";
import type { ResolvedDict, Row } from "../model/resolved-model.ts";
import { cellText, isBlank, rowDictText } from "./cell-text.ts";
import { byteOrderMark, csvLines } from "./separated-text.ts";
import { words } from "./words.ts";

/**
 * Rows as comma-separated text, as the table shows them, with a byte order mark so that spreadsheets read UTF-8. A text
 * that a spreadsheet would take for a formula is led by an apostrophe.
 */
export function rowsToCsv(
  columns: readonly ColumnPlan[],
  rows: readonly Row[],
  dictText: (dict: ResolvedDict, value: string) => string | undefined,
): string {
  const lines = rows.map((row) => columns.map((column) => textOf(column, row, dictText)));
  return byteOrderMark + csvLines([columns.map(titleOf), ...lines]);
}

/** One header row: the name of a group stands before each title below it. */
const titleOf = ({ title, groupHeader }: ColumnPlan) =>
  groupHeader === undefined ? title : groupHeader + words.colon + title;

function textOf(
  column: ColumnPlan,
  row: Row,
  dictText: (dict: ResolvedDict, value: string) => string | undefined,
): string {
  const value = row[column.name];
  if (isBlank(value)) return "";
  if (typeof value === "number" && !column.dict) return String(value);
  const words = rowDictText(row, column.name);
  if (words !== undefined) return words;
  if (column.cell.kind === "broken") return String(value);
  const { props, type } = column.cell;
  const field = { ...column.field, dict: column.dict };
  return cellText(type, value, field, { props: { ...props }, row, dictText });
}
