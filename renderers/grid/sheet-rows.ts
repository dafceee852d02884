import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { isNumeric } from "../../runtime/model/field-types.ts";
import { textOfCell } from "../cells/cell-text.ts";
import type { GridParts } from "./grid-parts.ts";

/** A cell as a spreadsheet holds it. */
export type SheetCell = string | number | boolean | null;

/** The rows of a spreadsheet under the columns that its titles name. */
export interface SheetRows {
  readonly columns: readonly GridColumnPlan[];
  /** One per row and column. */
  readonly texts: readonly (readonly string[])[];
  /** Titles that name no column. */
  readonly ignored: readonly string[];
}

/** Above the titles stand a heading and a hint at most; further down every row is data. */
const headRows = 5;

/**
 * Finds the row of titles and the rows below it; blank rows are passed.
 *
 * @returns undefined when no row among the first names a column
 */
export function readSheetRows(
  columns: readonly GridColumnPlan[],
  sheet: readonly (readonly SheetCell[])[],
): SheetRows | undefined {
  const byTitle = new Map(columns.map((column) => [column.title, column]));
  const named = (row: readonly SheetCell[]) => row.filter((cell) => byTitle.has(titleOf(cell))).length;
  const counts = sheet.slice(0, headRows).map(named);
  const head = counts.indexOf(Math.max(...counts));
  if (!counts[head]) return undefined;
  const titles = (sheet[head] ?? []).map(titleOf);
  // A title that comes twice counts once.
  const wanted = titles.flatMap((title, at) => {
    const column = titles.indexOf(title) === at ? byTitle.get(title) : undefined;
    return column ? [{ at, column }] : [];
  });
  const texts = sheet
    .slice(head + 1)
    .map((row) => wanted.map(({ at }) => textOf(row[at] ?? null)))
    .filter((row) => row.some((text) => text !== ""));
  const ignored = titles.filter((title) => title !== "" && !byTitle.has(title));
  return { columns: wanted.map(({ column }) => column), texts, ignored };
}

/** A required column may carry a star, as templates mark it. */
const titleOf = (cell: SheetCell): string =>
  String(cell ?? "")
    .replace(/^\s*\*|\*\s*$/g, "")
    .trim();

const textOf = (cell: SheetCell): string => String(cell ?? "").trim();

interface WrittenSheet {
  readonly title: string;
  readonly subtitle: string;
  readonly columns: readonly { readonly title: string; readonly kind: "text" | "number"; readonly scale?: number }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The shown rows and columns of a table, as it shows them; numbers stay numbers. */
export function writeSheetRows({ model, cells }: GridParts, title: string): WrittenSheet {
  const { columns } = model;
  const rows = model.order.ids.map((id) => model.store.row(id) ?? {});
  return {
    title,
    subtitle: "",
    columns: columns.map(sheetColumn),
    rows: rows.map((row) =>
      columns.map((column) => {
        const value = row[column.name];
        if (isBlank(value)) return null;
        if (typeof value === "number" && !column.dict) return value;
        return column.cell.kind === "cell" ? textOfCell(column, column.cell, row, cells) : String(value);
      }),
    ),
  };
}

/** An empty sheet with the titles to fill in below. */
export const templateSheet = (columns: readonly GridColumnPlan[], title: string, subtitle: string): WrittenSheet => ({
  title,
  subtitle,
  columns: columns.map(sheetColumn),
  rows: [],
});

function sheetColumn({ title, field, dict }: GridColumnPlan): WrittenSheet["columns"][number] {
  const isFigure = isNumeric(field) && !dict;
  return { title, kind: isFigure ? "number" : "text", ...(isFigure ? { scale: field.scale ?? 0 } : {}) };
}
