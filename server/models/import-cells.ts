import { withoutFormulaMark } from "../../runtime/format/sheet-text.ts";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { CellValue } from "../files/excel/sheet.ts";
import { splitValue } from "./dict-text.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { isArea } from "./implied-texts.ts";
import { nearestTexts } from "./import-offers.ts";
import type { Fault } from "./import-problems.ts";
import type { ImportColumns, ImportLine, ImportSheet } from "./import-sheet.ts";
import { loadOfferedTexts, loadTextValues, type TextValues } from "./import-texts.ts";
import type { FileLanguages } from "./language/reader-texts.ts";
import { readBody } from "./read-body.ts";

type FieldTexts = ReadonlyMap<string, TextValues>;

/** What the cells of dictionary columns are stored as, and what may be offered in place of a text that none has. */
interface CellTexts {
  readonly values: FieldTexts;
  readonly offered: ReadonlyMap<string, readonly string[]>;
}

export interface SheetTexts {
  readonly own: CellTexts;
  readonly details: CellTexts;
}

export async function loadSheetTexts(work: Work, sheet: ImportSheet): Promise<SheetTexts> {
  const { columns, rows, details, languages } = sheet;
  const lines = rows.flatMap((row) => row.details ?? []);
  const values = await loadTexts(work, columns, rows, languages);
  return {
    own: { values, offered: sheet.wantsOffers ? await loadOffered(work, columns, values, rows) : new Map() },
    details: {
      values: details ? await loadTexts(work, details.columns, lines, languages) : new Map(),
      offered: new Map(),
    },
  };
}

/** The texts of each dictionary column that holds one which is nobody's. */
async function loadOffered(
  work: Work,
  columns: ImportColumns,
  values: FieldTexts,
  lines: readonly ImportLine[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const offered = new Map<string, readonly string[]>();
  for (const [index, field] of columns.entries()) {
    const known = field && values.get(field.name);
    if (!field || !known) continue;
    const isUnknown = ({ cells }: ImportLine) =>
      splitValue(field, sheetText(cells[index] ?? null)).some((part) => !known.has(part.trim()));
    if (lines.some(isUnknown)) offered.set(field.name, await loadOfferedTexts(work, field));
  }
  return offered;
}

async function loadTexts(
  work: Work,
  columns: ImportColumns,
  lines: readonly ImportLine[],
  languages: FileLanguages,
): Promise<FieldTexts> {
  const found = new Map<string, TextValues>();
  for (const [index, field] of columns.entries()) {
    if (!field || (!field.dict && !isArea(field))) continue;
    const texts = lines.flatMap(({ cells }) => splitValue(field, sheetText(cells[index] ?? null)));
    found.set(field.name, await loadValues(work, field, [...new Set(texts)], languages));
  }
  return found;
}

/** A text that is nobody's own may be the translation of one. */
async function loadValues(
  work: Work,
  field: ResolvedField,
  texts: readonly string[],
  { originalsOf }: FileLanguages,
): Promise<TextValues> {
  const own = await loadTextValues(work, field, texts);
  const originals = new Map(
    texts.filter((text) => !own.has(text)).map((text): [string, readonly string[]] => [text, originalsOf(text)]),
  );
  const meant = await loadTextValues(work, field, [...originals.values()].flat());
  const translated = [...originals].flatMap(([text, ones]): [string, string | null][] => {
    const values = [...new Set(ones.flatMap((one) => meant.get(one) ?? []))];
    return values[0] === undefined ? [] : [[text, values.length === 1 ? values[0] : null]];
  });
  return new Map([...own, ...translated]);
}

/** The cells of a line as a body of the model, and what could not be read. */
export function readCells(
  work: Work,
  model: ResolvedModel,
  columns: ImportColumns,
  cells: readonly CellValue[],
  { values, offered }: CellTexts,
  { truths }: FileLanguages,
): { body: Draft; draft: Draft; errors: Fault[]; unread: ReadonlySet<string> } {
  const body: Draft = {};
  const errors: Fault[] = [];
  const unread = new Set<string>();
  for (const [index, field] of columns.entries()) {
    const text = sheetText(cells[index] ?? null);
    if (!field || text === "") continue;
    const value =
      field.dict || isArea(field)
        ? storedValue(field, text, values.get(field.name), offered.get(field.name) ?? [])
        : { value: plainValue(field, text, truths) };
    if ("error" in value) {
      errors.push({ ...value.error, field: field.name });
      unread.add(field.name);
    } else body[field.name] = value.value;
  }
  return { body, draft: readBody(work, model, body, undefined), errors, unread };
}

/** Our own exports mark what a spreadsheet would run. */
export const sheetText = (cell: CellValue): string => withoutFormulaMark(String(cell ?? "").trim());

function plainValue(field: ResolvedField, text: string, truths: FileLanguages["truths"]): string {
  if (field.type === "boolean") return truths.get(text) ?? text;
  if (field.type === "date" || field.type === "datetime") return wireTime(text);
  return isNumeric(field) && /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text;
}

/**
 * A time as spreadsheets write it into text files; another text stays as it is, for the check of the field to refuse.
 *
 * @example wireTime("2024/3/5 8:30") // "2024-03-05 08:30:00"
 */
export function wireTime(text: string): string {
  const found = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!found) return text.replaceAll("/", "-");
  const [, year, month, day, hour, minute, second = "00"] = found;
  const pad = (part = "") => part.padStart(2, "0");
  const date = `${year}-${pad(month)}-${pad(day)}`;
  return hour === undefined ? date : `${date} ${pad(hour)}:${minute}:${second}`;
}

function storedValue(
  field: ResolvedField,
  text: string,
  values: TextValues | undefined,
  offered: readonly string[],
): { readonly value: string } | { readonly error: Fault } {
  const stored: string[] = [];
  const parts = splitValue(field, text);
  for (const part of parts) {
    const value = values?.get(part.trim());
    if (value === null) return { error: { message: `${field.title}“${part}”不止一个，请填写编号` } };
    if (value === undefined) {
      const meant = nearestTexts(part.trim(), offered);
      const offers = meant.map((one) => parts.map((each) => (each === part ? one : each)).join(","));
      return { error: { message: `${field.title}“${part}”不存在或已停用`, ...(offers.length > 0 ? { offers } : {}) } };
    }
    stored.push(value);
  }
  return { value: stored.join(",") };
}
