import { compileBracedRule } from "../../runtime/expr/template.ts";
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
export function headerOf(model: ResolvedModel, field: ResolvedField): string {
  return isRequiredInNewRow(model, field) ? `${field.title}*` : field.title;
}

/** Whether a row that holds nothing but its defaults asks for the field. */
function isRequiredInNewRow(model: ResolvedModel, field: ResolvedField): boolean {
  if (typeof field.required === "boolean") return field.required;
  const defaults = [...model.fields.values()].map(({ name, default: value }) => [name, value ?? null] as const);
  return compileBracedRule(field.required)({ row: Object.fromEntries(defaults) });
}

/** Values that every row of the file gets, by field name: the master that sub-rows are imported for. */
export type FixedValues = Readonly<Record<string, string>>;

export interface ImportSheet {
  /** One entry per column of the file; undefined for a header that names no field. */
  readonly columns: readonly (ResolvedField | undefined)[];
  readonly ignoredHeaders: readonly string[];
  readonly rows: readonly { readonly rowNumber: number; readonly cells: readonly CellValue[] }[];
  /** How a person finds the row again. */
  readonly placeOf: (rowNumber: number) => string;
}

/** The header stands below two title rows, or on top in a file that somebody made by hand. */
const headerSearchRows = 5;

/**
 * Finds the header row by its texts, then the rows below it. Row numbers count from 1 as the spreadsheet shows them;
 * blank rows are skipped.
 *
 * @param fixed counts instead of what the file says in these columns
 * @throws AppError INVALID when no header fits, a required column is missing or a fixed field may not be written
 */
export function readImportSheet(
  model: ResolvedModel,
  caller: Caller,
  sheet: readonly (readonly CellValue[])[],
  fixed: FixedValues = {},
): ImportSheet {
  const fields = importFields(model, caller);
  const fixedFields = Object.entries(fixed).map(([name, value]) => ({ field: fixedField(fields, name), value }));
  const isFixed = (field: ResolvedField | undefined) => fixedFields.some((one) => one.field === field);
  const byTitle = new Map(fields.map((field) => [field.title, field]));
  const headerIndex = findHeader(sheet, byTitle);
  const header = (sheet[headerIndex] ?? []).map(plainHeader);
  const named = header.map((title, index) => (header.indexOf(title) === index ? byTitle.get(title) : undefined));
  const columns = named.map((field) => (isFixed(field) ? undefined : field));
  const missing = fields.filter(
    (field) =>
      isRequiredInNewRow(model, field) && field.default === undefined && !columns.includes(field) && !isFixed(field),
  );
  if (missing.length > 0) {
    throw refuse(`文件缺少必填列：${missing.map((field) => field.title).join("、")}，请使用导入模板`);
  }
  const rows = sheet
    .map((cells, index) => ({ rowNumber: index + 1, cells }))
    .slice(headerIndex + 1)
    .filter(({ cells }) => cells.some((cell) => cell !== null && String(cell).trim() !== ""));
  if (rows.length === 0) throw refuse("文件里没有数据");
  const ignoredHeaders = header.filter((title, index) => title !== "" && named[index] === undefined);
  const width = columns.length;
  return {
    columns: [...columns, ...fixedFields.map(({ field }) => field)],
    ignoredHeaders,
    rows: rows.map(({ rowNumber, cells }) => ({
      rowNumber,
      cells: [
        ...Array.from({ length: width }, (_, index) => cells[index] ?? null),
        ...fixedFields.map(({ value }) => value),
      ],
    })),
    placeOf: (rowNumber) => `第 ${rowNumber} 行`,
  };
}

function fixedField(fields: readonly ResolvedField[], name: string): ResolvedField {
  const field = fields.find((one) => one.name === name);
  if (field?.dict?.kind !== "model") throw refuse(`不能为导入的行指定“${name.slice(0, 50)}”`);
  return field;
}

/** Rows of one file are told apart from those of the next by this much. */
const fileStep = 10_000_000;

/** Several files as one import, which is stored as a whole or not at all. */
export function joinSheets(sheets: readonly { readonly fileName: string; readonly sheet: ImportSheet }[]): ImportSheet {
  const [only, ...others] = sheets;
  if (!only) throw refuse("未上传任何文件");
  if (others.length === 0) return only.sheet;
  const columns = [...new Set(sheets.flatMap(({ sheet }) => sheet.columns))].filter((field) => field !== undefined);
  return {
    columns,
    ignoredHeaders: [...new Set(sheets.flatMap(({ sheet }) => sheet.ignoredHeaders))],
    rows: sheets.flatMap(({ sheet }, file) =>
      sheet.rows.map(({ rowNumber, cells }) => ({
        rowNumber: file * fileStep + rowNumber,
        cells: columns.map((field) => cells[sheet.columns.indexOf(field)] ?? null),
      })),
    ),
    placeOf: (rowNumber) => {
      const file = sheets[Math.floor(rowNumber / fileStep)];
      return `${file?.fileName ?? ""} 第 ${rowNumber % fileStep} 行`;
    },
  };
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
