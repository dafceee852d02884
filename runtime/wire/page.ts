import type { Row } from "../model/resolved-model.ts";

export interface RowPage {
  readonly rows: readonly Row[];
  readonly total: number;
}

/**
 * Reads what a `list` call answered: a page, a page whose numbers are texts, or a bare array.
 * Anything else reads as an empty page, rows without an object are dropped.
 */
export function readPage(result: unknown): RowPage {
  if (Array.isArray(result)) return { rows: result.filter(isRow), total: result.length };
  if (!isRow(result)) return { rows: [], total: 0 };
  const records = Array.isArray(result.records) ? result.records.filter(isRow) : [];
  const total = Number(result.total);
  return { rows: records, total: Number.isFinite(total) ? total : records.length };
}

/** Whether an answer is a page of rows at all: an array, or an object with `records`. */
export function isPage(result: unknown): boolean {
  return Array.isArray(result) || (isRow(result) && Array.isArray(result.records));
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
