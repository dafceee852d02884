import type { SheetColumn, SheetRow } from "./sheet.ts";

/** Rows and columns from 0, both ends included. */
export interface MergedRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Title and subtitle stand above the header. */
const rowsAboveHeader = 2;

/** The header texts: one row, or two where columns have a common title. */
export function headerRows(columns: readonly SheetColumn[]): SheetRow[] {
  if (!hasGroups(columns)) return [columns.map(({ title }) => title)];
  return [
    columns.map(({ title, group }, index) =>
      group === undefined ? title : isSameGroup(columns[index - 1], columns[index]) ? null : group,
    ),
    columns.map(({ title, group }) => (group === undefined ? undefined : title)),
  ];
}

/** Rows above the data: title, subtitle, header (contract 08 §8.1). */
export const headingRows = (columns: readonly SheetColumn[]): number => rowsAboveHeader + headerRows(columns).length;

/** Finds the cells that reach over several rows or columns while the rows go by. */
export function createMergeFinder(columns: readonly SheetColumn[]) {
  const ranges: MergedRange[] = [];
  // A title without a group reaches down to the rows, and a master's cell over its details.
  const inHeader = hasGroups(columns) ? [...columns.keys()].filter((index) => columns[index]?.group === undefined) : [];
  const inRows = columns.some(({ isBelow }) => isBelow)
    ? [...columns.keys()].filter((index) => !columns[index]?.isBelow)
    : [];
  const tops = new Map<number, number>();
  let next = rowsAboveHeader;
  const close = (column: number) => {
    const top = tops.get(column);
    if (top !== undefined && next - 1 > top) ranges.push({ top, left: column, bottom: next - 1, right: column });
  };
  const take = (row: SheetRow, reaching: readonly number[]) => {
    for (const column of reaching) {
      if (row[column] === undefined) continue;
      close(column);
      tops.set(column, next);
    }
    next += 1;
  };
  for (const row of headerRows(columns)) take(row, inHeader);
  for (const column of inHeader) close(column);
  tops.clear();
  return {
    add: (row: SheetRow) => take(row, inRows),
    /** What was found, once the last row has gone by. */
    ranges(): readonly MergedRange[] {
      for (const column of inRows) close(column);
      return [...groupRanges(columns), ...ranges];
    },
  };
}

const hasGroups = (columns: readonly SheetColumn[]) => columns.some(({ group }) => group !== undefined);

/** Neighbours with one name stand below it together; a row's columns never with those of the rows below it. */
const isSameGroup = (left: SheetColumn | undefined, right: SheetColumn | undefined): boolean =>
  left?.group !== undefined && left.group === right?.group && left.isBelow === right.isBelow;

function groupRanges(columns: readonly SheetColumn[]): MergedRange[] {
  return columns.flatMap((column, left) => {
    if (column.group === undefined || isSameGroup(columns[left - 1], column)) return [];
    let right = left;
    while (isSameGroup(column, columns[right + 1])) right += 1;
    return right > left ? [{ top: rowsAboveHeader, left, bottom: rowsAboveHeader, right }] : [];
  });
}
