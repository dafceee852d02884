import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue } from "../excel/sheet.ts";
import { refuse } from "../query/refusal.ts";

/** Fields that a file may bring, in the order of the template. */
export function importFields(model: ResolvedModel, caller: Caller): ResolvedField[] {
  const access = modelAccess(model, caller);
  return [...model.fields.values()].filter((field) => {
    const allowed = access.get(field.name);
    return !field.system && !field.hidden && field.type !== "json" && allowed?.writable && allowed.visible;
  });
}

/** Header text of a field in the template: a star marks what must be filled. */
export function headerOf(field: ResolvedField): string {
  return field.required === true ? `${field.title}*` : field.title;
}

export interface ImportSheet {
  /** One entry per column of the file; undefined for a header that names no field. */
  readonly columns: readonly (ResolvedField | undefined)[];
  readonly ignoredHeaders: readonly string[];
  readonly rows: readonly { readonly rowNumber: number; readonly cells: readonly CellValue[] }[];
}

/** The header stands below two title rows, or on top in a file that somebody made by hand. */
const headerSearchRows = 5;

/**
 * Finds the header row by its texts, then the rows below it. Row numbers count from 1 as the spreadsheet shows them;
 * blank rows are skipped.
 *
 * @throws AppError INVALID when no header fits or a required column is missing
 */
export function readImportSheet(
  model: ResolvedModel,
  caller: Caller,
  sheet: readonly (readonly CellValue[])[],
): ImportSheet {
  const fields = importFields(model, caller);
  const byTitle = new Map(fields.map((field) => [field.title, field]));
  const headerIndex = findHeader(sheet, byTitle);
  const header = (sheet[headerIndex] ?? []).map(plainHeader);
  const columns = header.map((title, index) => (header.indexOf(title) === index ? byTitle.get(title) : undefined));
  const missing = fields.filter(
    (field) => field.required === true && field.default === undefined && !columns.includes(field),
  );
  if (missing.length > 0) {
    throw refuse(`文件缺少必填列：${missing.map((field) => field.title).join("、")}，请使用导入模板`);
  }
  const rows = sheet
    .map((cells, index) => ({ rowNumber: index + 1, cells }))
    .slice(headerIndex + 1)
    .filter(({ cells }) => cells.some((cell) => cell !== null && String(cell).trim() !== ""));
  if (rows.length === 0) throw refuse("文件里没有数据");
  const ignoredHeaders = header.filter((title, index) => title !== "" && columns[index] === undefined);
  return { columns, ignoredHeaders, rows };
}

const plainHeader = (cell: CellValue) =>
  String(cell ?? "")
    .trim()
    .replace(/^\*|\*$/g, "")
    .trim();

function findHeader(sheet: readonly (readonly CellValue[])[], byTitle: ReadonlyMap<string, ResolvedField>): number {
  const hits = sheet
    .slice(0, headerSearchRows)
    .map((row) => row.filter((cell) => byTitle.has(plainHeader(cell))).length);
  const best = Math.max(0, ...hits);
  if (best === 0) throw refuse("没有找到表头，请使用导入模板，不要改动表头文字");
  return hits.indexOf(best);
}
