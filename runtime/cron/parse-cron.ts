import { cronMessages } from "./cron-messages.ts";
import {
  type Cron,
  type CronItem,
  type CronPart,
  type CronPartName,
  cronBounds,
  cronPartNames,
  cronTextLimit,
} from "./cron-parts.ts";

/** An expression that cannot be read. `message` is Chinese and ready to show; `part` names the field, where it is one. */
export class CronError extends Error {
  override readonly name = "CronError";
  readonly part: CronPartName | undefined;

  constructor(message: string, part?: CronPartName) {
    super(message);
    this.part = part;
  }
}

/**
 * Reads a Quartz expression.
 *
 * @param text `second minute hour day month week [year]`, separated by white space; with five fields the second is 0.
 *   Names of months and weekdays, `L`, `LW`, `L-3`, `15W`, `6L`, `6#3` and `?` are understood; weekday 1 is Sunday.
 *   An asterisk beside a day rule counts as `?`.
 * @throws CronError with the Chinese message of what is wrong
 * @example parseCron("0 0/5 9-18 * * ?").minute // { mode: "increment", start: 0, step: 5 }
 */
export function parseCron(text: string): Cron {
  if (text.length > cronTextLimit) throw new CronError(cronMessages.tooLong(cronTextLimit));
  const fields = text.trim().split(/\s+/);
  if (fields[0] === "") throw new CronError(cronMessages.empty);
  if (fields.length > 7) throw new CronError(cronMessages.tooMany);
  if (fields.length < 5) throw new CronError(cronMessages.tooFew(fields.length));
  const [second, minute, hour, day, month, week, year] = fields.length === 5 ? ["0", ...fields] : fields;
  const written = { second, minute, hour, day, month, week, year: year ?? "*" };
  const parts = Object.fromEntries(
    cronPartNames.map((name) => [name, parsePart(name, written[name] ?? "*")]),
  ) as unknown as Cron;
  return settleDays(parts);
}

/** The Chinese sentence about what is wrong with an expression; undefined when it can be read. */
export function cronProblem(text: string): string | undefined {
  try {
    parseCron(text);
    return undefined;
  } catch (error) {
    if (error instanceof CronError) return error.message;
    throw error;
  }
}

/** One of day and week must be `?`: an asterisk gives way, two rules or two question marks are refused. */
function settleDays(cron: Cron): Cron {
  const { day, week } = cron;
  if (day.mode === "none" && week.mode === "none") throw new CronError(cronMessages.noDay);
  if (day.mode === "none" || week.mode === "none") return cron;
  if (week.mode === "every") return { ...cron, week: { mode: "none" } };
  if (day.mode === "every") return { ...cron, day: { mode: "none" } };
  throw new CronError(cronMessages.bothDays);
}

function parsePart(name: CronPartName, written: string): CronPart {
  const text = written.toUpperCase();
  const part = (name === "day" ? dayRule(text) : name === "week" ? weekRule(text) : undefined) ?? listPart(name, text);
  if (!part) throw new CronError(cronMessages.part(name, written), name);
  return part;
}

function dayRule(text: string): CronPart | undefined {
  if (text === "?") return { mode: "none" };
  if (text === "L") return { mode: "last" };
  if (text === "LW" || text === "WL") return { mode: "lastWorkday" };
  const before = /^L-(\d{1,2})$/.exec(text);
  if (before) {
    const days = Number(before[1]);
    return days >= 1 && days <= 31 ? { mode: "beforeLast", days } : undefined;
  }
  const nearest = /^(\d{1,2})W$/.exec(text);
  const day = nearest ? readNumber("day", nearest[1] ?? "") : undefined;
  return day === undefined ? undefined : { mode: "nearest", day };
}

function weekRule(text: string): CronPart | undefined {
  if (text === "?") return { mode: "none" };
  if (text === "L") return { mode: "specific", values: [7] };
  const match = /^([A-Z]{3}|\d)(?:L|#(\d))$/.exec(text);
  const weekday = match ? readNumber("week", match[1] ?? "") : undefined;
  if (!match || weekday === undefined) return undefined;
  if (match[2] === undefined) return { mode: "lastOf", weekday };
  const nth = Number(match[2]);
  return nth >= 1 && nth <= 5 ? { mode: "nth", weekday, nth } : undefined;
}

function listPart(name: CronPartName, text: string): CronPart | undefined {
  if (text === "*") return { mode: "every" };
  const items = text.split(",").map((each) => readItem(name, each));
  if (items.some((item) => item === undefined)) return undefined;
  return partOf(items as CronItem[], text.startsWith("*"));
}

/** The simplest mode that says the same, so that the editor finds its own settings again. */
function partOf(items: readonly CronItem[], starred: boolean): CronPart {
  const [first] = items;
  if (first && items.length === 1) {
    if (first.step !== undefined && first.to === undefined) {
      return starred
        ? { mode: "increment", step: first.step }
        : { mode: "increment", start: first.from, step: first.step };
    }
    if (first.step === undefined && first.to !== undefined) return { mode: "range", from: first.from, to: first.to };
  }
  if (items.every((item) => item.to === undefined && item.step === undefined)) {
    return { mode: "specific", values: [...new Set(items.map((item) => item.from))].sort((a, b) => a - b) };
  }
  return { mode: "list", items };
}

/** Longest step per field, as the editor offers it. */
export const cronStepLimits: Readonly<Record<CronPartName, number>> = {
  second: 59,
  minute: 60,
  hour: 23,
  day: 31,
  month: 12,
  week: 7,
  year: 99,
};

function readItem(name: CronPartName, text: string): CronItem | undefined {
  const match = /^(\*|[A-Z]{3}|\d{1,4})(?:-([A-Z]{3}|\d{1,4}))?(?:\/(\d{1,3}))?$/.exec(text);
  if (!match) return undefined;
  const [, head = "", tail, steps] = match;
  const step = steps === undefined ? undefined : Number(steps);
  if (step !== undefined && (step < 1 || step > cronStepLimits[name])) return undefined;
  if (head === "*") {
    return step === undefined || tail !== undefined ? undefined : { from: cronBounds[name][0], step };
  }
  const from = name === "month" && head === "0" && step !== undefined ? 0 : readNumber(name, head);
  const to = tail === undefined ? undefined : readNumber(name, tail);
  if (from === undefined || (tail !== undefined && to === undefined)) return undefined;
  if (to !== undefined && to < from && name === "year") return undefined;
  return { from, ...(to === undefined ? {} : { to }), ...(step === undefined ? {} : { step }) };
}

const nameLists: Partial<Record<CronPartName, readonly string[]>> = {
  month: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
  week: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"],
};

function readNumber(name: CronPartName, text: string): number | undefined {
  const place = nameLists[name]?.indexOf(text) ?? -1;
  if (place >= 0) return place + 1;
  if (!/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  const [low, high] = cronBounds[name];
  return value >= low && value <= high ? value : undefined;
}
