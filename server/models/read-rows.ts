import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { ResolvedField, ResolvedModel, Row, SortKey } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import { type MaskShape, maskText } from "../../runtime/permission/mask.ts";
import { type Condition, every } from "../../runtime/query/condition.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import type { Page } from "../../runtime/wire/envelope.ts";
import type { Caller } from "../auth/caller.ts";
import type { Queryable } from "../db/database.ts";
import { keptPlan } from "../db/kept-plan.ts";
import { AppError } from "../http/errors.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { callerQuery, refuseMasked } from "./caller-query.ts";
import type { RowCounter } from "./count-rows.ts";
import { addDictTexts } from "./dict-text.ts";
import type { Engine } from "./engine.ts";
import { type EngineParts, maxBatchIds } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import type { KeptFigures } from "./kept-figures.ts";
import type { KnownTexts, TextMemory } from "./known-texts.ts";
import { parseListQuery, parseWhere, type WireQuery } from "./query/parse-list-query.ts";
import { boundSql, columnOf } from "./query/to-sql.ts";
import type { Asked, QueryBudget } from "./query-budget.ts";
import { readRow, readValue } from "./row-codec.ts";
import type { Reach } from "./row-tenants.ts";
import { columnsOf, orderOf, selectPage } from "./select-page.ts";
import { uniqueSql, visibleSql } from "./visible-rows.ts";

export interface Reading {
  readonly parts: EngineParts;
  readonly engine: Engine;
  readonly counter: RowCounter;
  readonly figures: KeptFigures;
  readonly budget: QueryBudget;
  readonly texts: KnownTexts;
}

/** What the model's hook makes of parameters that are no fields. */
export async function ownCondition(
  { parts, engine }: Pick<Reading, "parts" | "engine">,
  model: ResolvedModel,
  query: WireQuery,
  caller: Caller,
): Promise<Condition> {
  const context = { caller, engine, database: parts.database.kysely };
  return (await parts.hooks.get(model.id)?.narrow?.(query, context)) ?? every();
}

/** One page of the rows that the caller may see and that match. */
export async function listRows(
  reading: Reading,
  model: ResolvedModel,
  query: WireQuery,
  caller: Caller,
  extra: Condition = every(),
): Promise<Page<Row>> {
  const asked = callerQuery(reading.parts, model, caller);
  const parsed = parseListQuery(model, query, asked);
  const narrowed = every(extra, await ownCondition(reading, model, query, caller), parsed.where);
  const page = { ...parsed, asked: narrowed, matching: asked.matching(narrowed), userId: caller.userId };
  const { stored, total } = await selectPage(reading, model, page, asked.where(narrowed));
  const rows = stored.map((row) => readRow(model, row));
  return {
    records: await present(reading, model, rows, caller, "list"),
    total,
    size: parsed.pageSize,
    current: parsed.pageNo,
    pages: Math.ceil(total / parsed.pageSize),
  };
}

/** Ids of every row that matches, as many as one batch call takes. @throws AppError INVALID when there are more */
export async function matchingIds(
  reading: Reading,
  model: ResolvedModel,
  query: WireQuery,
  caller: Caller,
): Promise<readonly string[]> {
  const asked = callerQuery(reading.parts, model, caller);
  const condition = every(await ownCondition(reading, model, query, caller), parseWhere(query, asked));
  const where = asked.where(condition);
  const id = sql.ref(`${model.table}.id`);
  const statement = sql<{ id: string }>`
    select ${id} as id from ${sql.table(model.table)} where ${where} order by ${id} limit ${maxBatchIds + 1}`;
  const { rows } = await reading.budget.run(statement, { model, where: condition });
  if (rows.length > maxBatchIds) throw refuse(`一次最多处理 ${maxBatchIds} 行，请缩小查询范围`);
  return rows.map((row) => String(row.id));
}

/** Sums of number fields over everything that matches; summed as numeric, so money is exact to the cent. */
export async function sumRows(
  reading: Reading,
  model: ResolvedModel,
  query: WireQuery,
  caller: Caller,
): Promise<{ readonly totals: Readonly<Record<string, number>> }> {
  const read = callerQuery(reading.parts, model, caller);
  const { fields: asked, ...filters } = query;
  const fields = readSumFields(asked, read.fieldOf);
  const condition = every(await ownCondition(reading, model, filters, caller), parseWhere(filters, read));
  const where = read.where(condition);
  const sums = fields.map((field) => sql`coalesce(sum(${columnOf(field, { model })}), 0) as ${sql.ref(field.column)}`);
  const statement = sql<Row>`select ${sql.join(sums)} from ${sql.table(model.table)} where ${where}`;
  const rows = await readFigures(reading, statement, { model, where: condition, extraTerms: sums.length }, caller);
  const sum = (field: ResolvedField) => Number(readValue(field, rows[0]?.[field.column]) ?? 0);
  return { totals: Object.fromEntries(fields.map((field) => [field.name, sum(field)])) };
}

/**
 * Sums or groups over a model's rows; of a large table they may have been worked out a moment ago.
 *
 * @throws AppError INVALID for what costs more than the budget
 */
export async function readFigures(
  { parts, figures, budget }: Pick<Reading, "parts" | "figures" | "budget">,
  statement: RawBuilder<Row>,
  asked: Asked,
  { userId }: Caller,
): Promise<readonly Row[]> {
  const { table } = asked.model;
  const question = { table, userId, tableRows: await budget.rowsOf(asked.model) };
  return figures.rows(
    parts.database.kysely,
    statement,
    question,
    async () => (await budget.run(statement, asked)).rows,
  );
}

