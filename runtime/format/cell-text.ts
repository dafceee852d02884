import { documentText } from "../language/document-texts.ts";
import type { ResolvedDict, Row } from "../model/resolved-model.ts";
import type { FormatContext, FormatField } from "../registry/define.ts";
import { registeredRenderer, reportRenderer } from "../registry/registry.ts";
import type { Cell } from "../schema/types.gen.ts";
import { storedFiles } from "./stored-files.ts";
import { commaParts } from "./text.ts";
import { words } from "./words.ts";

export type CellText = (value: unknown, field: FormatField, context: FormatContext) => string;

/** Whether a value counts as nothing: shown as “—”, exported as an empty cell. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A dictionary value in words; several values joined by 、; an unknown value is echoed. */
export function dictWords(value: unknown, field: FormatField, context: FormatContext): string {
  const { dict } = field;
  if (!dict) return String(value);
  return commaParts(value)
    .map((part) => context.dictText(dict, part) ?? part)
    .join(words.listComma);
}

/** A property of the cell as the document writes it. */
export const prop = <Value>(context: FormatContext, name: string, fallback: Value): Value =>
  (context.props[name] as Value | undefined) ?? fallback;

/** A value as it stands; what is no text is written as JSON. */
export const plainText = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

/** The words of a dictionary where there is one, otherwise the value. */
export const plainOrDict: CellText = (value, field, context) =>
  field.dict ? dictWords(value, field, context) : String(value);

/** A value as its cell writes it; a cell without a text form, and one that fails, shows the value. Never throws. */
export function cellText(type: Cell["type"], value: unknown, field: FormatField, context: FormatContext): string {
  const format = registeredRenderer("cell", type)?.text ?? plainOrDict;
  try {
    return format(value, field, context);
  } catch (reason) {
    reportRenderer("cell", type, "cannot write its text", reason);
    return plainText(value);
  }
}

/** Whether a switch stands on: the first of its pair, or one of the wire's spellings of yes. */
export function isOn(value: unknown, values: readonly unknown[] | undefined): boolean {
  if (values) return String(value) === String(values[0]);
  return value === true || value === 1 || value === "1" || value === "Y" || value === "true";
}

/** The names of a value's files; a path says its own. */
export function fileNames(value: unknown): string {
  return storedFiles(value)
    .map(({ path, name }) => name ?? fileName(path))
    .join(words.listComma);
}

export function fileName(path: string): string {
  const name = path.split("/").pop() ?? path;
  return name.replace(/_\d{13}(?=\.[^.]+$)/, "");
}

/** The wire sends the words of a dictionary beside its value; those of a visible row are always there. */
export function rowDictText(row: Row, name: string): string | undefined {
  const text = row[`${name}_dictText`];
  if (typeof text !== "string" || text === "") return undefined;
  return text.includes(",") ? text.split(",").map(documentText).join(",") : documentText(text);
}

export type DictTextOf = (dict: ResolvedDict, value: string) => string | undefined;
