import type { RawBuilder } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Queryable } from "../db/database.ts";
import { KeptAnswers } from "./kept-answers.ts";
import type { TableWrites } from "./table-writes.ts";

/** Sums of fewer rows are worked out each time: one row of others would be seen in them. */
export const keptFromRows = 20_000;
/** Groups of one answer; longer ones are worked out each time. */
const mostRows = 1_000;

/** Whose figures of which table, and how many rows that table has. */
export interface FigureQuestion {
  readonly table: string;
  readonly userId: string;
  readonly tableRows: number;
}

/** Sums and grouped figures over large tables, as long as totals of lists are kept. */
export class KeptFigures {
  readonly #answers: KeptAnswers<readonly Row[]>;

  constructor(writes: TableWrites) {
    this.#answers = new KeptAnswers(writes, {
      isWorthKeeping: (rows) => rows.length <= mostRows,
      isSteady: () => true,
    });
  }

  /** @param read works the figures out */
  async rows(
    database: Queryable,
    statement: RawBuilder<Row>,
    { table, userId, tableRows }: FigureQuestion,
    read: () => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    if (tableRows < keptFromRows) return read();
    return this.#answers.answer(this.#answers.question(database, statement, table, userId), read);
  }

  get size(): number {
    return this.#answers.size;
  }

  clear(): void {
    this.#answers.clear();
  }
}
