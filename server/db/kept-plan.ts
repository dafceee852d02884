import { type RawBuilder, sql } from "kysely";

const mark = "/* kept plan */";
const lastMark = `/* last */ ${mark}`;

/**
 * Ends a statement whose best plan is the same for all its values: the database parses and plans it once per session.
 * Not for conditions that a person chose: a rare value and a frequent one need different plans.
 */
export const keptPlan: RawBuilder<unknown> = sql.raw(mark);

/**
 * The same for the last statement of a transaction: `commit` goes to the database together with it, so no lock waits for a
 * round trip. Nothing may refuse the call after it.
 */
export const keptPlanOfLast: RawBuilder<unknown> = sql.raw(lastMark);

export const isPlanKept = (text: string): boolean => text.endsWith(mark);
export const isLast = (text: string): boolean => text.endsWith(lastMark);
