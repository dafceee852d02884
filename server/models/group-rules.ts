import { type RawBuilder, sql } from "kysely";
import { isTruthy } from "../../runtime/expr/operators.ts";
import { compileBraced, compileBracedRule } from "../../runtime/expr/template.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import { refuse } from "../http/refusal.ts";
import type { Work } from "./engine-parts.ts";
import { expressionUser } from "./expression-scope.ts";
import { throwFieldErrors } from "./field-errors.ts";
import { boundSql, columnOf } from "./query/to-sql.ts";
import { selectRows } from "./read-rows.ts";
import { tenantKey } from "./row-tenants.ts";
import { tenantSql } from "./visible-rows.ts";

type GroupRule = ResolvedModel["groupRules"][number];

/** Groups read by one statement. */
const groupsAtOnce = 500;
/** More locks than this fill the database's table of locks; one lock over the model does instead. */
const maxGroupLocks = 200;

/**
 * The rules over several rows, for every row that the call has written: looked at once, when all is written, so that
 * one call may take from one row what it gives to another. Calls that write to the same group wait for each other.
 *
 * @throws AppError INVALID with the rule's message
 */
export async function checkGroups(work: Work): Promise<void> {
  for (const [model, ids] of work.grouped) {
    const written = await selectRows(work.trx, model, rowsNamed(work, model, [...ids]));
    for (const rule of model.groupRules) await checkRule(work, model, rule, written);
  }
  work.grouped.clear();
}

async function checkRule(work: Work, model: ResolvedModel, rule: GroupRule, written: readonly Row[]): Promise<void> {
  const examples = new Map<string, Row>();
  for (const row of written) {
    const key = keyOf(rule, row);
    if (key !== undefined) examples.set(key, row);
  }
  await lockGroups(work, model, [...examples.keys()]);
  const groups = await loadGroups(work, model, rule, [...examples.values()]);
  const scope = { user: expressionUser(work.caller), now: work.now };
  for (const row of written) {
    const group = groups.get(keyOf(rule, row) ?? "") ?? [];
    const rows = group.filter(
      (item) => rule.where === undefined || isTruthy(compileBraced(rule.where)({ ...scope, row, item })),
    );
    if (compileBracedRule(rule.expr)({ ...scope, row, rows })) continue;
    if (rule.field === undefined) throw refuse(rule.message);
    throwFieldErrors({ [rule.field]: rule.message });
  }
}

/** Undefined for a row that lacks one of the values: it belongs to no group. */
function keyOf({ by }: GroupRule, row: Row): string | undefined {
  const values = by.map((name) => row[name] ?? "");
  return values.includes("") ? undefined : JSON.stringify(values);
}

async function lockGroups(work: Work, model: ResolvedModel, keys: readonly string[]): Promise<void> {
  const table = `group ${model.table} ${tenantKey(model, work.caller)}`;
  const whole = sql`hashtextextended(${table}, 0)`;
  if (keys.length > maxGroupLocks) {
    await sql`select pg_advisory_xact_lock(${whole})`.execute(work.trx);
    return;
  }
  // One statement, whose columns are computed from left to right: everybody locks in one order.
  const locks = [...keys].sort().map((key) => sql`pg_advisory_xact_lock(hashtextextended(${`${table} ${key}`}, 0))`);
  await sql`select ${sql.join([sql`pg_advisory_xact_lock_shared(${whole})`, ...locks])}`.execute(work.trx);
}

/** The rows of the groups that the examples stand for, by key. */
async function loadGroups(
  work: Work,
  model: ResolvedModel,
  rule: GroupRule,
  examples: readonly Row[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const groups = new Map<string, Row[]>();
  for (let start = 0; start < examples.length; start += groupsAtOnce) {
    const some = examples.slice(start, start + groupsAtOnce);
    const where = sql<boolean>`${isInGroups(model, rule, some)} and ${tenantSql(model, work.caller)}`;
    for (const row of await selectRows(work.trx, model, where, { sort: [{ field: "id", order: "asc" }] })) {
      const key = keyOf(rule, row);
      if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  }
  return groups;
}

function isInGroups(model: ResolvedModel, { by }: GroupRule, examples: readonly Row[]): RawBuilder<boolean> {
  const fields = by.flatMap((name) => model.fields.get(name) ?? []);
  if (fields.length === 0) return sql<boolean>`true`;
  const columns = sql.join(fields.map((field) => columnOf(field, { model })));
  const tuples = examples.map(
    (row) =>
      sql`(${sql.join(fields.map((field) => boundSql(field, typedValue(field, String(row[field.name])) ?? "")))})`,
  );
  return sql<boolean>`(${columns}) in (${sql.join(tuples)})`;
}

function rowsNamed(work: Work, model: ResolvedModel, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${model.table}.id`)} = any(${sql.val(ids)}::text[]) and ${tenantSql(model, work.caller)}`;
}
