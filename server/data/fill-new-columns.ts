import { type RawBuilder, sql } from "kysely";
import { add } from "../../runtime/expr/decimal.ts";
import { functionTable } from "../../runtime/expr/functions.ts";
import { parseExpression } from "../../runtime/expr/parse.ts";
import { compileBraced, sourceOf } from "../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { createGraph } from "../../runtime/record/graph.ts";
import { normaliseComputed, normaliseValue } from "../../runtime/record/normalise.ts";
import { raiseSums, risingSums } from "../../runtime/record/rising-sums.ts";
import { compileRollupFilter } from "../../runtime/record/rollup-rows.ts";
import type { Queryable } from "../db/database.ts";
import type { AddedColumn } from "../db/tables/apply-models.ts";
import { higher } from "../models/rollups.ts";
import { readRow, writeValue } from "../models/row-codec.ts";
import { updateRows } from "./write-rows.ts";

type Row = Readonly<Record<string, unknown>>;

const rowsPerStatement = 2_000;

/**
 * Gives rows that were there before a column what they would have been made with: the field's default, what its roll-up
 * makes of the rows below them, what it computes from their other columns, the pinyin of their text. Call it in the
 * transaction that added the columns, or a server that is ended between the two leaves them empty for good.
 *
 * Defaults that are computed stay out (the author or the hour of a new row is not theirs), and so do fields that do not
 * apply to every row. What earlier fields compute from a new one is worked out when a row is saved next.
 *
 * @param models all models: a roll-up reads the rows of another one
 * @param now business time, `yyyy-MM-dd HH:mm:ss`
 */
export async function fillNewColumns(
  db: Queryable,
  models: ReadonlyMap<string, ResolvedModel>,
  added: readonly AddedColumn[],
  now: string,
): Promise<void> {
  const isNew = new Set(added.map(({ table, column }) => `${table} ${column}`));
  const ofTables = [...models.values()].filter((model) => model.of === undefined);
  const fields = ofTables.flatMap((model) =>
    [...model.fields.values()].flatMap((field) =>
      isNew.has(`${model.table} ${field.column}`) ? [{ model, field }] : [],
    ),
  );
  for (const { model, field } of fields) await fillDefault(db, model, field);
  for (const { model, field } of fields) await fillRollup(db, model, field, models, now);
  for (const model of new Set(fields.filter(isRising).map((one) => one.model))) await fillRising(db, model, now);
  for (const model of new Set(fields.map((one) => one.model))) {
    await fillComputed(
      db,
      model,
      fields.filter((one) => one.model === model).map(({ field }) => field),
    );
  }
  for (const { model, field } of fields) await fillPinyin(db, model, field);
}

/** Whether rows that are there get values in a new column of the field from its default or from their own columns. */
export const fillsOldRows = (model: ResolvedModel, field: ResolvedField): boolean =>
  valueOfOldRows(field) !== undefined || columnsRead(model, field) !== undefined;

/** The one value that rows that are there get in a new column of the field; undefined where there is none. */
function valueOfOldRows(field: ResolvedField): unknown {
  const { default: value, value: computed, snapshot, fill, when, unique } = field;
  if (value === undefined || computed || snapshot || fill || when || unique) return undefined;
  if (JSON.stringify(value).includes("{{")) return undefined;
  const stored = writeValue(field, normaliseValue(field, value).value);
  return stored === null ? undefined : stored;
}

/**
 * Gives the rows that are there their value and makes it the column's own default: while servers are exchanged one by one,
 * the release before goes on adding rows and does not name the column. `insertSql` names every column, so nothing else
 * reads the default.
 *
 * A column that comes with its default is no rewrite: the database keeps the value once. So the empty column that nothing
 * uses yet is made again with it; of a million rows that is a moment, and an update a minute in which everybody waits.
 *
 * DDL takes no bound values: the value travels as a setting of the transaction and the database quotes it.
 */
async function fillDefault(db: Queryable, model: ResolvedModel, field: ResolvedField): Promise<void> {
  const value = valueOfOldRows(field);
  if (value === undefined) return;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const settings = { table: model.table, column: field.column, value: text };
  for (const [name, setting] of Object.entries(settings))
    await sql`select set_config(${`column_default.${name}`}, ${setting}, true)`.execute(db);
  await sql`do $body$
    declare
      named text[] := array[current_setting('column_default.table'), current_setting('column_default.column'),
        current_setting('column_default.value')];
      found pg_attribute;
    begin
      select * into found from pg_attribute where attrelid = format('%I', named[1])::regclass and attname = named[2];
      if found.attnotnull or exists (select 1 from pg_depend where refclassid = 'pg_class'::regclass
        and refobjid = found.attrelid and refobjsubid = found.attnum)
      then
        execute format('update %I set %I = %L', variadic named);
        execute format('alter table %I alter column %I set default %L', variadic named);
      else
        execute format('alter table %1$I drop column %2$I, add column %2$I %4$s%5$s default %3$L', variadic named || array[
          format_type(found.atttypid, found.atttypmod),
          (select format(' collate %I', collname) from pg_collation where oid = found.attcollation and collname <> 'default')]);
      end if;
    end $body$`.execute(db);
}

