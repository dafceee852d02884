import type { Row } from "../model/resolved-model.ts";
import type { Source } from "../schema/types.gen.ts";

type Aggregate = Extract<Source, { readonly type: "aggregate" }>;

const dayMs = 86_400_000;
/** Longer gaps are left as they are. */
const maxDays = 400;

/**
 * Days without rows are days with nothing: they are put in, from the first day that came up to today, so that a line
 * has no holes and the last row is always today. Other groupings come back unchanged.
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
  const nothing = Object.fromEntries(Object.keys(source.measures).map((name) => [name, 0]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(first) + index * dayMs).toISOString().slice(0, 10);
    return byDay.get(day) ?? { [group.field]: day, ...nothing };
  });
}
