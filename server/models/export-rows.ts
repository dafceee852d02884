import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ResolvedField, ResolvedModel, Row, SortKey } from "../../runtime/model/resolved-model.ts";
import { type Condition, every } from "../../runtime/query/condition.ts";
import type { Caller } from "../auth/caller.ts";
import { Pace } from "../db/pace.ts";
import { steadyHeap } from "../monitor/steady-heap.ts";
import { callerQuery } from "./caller-query.ts";
import { parseListQuery, type WireQuery } from "./query/parse-list-query.ts";
import { boundSql, columnOf } from "./query/to-sql.ts";
import { ownCondition, present, presentStored, type Reading } from "./read-rows.ts";
import { readRow } from "./row-codec.ts";
import { columnsOf, orderOf } from "./select-page.ts";
import { addDetails, type SheetDetails } from "./sheet-details.ts";

export interface ExportOptions {
  readonly ids?: readonly string[] | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly details?: SheetDetails | undefined;
  /** Without what the model's read hook adds: for whoever shows none of it. */
  readonly isStored?: boolean;
  /** Gives way to others between two batches: for whoever reads everything, not for a look at a small table. */
  readonly isPaced?: boolean;
  /** Waited for once the query is known to be allowed, before its first row is read. */
  readonly takeTurn?: () => Promise<void>;
}

/** Rows of one statement; other callers have their turn between two of them. */
const batchRows = 250;
/** The same beside others: some milliseconds, of the database and of the server's own thread. */
const batchRowsBesideOthers = 50;
/** From here on an export leaves behind more than what the server otherwise holds. */
const manyRows = 20_000;

/**
 * Everything that matches a list query, in its order, in batches as the caller may see it. Each batch starts after the
 * last row of the one before (no offset), so the millionth row costs what the first one did.
 *
 * @param options.ids only these rows, when given
 * @param options.fields only these fields, when given; a model whose rows a hook completes is read whole
 * @param options.details sub-rows that each row brings along, under the name of their relation
 */
export async function* exportRows(
  reading: Reading,
  model: ResolvedModel,
  query: WireQuery,
  caller: Caller,
  { ids, fields, details, isStored = false, isPaced = false, takeTurn }: ExportOptions = {},
): AsyncGenerator<readonly Row[]> {
  const asked = callerQuery(reading.parts, model, caller);
  const parsed = parseListQuery(model, { ...query, pageNo: "1" }, asked);
  const chosen: Condition = ids ? { kind: "in", field: "id", values: ids, negate: false } : every();
  const condition = every(await ownCondition(reading, model, query, caller), parsed.where, chosen);
  const where = asked.where(condition);
  const isCompleted = !isStored && reading.parts.hooks.get(model.id)?.afterRead !== undefined;
  const isWhole = fields === undefined || isCompleted;
  const read = isWhole ? model : narrowed(model, [...fields, ...parsed.sort.map((key) => key.field)]);
  const { database } = reading.parts;
  let last: Row | undefined;
  const stepSql = (count: number) => sql<Row>`
    select ${columnsOf(read)} from ${sql.table(model.table)}
    where ${where} and ${last ? afterRow(model, parsed.sort, last) : sql<SqlBool>`true`}
    order by ${orderOf(model, parsed.sort)} limit ${sql.lit(count)}`;
  const asking = { model, where: condition, sort: parsed.sort, rowsPerStep: batchRows };
  const place = await reading.budget.place(stepSql(batchRows), asking);
  await takeTurn?.();
  const readBatch = async (count: number) => {
    const { rows } = await stepSql(count).execute(place);
    const batch = rows.map((row) => readRow(read, row));
    last = batch.at(-1);
    const shown = await (isCompleted ? present : presentStored)(reading, read, batch, caller, "list");
    if (details) await addDetails(reading, details, shown, caller);
    return { shown, isLast: batch.length < count };
  };
  // A step that is dear by itself takes as many rows as it can; the queue paces it.
  const pace = isPaced && place !== database.longReads ? new Pace(database) : undefined;
  let given = 0;
  let release: (() => void) | undefined;
  try {
    for (;;) {
      const count = pace?.isBesideOthers() ? batchRowsBesideOthers : batchRows;
      const { shown, isLast } = await (pace ? pace.step(() => readBatch(count)) : readBatch(count));
      if (shown.length > 0) yield shown;
      if (isLast) return;
      given += shown.length;
      if (given > manyRows) release ??= await steadyHeap();
      await pace?.rest();
    }
  } finally {
    release?.();
  }
}

/** The same model as if it had no other fields: what is not asked for is neither read nor translated. */
function narrowed(model: ResolvedModel, names: readonly string[]): ResolvedModel {
  const wanted = new Set(["id", ...names]);
  return { ...model, fields: new Map([...model.fields].filter(([name]) => wanted.has(name))) };
}

/** Rows that come after `last` in the order of `sort`; the database sorts nulls last ascending and first descending. */
function afterRow(model: ResolvedModel, sort: readonly SortKey[], last: Row): Expression<SqlBool> {
  const keys = sort.flatMap((key) => {
    const field = model.fields.get(key.field);
    return field
      ? [{ field, order: key.order, column: columnOf(field, { model }), value: last[field.name] ?? null }]
      : [];
  });
  // One comparison of whole keys is what an index can be read by; it holds where nulls come first and none is left.
  if (keys.every((key) => key.order === "desc" && key.value !== null)) {
    const columns = sql.join(keys.map((key) => key.column));
    const values = sql.join(keys.map((key) => boundSql(key.field, bindable(key.value))));
    return sql<SqlBool>`(${columns}) < (${values})`;
  }
  const alternatives = keys.map((key, index) => {
    const ties = keys.slice(0, index).map((tie) => sameValue(tie.column, tie.field, tie.value));
    return sql`(${sql.join([...ties, beyond(key.column, key.field, key.value, key.order)], sql` and `)})`;
  });
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

function sameValue(column: RawBuilder<unknown>, field: ResolvedField, value: unknown): RawBuilder<unknown> {
  return value === null ? sql`${column} is null` : sql`${column} = ${boundSql(field, bindable(value))}`;
}

function beyond(
  column: RawBuilder<unknown>,
  field: ResolvedField,
  value: unknown,
  order: SortKey["order"],
): RawBuilder<unknown> {
  if (order === "asc") {
    return value === null ? sql`false` : sql`(${column} > ${boundSql(field, bindable(value))} or ${column} is null)`;
  }
  return value === null ? sql`${column} is not null` : sql`${column} < ${boundSql(field, bindable(value))}`;
}

const bindable = (value: unknown) => (typeof value === "boolean" ? value : String(value));
