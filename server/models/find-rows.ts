import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../runtime/expr/compile.ts";
import { compileBraced, isExpression } from "../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Bound, Condition } from "../../runtime/query/condition.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import type { RowFilter } from "../../runtime/schema/types.gen.ts";
import { keptPlan } from "../db/kept-plan.ts";
import type { Work } from "./engine-parts.ts";
import { boundSql, columnOf, toSql } from "./query/to-sql.ts";
import { readText } from "./row-codec.ts";
import { filterCondition } from "./row-filter.ts";
import { tenantSql } from "./visible-rows.ts";

/** Rows to find: each named field holds its value, and the filters hold. */
export interface FindAsk {
  readonly model: ResolvedModel;
  readonly where: Row;
  readonly filter: readonly RowFilter[] | undefined;
  readonly scope: Scope;
}

/** Asks of one model that name the same fields under one condition: together they are one part of the statement. */
interface Group {
  readonly model: ResolvedModel;
  readonly fields: readonly ResolvedField[];
  readonly condition: Condition;
  /** The distinct values, by their key. */
  readonly tuples: Map<string, readonly Bound[]>;
  readonly asks: { readonly place: number; readonly tuple: string }[];
}

/**
 * The rows of each ask in the order of their ids, read by one statement whatever is asked.
 *
 * @param limit rows of one ask
 */
export async function findRows(
  work: Work,
  asks: readonly FindAsk[],
  limit: number,
): Promise<readonly (readonly Row[])[]> {
  const found: Row[][] = asks.map(() => []);
  const groups = groupsOf(asks);
  if (groups.length === 0) return found;
  const parts = groups.map((group, place) => partSql(work, group, place, limit));
  const isKept = groups.every(({ tuples, fields }) => tuples.size === 1 || fields.length === 1);
  const { rows } = await sql<{ place: number; texts: readonly (string | null)[] }>`
    ${sql.join(parts, sql` union all `)} ${isKept ? keptPlan : sql``}`.execute(work.trx);
  for (const { place, texts } of rows) {
    const group = groups[Number(place)];
    if (!group) continue;
    const row = readTexts(group.model, texts);
    const key =
      group.tuples.size === 1 ? undefined : keyOf(group.fields.map((field) => boundOf(field, row[field.name])));
    for (const ask of group.asks) if (key === undefined || ask.tuple === key) found[ask.place]?.push(row);
  }
  for (const one of found) one.sort((left, right) => (String(left.id) < String(right.id) ? -1 : 1));
  return found;
}

function groupsOf(asks: readonly FindAsk[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const [place, { model, where, filter, scope }] of asks.entries()) {
    const values = whereValues(model, where, scope);
    if (!values) continue;
    const fields = [...values.keys()];
    const condition = filterCondition(model, filter ?? [], scope);
    const source = JSON.stringify([model.id, fields.map(({ name }) => name), condition]);
    const group: Group = groups.get(source) ?? { model, fields, condition, tuples: new Map(), asks: [] };
    const tuple = keyOf([...values.values()]);
    group.tuples.set(tuple, [...values.values()]);
    group.asks.push({ place, tuple });
    groups.set(source, group);
  }
  return [...groups.values()];
}

/** What the named fields must hold; undefined where a value is empty or of no such field, so that no row fits. */
export function whereValues(
  model: ResolvedModel,
  where: Row,
  scope: Scope,
): ReadonlyMap<ResolvedField, Bound> | undefined {
  const values = new Map<ResolvedField, Bound>();
  for (const [name, stated] of Object.entries(where)) {
    const field = model.fields.get(name);
    const typed = field && boundOf(field, isExpression(stated) ? compileBraced(stated)(scope) : stated);
    if (!field || typed === undefined) return undefined;
    values.set(field, typed);
  }
  return values;
}

const boundOf = (field: ResolvedField, value: unknown): Bound | undefined =>
  value === null || value === undefined ? undefined : typedValue(field, String(value));

const keyOf = (values: readonly unknown[]): string => JSON.stringify(values);

function partSql(work: Work, { model, fields, condition, tuples }: Group, place: number, limit: number) {
  const texts = storedFields(model).map((field) => sql`cast(${columnOf(field, { model })} as text)`);
  return sql`(select ${sql.lit(place)} as place, to_json(array[${sql.join(texts)}]) as texts
    from ${sql.table(model.table)}
    where ${tenantSql(model, work.caller)} and ${tuplesSql(model, fields, [...tuples.values()])}
      and ${toSql(condition, { model })}
    order by ${sql.ref(`${model.table}.id`)} limit ${limit * tuples.size})`;
}

function tuplesSql(
  model: ResolvedModel,
  fields: readonly ResolvedField[],
  tuples: readonly (readonly Bound[])[],
): RawBuilder<boolean> {
  const [field] = fields;
  if (!field) return sql<boolean>`true`;
  const column = (each: ResolvedField) => columnOf(each, { model });
  if (fields.length === 1 && (field.type === "string" || field.type === "text")) {
    return sql<boolean>`${column(field)} = any(cast(${tuples.map(([value]) => String(value))} as text[]))`;
  }
  const rows = tuples.map((tuple) => sql`(${sql.join(tuple.map((value, index) => bound(fields[index], value)))})`);
  return sql<boolean>`(${sql.join(fields.map(column))}) in (${sql.join(rows)})`;
}

const bound = (field: ResolvedField | undefined, value: Bound) => (field ? boundSql(field, value) : sql`null`);

/** What stands in a row as it is read: a column that only sorts is no field of it. */
const storedFields = (model: ResolvedModel): readonly ResolvedField[] =>
  [...model.fields.values()].filter(({ pinyinOf }) => pinyinOf === undefined);

function readTexts(model: ResolvedModel, texts: readonly (string | null)[]): Row {
  return Object.fromEntries(
    storedFields(model).map((field, index) => [field.name, readText(field, texts[index] ?? null)]),
  );
}
