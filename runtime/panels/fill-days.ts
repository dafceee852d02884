import type { Row } from "../model/resolved-model.ts";
import type { Source } from "../schema/types.gen.ts";

type Aggregate = Extract<Source, { readonly type: "aggregate" }>;

const dayMs = 86_400_000;
const ofNothing: Readonly<Record<Aggregate["measures"][string]["op"], 0 | null>> = {
  count: 0,
  sum: 0,
  avg: null,
  min: null,
  max: null,
};
/** Longer gaps are left as they are. */
const maxDays = 400;

/**
 * Days without rows are days with nothing: they are put in, from the first day that came up to today, so that the last
 * row is always today. Nothing counts and sums to zero; it has no average, no least and no greatest. Other groupings
 * come back unchanged.
 *
 * @param today `yyyy-MM-dd`
 */
export function fillDays(rows: readonly Row[], source: Aggregate, today: string): readonly Row[] {
  const [group, ...others] = source.groupBy ?? [];
  if (typeof group !== "object" || (group.by ?? "day") !== "day" || others.length > 0) return rows;
  const byDay = new Map(rows.map((row) => [String(row[group.field]), row]));
  const first = String(rows[0]?.[group.field] ?? today);
  const last = String(rows.at(-1)?.[group.field] ?? today);
  const until = last > today ? last : today;
  const count = Math.round((Date.parse(until) - Date.parse(first)) / dayMs) + 1;
  if (!(count > 0 && count <= maxDays)) return rows;
  const nothing = Object.fromEntries(Object.entries(source.measures).map(([name, { op }]) => [name, ofNothing[op]]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(first) + index * dayMs).toISOString().slice(0, 10);
    return byDay.get(day) ?? { [group.field]: day, ...nothing };
  });
}
