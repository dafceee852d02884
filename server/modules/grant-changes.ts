import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { authChannel } from "../auth/authentication.ts";
import { type GrantTarget, grantedIds, holdersOf } from "../auth/grant-targets.ts";
import { adminRoleCode } from "../auth/grants.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import type { Draft, HookContext, ModelHooks, SaveContext } from "../models/hooks.ts";
import { type MenuRule, ruleFaults } from "./grants/broken-rules.ts";
import { departsInCharge, type Holdings, holdingsOf, refuseUnheld } from "./grants/holdings.ts";
import { removeLinks } from "./grants/link-log.ts";
import { ruleWords } from "./grants/rule-words.ts";
import { keepRights, refuseRaisedSince } from "./users/may-act-on.ts";
import { refuseLastRole } from "./users/user-links.ts";

/** A change is in force with its commit, on every server process. */
export const announce = (_rows: unknown, { trx }: HookContext) => notifyOnCommit(trx, authChannel);

/** Grants themselves: whoever could write them could give themselves everything, so a code alone is not enough. */
export function refuseStaff(_rows: unknown, { caller }: Pick<HookContext, "caller">): void {
  if (!caller.isAdmin) throw new AppError("FORBIDDEN");
}

const grantHooks: ModelHooks = {
  beforeSave: refuseStaff,
  afterSave: announce,
  beforeDelete: refuseStaff,
  afterDelete: announce,
};

/** The roles of a user as rows of their own: the last administrator keeps theirs. */
const userRoleHooks: ModelHooks = {
  ...grantHooks,
  async beforeSave(draft, { before, caller, trx }) {
    refuseStaff(draft, { caller });
    if (before) await refuseLastRole(trx, String(before.roleId), [String(before.userId)]);
  },
  async beforeDelete(rows, { caller, trx }) {
    refuseStaff(rows, { caller });
    for (const roleId of new Set(rows.map((row) => String(row.roleId)))) {
      const users = rows.filter((row) => row.roleId === roleId).map((row) => String(row.userId));
      await refuseLastRole(trx, roleId, users);
    }
  },
};

/** A rule that belongs to a menu marks it, so that trees show which menus can be narrowed. */
const dataRuleHooks: ModelHooks = {
  ...grantHooks,
  async beforeSave(draft, context) {
    refuseStaff(draft, context);
    await refuseBroken(draft, context);
  },
  /** In words; and a rule that was sound when it was saved breaks when its field goes. */
  async afterRead(rows, { database, engine }) {
    const rules = rows.map(readRule);
    const words = await ruleWords(database, engine.models, rules);
    const faults = await ruleFaults(database, engine.models, rules);
    for (const [index, row] of rows.entries()) {
      row.ruleColumn_dictText = words[index]?.columnText;
      row.ruleValue_dictText = words[index]?.valueText;
      row.fault = faults[index] ?? null;
    }
  },
  async afterSave(row, context) {
    await markRules(context, [String(row.permissionId), String(context.before?.permissionId ?? row.permissionId)]);
    announce(row, context);
  },
  async afterDelete(rows, context) {
    await markRules(
      context,
      rows.map((row) => String(row.permissionId)),
    );
    announce(rows, context);
  },
};

/** A rule that would let nobody see anything is a mistake and is refused with the reason. */
async function refuseBroken(draft: Draft, { trx, engine }: SaveContext): Promise<void> {
  const [fault] = await ruleFaults(trx, engine.models, [readRule(draft)]);
  if (fault) throw refuse(fault);
}

const readRule = (row: Row): MenuRule => ({
  permissionId: String(row.permissionId ?? ""),
  column: String(row.ruleColumn ?? ""),
  condition: String(row.ruleConditions ?? ""),
  value: String(row.ruleValue ?? ""),
});

async function markRules({ trx }: HookContext, permissionIds: readonly string[]): Promise<void> {
  await sql`update sys_permission set rule_flag =
      case when exists (select 1 from sys_permission_data_rule rule where rule.permission_id = sys_permission.id) then 1 else 0 end
    where id = any(${sql.val([...permissionIds])}::text[])`.execute(trx);
}

