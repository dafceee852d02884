import { type Caller, defaultTenant } from "../auth/caller.ts";
import { makeCaller } from "../auth/make-caller.ts";
import { tenantsOf } from "../auth/tenants.ts";
import { findUser } from "../auth/user-store.ts";
import type { Queryable } from "../db/database.ts";
import { refuse } from "../http/refusal.ts";
import type { ExportTask } from "./export-task.ts";

/**
 * Who ordered an export, with the rights of this moment, where the order was given: in that tenant and department.
 *
 * @throws AppError INVALID for somebody who is frozen, gone or not of that tenant any more
 */
export async function makerOf(
  db: Queryable,
  { userId, tenantId, orgCode }: Pick<ExportTask, "userId" | "tenantId" | "orgCode">,
): Promise<Caller> {
  const user = await findUser(db, { id: userId });
  if (user?.status !== 1) throw refuse("导出人已停用或不存在");
  const isOfDefault = tenantId === defaultTenant && (user.tenantIds.length === 0 || user.tenantIds.includes(0));
  if (!isOfDefault && !(await tenantsOf(db, user)).some(({ id }) => id === tenantId)) {
    throw refuse("导出人已不属于这个租户，或租户已停用");
  }
  return makeCaller(db, { user, sessionId: "", orgCode, tenantId });
}
