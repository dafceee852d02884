import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ResolvedField, ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { Bound, Comparison, Condition, TextPlace } from "../../../runtime/query/condition.ts";
import { listColumn } from "../../db/list-column.ts";
import { mayContain } from "../../db/search-bigrams.ts";

export interface SqlContext {
  readonly model: Pick<ResolvedModel, "fields" | "table">;
  /** Name under which the query knows the table; the table's own name when absent. */
  readonly alias?: string;
  /** How a condition on sub-rows is asked; absent where none can occur. */
  readonly child?: (relation: string, where: Condition) => Expression<SqlBool>;
}

const operators: Record<Comparison, RawBuilder<unknown>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

/**
 * A condition as SQL: identifiers are looked up in the model, values are bound with the type of their column.
 *
 * @throws Error for a field that the model does not have: parsers let none through
 */
export function toSql(condition: Condition, context: SqlContext): Expression<SqlBool> {
  switch (condition.kind) {
    case "never":
      return sql<SqlBool>`false`;
    case "every":
      return joined(condition.of, "every", context);
    case "some":
      return joined(condition.of, "some", context);
    case "compare":
      return compareSql(condition.field, condition.op, condition.value, context);
    case "in":
      return inSql(condition.field, condition.values, condition.negate, context);
    case "text":
      return negated(textSql(condition.field, condition.place, condition.text, context), condition, context);
    case "holdsAny":
      return holdsAnySql(condition.field, condition.values, context);
    case "empty":
      return emptySql(condition.field, condition.negate, context);
    case "linked":
      return linkedSql(condition, context);
    case "names":
      return namesSql(condition, context);
    case "child":
      if (!context.child) throw new Error(`no sub-rows in a condition on ${context.model.table}`);
      return context.child(condition.relation, condition.where);
  }
}

function linkedSql(
  { table, own, other, values }: Extract<Condition, { kind: "linked" }>,
  context: SqlContext,
): Expression<SqlBool> {
  const id = sql.ref(`${context.alias ?? context.model.table}.id`);
  return sql<SqlBool>`${id} in (select ${sql.ref(own)} from ${sql.table(table)}
    where ${sql.ref(other)} = any(${sql.val([...values])}::text[]))`;
}

/** The named row stands under an alias that says how it was reached: a model may name its own kind. */
function namesSql(
  { field, model, where }: Extract<Condition, { kind: "names" }>,
  context: SqlContext,
): Expression<SqlBool> {
  const alias = `${context.alias ?? context.model.table}_${field}`;
  return sql<SqlBool>`exists (select 1 from ${sql.table(model.table)} as ${sql.ref(alias)}
    where ${sql.ref(`${alias}.id`)} = ${columnOf(fieldOf(field, context), context)}
      and ${toSql(where, { model, alias })})`;
}

/** References by name: every statement names the same few hundred columns. */
const references = new Map<string, RawBuilder<unknown>>();

/** The column of a field, quoted, with the table in front. */
export function columnOf(field: ResolvedField, context: SqlContext): RawBuilder<unknown> {
  const name = `${context.alias ?? context.model.table}.${field.column}`;
  const reference = references.get(name) ?? sql.ref(name);
  references.set(name, reference);
  return reference;
}

/** A value bound with the type of its column, so that indexes are used and odd digits are no error. */
export function boundSql(field: ResolvedField, value: Bound): RawBuilder<unknown> {
  switch (field.type) {
    case "integer":
    case "number":
    case "money":
    case "percent":
      return isSmall(value) ? sql`cast(${value} as bigint)` : sql`cast(${value} as numeric)`;
    case "date":
      return sql`cast(${value} as date)`;
    case "datetime":
      return sql`cast(${value} as timestamp)`;
    case "time":
      return sql`cast(${value} as text)`;
    case "boolean":
      return sql`cast(${value} as boolean)`;
    default:
      return sql`${value}`;
  }
}

/** `%`, `_` and `\` of a typed text mean themselves. */
export function likePattern(place: TextPlace, text: string): string {
  const literal = text.replace(/[\\%_]/g, "\\$&");
  const patterns: Record<TextPlace, string> = {
    contains: `%${literal}%`,
    starts: `${literal}%`,
    ends: `%${literal}`,
  };
  return patterns[place];
}

function joined(parts: readonly Condition[], joint: "every" | "some", context: SqlContext): Expression<SqlBool> {
  if (parts.length === 0) return joint === "every" ? sql<SqlBool>`true` : sql<SqlBool>`false`;
  const compiled = parts.map((part) => toSql(part, context));
  return sql<SqlBool>`(${sql.join(compiled, joint === "every" ? sql` and ` : sql` or `)})`;
}

function compareSql(name: string, op: Comparison, value: Bound, context: SqlContext): Expression<SqlBool> {
  const field = fieldOf(name, context);
  return sql<SqlBool>`${columnOf(field, context)} ${operators[op]} ${boundSql(field, value)}`;
}

function inSql(name: string, values: readonly Bound[], negate: boolean, context: SqlContext): Expression<SqlBool> {
  const field = fieldOf(name, context);
  if (values.length === 0) return sql<SqlBool>`false`;
  const list = sql.join(values.map((value) => boundSql(field, value)));
  return sql<SqlBool>`${columnOf(field, context)} ${negate ? sql`not in` : sql`in`} (${list})`;
}

function textSql(name: string, place: TextPlace, text: string, context: SqlContext): Expression<SqlBool> {
  const field = fieldOf(name, context);
  const column = columnOf(field, context);
  const isText = field.type === "string" || field.type === "text";
  const matches = sql<SqlBool>`${isText ? column : sql`cast(${column} as text)`} like ${likePattern(place, text)}`;
  // By the index of the search field; a text that it cannot look up is compared alone.
  const search = field.search
    ? mayContain(sql.ref(`${context.alias ?? context.model.table}.${field.column}`), text)
    : undefined;
  return search ? sql<SqlBool>`(${search} and ${matches})` : matches;
}

/** "Does not contain" holds for an empty field too. */
function negated(
  matches: Expression<SqlBool>,
  condition: { readonly field: string; readonly negate: boolean },
  context: SqlContext,
): Expression<SqlBool> {
  if (!condition.negate) return matches;
  const field = fieldOf(condition.field, context);
  return sql<SqlBool>`(${columnOf(field, context)} is null or not ${matches})`;
}

function holdsAnySql(name: string, values: readonly string[], context: SqlContext): Expression<SqlBool> {
  const field = fieldOf(name, context);
  const column = columnOf(field, context);
  const list = sql.join(values.map((value) => sql`cast(${value} as text)`));
  return sql<SqlBool>`${listColumn(column)} && array[${list}]`;
}

function emptySql(name: string, negate: boolean, context: SqlContext): Expression<SqlBool> {
  const field = fieldOf(name, context);
  const column = columnOf(field, context);
  const isText = field.type === "string" || field.type === "text";
  if (negate) return isText ? sql<SqlBool>`(${column} is not null and ${column} <> '')` : sql`${column} is not null`;
  return isText ? sql<SqlBool>`(${column} is null or ${column} = '')` : sql<SqlBool>`${column} is null`;
}

function fieldOf(name: string, context: SqlContext): ResolvedField {
  const field = context.model.fields.get(name);
  if (!field) throw new Error(`no field ${name} in ${context.model.table}`);
  return field;
}

function isSmall(value: Bound): boolean {
  return typeof value === "string" && /^-?\d{1,18}$/.test(value);
}
