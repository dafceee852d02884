import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "./database.ts";

/** What the planner expects of a statement; cost in its own unit, of which the machine does some hundred in a millisecond. */
export interface Estimate {
  readonly cost: number;
  /** Rows of the answer. */
  readonly rows: number;
  /** Rows that a `limit` at the top is fed with; without one, the rows of the answer. */
  readonly rowsBeforeLimit: number;
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Total Cost": number;
  readonly "Plan Rows": number;
  readonly Plans?: readonly PlanNode[];
}

/** Plans the statement and runs nothing. */
export async function estimate(database: Queryable, statement: RawBuilder<unknown>): Promise<Estimate> {
  // The line at its end keeps it from being one of the statements whose plan is kept.
  const { rows } = await sql<Record<string, unknown>>`explain (format json) ${statement}\n`.execute(database);
  const answer = rows[0]?.["QUERY PLAN"];
  const [{ Plan: plan }] = (typeof answer === "string" ? JSON.parse(answer) : answer) as [{ Plan: PlanNode }];
  const fed = plan["Node Type"] === "Limit" ? (plan.Plans?.[0] ?? plan) : plan;
  return { cost: plan["Total Cost"], rows: plan["Plan Rows"], rowsBeforeLimit: fed["Plan Rows"] };
}

export interface TableSize {
  readonly rows: number;
  readonly pages: number;
}

/** The table's size as its statistics and its file have it; a table that was never looked at counts as full pages. */
export async function tableSize(database: Queryable, table: string): Promise<TableSize> {
  const { rows } = await sql<{ rows: string; pages: string }>`
    select reltuples as rows, pg_relation_size(oid) / 8192 as pages from pg_class
    where oid = to_regclass(${`"${table}"`})`.execute(database);
  const pages = Number(rows[0]?.pages ?? 0);
  return { pages, rows: Math.max(Number(rows[0]?.rows ?? 0), pages * leastRowsPerPage) };
}

/** Wide rows; between two counts a table may have grown. */
const leastRowsPerPage = 10;
