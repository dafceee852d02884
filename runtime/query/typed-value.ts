import type { ResolvedField } from "../model/resolved-model.ts";
import type { Bound } from "./condition.ts";

/** Where a date of ten characters stands for a whole day: its first or its last moment. */
export type DayEdge = "start" | "end";

type TypedField = Pick<ResolvedField, "type">;

const numeric = /^[+-]?\d{1,18}(\.\d{1,10})?$/;
const whole = /^[+-]?\d{1,18}$/;
const dateText = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;
const dateTimeText = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,6})?$/;
const timeText = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const truths: Readonly<Record<string, boolean>> = {
  true: true,
  "1": true,
  Y: true,
  false: false,
  "0": false,
  N: false,
};

/**
 * Reads the text of a query as a value of the field's type.
 *
 * @returns the canonical value, or undefined when the text is not one (`abc` for a number, `2026-02-30` for a date)
 * @example typedValue({ type: "datetime" }, "2026-03-01", "end") // "2026-03-01 23:59:59.999999"
 */
export function typedValue(field: TypedField, text: string, edge: DayEdge = "start"): Bound | undefined {
  const trimmed = text.trim();
  switch (field.type) {
    case "string":
    case "text":
      return text.includes("\u0000") ? undefined : text;
    case "integer":
      return whole.test(trimmed) ? trimmed.replace(/^\+/, "") : undefined;
    case "number":
    case "money":
    case "percent":
      return numeric.test(trimmed) ? trimmed.replace(/^\+/, "") : undefined;
    case "boolean":
      return Object.hasOwn(truths, trimmed) ? truths[trimmed] : undefined;
    case "date":
      return readDate(trimmed, edge) ?? readDateTime(trimmed)?.slice(0, 10);
    case "datetime":
      return readDayMoment(trimmed, edge) ?? readDateTime(trimmed);
    case "time":
      return timeText.test(trimmed) ? trimmed : undefined;
    case "json":
      return undefined;
  }
}

/** `2026-03` and `2026-03-01` alone name a period, not a moment. */
export function isWholeDay(field: TypedField, text: string): boolean {
  return field.type === "datetime" && dateText.test(text.trim());
}

function readDate(text: string, edge: DayEdge): string | undefined {
  const match = dateText.exec(text);
  if (!match) return undefined;
  const [year, month] = [Number(match[1]), Number(match[2])];
  if (year < 1 || month < 1 || month > 12) return undefined;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = match[3] === undefined ? (edge === "start" ? 1 : lastDay) : Number(match[3]);
  if (day < 1 || day > lastDay) return undefined;
  return `${match[1]}-${match[2]}-${String(day).padStart(2, "0")}`;
}

function readDayMoment(text: string, edge: DayEdge): string | undefined {
  const date = readDate(text, edge);
  return date && `${date} ${edge === "start" ? "00:00:00" : "23:59:59.999999"}`;
}

function readDateTime(text: string): string | undefined {
  const match = dateTimeText.exec(text);
  if (!match) return undefined;
  const date = readDate(match[1] ?? "", "start");
  const [hour, minute, second] = [match[2], match[3], match[4] ?? "00"].map(Number);
  if (!date || hour === undefined || minute === undefined || second === undefined) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return `${date} ${[hour, minute, second].map((part) => String(part).padStart(2, "0")).join(":")}`;
}
