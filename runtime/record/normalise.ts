import { dateText, momentText, parseMoment } from "../expr/calendar.ts";
import { numberOf, placesOf, roundTo } from "../expr/decimal.ts";
import { textOf } from "../expr/text.ts";
import type { ResolvedField } from "../model/resolved-model.ts";
import { recordMessages as texts } from "./record-messages.ts";

/** A value in its wire form, or why it has none. A refused value is kept as it came, so that a form can show it. */
export type Normalised =
  | { readonly value: unknown; readonly message?: undefined }
  | { readonly value: unknown; readonly message: string };

/** Largest absolute value by type: money numeric(14,2), percent numeric(5,2), others what JSON numbers hold exactly. */
const numberLimits: Partial<Record<ResolvedField["type"], number>> = {
  money: 999_999_999_999.99,
  percent: 999.99,
  number: 999_999_999_999_999,
  integer: Number.MAX_SAFE_INTEGER,
};

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "string" && isBlankText(value));

/** Only a text that begins with a blank, or with what may be one, is trimmed to see whether more follows. */
function isBlankText(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x80) && text.trim() === "";
}

/**
 * Brings one value into the wire form of its field: numbers as JSON numbers, blank text as null, dates as
 * `yyyy-MM-dd` and `yyyy-MM-dd HH:mm:ss`, times as `HH:mm` (with seconds only when they are not zero), several
 * values joined with commas.
 */
export function normaliseValue(field: Pick<ResolvedField, "type" | "multiple" | "scale">, value: unknown): Normalised {
  if (isEmpty(value)) return { value: null };
  switch (field.type) {
    case "string":
    case "text":
      return normaliseText(field, value);
    case "integer":
    case "number":
    case "money":
    case "percent":
      return normaliseNumber(field, value);
    case "boolean":
      return normaliseBoolean(value);
    case "date":
      return normaliseDate(value);
    case "datetime": {
      const moment = parseMoment(slashesToDashes(value));
      return moment ? { value: momentText({ ...moment, timed: true }) } : { value, message: texts.datetime };
    }
    case "time":
      return normaliseTime(value);
    case "json":
      return typeof value === "string" ? normaliseJson(value) : { value };
  }
}

/** The computed value of a field: rounded to its scale; what does not fit the type is null. */
export function normaliseComputed(field: ResolvedField, value: unknown): unknown {
  const number = typeof value === "number" && field.scale !== undefined ? roundTo(value, field.scale) : value;
  const result = normaliseValue(field, number);
  return result.message === undefined ? result.value : null;
}

function normaliseJson(text: string): Normalised {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { value: text, message: "请输入正确的 JSON" };
  }
}

function normaliseText(field: Pick<ResolvedField, "multiple">, value: unknown): Normalised {
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isEmpty(item));
    if (!field.multiple || !items.every(isScalar)) return { value, message: texts.text };
    return { value: items.length > 0 ? items.map(textOf).join(",") : null };
  }
  if (!isScalar(value)) return { value, message: texts.text };
  // NUL cannot be stored in PostgreSQL text; a lone surrogate is no character.
  const clean = textOf(value)
    .replaceAll("\u0000", "")
    .replace(/\p{Surrogate}/gu, "\ufffd");
  return { value: clean === "" ? null : clean };
}

const isScalar = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function normaliseNumber(field: Pick<ResolvedField, "type" | "scale">, value: unknown): Normalised {
  const number = numberOf(value);
  if (number === null) return { value, message: field.type === "integer" ? texts.integer : texts.number };
  if (field.type === "integer" && !Number.isInteger(number)) return { value: number, message: texts.integer };
  if (field.scale !== undefined && placesOf(number) > field.scale) {
    return { value: number, message: texts.scale(field.scale) };
  }
  const limit = numberLimits[field.type];
  if (limit !== undefined && Math.abs(number) > limit) return { value: number, message: texts.tooLarge(limit) };
  return { value: number };
}

const booleanWords: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  "1": true,
  "0": false,
  Y: true,
  N: false,
};

function normaliseBoolean(value: unknown): Normalised {
  if (typeof value === "boolean") return { value };
  const word = textOf(value);
  const known = Object.hasOwn(booleanWords, word) ? booleanWords[word] : undefined;
  return known === undefined ? { value, message: texts.boolean } : { value: known };
}

/** `2026/1/5` → `2026-01-05`; other text stays. */
function slashesToDashes(value: unknown): unknown {
  if (typeof value !== "string" || value.length > 32) return value;
  return value.replace(
    /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?=$|[ T])/,
    (_all, year: string, month: string, day: string) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
}

function normaliseDate(value: unknown): Normalised {
  const text = typeof value === "string" && /^\d{4}-\d{2}$/.test(value) ? `${value}-01` : slashesToDashes(value);
  const moment = parseMoment(text);
  return moment ? { value: dateText(moment) } : { value, message: texts.date };
}

function normaliseTime(value: unknown): Normalised {
  const match = typeof value === "string" ? /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(value.trim()) : null;
  const [hour = "", minute = "", second = "00"] = match ? match.slice(1) : [];
  if (!match || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return { value, message: texts.time };
  }
  const short = `${hour.padStart(2, "0")}:${minute}`;
  return { value: second === "00" ? short : `${short}:${second}` };
}
