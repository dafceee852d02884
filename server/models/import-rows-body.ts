import { refuse } from "../http/refusal.ts";
import type { ImportOptions } from "./import-rows.ts";

/** Rows of an import step by step: what a table in a browser holds and one call carries. */
export const stepRows = 5_000;
const maxColumns = 200;
const maxText = 32_767;

export interface RowsBody {
  readonly keep: ImportOptions["keep"];
  readonly key: string | undefined;
  readonly fileName: string;
  /** A field's name for each column; null for one that is not imported. */
  readonly columns: readonly (string | null)[];
  readonly rows: readonly { readonly no: number; readonly cells: readonly (string | null)[] }[];
  /** Values that every row gets. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** Online forms come by routes that check no schema, so every part is looked at here. @throws AppError INVALID */
export function readRowsBody(body: unknown): RowsBody {
  const { keep, key, fileName, columns, rows, foreignKeys } = asRecord(body);
  if (keep !== "none" && keep !== "whole" && keep !== "sound") throw wrong();
  if (key !== undefined && key !== null && typeof key !== "string") throw wrong();
  if (!Array.isArray(columns) || columns.length > maxColumns || !columns.every(isNameOrNull)) throw wrong();
  if (!Array.isArray(rows) || rows.length === 0) throw refuse("文件里没有数据");
  if (rows.length > stepRows) throw refuse(`逐步导入最多 ${stepRows} 行，请直接导入整个文件`);
  const fixed = asRecord(foreignKeys ?? {});
  if (!Object.values(fixed).every((value) => typeof value === "string")) throw wrong();
  return {
    keep,
    key: key ?? undefined,
    fileName: typeof fileName === "string" ? fileName.slice(0, 200) : "",
    columns,
    rows: rows.map((row) => readLine(row, columns.length)),
    fixed: fixed as Record<string, string>,
  };
}

function readLine(row: unknown, width: number): RowsBody["rows"][number] {
  const { no, cells } = asRecord(row);
  const isPlace = typeof no === "number" && Number.isSafeInteger(no) && no > 0;
  if (!isPlace || !Array.isArray(cells) || cells.length > width || !cells.every(isTextOrNull)) throw wrong();
  return { no, cells };
}

const isNameOrNull = (value: unknown) => value === null || (typeof value === "string" && value.length <= 100);
const isTextOrNull = (value: unknown) => value === null || (typeof value === "string" && value.length <= maxText);

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong();
  return value as Record<string, unknown>;
}

const wrong = () => refuse("参数不识别！");
