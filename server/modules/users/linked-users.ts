import { sql } from "kysely";
import type { Condition } from "../../../runtime/query/condition.ts";
import type { Queryable } from "../../db/database.ts";

/** Where it is written who belongs to what: the link table and its column that names the owner. */
export interface UserLink {
  readonly table: "sys_user_role" | "sys_user_depart";
  readonly other: "role_id" | "dep_id";
}

/** As many people are looked up by their ids; more are met soon enough when all are walked through in order. */
const few = 1_000;

/**
 * The users who belong to any of the owners, as a condition on users. Joined with the links, the count of one department's
 * 500 people read all 100,000 users.
 */
export async function linkedUsers(
  database: Queryable,
  { table, other }: UserLink,
  owners: readonly string[],
): Promise<Condition> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from ${sql.table(table)} where ${sql.ref(other)} = any(${sql.val([...owners])}::text[])
    limit ${sql.lit(few + 1)}`.execute(database);
  if (rows.length > few) return { kind: "linked", table, own: "user_id", other, values: owners };
  return { kind: "in", field: "id", values: [...new Set(rows.map((row) => row.id))], negate: false };
}
