import dayjs, { type Dayjs } from "dayjs";
import { dateSpanMessages } from "./date-messages.ts";
import type { DateKind } from "./date-text.ts";

type Span = keyof typeof dateSpanMessages;

/** Begin and end of each span, counted back from today: how many units ago it begins and ends. */
const spans: Readonly<Record<Span, readonly [unit: "day" | "month" | "year", from: number, to: number]>> = {
  today: ["day", 0, 0],
  yesterday: ["day", 1, 1],
  last7: ["day", 6, 0],
  last30: ["day", 29, 0],
  thisMonth: ["month", 0, 0],
  lastMonth: ["month", 1, 1],
  thisYear: ["year", 0, 0],
};

const offered: Readonly<Record<DateKind, readonly Span[]>> = {
  date: ["today", "yesterday", "last7", "last30", "thisMonth", "lastMonth"],
  datetime: ["today", "yesterday", "last7", "last30", "thisMonth", "lastMonth"],
  month: ["thisMonth", "lastMonth", "thisYear"],
  time: [],
};

/** What a range offers to choose at one press; days and moments of whole days, months of whole months. */
export function dateSpans(of: DateKind, now: Dayjs = dayjs()): { label: string; value: [Dayjs, Dayjs] }[] {
  return offered[of].map((span) => {
    const [unit, from, to] = spans[span];
    const value: [Dayjs, Dayjs] = [now.subtract(from, unit).startOf(unit), now.subtract(to, unit).endOf(unit)];
    return { label: dateSpanMessages[span], value };
  });
}
