import type { RawBuilder } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Queryable } from "../db/database.ts";
import type { TableWrites } from "./table-writes.ts";

/** Sums of fewer rows are worked out each time: one row of others would be seen in them. */
export const keptFromRows = 20_000;
const keepMs = { least: 10_000, most: 60_000 };
/** Figures are kept this many times as long as they took, so that working them out takes a hundredth of the time. */
const keepPerCost = 100;
const mostKept = 500;
/** Groups of one answer; longer ones are worked out each time. */
const mostRows = 1_000;

interface KeptRows {
  readonly rows: readonly Row[];
  readonly untilMs: number;
  readonly generation: number;
}

/** Whose figures of which table, and how many rows that table has. */
export interface FigureQuestion {
  readonly table: string;
  readonly userId: string;
  readonly tableRows: number;
}

/**
 * Sums and grouped figures over large tables, as long as totals of lists are kept, and by the statement that reads them
 * with its values: what a caller's rules leave them is written into it. What the asker has written themselves drops
 * their figures; the writes of others show in them within a minute. Who asks the same at the same time shares one answer.
 */
export class KeptFigures {
  readonly #writes: TableWrites;
  readonly #kept = new Map<string, KeptRows>();
  readonly #running = new Map<string, Promise<readonly Row[]>>();

  constructor(writes: TableWrites) {
    this.#writes = writes;
  }

  /** @param read works the figures out */
  async rows(
    database: Queryable,
    statement: RawBuilder<Row>,
    { table, userId, tableRows }: FigureQuestion,
    read: () => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    if (tableRows < keptFromRows) return read();
    const { sql: text, parameters } = statement.compile(database);
    const key = `${text} ${JSON.stringify(parameters)}`;
    const { generation, ownGeneration } = this.#writes.of(table, userId);
    const kept = this.#kept.get(key);
    if (kept && kept.untilMs > performance.now() && kept.generation >= ownGeneration) return kept.rows;
    const runningKey = `${generation} ${key}`;
    const running = this.#running.get(runningKey);
    if (running) return running;
    const start = performance.now();
    const reading = read()
      .then((rows) => {
        this.#keep(key, rows, generation, performance.now() - start);
        return rows;
      })
      .finally(() => this.#running.delete(runningKey));
    this.#running.set(runningKey, reading);
    return reading;
  }

  get size(): number {
    return this.#kept.size;
  }

  clear(): void {
    this.#kept.clear();
  }

  #keep(key: string, rows: readonly Row[], generation: number, costMs: number): void {
    if (rows.length > mostRows) return;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    const forMs = Math.min(keepMs.most, Math.max(keepMs.least, costMs * keepPerCost));
    this.#kept.set(key, { rows, untilMs: performance.now() + forMs, generation });
  }
}
