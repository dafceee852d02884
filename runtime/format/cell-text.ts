import { documentText } from "../language/document-texts.ts";
import type { ResolvedDict, Row } from "../model/resolved-model.ts";
import { addedRenderer } from "../registry/added-renderers.ts";
import type { FormatContext, FormatField, Own } from "../registry/define.ts";
import type { Cell } from "../schema/types.gen.ts";
import { formatNumber } from "./number.ts";
import { storedFiles } from "./stored-files.ts";
import { commaParts, ellipsis, mask } from "./text.ts";
import { formatTime } from "./time.ts";
import { words } from "./words.ts";

export type CellText = (value: unknown, field: FormatField, context: FormatContext) => string;

/** Whether a value counts as nothing: shown as “—”, exported as an empty cell. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A dictionary value in words; several values joined by 、; an unknown value is echoed. */
function dictWords(value: unknown, field: FormatField, context: FormatContext): string {
  const { dict } = field;
  if (!dict) return String(value);
  return commaParts(value)
    .map((part) => context.dictText(dict, part) ?? part)
    .join(words.listComma);
}

const prop = <Value>(context: FormatContext, name: string, fallback: Value): Value =>
  (context.props[name] as Value | undefined) ?? fallback;

/** A value as it stands; what is no text is written as JSON. */
export const plainText = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

const plainOrDict: CellText = (value, field, context) =>
  field.dict ? dictWords(value, field, context) : String(value);

/** What each cell says in words: the same for the screen, an export, a copy and a print. */
export const cellText: Record<Own<Cell["type"]>, CellText> = {
  text: plainText,
  dict: dictWords,
  "dict-tag": dictWords,
  money: (value, _field, context) => `${prop(context, "currency", "")}${formatNumber(value, 2)}`,
  number: (value, field, context) =>
    `${formatNumber(value, prop(context, "scale", field.scale))}${prop(context, "unit", "")}`,
  percent: (value, field, context) => `${trimZeros(formatNumber(value, prop(context, "scale", field.scale ?? 2)))}%`,
  date: (value, _field, context) => formatTime(value, prop(context, "format", "YYYY-MM-DD")),
  datetime: (value, _field, context) => formatTime(value, prop(context, "format", "YYYY-MM-DD HH:mm")),
  ellipsis: (value, _field, context) => ellipsis(plainText(value), prop(context, "length", 25)),
  code: (value) => ellipsis(plainText(value).replaceAll(/\s+/g, " ").trim(), 25),
  image: fileNames,
  file: fileNames,
  mask: (value, _field, context) => mask(String(value), prop(context, "keepStart", 3), prop(context, "keepEnd", 4)),
  link: plainOrDict,
  switch: (value, field, context) =>
    field.dict
      ? dictWords(value, field, context)
      : isOn(value, prop(context, "values", undefined))
        ? words.yes
        : words.no,
  progress: (value) => `${formatNumber(value, 0)}%`,
  tags: (value, field, context) =>
    field.dict ? dictWords(value, field, context) : commaParts(value).join(words.listComma),
  user: plainOrDict,
  depart: plainOrDict,
  area: plainOrDict,
  icon: (value) => String(value),
  html: (value) => htmlWords(String(value)),
  markdown: (value) => markdownWords(String(value)),
};

/** The text form of a cell, the product's or a plugin's; one that gives none shows its value in words. */
export function cellTextOf(type: Cell["type"]): CellText {
  if (Object.hasOwn(cellText, type)) return cellText[type as Own<Cell["type"]>];
  const definition = addedRenderer("cell", type)?.definition;
  return (definition?.slot === "cell" ? definition.format : undefined) ?? plainOrDict;
}

const entities: Readonly<Record<string, string>> = { nbsp: " ", lt: "<", gt: ">", quot: '"', amp: "&" };

/** The words of formatted text on one line. */
function htmlWords(html: string): string {
  const text = html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(nbsp|lt|gt|quot|amp);/g, (_, name) => entities[name] ?? "");
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The words of Markdown on one line, without its marks; a picture is its description. */
function markdownWords(source: string): string {
  return source
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replaceAll(/^\s*(?:`{3,}.*|[-*_]{3,}|\|?[\s:|-]*---[\s:|-]*)$/gm, " ")
    .replaceAll(/^\s*(?:#{1,6}\s|>\s?|(?:[-*+]|\d+[.)])\s(?:\[[ xX]\]\s)?)/gm, "")
    .replaceAll(/\*\*|~~|[`|]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Whether a switch stands on: the first of its pair, or one of the wire's spellings of yes. */
export function isOn(value: unknown, values: readonly unknown[] | undefined): boolean {
  if (values) return String(value) === String(values[0]);
  return value === true || value === 1 || value === "1" || value === "Y" || value === "true";
}

/** The names of a value's files; a path says its own. */
function fileNames(value: unknown): string {
  return storedFiles(value)
    .map(({ path, name }) => name ?? fileName(path))
    .join(words.listComma);
}

export function fileName(path: string): string {
  const name = path.split("/").pop() ?? path;
  return name.replace(/_\d{13}(?=\.[^.]+$)/, "");
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The wire sends the words of a dictionary beside its value; those of a visible row are always there. */
export function rowDictText(row: Row, name: string): string | undefined {
  const text = row[`${name}_dictText`];
  if (typeof text !== "string" || text === "") return undefined;
  return text.includes(",") ? text.split(",").map(documentText).join(",") : documentText(text);
}

export type DictTextOf = (dict: ResolvedDict, value: string) => string | undefined;
