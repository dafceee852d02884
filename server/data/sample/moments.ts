import type { Generator } from "../../../runtime/schema/types.gen.ts";
import { firstAbove, type Random } from "./random.ts";

export type DatesGenerator = Extract<Generator, { readonly type: "dates" }>;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: hourMs, d: dayMs, y: 365.25 * dayMs };

/** Wire text → milliseconds on a clock without zones. */
export function readMoment(text: string): number {
  return Date.parse(text.length > 10 ? `${text.slice(0, 10)}T${text.slice(11)}Z` : `${text}T00:00:00Z`);
}

/** Milliseconds → `yyyy-MM-dd HH:mm:ss`. */
export const writeMoment = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

export interface ParsedMoment {
  /** undefined = the first start. */
  readonly path: string | undefined;
  readonly offsetMs: number;
}

/**
 * `-180d` → the first start less 180 days; `createTime+3h`, `storeId.openDate` → from a value of the row.
 * @throws Error on anything else
 */
export function parseMomentRule(text: string): ParsedMoment {
  const found = /^([A-Za-z][A-Za-z0-9.]*)?(?:([+-]?\d+(?:\.\d+)?)([mhdy]))?$/.exec(text);
  if (!found || text === "") throw new Error(`not a moment: ${text}`);
  const [, path, amount, unit] = found;
  return { path, offsetMs: Number(amount ?? 0) * (unitMs[unit ?? "d"] ?? dayMs) };
}

/** Draws moments in a span by the weights of months, weekdays and hours. */
export interface MomentSampler {
  draw(random: Random, fromMs: number, toMs: number): number;
}

/** @param nowMs the first start; no day after `horizonDays` beyond it is reached */
export function createMomentSampler(rule: DatesGenerator, nowMs: number, horizonDays = 1200): MomentSampler {
  const { months, weekdays, hours, growth } = rule;
  if (!months && !weekdays && !hours && !growth) return { draw: even };
  const firstDay = Math.floor(nowMs / dayMs) - 366 * 8;
  const days = 366 * 8 + horizonDays;
  const ends = new Float64Array(days);
  let total = 0;
  for (let index = 0; index < days; index += 1) {
    const day = new Date((firstDay + index) * dayMs);
    const month = months?.[day.getUTCMonth()] ?? 1;
    const weekday = weekdays?.[(day.getUTCDay() + 6) % 7] ?? 1;
    total += month * weekday * (1 + (growth ?? 0)) ** (index / 365.25);
    ends[index] = total;
  }
  const hourEnds: number[] = [];
  let hourTotal = 0;
  for (let hour = 0; hour < 24; hour += 1) {
    hourTotal += hours?.[hour] ?? 1;
    hourEnds.push(hourTotal);
  }
  return {
    draw(random, fromMs, toMs) {
      if (toMs - fromMs < dayMs) return even(random, fromMs, toMs);
      const first = Math.floor(fromMs / dayMs) - firstDay;
      const last = Math.floor(toMs / dayMs) - firstDay;
      const low = ends[first - 1] ?? 0;
      const high = ends[last] ?? total;
      const dayStart = (firstDay + firstAbove(ends, low + random.next() * (high - low))) * dayMs;
      const hour = firstAbove(hourEnds, random.next() * hourTotal);
      const moment = dayStart + hour * hourMs + Math.floor(random.next() * 3600) * 1000;
      if (moment >= fromMs && moment <= toMs) return moment;
      return even(random, Math.max(fromMs, dayStart), Math.min(toMs, dayStart + dayMs - 1000));
    },
  };
}

function even(random: Random, fromMs: number, toMs: number): number {
  const seconds = Math.max(0, Math.floor((toMs - fromMs) / 1000));
  return fromMs + Math.floor(random.next() * (seconds + 1)) * 1000;
}

/** Between `low` and `high`, most often near `peak`. */
export function triangle(random: Random, low: number, high: number, peak: number): number {
  const u = random.next();
  const cut = (peak - low) / (high - low);
  return u < cut
    ? low + Math.sqrt(u * (high - low) * (peak - low))
    : high - Math.sqrt((1 - u) * (high - low) * (high - peak));
}
