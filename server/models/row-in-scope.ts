import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { refuse } from "../http/refusal.ts";

/** Raised by the function of migration 0096, and by nothing else. */
const outOfScope = "SC001";

export const refuseOutOfScope = () => refuse("超出您的数据权限范围，不能保存");

/** True, or the statement fails and with it the transaction whose last one it is. */
export const requireInScope = (isVisible: Expression<SqlBool>): RawBuilder<boolean> => sql`row_in_scope(${isVisible})`;

/** The refusal that a statement with `requireInScope` failed with; other failures stay what they are. */
export const explainOutOfScope = (error: unknown): unknown =>
  error instanceof Error && "code" in error && error.code === outOfScope ? refuseOutOfScope() : error;
