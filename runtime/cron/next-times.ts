import { CronDate, type CronExpression, CronExpressionParser } from "cron-parser";
import { type Cron, cronBounds, cronValues } from "./cron-parts.ts";
import { parseCron } from "./parse-cron.ts";
import { runDaysOf } from "./run-days.ts";

export interface NextTimesOptions {
  /** How many at most. */
  readonly count: number;
  /** Times are later than this instant. */
  readonly after: Date;
  /** IANA name; `Asia/Shanghai` when absent. */
  readonly timeZone?: string;
}

/**
 * The next instants at which an expression runs, ascending; fewer than asked when its years end.
 * The days are Quartz's and ours, the times of a day and the zone are cron-parser's.
 *
 * @throws CronError when the text cannot be read, RangeError for a zone that does not exist
 */
export function nextCronTimes(expression: string | Cron, options: NextTimesOptions): Date[] {
  const cron = typeof expression === "string" ? parseCron(expression) : expression;
  const timeZone = options.timeZone ?? "Asia/Shanghai";
  new Intl.DateTimeFormat("en", { timeZone });
  const times = timesOfDay(cron, options.after, timeZone);
  const found: Date[] = [];
  let from = options.after;
  for (const day of runDays(cron, from, timeZone)) {
    const start = new CronDate(`${day}T00:00:00`, timeZone).getTime() - 1000;
    from = new Date(Math.max(start, from.getTime()));
    times.reset(new CronDate(from, timeZone));
    while (found.length < options.count) {
      const next = times.next();
      if (dayText(next) !== day) break;
      from = next.toDate();
      found.push(from);
    }
    if (found.length >= options.count) break;
  }
  return found;
}

/** The first of the next times, undefined when the expression never runs again. */
export const nextCronTime = (expression: string | Cron, after: Date, timeZone?: string): Date | undefined =>
  nextCronTimes(expression, { count: 1, after, ...(timeZone ? { timeZone } : {}) })[0];

/** Seconds, minutes and hours of any day. */
function timesOfDay(cron: Cron, currentDate: Date, tz: string): CronExpression {
  const fields = (["second", "minute", "hour"] as const).map((name) => cronValues(name, cron[name]).join(","));
  return CronExpressionParser.parse(`${fields.join(" ")} * * *`, { currentDate, tz });
}

const two = (value: number): string => String(value).padStart(2, "0");
const dayText = (date: CronDate): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Days from that of `from` on, as `yyyy-MM-dd` in the zone, until the years of the expression end. */
function* runDays(cron: Cron, from: Date, timeZone: string): Generator<string> {
  const start = new CronDate(from, timeZone);
  const today = dayText(start);
  const months = cronValues("month", cron.month);
  for (const year of cronValues("year", cron.year)) {
    if (year < start.getFullYear() || year > cronBounds.year[1]) continue;
    for (const month of months) {
      for (const day of runDaysOf(cron, year, month)) {
        const text = `${year}-${two(month)}-${two(day)}`;
        if (text >= today) yield text;
      }
    }
  }
}