/** @throws AppError ROW_NOT_FOUND for a row that is not there or not the caller's */
export async function readOne(reading: Reading, model: ResolvedModel, id: string, caller: Caller): Promise<Row> {
  const row = await findRow(reading.parts.database.kysely, model, id, caller, reading.parts.clock());
  if (!row) throw new AppError("ROW_NOT_FOUND");
  const [shown] = await present(reading, model, [row], caller, "detail");
  if (!shown) throw new AppError("ROW_NOT_FOUND");
  return shown;
}

/** Whether no other row of the tenant holds the value: uniqueness does not end at a department. */
export async function isValueFree(
  reading: Reading,
  model: ResolvedModel,
  name: string,
  value: string,
  exceptId: string,
  caller: Caller,
): Promise<boolean> {
  const field = model.fields.get(name);
  const typed = field && typedValue(field, value);
  if (!field || typed === undefined) throw refuse("参数不识别！");
  const access = modelAccess(model, caller).get(name);
  if (!access?.visible) throw refuse("参数不识别！");
  if (access.mask) throw refuseMasked(field);
  const { rows } = await sql`select 1 from ${sql.table(model.table)}
    where ${comparable(field, columnOf(field, { model }))} = ${comparable(field, boundSql(field, typed))} and ${sql.ref(`${model.table}.id`)} <> ${exceptId}
      and ${uniqueSql(model, caller)} limit 1`.execute(reading.parts.database.kysely);
  return rows.length === 0;
}

/** As the unique index of the field compares. */
const comparable = (field: ResolvedField, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  field.ignoresCase ? sql`lower(${value})` : value;

/** The complete row, unmasked, if the caller may see it. `lock` keeps others from changing it until the commit. */
export async function findRow(
  database: Queryable,
  model: ResolvedModel,
  id: string,
  caller: Caller,
  now: string,
  options: { readonly lock?: boolean; readonly reach?: Reach } = {},
): Promise<Draft | undefined> {
  const { rows } = await sql<Row>`
    select ${columnsOf(model)} from ${sql.table(model.table)}
    where ${sql.ref(`${model.table}.id`)} = ${id} and ${visibleSql(model, caller, now, options)}
    ${options.lock ? sql`for update` : sql``} ${keptPlan}`.execute(database);
  return rows[0] && readRow(model, rows[0]);
}

/** Rows by an own condition of the engine (children, parents), unmasked; the condition says who may see them. */
export async function selectRows(
  database: Queryable,
  model: ResolvedModel,
  where: Expression<SqlBool>,
  options: { readonly sort?: readonly SortKey[]; readonly lock?: boolean; readonly limit?: number } = {},
): Promise<Draft[]> {
  const order = options.sort && options.sort.length > 0 ? sql`order by ${orderOf(model, options.sort)}` : sql``;
  const { rows } = await sql<Row>`
    select ${columnsOf(model)} from ${sql.table(model.table)} where ${where} ${order}
    ${options.limit === undefined ? sql`` : sql`limit ${options.limit}`}
    ${options.lock ? sql`for update` : sql``}`.execute(database);
  return rows.map((row) => readRow(model, row));
}

/**
 * Rows as a caller gets them: hidden fields absent, masked ones masked, dictionary texts beside, then the read hook.
 *
 * @param reading `texts`: what is known of them; inside a transaction `textsBeside`, or nothing
 */
export async function present(
  reading: Pick<Reading, "parts" | "engine"> & { readonly texts?: TextMemory },
  model: ResolvedModel,
  rows: readonly Row[],
  caller: Caller,
  purpose: "list" | "detail",
  database: Queryable = reading.parts.database.kysely,
): Promise<Draft[]> {
  const { parts } = reading;
  const shown = await presentStored(reading, model, rows, caller, purpose, database);
  const { timeZone } = parts;
  const context = { model, caller, database, engine: reading.engine, now: parts.clock(), timeZone, purpose };
  await parts.hooks.get(model.id)?.afterRead?.(shown, context);
  return shown;
}

/** The same of what is stored, without what the read hook adds. */
export async function presentStored(
  { parts, texts }: Pick<Reading, "parts"> & { readonly texts?: TextMemory },
  model: ResolvedModel,
  rows: readonly Row[],
  caller: Caller,
  purpose: "list" | "detail",
  database: Queryable = parts.database.kysely,
): Promise<Draft[]> {
  const access = modelAccess(model, caller);
  const fields = [...model.fields.values()].filter((field) => access.get(field.name)?.visible);
  const masks = fields.map((field) => access.get(field.name)?.mask);
  const shown = rows.map((row) => showRow(fields, masks, row));
  // Who made a row and where is read in a detail; a list answers it as it is stored.
  const translated = purpose === "detail" ? fields : fields.filter((field) => !field.system);
  await addDictTexts(database, parts.models, translated, shown, caller, texts);
  return shown;
}

/** @param masks of the fields, in their order */
function showRow(fields: readonly ResolvedField[], masks: readonly (MaskShape | undefined)[], row: Row): Draft {
  const shown: Draft = {};
  for (const [index, { name }] of fields.entries()) {
    const [mask, value] = [masks[index], row[name] ?? null];
    shown[name] = mask && value !== null ? maskText(String(value), mask) : value;
  }
  return shown;
}

function readSumFields(asked: unknown, fieldOf: (name: string) => ResolvedField | undefined): ResolvedField[] {
  const names = typeof asked === "string" ? asked.split(",").filter((name) => name !== "") : [];
  if (names.length === 0 || names.length > 20) throw refuse("参数 fields 须为 1 到 20 个字段");
  return [...new Set(names)].map((name) => {
    const field = fieldOf(name);
    if (!field || !isNumeric(field)) throw refuse(`不支持合计字段${quoted(name)}`);
    return field;
  });
}
