import { daysInMonth } from "../expr/calendar.ts";
import { type Cron, type CronPart, cronValues } from "./cron-parts.ts";

/** Weekday of a date, 1 = Sunday. */
export function weekdayOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDay() + 1;
}

/** Days of one month on which the expression runs, ascending. The month and year fields are not looked at. */
export function runDaysOf(cron: Cron, year: number, month: number): readonly number[] {
  const last = daysInMonth(year, month);
  return cron.week.mode === "none" ? byDay(cron.day, year, month, last) : byWeek(cron.week, year, month, last);
}

function byDay(part: CronPart, year: number, month: number, last: number): readonly number[] {
  switch (part.mode) {
    case "last":
      return [last];
    case "lastWorkday":
      return [nearestWorkday(year, month, last, last)];
    case "beforeLast":
      return last - part.days >= 1 ? [last - part.days] : [];
    case "nearest":
      return part.day <= last ? [nearestWorkday(year, month, part.day, last)] : [];
    default:
      return cronValues("day", part).filter((day) => day <= last);
  }
}

function byWeek(part: CronPart, year: number, month: number, last: number): readonly number[] {
  const days = Array.from({ length: last }, (_, index) => index + 1);
  const first = weekdayOf(year, month, 1);
  const onWeekday = (weekday: number) => days.filter((day) => ((first - 1 + day - 1) % 7) + 1 === weekday);
  if (part.mode === "lastOf") return onWeekday(part.weekday).slice(-1);
  if (part.mode === "nth") return onWeekday(part.weekday).slice(part.nth - 1, part.nth);
  return cronValues("week", part)
    .flatMap(onWeekday)
    .sort((a, b) => a - b);
}

/** Monday to Friday next to a day, never leaving its month. */
function nearestWorkday(year: number, month: number, day: number, last: number): number {
  const weekday = weekdayOf(year, month, day);
  if (weekday === 7) return day === 1 ? 3 : day - 1;
  if (weekday === 1) return day === last ? day - 2 : day + 1;
  return day;
}
