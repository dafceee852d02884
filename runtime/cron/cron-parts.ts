/** The seven fields of a Quartz expression, in their order in the text. */
export const cronPartNames = ["second", "minute", "hour", "day", "month", "week", "year"] as const;
export type CronPartName = (typeof cronPartNames)[number];

/** One member of a list: a value, a range (`to`), or steps (`step`, up to `to` or to the end of the field). */
export interface CronItem {
  readonly from: number;
  readonly to?: number;
  readonly step?: number;
}

/** `increment` counts from `start` in steps; without `start` it was written as an asterisk and starts at the lowest value. */
export type CronPart =
  | { readonly mode: "every" }
  | { readonly mode: "none" }
  | { readonly mode: "increment"; readonly start?: number; readonly step: number }
  | { readonly mode: "range"; readonly from: number; readonly to: number }
  | { readonly mode: "specific"; readonly values: readonly number[] }
  | { readonly mode: "list"; readonly items: readonly CronItem[] }
  | { readonly mode: "last" }
  | { readonly mode: "lastWorkday" }
  | { readonly mode: "beforeLast"; readonly days: number }
  | { readonly mode: "nearest"; readonly day: number }
  | { readonly mode: "lastOf"; readonly weekday: number }
  | { readonly mode: "nth"; readonly weekday: number; readonly nth: number };

export type CronMode = CronPart["mode"];

/** A whole expression. Weekdays count from 1 = Sunday, as Quartz does. Exactly one of `day` and `week` is `none`. */
export type Cron = Readonly<Record<CronPartName, CronPart>>;

/** Lowest and highest value of each field. */
export const cronBounds: Readonly<Record<CronPartName, readonly [number, number]>> = {
  second: [0, 59],
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
  week: [1, 7],
  year: [1970, 2199],
};

/** Longest expression that is read at all. */
export const cronTextLimit = 500;

const everyPart: CronPart = { mode: "every" };
const nonePart: CronPart = { mode: "none" };
const zeroPart: CronPart = { mode: "specific", values: [0] };

/** Every day at midnight: what an empty editor starts from. */
export const dailyCron: Cron = {
  second: zeroPart,
  minute: zeroPart,
  hour: zeroPart,
  day: everyPart,
  month: everyPart,
  week: nonePart,
  year: everyPart,
};

/** Steps of a clock that begin at 0 and go on evenly over its end: every 15 minutes, every 2 hours. */
export function isSteady(name: CronPartName, { from, step, to }: CronItem): boolean {
  const [low, high] = cronBounds[name];
  return low === 0 && from === 0 && to === undefined && step !== undefined && (high + 1) % step === 0;
}

/** Values of a range; it may pass the end of the field (22-2 of hours), except for years. */
export function rangeValues(name: CronPartName, from: number, to: number): number[] {
  const [low, high] = cronBounds[name];
  const values: number[] = [];
  const last = to >= from ? to : to + (high - low + 1);
  for (let value = from; value <= last; value += 1) values.push(value > high ? value - (high - low + 1) : value);
  return values;
}

function stepValues(name: CronPartName, start: number, step: number, to?: number): number[] {
  const end = to ?? cronBounds[name][1];
  const low = cronBounds[name][0];
  const values = end >= start ? spread(start, end) : rangeValues(name, start, end);
  return values.filter((value, index) => index % step === 0 && value >= low);
}

const spread = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * The plain values of a part, ascending. Day rules that depend on the month (L, LW, L-n, nW, nL, n#k) have none of
 * their own and answer an empty list; `runDaysOf` knows them.
 */
export function cronValues(name: CronPartName, part: CronPart): readonly number[] {
  const [low, high] = cronBounds[name];
  switch (part.mode) {
    case "every":
    case "none":
      return spread(low, high);
    case "increment":
      return stepValues(name, part.start ?? low, part.step);
    case "range":
      return ascending(rangeValues(name, part.from, part.to));
    case "specific":
      return ascending(part.values);
    case "list":
      return ascending(part.items.flatMap((item) => itemValues(name, item)));
    default:
      return [];
  }
}

function itemValues(name: CronPartName, item: CronItem): number[] {
  if (item.step !== undefined) return stepValues(name, item.from, item.step, item.to);
  return item.to === undefined ? [item.from] : rangeValues(name, item.from, item.to);
}

const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);
