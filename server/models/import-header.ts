import { compileBracedRule } from "../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue } from "../files/excel/sheet.ts";
import { refuse } from "../http/refusal.ts";
import type { FileLanguages, ReaderTexts } from "./language/reader-texts.ts";
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
export function isRequiredInNewRow(model: ResolvedModel, field: ResolvedField): boolean {
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

/** The header of a file: one row, or two where neighbouring columns stand below a common name, as an export has them. */
export interface SheetHeader {
  /** Of its first row, from 0. */
  readonly index: number;
  readonly rows: 1 | 2;
  /** What each column is called. */
  readonly titles: readonly string[];
}

interface KnownTitles {
  /** Of the fields that a file may bring. */
  readonly byTitle: ReadonlyMap<string, ResolvedField>;
  /** Of all fields: an export brings more than comes in again. */
  readonly all: ReadonlySet<string>;
  /** What may stand above the columns of the rows below each row. */
  readonly details: ReadonlySet<string>;
}

/** Where most fields are named. @throws AppError INVALID when there is none */
export function findHeader(sheet: readonly (readonly CellValue[])[], known: KnownTitles): SheetHeader {
  const found = sheet.slice(0, headerSearchRows).map((_, index) => headerAt(sheet, index, known));
  const hits = found.map(({ titles }) => titles.filter((title) => known.byTitle.has(title)).length);
  const best = Math.max(0, ...hits);
  const header = found[hits.indexOf(best)];
  if (best === 0 || !header) throw refuse("没有找到表头，请使用导入模板，不要改动表头文字");
  return header;
}

/** A text file has one header row: an export writes the common name of columns before theirs, `金额：实付`. */
function withoutGroup(title: string, { all, details }: KnownTitles): string {
  const [, group = "", own = ""] = /^(.*?)(?:：|: )(.+)$/.exec(title) ?? [];
  return !all.has(title) && !details.has(group) && all.has(own) ? own : title;
}

/** A row as a header, with the row below it where that goes on: every text in it is a title, one at least of a new column. */
function headerAt(sheet: readonly (readonly CellValue[])[], index: number, known: KnownTitles): SheetHeader {
  const first = (sheet[index] ?? []).map(plainHeader);
  const detailsAt = first.findIndex((title) => known.details.has(title));
  const second = (sheet[index + 1] ?? []).slice(0, detailsAt < 0 ? undefined : detailsAt).map(plainHeader);
  const goesOn =
    second.every((title) => title === "" || known.all.has(title)) &&
    second.some((title, column) => title !== "" && !known.all.has(first[column] ?? ""));
  if (!goesOn) return { index, rows: 1, titles: first.map((title) => withoutGroup(title, known)) };
  const width = Math.max(first.length, second.length);
  const titles = Array.from({ length: width }, (_, column) => second[column] || (first[column] ?? ""));
  return { index, rows: 2, titles };
}
