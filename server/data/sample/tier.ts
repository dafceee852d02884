import { compileBraced } from "../../../runtime/expr/template.ts";
import type { Generator } from "../../../runtime/schema/types.gen.ts";
import type { Make, MakerContext } from "./makers.ts";
import type { SampleRow } from "./pools.ts";

/** The row with the highest threshold that the value (or the running total of the owner's earlier rows) has reached. */
export function createTier(
  { model: tierModel, threshold, value, total }: Extract<Generator, { readonly type: "tier" }>,
  { pools, now, onRow }: MakerContext,
): Make {
  const pool = pools.get(tierModel);
  if (!pool) throw new Error(`no rows of ${tierModel}`);
  const tiers = [...pool.rows].sort((a, b) => Number(b[threshold]) - Number(a[threshold]));
  const reached = (amount: number): unknown => tiers.find((tier) => Number(tier[threshold]) <= amount)?.id ?? null;
  if (value !== undefined) return (row) => reached(Number(row[value] ?? 0));
  if (!total) throw new Error("a tier needs a value or a total");

  const totals = new Map<unknown, number>();
  const counts = total.where === undefined ? () => true : compileBraced(total.where);
  onRow((row: SampleRow) => {
    if (counts({ row, now }))
      totals.set(row[total.per], (totals.get(row[total.per]) ?? 0) + Number(row[total.field] ?? 0));
  });
  return (row) => reached(totals.get(row[total.per]) ?? 0);
}
