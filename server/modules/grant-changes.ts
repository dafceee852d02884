import { authChannel } from "../auth/authentication.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import type { HookContext, ModelHooks } from "../models/hooks.ts";

/** Whatever says who may do what: a change is in force with its commit, on every server process. */
const grantModels = [
  "system/role",
  "system/user-role",
  "system/role-permission",
  "system/permission",
  "system/data-rule",
  "system/depart",
  "system/user-depart",
  "system/depart-permission",
  "system/depart-role",
  "system/depart-role-user",
  "system/depart-role-permission",
];

const announce = (_rows: unknown, { trx }: HookContext) => notifyOnCommit(trx, authChannel);
const announceChange: ModelHooks = { afterSave: announce, afterDelete: announce };

export const hooks: Readonly<Record<string, ModelHooks>> = Object.fromEntries(
  grantModels.map((model) => [model, announceChange]),
);
