import { type Expression, type SqlBool, sql } from "kysely";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { isFormModel } from "../../runtime/online-forms/names.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { rowCondition } from "../../runtime/permission/row-rules.ts";
import { always, type Condition, every, isAlways } from "../../runtime/query/condition.ts";
import type { Caller } from "../auth/caller.ts";
import { mastersOf } from "./masters-of.ts";
import { toSql } from "./query/to-sql.ts";
import { type Reach, tenantCondition, uniqueWithin } from "./row-tenants.ts";

/** A model with this field keeps deleted rows (1) in its recycle bin; without it, deleting removes them. */
export const deletedField = "delFlag";

/**
 * The rows that a caller may see, as a condition: tenant, not deleted, data rules. The engine adds it to every statement
 * that it runs for a caller, so other rows do not exist for them.
 */
export function visibleCondition(
  model: ResolvedModel,
  caller: Caller,
  now: string,
  rows: "live" | "deleted" = "live",
  reach: Reach = "read",
): Condition {
  return every(
    tenantCondition(model, caller, reach),
    deletedCondition(model, rows),
    ruleCondition(model, caller, now),
    aboutCondition(model, caller, now),
    masterCondition(model, caller, now),
  );
}

interface SqlOptions {
  readonly alias?: string;
  readonly reach?: Reach;
}

export function visibleSql(
  model: ResolvedModel,
  caller: Caller,
  now: string,
  { alias, reach }: SqlOptions = {},
): Expression<SqlBool> {
  return sql<SqlBool>`(${toSql(visibleCondition(model, caller, now, "live", reach), aliased(model, alias))})`;
}

/** Tenant and recycle bin alone: what keeps counters, uniqueness and sums right whoever asks. */
export function tenantSql(model: ResolvedModel, caller: Caller, alias?: string): Expression<SqlBool> {
  const condition = every(tenantCondition(model, caller), deletedCondition(model, "live"));
  return sql<SqlBool>`(${toSql(condition, aliased(model, alias))})`;
}

/** The live rows among which a unique value occurs once. */
export function uniqueSql(model: ResolvedModel, caller: Caller): Expression<SqlBool> {
  const condition = every(uniqueWithin(model, caller), deletedCondition(model, "live"));
  return sql<SqlBool>`(${toSql(condition, { model })})`;
}

function ruleCondition(model: ResolvedModel, caller: Caller, now: string): Condition {
  const rules = caller.isAdmin ? [] : (caller.dataRules.get(model.permissionPrefix) ?? []);
  return rowCondition(model, rules, { ...caller, now });
}

/**
 * Rows that tell about other rows (`scope.about`) are seen with them: by who may list their model, as far as their
 * rules go.
 */
function aboutCondition(model: ResolvedModel, caller: Caller, now: string): Condition {
  const { about } = model.scope;
  if (!about || caller.isAdmin) return always;
  const listed = [...model.beside().values()].filter(
    (one) => one.of === undefined && decideAction(caller, `${one.permissionPrefix}:list`).allowed,
  );
  const whole = listed.filter((one) => isAlways(ruleCondition(one, caller, now)));
  const narrowed = listed.filter((one) => !whole.includes(one));
  return {
    kind: "some",
    of: [
      { kind: "in", field: about.table, values: whole.map(({ table }) => table), negate: false },
      ...narrowed.map((one) =>
        every(
          { kind: "compare", field: about.table, op: "eq", value: one.table },
          { kind: "names", field: about.id, model: one, where: ruleCondition(one, caller, now) },
        ),
      ),
    ],
  };
}

/**
 * A sub-table of an online form has no grants of its own: where data rules narrow its main table, its rows are seen
 * with their main row.
 */
function masterCondition(model: ResolvedModel, caller: Caller, now: string): Condition {
  if (caller.isAdmin || !isFormModel(model.id)) return always;
  return every(
    ...mastersOf(model.beside(), model)
      .filter(({ model: master }) => isFormModel(master.id) && !isAlways(ruleCondition(master, caller, now)))
      .map(({ model: master, foreignKey }): Condition => {
        return { kind: "names", field: foreignKey, model: master, where: ruleCondition(master, caller, now) };
      }),
  );
}

function deletedCondition(model: ResolvedModel, rows: "live" | "deleted"): Condition {
  if (!model.fields.has(deletedField)) return every();
  return { kind: "compare", field: deletedField, op: "eq", value: rows === "live" ? "0" : "1" };
}

function aliased(model: ResolvedModel, alias: string | undefined) {
  return alias === undefined ? { model } : { model, alias };
}