const isRising = ({ model, field }: { readonly model: ResolvedModel; readonly field: ResolvedField }): boolean =>
  risingSums(model).some((sum) => sum.field === field.name);

/** Sums that rise through a tree need all its rows, and what these compute for the rows above them. */
async function fillRising(db: Queryable, model: ResolvedModel, now: string): Promise<void> {
  const all: Record<string, unknown>[] = [];
  await eachBatch(db, model, sql`del_flag = 0`, async (rows) => {
    for (const row of rows) all.push({ ...row });
  });
  raiseSums(model, all, now);
  const names = risingSums(model).flatMap(({ field, source }) => [field, source]);
  for (let start = 0; start < all.length; start += rowsPerStatement) {
    await updateRows(db, model, all.slice(start, start + rowsPerStatement), names);
  }
}

async function fillRollup(
  db: Queryable,
  model: ResolvedModel,
  { name, rollup }: ResolvedField,
  models: ReadonlyMap<string, ResolvedModel>,
  now: string,
): Promise<void> {
  const child = rollup && models.get(rollup.model);
  if (!child || risingSums(model).some(({ field }) => field === name)) return;
  const counts = compileRollupFilter(rollup);
  const results = new Map<string, unknown>();
  await eachBatch(db, child, sql`del_flag = 0`, async (rows) => {
    for (const row of rows) {
      const parent = row[rollup.foreignKey];
      if (typeof parent !== "string" || parent === "" || !counts(row, now)) continue;
      const value = rollup.op === "count" ? 1 : (row[rollup.field ?? "id"] ?? null);
      results.set(parent, joined[rollup.op](results.get(parent) ?? null, value));
    }
  });
  const written = [...results].map(([id, value]) => ({ id, [name]: value }));
  for (let start = 0; start < written.length; start += rowsPerStatement) {
    await updateRows(db, model, written.slice(start, start + rowsPerStatement), [name]);
  }
}

/** In the order in which they read each other. */
async function fillComputed(db: Queryable, model: ResolvedModel, fields: readonly ResolvedField[]): Promise<void> {
  const rising = new Set(risingSums(model).map(({ source }) => source));
  const nodes = fields.flatMap((field) => {
    const reads = rising.has(field.name) ? undefined : columnsRead(model, field);
    return reads ? [{ id: field.name, reads, field, evaluate: compileBraced(field.value ?? "") }] : [];
  });
  if (nodes.length === 0) return;
  const byName = new Map(nodes.map((node) => [node.id, node]));
  const { order } = createGraph(nodes);
  await eachBatch(db, model, sql`true`, (rows) => {
    const computed = rows.map((stored) => {
      const row: Record<string, unknown> = { ...stored };
      for (const name of order) {
        const node = byName.get(name);
        if (node) row[name] = normaliseComputed(node.field, node.evaluate({ row }));
      }
      return row;
    });
    return updateRows(db, model, computed, order);
  });
}

/** The columns of its own row that a field is computed from; undefined when it is not, or from something else too. */
function columnsRead(model: ResolvedModel, { value, when }: ResolvedField): readonly string[] | undefined {
  if (value === undefined || when !== undefined) return undefined;
  const { refs, calls } = parseExpression(sourceOf(value) ?? "");
  if (calls.some((name) => functionTable.get(name)?.readsScope)) return undefined;
  const reads = refs.map(([root, name = ""]) => (root === "row" ? name : ""));
  return reads.every((name) => model.fields.has(name)) ? reads : undefined;
}

const sum = (before: unknown, value: unknown) => add(Number(before ?? 0), Number(value ?? 0));

/** The result so far and one more row, in the order of their ids. */
const joined: Readonly<
  Record<NonNullable<ResolvedField["rollup"]>["op"], (before: unknown, value: unknown) => unknown>
> = {
  count: sum,
  sum,
  max: higher,
  last: (before, value) => value ?? before,
};

async function fillPinyin(db: Queryable, model: ResolvedModel, field: ResolvedField): Promise<void> {
  const { pinyinOf } = field;
  if (pinyinOf === undefined) return;
  await eachBatch(db, model, sql`true`, (rows) => updateRows(db, model, rows, [pinyinOf]));
}

/** Rows of a table with wire names, by their ids. */
async function eachBatch(
  db: Queryable,
  model: ResolvedModel,
  where: RawBuilder<unknown>,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let last = ""; ; ) {
    const { rows } = await sql<Row>`select * from ${sql.table(model.table)}
      where id > ${last} and ${where} order by id limit ${sql.lit(rowsPerStatement)}`.execute(db);
    await work(rows.map((row) => readRow(model, row)));
    if (rows.length < rowsPerStatement) return;
    last = String(rows.at(-1)?.id ?? last);
  }
}
