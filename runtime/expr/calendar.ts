/**
 * Dates are wire text in the business time zone (`yyyy-MM-dd`, `yyyy-MM-dd HH:mm[:ss]`); arithmetic happens on
 * the calendar and never asks the machine for its zone or its clock.
 */
export interface Moment {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Whether the text carried a time of day. */
  readonly timed: boolean;
}

const momentPattern = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** Reads wire text; null when it is no date of the calendar (2026-02-30 is none). */
export function parseMoment(value: unknown): Moment | null {
  if (typeof value !== "string" || value.length > 32) return null;
  const match = momentPattern.exec(value.trim());
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return { year, month, day, hour, minute, second, timed: match[4] !== undefined };
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const two = (value: number): string => String(value).padStart(2, "0");
const four = (value: number): string => String(value).padStart(4, "0");

export const dateText = (moment: Moment): string => `${four(moment.year)}-${two(moment.month)}-${two(moment.day)}`;

export const timeText = (moment: Moment): string => `${two(moment.hour)}:${two(moment.minute)}:${two(moment.second)}`;

export const momentText = (moment: Moment): string =>
  moment.timed ? `${dateText(moment)} ${timeText(moment)}` : dateText(moment);

export const timeUnits = ["year", "quarter", "month", "week", "day", "hour", "minute", "second"] as const;
export type TimeUnit = (typeof timeUnits)[number];

const unitSeconds = { week: 604_800, day: 86_400, hour: 3600, minute: 60, second: 1 } as const;
const unitMonths = { year: 12, quarter: 3, month: 1 } as const;

/** Seconds on a calendar without zones; only differences mean something. */
function secondsOf(moment: Moment): number {
  const date = new Date(0);
  date.setUTCFullYear(moment.year, moment.month - 1, moment.day);
  date.setUTCHours(moment.hour, moment.minute, moment.second, 0);
  return date.getTime() / 1000;
}

/** Adds whole units; the day is cut to the end of a shorter month (Jan 31 + 1 month = Feb 28). Null beyond 0001–9999. */
export function addUnits(moment: Moment, amount: number, unit: TimeUnit): Moment | null {
  const count = Math.trunc(amount);
  if (!Number.isSafeInteger(count)) return null;
  if (unit === "year" || unit === "quarter" || unit === "month") {
    const months = moment.year * 12 + (moment.month - 1) + count * unitMonths[unit];
    const year = Math.floor(months / 12);
    if (year < 1 || year > 9999) return null;
    const month = months - year * 12 + 1;
    return { ...moment, year, month, day: Math.min(moment.day, daysInMonth(year, month)) };
  }
  const date = new Date((secondsOf(moment) + count * unitSeconds[unit]) * 1000);
  const year = date.getUTCFullYear();
  if (!Number.isFinite(date.getTime()) || year < 1 || year > 9999) return null;
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    timed: moment.timed || unit === "hour" || unit === "minute" || unit === "second",
  };
}

/** Whole units from one moment to another, cut towards zero; negative when `to` is earlier. */
export function unitsBetween(from: Moment, to: Moment, unit: TimeUnit): number {
  if (unit !== "year" && unit !== "quarter" && unit !== "month") {
    return Math.trunc((secondsOf(to) - secondsOf(from)) / unitSeconds[unit]) + 0;
  }
  const sign = secondsOf(to) < secondsOf(from) ? -1 : 1;
  const [early, late] = sign < 0 ? [to, from] : [from, to];
  let months = (late.year - early.year) * 12 + late.month - early.month;
  const reached = addUnits(early, months, "month");
  if (reached && secondsOf(reached) > secondsOf(late)) months -= 1;
  return sign * Math.trunc(months / unitMonths[unit]) + 0;
}

/** `yyyy MM M dd d HH H mm ss` are replaced, everything else stays. */
export function formatMoment(moment: Moment, pattern: string): string {
  return pattern.replace(/yyyy|yy|MM|M|dd|d|HH|H|mm|ss/g, (token) => {
    switch (token) {
      case "yyyy":
        return four(moment.year);
      case "yy":
        return two(moment.year % 100);
      case "MM":
        return two(moment.month);
      case "M":
        return String(moment.month);
      case "dd":
        return two(moment.day);
      case "d":
        return String(moment.day);
      case "HH":
        return two(moment.hour);
      case "H":
        return String(moment.hour);
      case "mm":
        return two(moment.minute);
      default:
        return two(moment.second);
    }
  });
}
