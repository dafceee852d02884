import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Queryable, Statement } from "./database.ts";

/** What the planner expects of a statement; cost in its own unit, of which the machine does some hundred in a millisecond. */
export interface Estimate {
  readonly cost: number;
  /** Rows of the answer. */
  readonly rows: number;
  /** Rows that a `limit` at the top is fed with; without one, the rows of the answer. */
  readonly rowsBeforeLimit: number;
}

/** A step of a plan, as the planner names its parts. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Total Cost": number;
  readonly "Plan Rows": number;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Plans the statement and runs nothing. */
export async function estimate(database: Queryable, statement: RawBuilder<unknown>): Promise<Estimate> {
  const { sql: text, parameters } = statement.compile(database);
  return estimateOf(await planOf(database, { text, values: parameters }));
}

/** The plan of a statement, its outermost step. */
export async function planOf(database: Queryable, { text, values }: Statement): Promise<PlanNode> {
  // The line at its end keeps it from being one of the statements whose plan is kept.
  const explain = CompiledQuery.raw(`explain (format json) ${text}\n`, [...values]);
  const { rows } = await database.executeQuery<Record<string, unknown>>(explain);
  const answer = rows[0]?.["QUERY PLAN"];
  const [{ Plan: plan }] = (typeof answer === "string" ? JSON.parse(answer) : answer) as [{ Plan: PlanNode }];
  return plan;
}

export function estimateOf(plan: PlanNode): Estimate {
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
