import { type RawBuilder, sql } from "kysely";

const mark = "/* kept plan */";

/**
 * Ends a statement whose best plan is the same for all its values: the database parses and plans it once per session.
 * Not for conditions that a person chose: a rare value and a frequent one need different plans.
 */
export const keptPlan: RawBuilder<unknown> = sql.raw(mark);

export const isPlanKept = (text: string): boolean => text.endsWith(mark);
