import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue } from "../files/excel/sheet.ts";
import { refuse } from "../http/refusal.ts";
import { detailColumns, isBlank, underMasters } from "./import-details.ts";
import { fieldsByTitle, findHeader, importFields, refuseMissing } from "./import-header.ts";
import type { FileLanguages } from "./language/reader-texts.ts";
import type { SheetDetails } from "./sheet-details.ts";

/** Values that every row of the file gets, by field name: the master that sub-rows are imported for. */
export type FixedValues = Readonly<Record<string, string>>;

export interface FixedColumn {
  readonly field: ResolvedField;
  readonly value: string;
}

/** A line of the file. */
export interface ImportLine {
  readonly rowNumber: number;
  readonly cells: readonly CellValue[];
}

/** One entry per column of the file; undefined for a header that names no field. */
export type ImportColumns = readonly (ResolvedField | undefined)[];

export interface ImportSheet {
  readonly columns: ImportColumns;
  readonly ignoredHeaders: readonly string[];
  /** With details, a line and those below it that belong to it. */
  readonly rows: readonly (ImportLine & { readonly details?: readonly ImportLine[] })[];
  /** What the sheet says of the rows below each row; absent in a sheet of rows alone. */
  readonly details?: SheetDetails & { readonly columns: ImportColumns };
  /** A person corrects it at once: texts that may have been meant are looked for. */
  readonly wantsOffers?: boolean;
  /** What its texts may be written in. */
  readonly languages: FileLanguages;
  /** How a person finds the row again. */
  readonly placeOf: (rowNumber: number) => string;
}

/**
 * Finds the header row by its texts, then the rows below it. Row numbers count from 1 as the spreadsheet shows them;
 * blank rows are skipped.
 *
 * @param languages a file may be written in any of these, whatever the language of its importer
 * @param fixed counts instead of what the file says in these columns
 * @param details may stand beside the rows, under a second header row
 * @throws AppError INVALID when no header fits or a required column is missing
 */
export function readImportSheet(
  model: ResolvedModel,
  caller: Caller,
  sheet: readonly (readonly CellValue[])[],
  languages: FileLanguages,
  fixed: readonly FixedColumn[] = [],
  details?: SheetDetails,
): ImportSheet {
  const fields = importFields(model, caller);
  const isFixed = (field: ResolvedField | undefined) => fixed.some((one) => one.field === field);
  const byTitle = fieldsByTitle(fields, languages);
  const head = findHeader(sheet, {
    byTitle,
    all: new Set(fieldsByTitle([...model.fields.values()], languages).keys()),
    details: new Set(details ? languages.texts.map(({ text }) => text(details.title)) : []),
  });
  const header = head.titles;
  const named = header.map((title, index) => (header.indexOf(title) === index ? byTitle.get(title) : undefined));
  const columns = named.map((field) => (isFixed(field) ? undefined : field));
  refuseMissing(
    model,
    fields.filter((field) => !columns.includes(field) && !isFixed(field)),
  );
  const below = details && detailColumns(details, caller, named, sheet[head.index + 1] ?? [], languages);
  const lines = sheet
    .map((cells, index) => ({ rowNumber: index + 1, cells }))
    .slice(head.index + (below ? 2 : head.rows))
    .filter(({ cells }) => cells.some((cell) => !isBlank(cell)));
  if (lines.length === 0) throw refuse("文件里没有数据");
  const ignoredHeaders = header.filter(
    (title, index) =>
      title !== "" &&
      named[index] === undefined &&
      !(below && languages.texts.some(({ text }) => text(details.title) === title)),
  );
  const width = columns.length;
  const own = ({ rowNumber, cells }: ImportLine): ImportLine => ({
    rowNumber,
    cells: [...Array.from({ length: width }, (_, index) => cells[index] ?? null), ...fixed.map(({ value }) => value)],
  });
  const rows = below
    ? underMasters(lines, named, below).map((row) => ({ ...own(row), details: row.details }))
    : lines.map(own);
  return {
    columns: [...columns, ...fixed.map(({ field }) => field)],
    ignoredHeaders,
    rows,
    ...(below ? { details: { ...details, columns: below } } : {}),
    languages,
    placeOf: (rowNumber) => `第 ${rowNumber} 行`,
  };
}

/**
 * The fields that an import names for all of its rows: references that a file may bring, and the key of a relation, which
 * forms seldom show.
 *
 * @throws AppError INVALID for any other name
 */
export function fixedColumns(
  { models, model }: { readonly models: readonly ResolvedModel[]; readonly model: ResolvedModel },
  caller: Caller,
  fixed: FixedValues,
): readonly FixedColumn[] {
  const keys = new Set(models.flatMap((master) => relationKeys(master, model)));
  const access = modelAccess(model, caller);
  const known = [
    ...importFields(model, caller),
    ...[...model.fields.values()].filter(({ name }) => keys.has(name) && access.get(name)?.writable),
  ];
  return Object.entries(fixed).map(([name, value]) => {
    const field = known.find((one) => one.name === name);
    if (field?.dict?.kind !== "model") throw refuse(`不能为导入的行指定“${name.slice(0, 50)}”`);
    return { field, value };
  });
}

const relationKeys = ({ relations }: ResolvedModel, model: ResolvedModel): readonly string[] =>
  Object.values(relations).flatMap((relation) =>
    relation.kind !== "tree" && relation.model === model.id ? [relation.foreignKey] : [],
  );

/** Rows of one file are told apart from those of the next by this much. */
const fileStep = 10_000_000;

/** Several files as one import, which is stored as a whole or not at all. */
export function joinSheets(sheets: readonly { readonly fileName: string; readonly sheet: ImportSheet }[]): ImportSheet {
  const [only, ...others] = sheets;
  if (!only) throw refuse("未上传任何文件");
  if (others.length === 0) return only.sheet;
  const columns = [...new Set(sheets.flatMap(({ sheet }) => sheet.columns))].filter((field) => field !== undefined);
  const below = [...new Set(sheets.flatMap(({ sheet }) => sheet.details?.columns ?? []))].filter(Boolean);
  const [details] = sheets.flatMap(({ sheet }) => sheet.details ?? []);
  const aligned = (wanted: ImportColumns, { rowNumber, cells }: ImportLine, given: ImportColumns, file: number) => ({
    rowNumber: file * fileStep + rowNumber,
    cells: wanted.map((field) => cells[given.indexOf(field)] ?? null),
  });
  return {
    columns,
    languages: only.sheet.languages,
    ...(details ? { details: { ...details, columns: below } } : {}),
    ignoredHeaders: [...new Set(sheets.flatMap(({ sheet }) => sheet.ignoredHeaders))],
    rows: sheets.flatMap(({ sheet }, file) =>
      sheet.rows.map((row) => ({
        ...aligned(columns, row, sheet.columns, file),
        details: row.details?.map((line) => aligned(below, line, sheet.details?.columns ?? [], file)) ?? [],
      })),
    ),
    placeOf: (rowNumber) => {
      const file = sheets[Math.floor(rowNumber / fileStep)];
      return `${file?.fileName ?? ""} 第 ${rowNumber % fileStep} 行`;
    },
  };
}
