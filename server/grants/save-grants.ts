import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { authChannel } from "../auth/authentication.ts";
import { splitList } from "../auth/user-store.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import type { Queryable, Tables } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../query/refusal.ts";
import { withoutRaising } from "../users/may-act-on.ts";
import { type Giver, type Holdings, holdingsOf, refuseUnheld } from "./holdings.ts";

type Trx = Transaction<Tables>;

/** Whose menus and buttons: a role's, a department's, or a department role's. */
export type GrantTarget =
  | { readonly kind: "role"; readonly id: string }
  | { readonly kind: "depart"; readonly id: string }
  | { readonly kind: "departRole"; readonly id: string };

const tables = {
  role: { table: "sys_role_permission", column: "role_id", owner: "sys_role", missing: "请先保存角色菜单权限!" },
  depart: {
    table: "sys_depart_permission",
    column: "depart_id",
    owner: "sys_depart",
    missing: "请先保存部门菜单权限!",
  },
  departRole: {
    table: "sys_depart_role_permission",
    column: "role_id",
    owner: "sys_depart_role",
    missing: "请先保存角色菜单权限!",
  },
} as const;

/** Ids of the menu and button rows granted to a target. */
export async function grantedIds(db: Queryable, { kind, id }: GrantTarget): Promise<string[]> {
  const { table, column } = tables[kind];
  const rows = await db.selectFrom(table).select("permission_id").where(column, "=", id).execute();
  return rows.map((row) => String(row.permission_id));
}

export interface GrantChange {
  readonly wanted: ReadonlySet<string>;
  /** What the screen showed when it was opened; what somebody else gave or took since stays. */
  readonly last: ReadonlySet<string> | undefined;
}

/**
 * Gives and takes menus and buttons: those wanted and not shown before are given, those shown and not wanted taken.
 *
 * @returns how many rows were given and taken
 * @throws AppError FORBIDDEN where somebody hands on what he does not hold, or changes a role that is his own
 */
export async function saveGrants(
  trx: Trx,
  giver: Giver,
  target: GrantTarget,
  change: GrantChange,
  now: string,
): Promise<{ readonly given: number; readonly taken: number }> {
  const owner = await lockOwner(trx, target);
  const holdings = await refuseOwn(trx, giver, target);
  const stored = new Set(await grantedIds(trx, target));
  const last = change.last ?? stored;
  const given = [...change.wanted].filter((id) => !last.has(id) && !stored.has(id));
  const taken = [...last].filter((id) => !change.wanted.has(id) && stored.has(id));
  refuseUnheld(holdings?.permissions, [...given, ...taken]);
  await refuseUnknown(trx, given);
  if (target.kind === "departRole") await refuseBeyondDepart(trx, String(owner.depart_id), given);
  await withoutRaising(trx, giver, await holdersOf(trx, target), () =>
    writeGrants(trx, giver, target, { given, taken, owner, holdings, now }),
  );
  notifyOnCommit(trx, authChannel);
  return { given: given.length, taken: taken.length };
}

interface GrantWrite {
  readonly given: readonly string[];
  readonly taken: readonly string[];
  readonly owner: Readonly<Record<string, unknown>>;
  readonly holdings: Holdings | undefined;
  readonly now: string;
}

async function writeGrants(trx: Trx, giver: Giver, target: GrantTarget, write: GrantWrite): Promise<void> {
  const { given, taken, owner, holdings, now } = write;
  const { table, column } = tables[target.kind];
  for (const permissionId of given) {
    await trx
      .insertInto(table)
      .values({
        id: randomUUID().replaceAll("-", ""),
        [column]: target.id,
        ...(target.kind === "departRole" ? { depart_id: owner.depart_id } : {}),
        permission_id: permissionId,
        // What he sees himself only in part he hands on in part.
        data_rule_ids: [...(holdings?.permissions.get(permissionId) ?? [])].join(",") || null,
        version: 1,
        tenant_id: 0,
        create_by: giver.username,
        create_time: now,
      })
      .execute();
  }
  if (taken.length > 0) {
    await trx.deleteFrom(table).where(column, "=", target.id).where("permission_id", "in", taken).execute();
    if (target.kind === "depart") await takeFromDepartRoles(trx, target.id, taken);
  }
}

/** Who holds anything through a role, a department role, or the roles of a department. */
export async function holdersOf(db: Queryable, { kind, id }: GrantTarget): Promise<readonly string[]> {
  const { rows } = await holderQueries[kind](id).execute(db);
  return rows.map((row) => row.id);
}

