import type { Row } from "../model/resolved-model.ts";
import type { Source } from "../schema/types.gen.ts";

type Aggregate = Extract<Source, { readonly type: "aggregate" }>;

/** How much of `yyyy-MM-dd` names a period, and the one after it. */
const periods = {
  day: { length: 10, advance: (date: Date) => date.setUTCDate(date.getUTCDate() + 1) },
  month: { length: 7, advance: (date: Date) => date.setUTCMonth(date.getUTCMonth() + 1) },
  year: { length: 4, advance: (date: Date) => date.setUTCFullYear(date.getUTCFullYear() + 1) },
} as const;
const ofNothing: Readonly<Record<Aggregate["measures"][string]["op"], 0 | null>> = {
  count: 0,
  sum: 0,
  avg: null,
  min: null,
  max: null,
};
/** Longer gaps are left as they are. */
const maxPeriods = 400;

/**
 * Days, months and years without rows are some with nothing: they are put in from the first that came, up to the present
 * one unless the conditions end earlier. Nothing counts and sums to zero; it has no average, no least and no greatest.
 * Other groupings come back unchanged.
 *
 * @param today `yyyy-MM-dd`
 * @param conditions what was asked for, as on the wire
 */
export function fillPeriods(rows: readonly Row[], source: Aggregate, today: string, conditions: Row): readonly Row[] {
  const [group, ...others] = source.groupBy ?? [];
  if (typeof group !== "object" || others.length > 0) return rows;
  const { length, advance } = periods[group.by ?? "day"];
  const byPeriod = new Map(rows.map((row) => [String(row[group.field]), row]));
  const present = today.slice(0, length);
  const first = String(rows[0]?.[group.field] ?? present);
  const last = String(rows.at(-1)?.[group.field] ?? present);
  const until = last > present || mayEndEarlier(group.field, conditions) ? last : present;
  const nothing = Object.fromEntries(Object.entries(source.measures).map(([name, { op }]) => [name, ofNothing[op]]));
  const filled: Row[] = [];
  for (const date = new Date(first); filled.length <= maxPeriods; advance(date)) {
    if (Number.isNaN(date.getTime())) return rows;
    const period = date.toISOString().slice(0, length);
    if (period > until) return filled;
    filled.push(byPeriod.get(period) ?? { [group.field]: period, ...nothing });
  }
  return rows;
}

/** Whether what is asked for may end before today: only a beginning is known not to. */
function mayEndEarlier(field: string, conditions: Row): boolean {
  const own = conditions[field];
  if (own !== undefined && !String(own).trim().startsWith(">")) return true;
  return conditions[`${field}_end`] !== undefined || conditions.superQueryParams !== undefined;
}