/** The administrator's role is known by its code: it can be neither renamed nor deleted, nor made a second time. */
const roleHooks: ModelHooks = {
  async beforeSave(draft, { before, caller, trx }) {
    if (before?.secondFactor === "Y" && draft.secondFactor !== "Y") {
      const holdings = await holdingsOf(trx, caller);
      if (holdings?.roles.has(String(before.id))) throw refuse("不能取消自己角色的两步验证要求，请联系管理员");
    }
    if (before?.roleCode !== adminRoleCode || draft.roleCode === adminRoleCode) return;
    const reason = "管理员角色的编码不能修改";
    throw new AppError("INVALID", { details: { reason }, result: { fieldErrors: { roleCode: reason } } });
  },
  afterSave: announce,
  async beforeDelete(rows, { caller, trx }) {
    if (rows.some((row) => row.roleCode === adminRoleCode)) {
      throw new AppError("INVALID", { details: { reason: "管理员角色不能删除" } });
    }
    // With their own role a narrowing data rule could go; the rest of their rights would then reach further.
    const holdings = await holdingsOf(trx, caller);
    if (!holdings) return;
    if (rows.some((row) => holdings.roles.has(String(row.id)))) throw new AppError("FORBIDDEN");
    await keepHolders(trx, caller, holdings, "role", rows);
  },
  async afterDelete(rows, context) {
    await removeOf(context, "sys_user_role", "role_id", rows);
    await removeOf(context, "sys_role_permission", "role_id", rows);
    await refuseRaisedSince(context.trx, context.caller);
    announce(rows, context);
  },
};

/** Roles of a department: made by administrators and by who is in charge of the department. */
const departRoleHooks: ModelHooks = {
  async beforeSave(draft, { before, caller, trx }) {
    if (before) draft.departId = before.departId;
    const holdings = await holdingsOf(trx, caller);
    if (holdings) refuseUnheld(new Set(await departsInCharge(trx, caller.userId)), [String(draft.departId)]);
  },
  afterSave: announce,
  async beforeDelete(rows, { caller, trx }) {
    const holdings = await holdingsOf(trx, caller);
    if (!holdings) return;
    if (rows.some((row) => holdings.departRoles.has(String(row.id)))) throw new AppError("FORBIDDEN");
    refuseUnheld(
      new Set(await departsInCharge(trx, caller.userId)),
      rows.map((row) => String(row.departId)),
    );
    await keepHolders(trx, caller, holdings, "departRole", rows);
  },
  async afterDelete(rows, context) {
    await removeOf(context, "sys_depart_role_user", "drole_id", rows);
    await removeOf(context, "sys_depart_role_permission", "role_id", rows);
    await refuseRaisedSince(context.trx, context.caller);
    announce(rows, context);
  },
};

async function removeOf(
  context: HookContext,
  table: Parameters<typeof removeLinks>[1],
  column: string,
  rows: readonly Row[],
): Promise<void> {
  const removal = { ...context, db: context.trx, models: context.engine.models };
  await removeLinks(
    removal,
    table,
    sql`${sql.ref(column)} = any(${sql.val(rows.map(({ id }) => String(id)))}::text[])`,
  );
}

/** Who deletes a role takes away what it grants, so they have to hold that; who held it may not see more without it. */
async function keepHolders(
  trx: HookContext["trx"],
  caller: HookContext["caller"],
  holdings: Holdings,
  kind: "role" | "departRole",
  rows: readonly Row[],
): Promise<void> {
  const targets = rows.map((row): GrantTarget => ({ kind, id: String(row.id) }));
  for (const target of targets) refuseUnheld(holdings.permissions, await grantedIds(trx, target));
  const holders = await Promise.all(targets.map((target) => holdersOf(trx, target)));
  await keepRights(trx, caller, holders.flat());
}

const grantModels = [
  "system/user-depart",
  "system/role-permission",
  "system/depart-permission",
  "system/depart-role-user",
  "system/depart-role-permission",
];

export const hooks: Readonly<Record<string, ModelHooks>> = {
  "system/role": roleHooks,
  "system/user-role": userRoleHooks,
  "system/data-rule": dataRuleHooks,
  "system/depart-role": departRoleHooks,
  ...Object.fromEntries(grantModels.map((model) => [model, grantHooks])),
};
