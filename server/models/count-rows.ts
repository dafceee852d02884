import { type Expression, type SqlBool, sql } from "kysely";
import type { Queryable } from "../db/database.ts";

/** Rows counted one by one; beyond it the planner's estimate stands in. */
export const exactCountLimit = 100_000;
const cachedFromRows = 1_000;
const cacheMs = 10_000;
const cacheEntries = 500;

interface Counted {
  readonly total: number;
  readonly untilMs: number;
}

/**
 * Totals of list pages. Exact up to `exactCountLimit` rows. Large totals are kept for ten seconds and dropped when this
 * process writes the table, so paging through a long list counts once; callers asking the same at the same time share
 * one count.
 */
export class RowCounter {
  readonly #kept = new Map<string, Counted>();
  readonly #running = new Map<string, Promise<number>>();
  readonly #generation = new Map<string, number>();

  async count(database: Queryable, table: string, where: Expression<SqlBool>): Promise<number> {
    const counting = sql<{ rows: string }>`
      select count(*) as rows from (select 1 from ${sql.table(table)} where ${where} limit ${exactCountLimit + 1}) counted`;
    const { sql: text, parameters } = counting.compile(database);
    const key = `${table} ${this.#generation.get(table) ?? 0} ${text} ${JSON.stringify(parameters)}`;
    const kept = this.#kept.get(key);
    if (kept && kept.untilMs > Date.now()) return kept.total;
    const running = this.#running.get(key);
    if (running) return running;
    const total = this.#measure(database, table, where, counting).finally(() => this.#running.delete(key));
    this.#running.set(key, total);
    return this.#keep(key, await total);
  }

  /** Called after a committed write. */
  forget(table: string): void {
    this.#generation.set(table, (this.#generation.get(table) ?? 0) + 1);
  }

  async #measure(
    database: Queryable,
    table: string,
    where: Expression<SqlBool>,
    counting: { execute(database: Queryable): Promise<{ rows: { rows: string }[] }> },
  ): Promise<number> {
    const { rows } = await counting.execute(database);
    const exact = Number(rows[0]?.rows ?? 0);
    if (exact <= exactCountLimit) return exact;
    return Math.max(exact, await estimate(database, table, where));
  }

  #keep(key: string, total: number): number {
    if (total < cachedFromRows) return total;
    if (this.#kept.size >= cacheEntries) this.#kept.clear();
    this.#kept.set(key, { total, untilMs: Date.now() + cacheMs });
    return total;
  }
}

/** Rows that the planner expects. */
async function estimate(database: Queryable, table: string, where: Expression<SqlBool>): Promise<number> {
  const { rows } = await sql<Record<string, unknown>>`
    explain (format json) select 1 from ${sql.table(table)} where ${where}`.execute(database);
  const answer = rows[0]?.["QUERY PLAN"];
  const plan = (typeof answer === "string" ? JSON.parse(answer) : answer) as [{ Plan: { "Plan Rows": number } }];
  return plan[0].Plan["Plan Rows"];
}
