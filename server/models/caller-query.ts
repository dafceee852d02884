import { type Expression, type SqlBool, sql } from "kysely";
import { isPart, type ResolvedField, type ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { type FieldAccess, modelAccess } from "../../runtime/permission/field-access.ts";
import { type Condition, every } from "../../runtime/query/condition.ts";
import type { Caller } from "../auth/caller.ts";
import { quoted, refuse } from "../http/refusal.ts";
import type { EngineParts } from "./engine-parts.ts";
import { mayList } from "./masters-of.ts";
import type { AskedFields } from "./query/parse-list-query.ts";
import { toSql } from "./query/to-sql.ts";
import { refuseTooManyTerms } from "./query-budget.ts";
import { childTables } from "./sub-rows.ts";
import { visibleCondition } from "./visible-rows.ts";

/** What one caller may ask of a model's rows, and how their question reads as SQL. */
export interface CallerQuery extends AskedFields {
  /** The rows that exist for the caller and fulfil the condition. */
  readonly matching: (condition: Condition) => Condition;
  /** The same as SQL. @throws AppError INVALID for a condition that is too long for any table */
  readonly where: (condition: Condition) => Expression<SqlBool>;
}

export function callerQuery(parts: EngineParts, model: ResolvedModel, caller: Caller): CallerQuery {
  const access = modelAccess(model, caller);
  const children = childTables({ parts }, model);
  const now = parts.clock();
  const matching = (condition: Condition) => every(visibleCondition(model, caller, now), condition);
  return {
    mayQuery: (field) => mayQuery(field, access),
    fieldOf: (name) => queryable(model, name, access),
    childFieldOf: (table, name) => {
      const child = children.find((one) => [one.name, one.model.table, one.model.id].includes(table));
      if (child && !isPart(child.relation) && !mayList(caller, child.model)) return undefined;
      const field = child && queryable(child.model, name, modelAccess(child.model, caller));
      return field && { relation: child.name, field };
    },
    matching,
    where: (condition) => {
      refuseTooManyTerms(condition);
      return toSql(matching(condition), {
        model,
        child: (relation, where) => {
          const child = children.find((one) => one.name === relation);
          if (!child) throw new Error(`no relation ${relation} in ${model.id}`);
          return childSql(model, child, where, caller, now);
        },
      });
    },
  };
}

/** Sub-rows count as far as the caller sees them. They stand under an alias: a model may be its own detail. */
function childSql(
  model: ResolvedModel,
  child: ReturnType<typeof childTables>[number],
  where: Condition,
  caller: Caller,
  now: string,
): Expression<SqlBool> {
  const alias = `child_${child.name}`;
  const key = child.model.fields.get(child.relation.foreignKey)?.column ?? child.relation.foreignKey;
  const condition = toSql(every(visibleCondition(child.model, caller, now), where), {
    model: child.model,
    alias,
  });
  return sql<SqlBool>`exists (select 1 from ${sql.table(child.model.table)} as ${sql.ref(alias)}
    where ${sql.ref(`${alias}.${key}`)} = ${sql.ref(`${model.table}.id`)} and ${condition})`;
}

/** What a caller sees masked they may not ask about: a few answers by its digits would spell out the rest. */
function mayQuery(field: ResolvedField, access: ReadonlyMap<string, FieldAccess>): boolean {
  const own = access.get(field.name);
  return own !== undefined && own.visible && own.mask === undefined && field.type !== "json" && field.queryable;
}

function queryable(
  model: ResolvedModel,
  name: string,
  access: ReadonlyMap<string, FieldAccess>,
): ResolvedField | undefined {
  const field = model.fields.get(name);
  if (!field) return undefined;
  if (access.get(name)?.visible && access.get(name)?.mask) throw refuseMasked(field);
  return mayQuery(field, access) ? field : undefined;
}

export function refuseMasked(field: Pick<ResolvedField, "title">): Error {
  return refuse(`${quoted(field.title)}对您部分隐藏，不能用来查询、排序、统计或查重`);
}
