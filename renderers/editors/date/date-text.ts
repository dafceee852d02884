import dayjs, { type Dayjs } from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import type { Editor } from "../../../runtime/schema/types.gen.ts";

dayjs.extend(customParseFormat);

export type DateKind = "date" | "datetime" | "time" | "month";

export const dateKind = (type: string): DateKind =>
  type === "datetime" || type === "time" || type === "month" ? type : "date";

/** PCK-14: as it is stored and, where the document names no other format, shown. */
const wireFormats: Readonly<Record<DateKind, string>> = {
  date: "YYYY-MM-DD",
  datetime: "YYYY-MM-DD HH:mm:ss",
  time: "HH:mm:ss",
  month: "YYYY-MM",
};

export const shownFormat = (of: DateKind, options?: Editor): string =>
  (options && "format" in options && options.format) || wireFormats[of];

const days = ["YYYY-M-D", "YYYY/M/D", "YYYY.M.D", "YYYY年M月D日", "YYYYMMDD"];
const clocks = ["H:m:s", "H:m"];
/** What people type, zeros in front left out; a day without a time is its midnight. */
const typedFormats: Readonly<Record<DateKind, string[]>> = {
  date: days,
  datetime: [...days.flatMap((day) => clocks.map((clock) => `${day} ${clock}`)), ...days],
  time: [...clocks, "HHmm", "HHmmss"],
  month: ["YYYY-M", "YYYY/M", "YYYY.M", "YYYY年M月", "YYYYMM"],
};

/** The one reader of what people type; null while it is no date. */
export function readTyped(text: string, of: DateKind, format: string = wireFormats[of]): Dayjs | null {
  const shown = dayjs(text.trim(), format, true);
  if (shown.isValid()) return shown;
  const day = dayjs(plainDate(text), typedFormats[of], true);
  return day.isValid() ? day : null;
}

/** Half-width digits, one space, no zeros in front: the formats of dayjs are exact. */
function plainDate(text: string): string {
  return text
    .replace(/[０-９：／－．]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/\s+/g, " ")
    .replace(/\b0(?=\d\b)/g, "");
}

/** What is stored, whatever its kind: the day of a moment, the month of a day. Null for nothing and for what is no date. */
export function readWire(value: unknown, of: DateKind): Dayjs | null {
  if (typeof value !== "string" || value === "") return null;
  return readTyped(value, of) ?? (of === "time" ? null : (readTyped(value, "datetime") ?? readTyped(value, "month")));
}

/** A time without seconds stands on the wire without them; a month as its first day where the field holds days. */
export function writeWire(day: Dayjs, of: DateKind, holdsDays = false): string {
  if (of === "time" && day.second() === 0) return day.format("HH:mm");
  return day.format(of === "month" && holdsDays ? "YYYY-MM-01" : wireFormats[of]);
}
