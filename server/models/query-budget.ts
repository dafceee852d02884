import type { QueryResult, RawBuilder } from "kysely";
import type { ResolvedModel, SortKey } from "../../runtime/model/resolved-model.ts";
import type { Condition } from "../../runtime/query/condition.ts";
import { readsChildren, termsOf } from "../../runtime/query/terms.ts";
import type { Database, Queryable } from "../db/database.ts";
import { type Estimate, estimate, type TableSize, tableSize } from "../db/estimate.ts";
import { isPlanKept } from "../db/kept-plan.ts";
import type { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";

/** Comparisons with each row that one query may ask for: 200 words, or 100 conditions with some hundred values each. */
export const maxTerms = 400;

/** What the budget has to know of a query, beside its statement. */
export interface Asked {
  readonly model: ResolvedModel;
  readonly where: Condition;
  readonly sort?: readonly SortKey[];
  /** Groups × measures and the like: work per row beside the conditions. */
  readonly extraTerms?: number;
  /** Counts different values, which are sorted first: the planner takes that for less than it costs. */
  readonly countsDistinct?: boolean;
  /** Planned in place of the statement, where the planner would take it for much dearer than it is. */
  readonly planned?: RawBuilder<unknown>;
  /** The most rows that it answers. */
  readonly pageSize?: number;
  /** The statement is asked again until this many rows of each answer have come to all that match. */
  readonly rowsPerStep?: number;
}

/** Planner's units, of which a machine does 50 to 150 in a millisecond: the dearest query takes a second or two. */
export const costLimits: Readonly<Record<Database["engine"], number>> = { embedded: 100_000, postgres: 1_000_000 };
/** A statement from here on gives way to others: some ten milliseconds. */
export const longFrom: Readonly<Record<Database["engine"], number>> = { embedded: 800, postgres: 20_000 };
/** How much longer patterns and different values take than the planner thinks. */
const underrated = 1.5;
/** All steps of an export together against one statement. */
const stepsFactor = 20;
/** A step that reads more than the rows it answers. */
const dearStep = 800;
const keepSizeMs = 10_000;
const keepCostMs = 30_000;
const mostKept = 1_000;
/** From here on it is the conditions that are dear: they have to be read and planned before a row is. */
const manyTerms = 20;
/** Of more rows the server's own thread has to read and write some ten milliseconds. */
const manyRows = 200;

/** The planner's own units: a row read, a comparison, a comparison of a sort. */
const [perRow, perTerm, perSortStep] = [0.01, 0.0025, 0.005];

/**
 * Runs the statements that people compose: what would take too long is refused before it starts, what takes long gives
 * way to everybody else. Small tables and the list's opening page are never planned twice for it.
 */
export class QueryBudget {
  readonly #database: Database;
  readonly #limit: number;
  readonly #sizes = new Kept<TableSize>(keepSizeMs);
  readonly #estimates = new Kept<Estimate>(keepCostMs);

  constructor(database: Database, limit: number = costLimits[database.engine]) {
    this.#database = database;
    this.#limit = limit;
  }

  /** @throws AppError INVALID saying what to narrow */
  async run<Row>(statement: RawBuilder<Row>, asked: Asked): Promise<QueryResult<Row>> {
    return statement.execute(await this.place(statement, asked));
  }

  /** Rows of a table, as its statistics have it. */
  async rowsOf({ table }: Pick<ResolvedModel, "table">): Promise<number> {
    return (await this.#sizes.get(table, () => tableSize(this.#database.kysely, table))).rows;
  }

  /**
   * Where a statement may run.
   *
   * @throws AppError INVALID when it costs more than the budget, saying what to narrow
   */
  async place(statement: RawBuilder<unknown>, asked: Asked): Promise<Queryable> {
    const { kysely, longReads, engine } = this.#database;
    const { sql: text, parameters } = statement.compile(kysely);
    const hasManyTerms = termsOf(asked.where) > manyTerms;
    const cheap = hasManyTerms || (asked.pageSize ?? 0) > manyRows ? longReads : kysely;
    if (isPlanKept(text) && unindexedSort(asked.model, asked.sort ?? []) === undefined) return cheap;
    const size = await this.#sizes.get(asked.model.table, () => tableSize(kysely, asked.model.table));
    const smallest = asked.rowsPerStep === undefined ? longFrom[engine] : dearStep;
    const isSmall = scanCost(size, asked) < Math.min(smallest, this.#limit);
    if (isSmall && !readsChildren(asked.where)) return cheap;
    const key = `${text} ${JSON.stringify(parameters)}`;
    const expected = await this.#estimates.get(key, () => estimate(kysely, asked.planned ?? statement));
    const isUnderrated = asked.countsDistinct || hasManyTerms;
    const cost = expected.cost * (isUnderrated ? underrated : 1);
    if (cost > this.#limit) throw tooDear(asked, size, cost / this.#limit);
    const steps = asked.rowsPerStep === undefined ? 1 : Math.ceil(expected.rowsBeforeLimit / asked.rowsPerStep);
    // Steps that an index leads to are few rows each, however many they are.
    if (cost >= dearStep && cost * steps > this.#limit * stepsFactor) {
      throw tooDear(asked, size, (cost * steps) / (this.#limit * stepsFactor));
    }
    return cost >= longFrom[engine] ? longReads : cheap;
  }
}

/** @throws AppError INVALID for a question that is too long for any table */
export function refuseTooManyTerms(where: Condition, extra = 0): void {
  const terms = Math.ceil(termsOf(where) + extra);
  if (terms > maxTerms) {
    throw refuse(`查询过于复杂（${terms} 项比较，最多 ${maxTerms} 项），请减少条件、关键词或列表中的值`);
  }
}

/** What reading and sorting every row would cost, whatever indexes there are. */
function scanCost({ rows, pages }: TableSize, { where, sort = [], extraTerms = 0 }: Asked): number {
  const terms = 4 + termsOf(where) + extraTerms;
  const sorting = sort.length * rows * perSortStep * Math.log2(rows + 2);
  return pages + rows * (perRow + terms * perTerm) + sorting;
}

/** Says what of this very query is dear, and what to narrow. */
function tooDear({ model, where, sort = [] }: Asked, { rows }: TableSize, factor: number): AppError {
  const { title } = model;
  const about = Math.round(rows / 1_000) * 1_000;
  const times = factor < 10 ? factor.toFixed(1) : String(Math.round(factor));
  const field = narrowingField(model);
  const terms = Math.ceil(termsOf(where));
  if (terms > manyTerms) {
    return refuse(
      `“${title}”约 ${about} 行，${terms} 项条件的开销是上限的 ${times} 倍，请减少关键词和条件，或用“${field}”等条件缩小范围`,
    );
  }
  const sorted = unindexedSort(model, sort);
  if (sorted) {
    return refuse(
      `“${title}”约 ${about} 行，按“${sorted}”排序的开销是上限的 ${times} 倍，请用“${field}”等条件缩小范围，或取消排序`,
    );
  }
  return refuse(`“${title}”约 ${about} 行，查询的开销是上限的 ${times} 倍，请用“${field}”等条件缩小范围`);
}

/** The field by which the table is narrowed best: an indexed time, else any indexed field. */
function narrowingField(model: ResolvedModel): string {
  const indexed = [...model.fields.values()].filter((field) => field.index && field.name !== "id");
  const best = indexed.find(({ type }) => type === "date" || type === "datetime") ?? indexed[0];
  return best?.title ?? model.fields.get("createTime")?.title ?? "";
}

/** Title of the first sort column when no index has the rows in its order. */
function unindexedSort(model: ResolvedModel, [first]: readonly SortKey[]): string | undefined {
  const field = first && model.fields.get(first.field);
  const isOrdered = !field || field.index || field.name === "id" || field.name === model.sort[0]?.field;
  return isOrdered ? undefined : field.title;
}

/** Answers of a question for a while; those who ask the same at the same time share one. */
class Kept<Answer> {
  readonly #forMs: number;
  readonly #answers = new Map<string, { readonly answer: Promise<Answer>; readonly untilMs: number }>();

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(key);
    if (known && known.untilMs > performance.now()) return known.answer;
    if (this.#answers.size >= mostKept) this.#answers.clear();
    const answer = ask();
    this.#answers.set(key, { answer, untilMs: performance.now() + this.#forMs });
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }
}
