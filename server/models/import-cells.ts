import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { CellValue } from "../excel/sheet.ts";
import { splitValue } from "./dict-text.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { isArea } from "./implied-texts.ts";
import type { ImportColumns, ImportLine, ImportSheet } from "./import-sheet.ts";
import { loadTextValues, type TextValues } from "./import-texts.ts";
import { readBody } from "./read-body.ts";

type FieldTexts = ReadonlyMap<string, TextValues>;

export interface SheetTexts {
  readonly own: FieldTexts;
  readonly details: FieldTexts;
}

export async function loadSheetTexts(work: Work, { columns, rows, details }: ImportSheet): Promise<SheetTexts> {
  const lines = rows.flatMap((row) => row.details ?? []);
  return {
    own: await loadTexts(work, columns, rows),
    details: details ? await loadTexts(work, details.columns, lines) : new Map(),
  };
}

async function loadTexts(work: Work, columns: ImportColumns, lines: readonly ImportLine[]): Promise<FieldTexts> {
  const found = new Map<string, TextValues>();
  for (const [index, field] of columns.entries()) {
    if (!field || (!field.dict && !isArea(field))) continue;
    const texts = lines.flatMap(({ cells }) => splitValue(field, textOf(cells[index] ?? null)));
    found.set(field.name, await loadTextValues(work, field, texts));
  }
  return found;
}

/** The cells of a line as a body of the model, and what could not be read. */
export function readCells(
  work: Work,
  model: ResolvedModel,
  columns: ImportColumns,
  cells: readonly CellValue[],
  texts: FieldTexts,
): { draft: Draft; errors: string[] } {
  const body: Draft = {};
  const errors: string[] = [];
  for (const [index, field] of columns.entries()) {
    const text = textOf(cells[index] ?? null);
    if (!field || text === "") continue;
    const value =
      field.dict || isArea(field)
        ? storedValue(field, text, texts.get(field.name))
        : { value: plainValue(field, text) };
    if ("error" in value) errors.push(value.error);
    else body[field.name] = value.value;
  }
  return { draft: readBody(work, model, body, undefined), errors };
}

const textOf = (cell: CellValue) =>
  String(cell ?? "")
    .trim()
    .replace(/^'(?=[=+\-@\t\r])/, ""); // our own exports mark such texts

function plainValue(field: ResolvedField, text: string): string {
  if (field.type === "boolean") return text === "是" ? "true" : text === "否" ? "false" : text;
  return field.type === "date" || field.type === "datetime" ? text.replaceAll("/", "-") : text;
}

function storedValue(
  field: ResolvedField,
  text: string,
  values: TextValues | undefined,
): { readonly value: string } | { readonly error: string } {
  const stored: string[] = [];
  for (const part of splitValue(field, text)) {
    const value = values?.get(part.trim());
    if (value === null) return { error: `${field.title}“${part}”不止一个，请填写编号` };
    if (value === undefined) return { error: `${field.title}“${part}”不存在或已停用` };
    stored.push(value);
  }
  return { value: stored.join(",") };
}
