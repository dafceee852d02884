import { compileBraced } from "../expr/template.ts";
import type { ResolvedField, Row } from "../model/resolved-model.ts";

type Rollup = NonNullable<ResolvedField["rollup"]>;
export type Period = NonNullable<Rollup["within"]>["unit"];

/** Characters of a moment `yyyy-MM-dd HH:mm:ss` that name its period. */
const length: Readonly<Record<Period, number>> = { year: 4, month: 7, day: 10 };

/** The first day of the period that a moment lies in. */
export const periodStart = (unit: Period, now: string): string =>
  `${now.slice(0, length[unit])}${"0000-01-01".slice(length[unit])}`;

/**
 * Which child rows a roll-up counts.
 *
 * @returns asks with the row, and with the business time, `yyyy-MM-dd HH:mm:ss`
 */
export function compileRollupFilter({ where, within }: Rollup): (row: Row, now: string) => boolean {
  const test = where === undefined ? undefined : compileBraced(where);
  return (row, now) => {
    if (within) {
      const moment = row[within.field];
      if (typeof moment !== "string" || !moment.startsWith(now.slice(0, length[within.unit]))) return false;
    }
    return test === undefined || Boolean(test({ row, now, user: {} }));
  };
}
