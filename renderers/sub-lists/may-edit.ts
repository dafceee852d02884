import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";

/** Whether a person may edit records of a list at all. Rows that are saved with their record are an edit of it. */
export function mayEditRecords({ model, permissionPrefix }: ListPlan, services: ConsoleServices): boolean {
  return model.writable && services.hasPermission(`${permissionPrefix}:edit`);
}

/** Whether the model allows an edit in the state in which the record stands. */
export function mayEditAsItStands({ model: { states } }: ListPlan, row: Row): boolean {
  return !states?.edit || states.edit.includes(String(row[states.field] ?? ""));
}
