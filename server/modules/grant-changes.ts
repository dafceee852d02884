import { authChannel } from "../auth/authentication.ts";
import { adminRoleCode } from "../auth/grants.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { AppError } from "../http/errors.ts";
import type { HookContext, ModelHooks } from "../models/hooks.ts";

/** A change is in force with its commit, on every server process. */
export const announce = (_rows: unknown, { trx }: HookContext) => notifyOnCommit(trx, authChannel);

/** Grants themselves: whoever could write them could give himself everything, so a code alone is not enough. */
function refuseStaff(_rows: unknown, { caller }: HookContext): void {
  if (!caller.isAdmin) throw new AppError("FORBIDDEN");
}

const grantHooks: ModelHooks = {
  beforeSave: refuseStaff,
  afterSave: announce,
  beforeDelete: refuseStaff,
  afterDelete: announce,
};

/** The administrator's role is known by its code: it can be neither renamed nor deleted, nor made a second time. */
const roleHooks: ModelHooks = {
  beforeSave(draft, { before }) {
    if (before?.roleCode === adminRoleCode) draft.roleCode = adminRoleCode;
  },
  afterSave: announce,
  beforeDelete(rows) {
    if (rows.some((row) => row.roleCode === adminRoleCode)) {
      throw new AppError("INVALID", { details: { reason: "管理员角色不能删除" } });
    }
  },
  afterDelete: announce,
};

const grantModels = [
  "system/user-role",
  "system/user-depart",
  "system/role-permission",
  "system/permission",
  "system/data-rule",
  "system/depart-permission",
  "system/depart-role",
  "system/depart-role-user",
  "system/depart-role-permission",
];

export const hooks: Readonly<Record<string, ModelHooks>> = {
  "system/role": roleHooks,
  ...Object.fromEntries(grantModels.map((model) => [model, grantHooks])),
};
