import dayjs, { type Dayjs } from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import type { Editor } from "../../../runtime/schema/types.gen.ts";
import { wireFormats } from "../wire-formats.ts";

dayjs.extend(customParseFormat);

export type DateKind = keyof typeof wireFormats;

export function dateKind({ type }: Editor): DateKind {
  return type === "datetime" || type === "time" || type === "month" ? type : "date";
}

/** How a date is shown: as the document says, else as it is stored. */
export function shownFormat(options: Editor): string {
  return ("format" in options && options.format) || wireFormats[dateKind(options)];
}

export function readWire(value: unknown, of: DateKind): Dayjs | null {
  if (typeof value !== "string" || value === "") return null;
  const day = of === "time" ? dayjs(value, ["HH:mm:ss", "HH:mm"]) : dayjs(value);
  return day.isValid() ? day : null;
}

/** A month is stored as its first day where the field is a date. */
export function writeWire(day: Dayjs | null, of: DateKind, field: ResolvedField): string | null {
  if (!day) return null;
  return day.format(of === "month" && field.type === "date" ? "YYYY-MM-01" : wireFormats[of]);
}

const days = ["YYYY-MM-DD", "YYYY-M-D", "YYYY/M/D", "YYYY.M.D", "YYYYMMDD", "YYYY年M月D日"];
/** What people type, besides the format that is shown. */
const typedFormats: Readonly<Record<DateKind, readonly string[]>> = {
  date: days,
  datetime: [...days.flatMap((day) => [`${day} HH:mm:ss`, `${day} H:mm`]), ...days],
  time: ["HH:mm", "H:mm", "HHmm", "HH:mm:ss"],
  month: ["YYYY-MM", "YYYY-M", "YYYY/M", "YYYYMM", "YYYY年M月"],
};

/** None of them is the beginning of a longer one: a calendar takes a text as soon as it is a date, 2026/3/1 too early. */
const calendarTyped: Partial<Readonly<Record<DateKind, readonly string[]>>> = {
  date: ["YYYY-MM-DD", "YYYY/MM/DD", "YYYY.MM.DD", "YYYYMMDD"],
  month: ["YYYY-MM", "YYYY/MM", "YYYYMM"],
};

/** The formats that an open calendar takes, the shown one first. */
export function calendarFormats(options: Editor): string[] {
  return [shownFormat(options), ...(calendarTyped[dateKind(options)] ?? [])];
}

/** The date that was typed; null while it is none. */
export function readTyped(text: string, options: Editor): Dayjs | null {
  const day = dayjs(text.trim(), [shownFormat(options), ...typedFormats[dateKind(options)]], true);
  return day.isValid() ? day : null;
}
