import { sql, type Transaction } from "kysely";
import { rulesWithin } from "../../../runtime/permission/rules-within.ts";
import { defaultTenant, isPlatformAdmin } from "../../auth/caller.ts";
import type { Queryable, Tables } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import type { Giver } from "../grants/holdings.ts";
import { loadRightsOf, type Rights } from "./load-rights.ts";

/** How a person's rights reach beyond those of somebody else: items of dictionary `act_refusal` and their texts. */
export const actRefusals = {
  admin: "对方是管理员",
  tenants: "对方属于您不在的租户",
  permissions: "对方拥有您没有的菜单或按钮权限",
  rows: "对方能看到您看不到的数据",
  charge: "对方负责您不负责的部门",
} as const;

export type ActRefusal = keyof typeof actRefusals;

/**
 * Whether somebody may act on a person: everything that this person may do lies within what the caller may do
 * themselves. Whoever sets another's password, gives them a role or looks through their eyes could otherwise do what
 * they may not.
 *
 * @returns undefined when they may, else what lies beyond
 */
export function mayActOn(caller: Rights, target: Rights): ActRefusal | undefined {
  return caller.userId === target.userId ? undefined : beyond(caller, target);
}

function beyond(caller: Rights, target: Rights): ActRefusal | undefined {
  return (caller.isAdmin ? adminRules : rules).find(([, isWithin]) => !isWithin(caller, target))?.[0];
}

/** The dimensions of rights, each with its comparison. */
const rules: readonly (readonly [ActRefusal, (caller: Rights, target: Rights) => boolean])[] = [
  ["admin", (_, target) => !target.isAdmin],
  ["tenants", (caller, target) => within(target, caller)],
  [
    "permissions",
    (caller, target) =>
      isSubset(target.permissionIds, caller.permissionIds) && isSubset(target.permissions, caller.permissions),
  ],
  ["rows", rowsWithin],
  ["charge", (caller, target) => isSubset(target.charge, caller.charge)],
];

/** An administrator holds everything within their tenants; one of the default tenant reaches all. */
const adminRules: typeof rules = [
  ["tenants", (caller, target) => caller.tenantIds.includes(defaultTenant) || within(target, caller)],
];

/**
 * Data rules take away: what narrows the caller has to narrow the other where they have anything to do with such rows.
 */
function rowsWithin(caller: Rights, target: Rights): boolean {
  return [...caller.dataRules].every(([prefix, wide]) => {
    if (![...target.permissions].some((code) => code.startsWith(`${prefix}:`))) return true;
    const own = { rules: target.dataRules.get(prefix) ?? [], choices: target.choices };
    return rulesWithin(own, { rules: wide, choices: caller.choices });
  });
}

const within = (target: Rights, caller: Rights) => target.tenantIds.every((id) => caller.tenantIds.includes(id));

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const one of part) if (!whole.has(one)) return false;
  return true;
}

/** Why the caller may not act on each of these people; those they may act on are absent. */
export async function actRefusalsOf(
  db: Queryable,
  caller: Giver,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly refusal: ActRefusal }>> {
  const found = new Map<string, { name: string; refusal: ActRefusal }>();
  if (isPlatformAdmin(caller) || userIds.length === 0) return found;
  const rights = await loadRightsOf(db, [caller.userId, ...userIds]);
  const own = ownRights(rights, caller);
  for (const id of new Set(userIds)) {
    const target = rights.get(id);
    const refusal = target && mayActOn(own, target);
    if (refusal) found.set(id, { name: target.realname, refusal });
  }
  return found;
}

/**
 * Refuses a call about people whom the caller may not act on, naming each.
 *
 * @throws AppError ACT_REFUSED
 */
export async function refuseActing(trx: Transaction<Tables>, caller: Giver, userIds: readonly string[]): Promise<void> {
  if (isPlatformAdmin(caller)) return;
  // Grants of one person change one after the other: two calls at once could each leave them what the other took.
  await sql`select id from sys_user where id = any(${sql.val([...userIds])}::text[]) order by id for update`.execute(
    trx,
  );
  const refusals = await actRefusalsOf(trx, caller, userIds);
  const [first] = refusals.values();
  if (!first) return;
  const names = [...refusals.values()].map(({ name }) => name);
  throw new AppError("ACT_REFUSED", {
    details: { names: listed(names), reason: actRefusals[first.refusal] },
    result: userIds.length === 1 ? null : { refused: [...refusals].map(refusedRow) },
  });
}

const refusedRow = ([id, { name, refusal }]: readonly [string, { name: string; refusal: ActRefusal }]) => ({
  id,
  title: name,
  reason: actRefusals[refusal],
});

const maxNames = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join("、");
  return names.length > maxNames ? `${shown} 等 ${names.length} 人` : shown;
}

/**
 * Runs a change of grants. Afterwards none of the people may do more than before, unless whoever changes it may do that
 * too: a role taken away can widen somebody as well as one that is given.
 *
 * @throws AppError RAISE_REFUSED
 */
export async function withoutRaising<Result>(
  trx: Transaction<Tables>,
  giver: Giver,
  userIds: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  if (isPlatformAdmin(giver)) return change();
  const before = await loadRightsOf(trx, [giver.userId, ...userIds]);
  const result = await change();
  await refuseRaised(trx, giver, userIds, before);
  return result;
}

const kept = new WeakMap<Transaction<Tables>, { userIds: readonly string[]; before: ReadonlyMap<string, Rights> }>();

/** `withoutRaising` for a change that hooks surround: this one before it, `refuseRaisedSince` after it. */
export async function keepRights(trx: Transaction<Tables>, giver: Giver, userIds: readonly string[]): Promise<void> {
  if (isPlatformAdmin(giver)) return;
  kept.set(trx, { userIds, before: await loadRightsOf(trx, [giver.userId, ...userIds]) });
}

/** @throws AppError RAISE_REFUSED */
export async function refuseRaisedSince(trx: Transaction<Tables>, giver: Giver): Promise<void> {
  const known = kept.get(trx);
  if (known) await refuseRaised(trx, giver, known.userIds, known.before);
}

async function refuseRaised(
  trx: Transaction<Tables>,
  giver: Giver,
  userIds: readonly string[],
  before: ReadonlyMap<string, Rights>,
): Promise<void> {
  const own = ownRights(before, giver);
  for (const [id, after] of await loadRightsOf(trx, userIds)) refuseBeyond(own, after, before.get(id));
}

/** @throws AppError RAISE_REFUSED where rights lie neither within the giver's nor within what the person had */
export function refuseBeyond(giver: Rights, after: Rights, before: Rights | undefined): void {
  const refusal = beyond(giver, after);
  if (!refusal || (before && !beyond(before, after))) return;
  throw new AppError("RAISE_REFUSED", { details: { reason: actRefusals[refusal] } });
}

export function ownRights(rights: ReadonlyMap<string, Rights>, { userId }: Giver): Rights {
  const own = rights.get(userId);
  if (!own) throw new AppError("SESSION_EXPIRED");
  return own;
}
