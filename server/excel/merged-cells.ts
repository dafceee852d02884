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
      group === undefined ? title : group === columns[index - 1]?.group ? null : group,
    ),
    columns.map(({ title, group }) => (group === undefined ? undefined : title)),
  ];
}

/** Rows above the data: title, subtitle, header (contract 08 §8.1). */
export const headingRows = (columns: readonly SheetColumn[]): number => rowsAboveHeader + headerRows(columns).length;

/** Finds the cells that reach over several rows or columns while the rows go by. */
export function createMergeFinder(columns: readonly SheetColumn[]) {
  const ranges: MergedRange[] = [];
  // Only masters' cells reach down.
  const reaching = hasGroups(columns) ? [...columns.keys()].filter((index) => columns[index]?.group === undefined) : [];
  const tops = new Map<number, number>();
  let next = rowsAboveHeader;
  const close = (column: number) => {
    const top = tops.get(column);
    if (top !== undefined && next - 1 > top) ranges.push({ top, left: column, bottom: next - 1, right: column });
  };
  const add = (row: SheetRow) => {
    for (const column of reaching) {
      if (row[column] === undefined) continue;
      close(column);
      tops.set(column, next);
    }
    next += 1;
  };
  for (const row of headerRows(columns)) add(row);
  return {
    add,
    /** What was found, once the last row has gone by. */
    ranges(): readonly MergedRange[] {
      for (const column of reaching) close(column);
      return [...groupRanges(columns), ...ranges];
    },
  };
}

const hasGroups = (columns: readonly SheetColumn[]) => columns.some(({ group }) => group !== undefined);

function groupRanges(columns: readonly SheetColumn[]): MergedRange[] {
  return columns.flatMap(({ group }, left) => {
    if (group === undefined || columns[left - 1]?.group === group) return [];
    let right = left;
    while (columns[right + 1]?.group === group) right += 1;
    return right > left ? [{ top: rowsAboveHeader, left, bottom: rowsAboveHeader, right }] : [];
  });
}
