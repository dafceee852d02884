import dayjs from "dayjs";
import type { ColumnPlan } from "../../../runtime/compile/plan.ts";
import { isBlank, rowDictText } from "../../../runtime/format/cell-text.ts";
import { currentLocale } from "../../../runtime/language/language.ts";
import { isNumeric } from "../../../runtime/model/field-types.ts";
import type { ResolvedField, Row } from "../../../runtime/model/resolved-model.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { textOfCell } from "../../cells/cell-text.ts";
import { type Tone, toneOf } from "../../cells/tone.ts";
import { messages } from "../../messages.ts";

/** `2026-02-28`, 1 → `2026-03-01`. */
export const addDays = (day: string, count: number): string => dayjs(day).add(count, "day").format("YYYY-MM-DD");

/** `2026-01`, -1 → `2025-12`. */
export const addMonths = (month: string, count: number): string =>
  dayjs(`${month}-01`).add(count, "month").format("YYYY-MM");

/** `11月29日星期日`. */
export const tellDay = (day: string): string =>
  new Date(Date.parse(day)).toLocaleDateString(currentLocale(), {
    timeZone: "UTC",
    month: "long",
    day: "numeric",
    weekday: "long",
  });

/** The rows of each day, in the order that they came in. */
export function rowsByDay(rows: readonly Row[], field: string): ReadonlyMap<string, readonly Row[]> {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const day = String(row[field] ?? "").slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return days;
}

/** What an entry of a calendar says. */
export interface EntryWords {
  /** `09:00`; empty where the field is a day. */
  readonly time: string;
  readonly text: string;
  /** The word for the colour; empty without one. */
  readonly state: string;
  readonly tone: Tone;
}

export function entryWords(
  row: Row,
  date: ResolvedField,
  columns: readonly ColumnPlan[],
  color: ResolvedField | undefined,
  context: CellContext,
): EntryWords {
  const value = color ? row[color.name] : undefined;
  const option = color?.dict && !isBlank(value) ? context.dictOption(color.dict, String(value)) : undefined;
  const words = columns.flatMap((column) => {
    if (isBlank(row[column.name]) || column.cell.kind === "broken") return [];
    const text = textOfCell(column, column.cell, row, context);
    // A number says nothing without its name.
    return [isNumeric(column.field) ? `${column.title} ${text}` : text];
  });
  return {
    time: date.type === "datetime" ? String(row[date.name] ?? "").slice(11, 16) : "",
    text: words.join(" ") || messages.dash,
    state: (color && rowDictText(row, color.name)) ?? option?.text ?? "",
    tone: toneOf(option?.color),
  };
}
