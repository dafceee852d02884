import { compileBracedRule } from "../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue } from "../excel/sheet.ts";
import type { FileLanguages, ReaderTexts } from "../language/reader-texts.ts";
import { refuse } from "../query/refusal.ts";
import { sheetTitles } from "./sheet-titles.ts";

/** Fields that a file may bring, in the order of the template. */
export function importFields(model: ResolvedModel, caller: Caller): ResolvedField[] {
  const access = modelAccess(model, caller);
  return [...model.fields.values()].filter((field) => {
    const allowed = access.get(field.name);
    return !field.system && !field.hidden && field.type !== "json" && allowed?.writable && allowed.visible;
  });
}

/** Header texts of the template: a star marks what must be filled. */
export function templateHeaders(
  model: ResolvedModel,
  fields: readonly ResolvedField[],
  texts: ReaderTexts,
): readonly string[] {
  const titles = sheetTitles(fields, texts);
  return fields.map((field) => {
    const title = titles.get(field.name) ?? field.title;
    return isRequiredInNewRow(model, field) ? `${title}*` : title;
  });
}

/** The fields by their header in every language; where a header could be two, it is meant as documents mean it. */
export function fieldsByTitle(
  fields: readonly ResolvedField[],
  { texts }: FileLanguages,
): ReadonlyMap<string, ResolvedField> {
  const found = new Map<string, ResolvedField>();
  for (const language of texts) {
    const titles = sheetTitles(fields, language);
    for (const field of fields) {
      const title = titles.get(field.name) ?? field.title;
      if (!found.has(title)) found.set(title, field);
    }
  }
  return found;
}

/** Whether a row that holds nothing but its defaults asks for the field. */
function isRequiredInNewRow(model: ResolvedModel, field: ResolvedField): boolean {
  if (typeof field.required === "boolean") return field.required;
  const defaults = [...model.fields.values()].map(({ name, default: value }) => [name, value ?? null] as const);
  return compileBracedRule(field.required)({ row: Object.fromEntries(defaults) });
}

/** @throws AppError INVALID naming the columns that a new row must have */
export function refuseMissing(model: ResolvedModel, absent: readonly ResolvedField[]): void {
  const missing = absent.filter((field) => isRequiredInNewRow(model, field) && field.default === undefined);
  if (missing.length === 0) return;
  throw refuse(`文件缺少必填列：${missing.map((field) => field.title).join("、")}，请使用导入模板`);
}

/** The header stands below two title rows, or on top in a file that somebody made by hand. */
const headerSearchRows = 5;

/** A header text without the star that the template adds. */
export const plainHeader = (cell: CellValue) =>
  String(cell ?? "")
    .trim()
    .replace(/^\*|\*$/g, "")
    .trim();

/** The row, from 0, in which most fields are named. @throws AppError INVALID when there is none */
export function findHeader(
  sheet: readonly (readonly CellValue[])[],
  byTitle: ReadonlyMap<string, ResolvedField>,
): number {
  const hits = sheet
    .slice(0, headerSearchRows)
    .map((row) => row.filter((cell) => byTitle.has(plainHeader(cell))).length);
  const best = Math.max(0, ...hits);
  if (best === 0) throw refuse("没有找到表头，请使用导入模板，不要改动表头文字");
  return hits.indexOf(best);
}
