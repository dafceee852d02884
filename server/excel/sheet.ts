/** One cell as read from or written to a sheet. Dates are wire text; numbers stay numbers. */
export type CellValue = string | number | boolean | null;

export interface SheetColumn {
  readonly title: string;
  /** Characters, as the sheet shows them. */
  readonly widthChars: number;
  readonly kind: "text" | "number";
  /** Decimal places of a number column; undefined leaves the number as it is. */
  readonly scale?: number;
}

export interface SheetHeading {
  /** Sheet name and first row, for example `会员列表数据`. */
  readonly title: string;
  /** Second row, for example `导出人：张三`. */
  readonly subtitle: string;
}

/** Rows above the data: title, subtitle, header texts (contract 08 §8.1). */
export const headingRows = 3;

/**
 * Text that a spreadsheet would run as a formula is marked as text.
 *
 * A leading apostrophe is what spreadsheets themselves use; it keeps the value readable in every program.
 * @example neutraliseFormula("=1+1") // "'=1+1"
 */
export function neutraliseFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
