import { type Expression, type SqlBool, sql } from "kysely";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import type { MaskShape } from "../../runtime/permission/mask.ts";
import { rowCondition } from "../../runtime/permission/row-rules.ts";
import { type Condition, every } from "../../runtime/query/condition.ts";
import type { Caller } from "../auth/caller.ts";
import { toSql } from "../query/to-sql.ts";

/** A model with this field keeps deleted rows (1) in its recycle bin; without it, deleting removes them. */
export const deletedField = "delFlag";

/**
 * The rows that exist for a caller, as a condition: his tenant, not deleted, his data rules. Every statement of the
 * engine on behalf of a caller carries it, so a foreign row is nowhere.
 */
export function visibleCondition(
  model: ResolvedModel,
  caller: Caller,
  now: string,
  rows: "live" | "deleted" = "live",
): Condition {
  const rules = caller.isAdmin ? [] : (caller.dataRules.get(model.permissionPrefix) ?? []);
  return every(
    tenantCondition(model, caller),
    deletedCondition(model, rows),
    rowCondition(model, rules, { ...caller, now }),
  );
}

export function visibleSql(model: ResolvedModel, caller: Caller, now: string, alias?: string): Expression<SqlBool> {
  return sql<SqlBool>`(${toSql(visibleCondition(model, caller, now), aliased(model, alias))})`;
}

/** Tenant and recycle bin alone: what keeps counters, uniqueness and sums right whoever asks. */
export function tenantSql(model: ResolvedModel, caller: Caller, alias?: string): Expression<SqlBool> {
  const condition = every(tenantCondition(model, caller), deletedCondition(model, "live"));
  return sql<SqlBool>`(${toSql(condition, aliased(model, alias))})`;
}

/** Fields that a caller reads masked, with how much stays readable. */
export function masksOf(model: ResolvedModel, caller: Caller): ReadonlyMap<string, MaskShape> {
  const masked = [...modelAccess(model, caller)].flatMap(([name, access]): [string, MaskShape][] =>
    access.mask ? [[name, access.mask]] : [],
  );
  return new Map(masked);
}

function tenantCondition(model: ResolvedModel, caller: Caller): Condition {
  if (!model.scope.tenant) return every();
  return { kind: "compare", field: "tenantId", op: "eq", value: String(caller.tenantId) };
}

function deletedCondition(model: ResolvedModel, rows: "live" | "deleted"): Condition {
  if (!model.fields.has(deletedField)) return every();
  return { kind: "compare", field: deletedField, op: "eq", value: rows === "live" ? "0" : "1" };
}

function aliased(model: ResolvedModel, alias: string | undefined) {
  return alias === undefined ? { model } : { model, alias };
}
