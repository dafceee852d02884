import { isPerTenant } from "../../runtime/model/resolve-model.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { always, type Condition, every, never } from "../../runtime/query/condition.ts";
import { type Caller, defaultTenant, isPlatformAdmin } from "../auth/caller.ts";

/** What the caller is about to do with the rows: some are read by every tenant and changed by one. */
export type Reach = "read" | "change";

/** The rows of the caller's tenant, by the model's own statement (`scope.tenant`). */
export function tenantCondition(model: ResolvedModel, caller: Caller, reach: Reach = "read"): Condition {
  const { tenant } = model.scope;
  switch (tenant.kind) {
    case "platform":
      return reach === "read" || caller.tenantId === defaultTenant ? always : never;
    case "own":
      if (tenant.isSupervised && isPlatformAdmin(caller)) return always;
      return ownCondition(caller, tenant.isShared && reach === "read");
    case "members":
      return tenant.isSupervised && isPlatformAdmin(caller) ? always : memberCondition(tenant.field, caller);
    case "through":
      return every(
        // A link belongs to its first row; to change it changes nothing of the others.
        ...tenant.links.map(({ field, model: id }, at): Condition => {
          const owner = model.beside().get(id);
          const where = owner && tenantCondition(owner, caller, at === 0 ? reach : "read");
          return owner && where ? { kind: "names", field, model: owner, where } : never;
        }),
      );
  }
}

/** Within which rows a unique value occurs once: those of the tenant, or all where tenants share one space of names. */
export function uniqueWithin(model: ResolvedModel, caller: Caller): Condition {
  return isPerTenant(model) ? tenantCondition(model, caller) : always;
}

/** Two callers with the same key are given the same rows of a model by `tenantCondition`. */
export function tenantKey(model: ResolvedModel, caller: Caller): string {
  if (model.scope.tenant.kind === "platform") return "";
  return `${caller.tenantId}${isPlatformAdmin(caller) ? " platform" : ""}`;
}

/** Counters of a model that is not kept apart by tenant are everybody's. */
export function counterTenant(model: ResolvedModel | undefined, caller: Caller): number {
  return model && !isPerTenant(model) ? defaultTenant : caller.tenantId;
}

function ownCondition({ tenantId }: Caller, withDefault: boolean): Condition {
  const own = String(tenantId);
  if (!withDefault || tenantId === defaultTenant) return { kind: "compare", field: "tenantId", op: "eq", value: own };
  return { kind: "in", field: "tenantId", values: [String(defaultTenant), own], negate: false };
}

function memberCondition(field: string, { tenantId }: Caller): Condition {
  const named: Condition = { kind: "holdsAny", field, values: [String(tenantId)] };
  return tenantId === defaultTenant ? { kind: "some", of: [{ kind: "empty", field, negate: false }, named] } : named;
}

/** A new row is its session's: where that makes it nobody's to change, it is not made. */
export const mayOwn = (model: ResolvedModel, caller: Caller): boolean =>
  model.scope.tenant.kind !== "platform" || caller.tenantId === defaultTenant;
