import { type Expression, type SqlBool, sql } from "kysely";
import type { ResolvedDict, ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import { boundSql, columnOf } from "../query/to-sql.ts";
import { loadDictTexts, splitValue } from "./dict-text.ts";
import type { Work } from "./engine-parts.ts";
import { isSame } from "./store-row.ts";
import { visibleSql } from "./visible-rows.ts";

/**
 * A reference that is set or changed must name a row that exists, that the caller may see and that is in use (the
 * dictionary's `where`); a dictionary value must be an item. What did not change is left alone.
 *
 * @param foreignKey the reference to the master of a sub-row, which the call itself sets
 * @returns messages by field
 */
export async function referenceErrors(
  work: Work,
  model: ResolvedModel,
  row: Row,
  before: Row | undefined,
  foreignKey?: string,
): Promise<Record<string, string>> {
  const changed = [...model.fields.values()].filter(
    (field) =>
      field.dict &&
      field.name !== foreignKey &&
      !field.snapshot &&
      !isTreeRoot(model, field, row[field.name]) &&
      !isSame(before?.[field.name], row[field.name]) &&
      !isSame(row[field.name], null),
  );
  const codes = changed.flatMap((field) => (field.dict?.kind === "code" ? [field.dict.code] : []));
  const items = await loadDictTexts(work.trx, work.parts.models, [...new Set(codes)]);
  const fieldErrors: Record<string, string> = {};
  for (const field of changed) {
    const values = splitValue(field, row[field.name]);
    if (field.dict?.kind === "code") {
      const known = items.get(field.dict.code);
      if (known && values.some((value) => !known.has(value))) fieldErrors[field.name] = `${field.title}不在可选范围内`;
    } else if (!(await allExist(work, field, values))) {
      fieldErrors[field.name] = `${field.title}不存在或已停用`;
    }
  }
  return fieldErrors;
}

/** A row at the top of a tree names the root, which is no row. */
function isTreeRoot(model: ResolvedModel, field: ResolvedField, value: unknown): boolean {
  return Object.values(model.relations).some(
    (relation) => relation.kind === "tree" && relation.pid === field.name && relation.root === value,
  );
}

async function allExist(work: Work, field: ResolvedField, values: readonly string[]): Promise<boolean> {
  const dict = field.dict?.kind === "model" ? field.dict : undefined;
  const target = dict && work.parts.models.get(dict.model);
  const key = target?.fields.get(dict?.value ?? "id");
  if (!dict || !target || !key) return true;
  const wanted = [...new Set(values)];
  const typed = wanted.flatMap((value) => typedValue(key, value) ?? []);
  if (typed.length < wanted.length) return false;
  const list = sql.join(typed.map((value) => boundSql(key, value)));
  const { rows } = await sql`
    select distinct ${columnOf(key, { model: target })} from ${sql.table(target.table)}
    where ${columnOf(key, { model: target })} in (${list}) and ${visibleSql(target, work.caller, work.now)}
      and ${inUse(target, dict.where)}`.execute(work.trx);
  return rows.length === wanted.length;
}

/** The dictionary's own condition: equality on fields of its model. */
export function inUse(target: ResolvedModel, where: ResolvedDictWhere): Expression<SqlBool> {
  const parts = Object.entries(where).map(([name, value]) => {
    const field = target.fields.get(name);
    const typed = field && typedValue(field, String(value));
    return field && typed !== undefined
      ? sql<SqlBool>`${columnOf(field, { model: target })} = ${boundSql(field, typed)}`
      : sql<SqlBool>`false`;
  });
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

type ResolvedDictWhere = Extract<ResolvedDict, { kind: "model" }>["where"];
