import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue } from "../files/excel/sheet.ts";
import { fieldsByTitle, importFields, plainHeader, refuseMissing } from "./import-header.ts";
import type { ImportColumns, ImportLine } from "./import-sheet.ts";
import type { FileLanguages } from "./language/reader-texts.ts";
import type { SheetDetails } from "./sheet-details.ts";

/** Fields of the details that a file may bring; whose they are, the lines say by standing below. */
export const detailFields = ({ model, foreignKey }: SheetDetails, caller: Caller): ResolvedField[] =>
  importFields(model, caller).filter(({ name }) => name !== foreignKey);

/** The columns of the details, by the second header row; undefined where that row names none of them. */
export function detailColumns(
  details: SheetDetails,
  caller: Caller,
  named: ImportColumns,
  second: readonly CellValue[],
  languages: FileLanguages,
): ImportColumns | undefined {
  const fields = detailFields(details, caller);
  const byTitle = fieldsByTitle(fields, languages);
  const titles = second.map(plainHeader);
  const columns = titles.map((title, index) =>
    named[index] || titles.indexOf(title) !== index ? undefined : byTitle.get(title),
  );
  if (!columns.some(Boolean)) return undefined;
  refuseMissing(
    details.model,
    fields.filter((field) => !columns.includes(field)),
  );
  return columns;
}

/** Lines under the line that names their master: its cells are empty in them (merged), or say the same once more. */
export function underMasters(
  lines: readonly ImportLine[],
  own: ImportColumns,
  below: ImportColumns,
): (ImportLine & { readonly details: readonly ImportLine[] })[] {
  const cellsOf = ({ cells }: ImportLine, columns: ImportColumns) =>
    columns.flatMap((field, index) => (field ? [String(cells[index] ?? "").trim()] : []));
  const rows: (ImportLine & { readonly details: ImportLine[] })[] = [];
  for (const line of lines) {
    const names = cellsOf(line, own);
    const last = rows.at(-1);
    const isBelow = last && (names.every(isBlank) || names.join("\n") === cellsOf(last, own).join("\n"));
    const row = isBelow ? last : { ...line, details: [] };
    if (!isBelow) rows.push(row);
    if (!cellsOf(line, below).every(isBlank)) row.details.push(line);
  }
  return rows;
}

export const isBlank = (cell: CellValue | undefined) => String(cell ?? "").trim() === "";
