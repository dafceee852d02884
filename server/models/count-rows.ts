import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Queryable } from "../db/database.ts";
import { estimate } from "../db/estimate.ts";
import { KeptAnswers, type KeptQuestion } from "./kept-answers.ts";
import { costLimits, longFrom } from "./query-budget.ts";
import type { TableWrites } from "./table-writes.ts";

/** Rows counted one by one; beyond it the planner's estimate stands in. */
export const exactCountLimit = 100_000;
/** An estimate this far beyond the limit needs no counting to be sure that the limit is passed. */
const surelyBeyond = 3 * exactCountLimit;
const keptFromRows = 1_000;
/** Totals from here on stay as they are for a moment when others write: one row more is not seen in them. */
const steadyFromRows = 10_000;
/** Rows that a page counts beside reading, so that a short list takes one statement. */
export const countedWithPage = 2_000;

/**
 * Totals of list pages. Exact up to `exactCountLimit` rows. Large totals are kept, so paging through a long list counts
 * once. A write drops the table's totals below 10,000, and all of them for the person who wrote.
 */
export class RowCounter {
  readonly #totals: KeptAnswers<number>;

  constructor(writes: TableWrites) {
    this.#totals = new KeptAnswers(writes, {
      isWorthKeeping: (total) => total >= keptFromRows,
      isSteady: (total) => total >= steadyFromRows,
    });
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
    const question = this.question(database.kysely, table, where, userId);
    return this.#totals.answer(question, () => measure(database, table, where, isOpening));
  }

  /** What a page is about to count beside its rows, asked before it reads them. */
  question(database: Queryable, table: string, where: Expression<SqlBool>, userId: string): KeptQuestion {
    return this.#totals.question(database, countingSql(table, where), table, userId);
  }

  /** A total that is kept from an earlier count. */
  kept(question: KeptQuestion): number | undefined {
    return this.#totals.find(question);
  }

  /** Keeps what a page has counted, where it is worth it. */
  keep(question: KeptQuestion, total: number): void {
    this.#totals.keep(question, total);
  }

  get size(): number {
    return this.#totals.size;
  }

  clear(): void {
    this.#totals.clear();
  }
}

async function measure(
  database: Pick<Database, "engine" | "kysely" | "longReads">,
  table: string,
  where: Expression<SqlBool>,
  isOpening: boolean,
): Promise<number> {
  const all = sql`select 1 from ${sql.table(table)} where ${where}`;
  const { rows: expected, cost: costOfAll } = await estimate(database.kysely, all);
  // Of a cost beyond the budget nobody would wait for the end: the estimate stands in there too.
  const cost = costOfAll * Math.min(1, exactCountLimit / Math.max(expected, 1));
  if (expected > surelyBeyond || cost > costLimits[database.engine]) return expected;
  const isShort = isOpening || cost < longFrom[database.engine];
  const { rows } = await countingSql(table, where).execute(isShort ? database.kysely : database.longReads);
  const exact = Number(rows[0]?.rows ?? 0);
  return exact <= exactCountLimit ? exact : Math.max(exact, expected);
}

/**
 * Counts one by one up to the limit.
 *
 * @param order makes the planner read the index that has the rows in it, where it would take a rare value for a frequent one
 */
export const countingSql = (
  table: string,
  where: Expression<SqlBool>,
  limit = exactCountLimit + 1,
  order: RawBuilder<unknown> = sql``,
) =>
  sql<{ rows: string }>`
    select count(*) as rows from (select 1 from ${sql.table(table)} where ${where} ${order} limit ${sql.lit(limit)}) counted`;
