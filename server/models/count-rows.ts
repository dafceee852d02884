import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Queryable } from "../db/database.ts";
import { estimate } from "../db/estimate.ts";
import { costLimits, longFrom } from "./query-budget.ts";
import type { TableWrites } from "./table-writes.ts";

/** Rows counted one by one; beyond it the planner's estimate stands in. */
export const exactCountLimit = 100_000;
/** An estimate this far beyond the limit needs no counting to be sure that the limit is passed. */
const surelyBeyond = 3 * exactCountLimit;
const cachedFromRows = 1_000;
/** Totals from here on stay as they are for a moment when others write: one row more is not seen in them. */
const steadyFromRows = 10_000;
const keepMs = { least: 10_000, most: 60_000 };
/** A total is kept this many times as long as it took to count, so that counting takes a hundredth of the time. */
const keepPerCost = 100;
const cacheEntries = 500;

/** Rows that a page counts beside reading, so that a short list takes one statement. */
export const countedWithPage = 2_000;

interface Question {
  readonly statement: RawBuilder<{ rows: string }>;
  readonly key: string;
  readonly generation: number;
  /** A total counted before it lacks what the asker has written themselves. */
  readonly ownGeneration: number;
  readonly runningKey: string;
}

interface Counted {
  readonly total: number;
  readonly untilMs: number;
  readonly generation: number;
}

/**
 * Totals of list pages. Exact up to `exactCountLimit` rows. Large totals are kept for ten seconds, or longer when they
 * took long to count, so paging through a long list counts once; callers asking the same at the same time share one
 * count. A write drops the table's totals below 10,000, and all of them for the person who wrote: they look for their
 * row.
 */
export class RowCounter {
  readonly #kept = new Map<string, Counted>();
  readonly #running = new Map<string, Promise<number>>();
  readonly #writes: TableWrites;

  constructor(writes: TableWrites) {
    this.#writes = writes;
  }

  /**
   * The total of `where`, from what is kept or counted now.
   *
   * @param isOpening nobody has chosen a condition: what it costs is bounded by how long it is kept
   * @param userId whose own writes it has to show
   */
  async count(
    database: Pick<Database, "engine" | "kysely" | "longReads">,
    table: string,
    where: Expression<SqlBool>,
    { isOpening = false, userId }: { readonly isOpening?: boolean; readonly userId: string },
  ): Promise<number> {
    const question = this.#ask(database.kysely, table, where, userId);
    const kept = this.#find(question);
    if (kept !== undefined) return kept;
    const running = this.#running.get(question.runningKey);
    if (running) return running;
    const counted = this.#measure(database, table, where, question, isOpening).finally(() =>
      this.#running.delete(question.runningKey),
    );
    this.#running.set(question.runningKey, counted);
    return counted;
  }

  /** A total that is kept from an earlier count. */
  kept(database: Queryable, table: string, where: Expression<SqlBool>, userId: string): number | undefined {
    return this.#find(this.#ask(database, table, where, userId));
  }

  get size(): number {
    return this.#kept.size;
  }

  clear(): void {
    this.#kept.clear();
  }

  #ask(database: Queryable, table: string, where: Expression<SqlBool>, userId: string): Question {
    const statement = countingSql(table, where);
    const { sql: text, parameters } = statement.compile(database);
    const key = `${text} ${JSON.stringify(parameters)}`;
    const { generation, ownGeneration } = this.#writes.of(table, userId);
    return { statement, key, generation, ownGeneration, runningKey: `${generation} ${key}` };
  }

  #find({ key, generation, ownGeneration }: Question): number | undefined {
    const kept = this.#kept.get(key);
    if (!kept || kept.untilMs <= Date.now() || kept.generation < ownGeneration) return undefined;
    return kept.generation === generation || kept.total >= steadyFromRows ? kept.total : undefined;
  }

  async #measure(
    database: Pick<Database, "engine" | "kysely" | "longReads">,
    table: string,
    where: Expression<SqlBool>,
    { statement, key, generation }: Question,
    isOpening: boolean,
  ): Promise<number> {
    const start = performance.now();
    const all = sql`select 1 from ${sql.table(table)} where ${where}`;
    const { rows: expected, cost: costOfAll } = await estimate(database.kysely, all);
    // Of a cost beyond the budget nobody would wait for the end: the estimate stands in there too.
    const cost = costOfAll * Math.min(1, exactCountLimit / Math.max(expected, 1));
    let total = expected;
    if (expected <= surelyBeyond && cost <= costLimits[database.engine]) {
      const isShort = isOpening || cost < longFrom[database.engine];
      const { rows } = await statement.execute(isShort ? database.kysely : database.longReads);
      const exact = Number(rows[0]?.rows ?? 0);
      total = exact <= exactCountLimit ? exact : Math.max(exact, expected);
    }
    this.#keep(key, total, generation, performance.now() - start);
    return total;
  }

  #keep(key: string, total: number, generation: number, costMs: number): void {
    if (total < cachedFromRows) return;
    if (this.#kept.size >= cacheEntries) this.#kept.clear();
    const forMs = Math.min(keepMs.most, Math.max(keepMs.least, costMs * keepPerCost));
    this.#kept.set(key, { total, untilMs: Date.now() + forMs, generation });
  }
}

/** Counts one by one up to the limit. */
export const countingSql = (table: string, where: Expression<SqlBool>, limit = exactCountLimit + 1) =>
  sql<{ rows: string }>`
    select count(*) as rows from (select 1 from ${sql.table(table)} where ${where} limit ${sql.lit(limit)}) counted`;
