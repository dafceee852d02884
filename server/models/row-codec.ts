import { isNumeric } from "../../runtime/model/field-types.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import { cleanHtml, isHtmlField } from "./html/clean-html.ts";

/** A database row → the wire: field names, JSON numbers, dates as `yyyy-MM-dd HH:mm:ss`. Columns without field stay out. */
export function readRow(model: Pick<ResolvedModel, "fields">, stored: Row): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const field of model.fields.values()) {
    if (field.pinyinOf === undefined) row[field.name] = readValue(field, stored[field.column]);
  }
  return row;
}

/** A wire row → columns; only the fields that the row has. */
export function writeRow(model: Pick<ResolvedModel, "fields">, row: Row): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const field of model.fields.values()) {
    if (Object.hasOwn(row, field.name)) stored[field.column] = writeValue(field, row[field.name]);
  }
  return stored;
}

export function readValue(field: Pick<ResolvedField, "type">, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (field.type) {
    case "integer":
    case "number":
    case "money":
    case "percent":
      return typeof value === "number" ? value : readNumber(String(value));
    case "datetime":
      return String(value).replace("T", " ").slice(0, 19);
    case "date":
      return String(value).slice(0, 10);
    case "json":
      return typeof value === "string" ? parseJson(value) : value;
    default:
      return value;
  }
}

/** The same from the text of a column (`cast(… as text)`). */
export function readText(field: Pick<ResolvedField, "type">, text: string | null): unknown {
  return field.type === "boolean" && text !== null ? text === "true" : readValue(field, text);
}

/** Numbers go as text, so that no digit is lost between JavaScript and numeric. */
export function writeValue(field: Pick<ResolvedField, "type" | "widget" | "cell">, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  // Every way into a table comes through here, so nothing that runs is ever stored as formatted text.
  if (typeof value === "string" && isHtmlField(field)) return cleanHtml(value);
  if (field.type === "json") return JSON.stringify(value);
  return typeof value === "number" ? String(value) : value;
}

/** What a value cannot be read as, in the words of the form. */
const expected: Partial<Record<ResolvedField["type"], string>> = {
  integer: "须为整数",
  number: "须为数字",
  money: "须为金额",
  percent: "须为数字",
  boolean: "须为是或否",
  date: "须为日期，例如 2026-03-01",
  datetime: "须为日期时间，例如 2026-03-01 10:00:00",
  time: "须为时间，例如 09:00",
};

export type Coerced = { readonly value: unknown } | { readonly error: string };

/**
 * A value from a request body in the shape that the row has: `""` is null, numbers may come as text, lists of a
 * multiple field are joined by commas.
 */
export function coerce(field: ResolvedField, value: unknown): Coerced {
  if (value === null || value === undefined || value === "") return { value: null };
  if (field.type === "json") return { value };
  if (field.multiple && Array.isArray(value) && value.every((part) => typeof part !== "object")) {
    return { value: value.length === 0 ? null : value.join(",") };
  }
  if (typeof value === "object" || typeof value === "function") return { error: `${field.title}的格式不正确` };
  if (field.type === "string" || field.type === "text") return coerceText(field, String(value));
  const text = typeof value === "number" ? plainNumber(value) : String(value);
  const typed = typedValue(field, text);
  if (typed === undefined) return { error: `${field.title}${expected[field.type] ?? "的格式不正确"}` };
  return { value: isNumeric(field) ? Number(typed) : typed };
}

function coerceText(field: ResolvedField, text: string): Coerced {
  if (text.includes("\u0000")) return { error: `${field.title}含有不能识别的字符` };
  const kept = field.type === "string" ? text.trim() : text;
  return { value: kept === "" ? null : kept };
}

/** `1e21` is no number on the wire; `1e-7` is written out. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return "";
  return String(value).includes("e") ? value.toFixed(10) : String(value);
}

/**
 * Text of up to 15 significant digits is an exact JSON number, as is every whole number that fields accept; a longer
 * one stays text.
 */
function readNumber(text: string): number | string {
  const number = Number(text);
  if (Number.isSafeInteger(number) && !text.includes(".")) return number;
  return text.replace(/[^0-9]/g, "").replace(/^0+/, "").length <= 15 ? number : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
