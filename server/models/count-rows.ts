import { type Expression, type SqlBool, sql } from "kysely";
import type { Queryable } from "../db/database.ts";

/** Rows counted one by one; beyond it the planner's estimate stands in. */
export const exactCountLimit = 100_000;
/** An estimate this far beyond the limit needs no counting to be sure that the limit is passed. */
const surelyBeyond = 3 * exactCountLimit;
const cachedFromRows = 1_000;
/** Totals from here on stay as they are for a moment when rows are written: one row more is not seen in them. */
const steadyFromRows = 10_000;
const keepMs = { least: 10_000, most: 60_000 };
/** A total is kept this many times as long as it took to count, so that counting takes a hundredth of the time. */
const keepPerCost = 100;
const cacheEntries = 500;

interface Counted {
  readonly total: number;
  readonly untilMs: number;
  readonly generation: number;
}

/**
 * Totals of list pages. Exact up to `exactCountLimit` rows. Large totals are kept for ten seconds, or longer when they
 * took long to count, so paging through a long list counts once; callers asking the same at the same time share one
 * count. A write of this process drops the table's totals below 10,000.
 */
export class RowCounter {
  readonly #kept = new Map<string, Counted>();
  readonly #running = new Map<string, Promise<number>>();
  readonly #generation = new Map<string, number>();

  async count(database: Queryable, table: string, where: Expression<SqlBool>): Promise<number> {
    const counting = sql<{ rows: string }>`
      select count(*) as rows from (select 1 from ${sql.table(table)} where ${where} limit ${exactCountLimit + 1}) counted`;
    const { sql: text, parameters } = counting.compile(database);
    const generation = this.#generation.get(table) ?? 0;
    const key = `${text} ${JSON.stringify(parameters)}`;
    const kept = this.#kept.get(key);
    const isSteady = kept && (kept.generation === generation || kept.total >= steadyFromRows);
    if (kept && isSteady && kept.untilMs > Date.now()) return kept.total;
    const runningKey = `${generation} ${key}`;
    const running = this.#running.get(runningKey);
    if (running) return running;
    const counted = this.#measure(database, table, where, counting).finally(() => this.#running.delete(runningKey));
    this.#running.set(runningKey, counted);
    const start = performance.now();
    const total = await counted;
    this.#keep(key, total, generation, performance.now() - start);
    return total;
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
    const expected = await estimate(database, table, where);
    if (expected > surelyBeyond) return expected;
    const { rows } = await counting.execute(database);
    const exact = Number(rows[0]?.rows ?? 0);
    return exact <= exactCountLimit ? exact : Math.max(exact, expected);
  }

  #keep(key: string, total: number, generation: number, costMs: number): void {
    if (total < cachedFromRows) return;
    if (this.#kept.size >= cacheEntries) this.#kept.clear();
    const forMs = Math.min(keepMs.most, Math.max(keepMs.least, costMs * keepPerCost));
    this.#kept.set(key, { total, untilMs: Date.now() + forMs, generation });
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