const holderQueries = {
  role: (id: string) => sql<{ id: string }>`select user_id as id from sys_user_role where role_id = ${id}`,
  departRole: (id: string) => sql<{ id: string }>`
    select user_id as id from sys_depart_role_user where drole_id = ${id}`,
  depart: (id: string) => sql<{ id: string }>`
    select distinct member.user_id as id from sys_depart_role_user member
    join sys_depart_role role on role.id = member.drole_id where role.depart_id = ${id}`,
};

/** The data rules of a menu with those that narrow it for the target. */
export async function dataRulesOf(db: Queryable, target: GrantTarget, permissionId: string) {
  const { table, column } = tables[target.kind];
  const link = await db
    .selectFrom(table)
    .select("data_rule_ids")
    .where(column, "=", target.id)
    .where("permission_id", "=", permissionId)
    .executeTakeFirst();
  const rules = await db
    .selectFrom("sys_permission_data_rule")
    .select(["id", "permission_id", "rule_name", "rule_column", "rule_conditions", "rule_value", "status"])
    .where("permission_id", "=", permissionId)
    .orderBy("id")
    .execute();
  const datarule = rules.map((rule) => ({
    id: String(rule.id),
    permissionId: String(rule.permission_id),
    ruleName: rule.rule_name,
    ruleColumn: rule.rule_column,
    ruleConditions: rule.rule_conditions,
    ruleValue: rule.rule_value,
    status: rule.status,
  }));
  return { datarule, drChecked: splitList(link?.data_rule_ids).join(","), isGranted: link !== undefined };
}

/**
 * Chooses the data rules that narrow one granted menu. Who is no administrator cannot drop a rule that narrows it for
 * himself: others would see more through him than he does.
 */
export async function saveDataRules(
  trx: Trx,
  giver: Giver,
  target: GrantTarget,
  permissionId: string,
  ruleIds: readonly string[],
): Promise<void> {
  await lockOwner(trx, target);
  const holdings = await refuseOwn(trx, giver, target);
  refuseUnheld(holdings?.permissions, [permissionId]);
  const { datarule, isGranted } = await dataRulesOf(trx, target, permissionId);
  if (!isGranted) throw refuse(tables[target.kind].missing);
  const known = new Set(datarule.map((rule) => rule.id));
  if (ruleIds.some((id) => !known.has(id))) throw refuse("所选数据规则不属于该菜单");
  const own = holdings?.permissions.get(permissionId) ?? new Set<string>();
  if ([...own].some((id) => !ruleIds.includes(id))) throw new AppError("FORBIDDEN");
  const { table, column } = tables[target.kind];
  const write = () =>
    trx
      .updateTable(table)
      .set({ data_rule_ids: ruleIds.join(",") || null })
      .where(column, "=", target.id)
      .where("permission_id", "=", permissionId)
      .execute();
  await withoutRaising(trx, giver, await holdersOf(trx, target), write);
  notifyOnCommit(trx, authChannel);
}

async function lockOwner(trx: Trx, { kind, id }: GrantTarget) {
  const row = await trx.selectFrom(tables[kind].owner).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError("ROW_NOT_FOUND");
  return row as Readonly<Record<string, unknown>>;
}

/** Nobody but an administrator changes a role that he holds himself: dropping a narrowing rule would raise him. */
async function refuseOwn(trx: Trx, giver: Giver, { kind, id }: GrantTarget) {
  const holdings = await holdingsOf(trx, giver);
  if (!holdings) return undefined;
  if (kind === "role" && holdings.roles.has(id)) throw new AppError("FORBIDDEN");
  if (kind === "departRole" && holdings.departRoles.has(id)) throw new AppError("FORBIDDEN");
  if (kind === "depart" && !holdings.departs.has(id)) throw new AppError("FORBIDDEN");
  if (kind === "departRole") {
    const role = await trx.selectFrom("sys_depart_role").select("depart_id").where("id", "=", id).executeTakeFirst();
    refuseUnheld(holdings.departs, [String(role?.depart_id ?? "")]);
  }
  return holdings;
}

async function refuseUnknown(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string }>`select id from sys_permission
    where id = any(${sql.val([...ids])}::text[]) and coalesce(del_flag, 0) = 0`.execute(trx);
  if (rows.length < ids.length) throw refuse("所选菜单不存在");
}

async function refuseBeyondDepart(trx: Trx, departId: string, ids: readonly string[]): Promise<void> {
  const allowed = new Set(await grantedIds(trx, { kind: "depart", id: departId }));
  if (ids.some((id) => !allowed.has(id))) throw refuse("超出部门的授权范围");
}

/** What a department loses its roles lose too. */
async function takeFromDepartRoles(trx: Trx, departId: string, permissionIds: readonly string[]): Promise<void> {
  await sql`delete from sys_depart_role_permission
    where permission_id = any(${sql.val([...permissionIds])}::text[])
      and role_id in (select id from sys_depart_role where depart_id = ${departId})`.execute(trx);
}
