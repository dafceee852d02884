/** One cell as read from or written to a sheet. Dates are wire text; numbers stay numbers. */
export type CellValue = string | number | boolean | null;

/** One row of a sheet; `undefined`: the cell above reaches down to here. */
export type SheetRow = readonly (CellValue | undefined)[];

export interface SheetColumn {
  readonly title: string;
  /** The common title of neighbouring columns, above theirs; a sheet that has one has two header rows. */
  readonly group?: string | undefined;
  /** A column of the rows below a row; the cells of the others reach down over them. */
  readonly isBelow?: boolean;
  /** Characters, as the sheet shows them. */
  readonly widthChars: number;
  /** A date is given as wire text; a workbook gets a real one, which sorts and counts. */
  readonly kind: "text" | "number" | "date" | "datetime";
  /** Decimal places of a number column; undefined leaves the number as it is. */
  readonly scale?: number;
}

export interface SheetHeading {
  /** Sheet name and first row, for example `会员列表数据`. */
  readonly title: string;
  /** Second row, for example `导出人：张三`. */
  readonly subtitle: string;
}
