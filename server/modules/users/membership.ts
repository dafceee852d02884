import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { authChannel } from "../../auth/authentication.ts";
import type { Caller } from "../../auth/caller.ts";
import { notifyOnCommit } from "../../db/commit-notices.ts";
import type { Tables } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import { refuse } from "../../http/refusal.ts";
import { holdingsOf, refuseUnheld } from "../grants/holdings.ts";
import { logNewLinks, removeLinks } from "../grants/link-log.ts";
import { refuseActing, withoutRaising } from "./may-act-on.ts";
import { refuseLastRole } from "./user-links.ts";

type Trx = Transaction<Tables>;

/** What users are members of. */
export type Membership = "role" | "depart" | "departRole";

const links = {
  role: { table: "sys_user_role", column: "role_id", owner: "sys_role" },
  depart: { table: "sys_user_depart", column: "dep_id", owner: "sys_depart" },
  departRole: { table: "sys_depart_role_user", column: "drole_id", owner: "sys_depart_role" },
} as const;

/** A change of memberships: by whom, when, and in which transaction. */
export interface MembershipChange {
  readonly trx: Trx;
  readonly caller: Caller;
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly now: string;
}

/** Makes users members of a role, department or department role; who is one already stays one. */
export async function addMembers(
  change: MembershipChange,
  kind: Membership,
  ownerId: string,
  userIds: readonly string[],
): Promise<void> {
  const { trx, caller } = change;
  await refuseChange(trx, caller, kind, ownerId, userIds);
  await withoutRaising(trx, caller, userIds, () => insertLinks(change, kind, ownerId, userIds));
  notifyOnCommit(trx, authChannel);
}

async function insertLinks(
  { trx, caller, models, now }: MembershipChange,
  kind: Membership,
  ownerId: string,
  userIds: readonly string[],
): Promise<void> {
  const { table, column } = links[kind];
  const { rows } = await sql<{ user_id: string }>`select user_id from ${sql.table(table)}
    where ${sql.ref(column)} = ${ownerId} and user_id = any(${sql.val([...userIds])}::text[])`.execute(trx);
  const members = new Set(rows.map((row) => row.user_id));
  for (const userId of new Set(userIds)) {
    if (members.has(userId)) continue;
    await trx
      .insertInto(table)
      .values({
        id: randomUUID().replaceAll("-", ""),
        user_id: userId,
        [column]: ownerId,
        version: 1,
        tenant_id: 0,
        create_by: caller.username,
        create_time: now,
      })
      .execute();
  }
  await logNewLinks(trx, models, table, linksOf(kind, ownerId, userIds));
}

const linksOf = (kind: Membership, ownerId: string, userIds: readonly string[]) =>
  sql`${sql.ref(links[kind].column)} = ${ownerId} and user_id = any(${sql.val([...userIds])}::text[])`;

/**
 * Ends memberships. A department that loses a user takes its own roles from them.
 *
 * @throws AppError when none of the users was a member
 */
export async function removeMembers(
  change: MembershipChange,
  kind: Membership,
  ownerId: string,
  userIds: readonly string[],
): Promise<void> {
  const { trx, caller } = change;
  await refuseChange(trx, caller, kind, ownerId, userIds);
  if (kind === "role") await refuseLastRole(trx, ownerId, userIds);
  await withoutRaising(trx, caller, userIds, () => deleteLinks(change, kind, ownerId, userIds));
  notifyOnCommit(trx, authChannel);
}

async function deleteLinks(
  change: MembershipChange,
  kind: Membership,
  ownerId: string,
  userIds: readonly string[],
): Promise<void> {
  const removal = { ...change, db: change.trx };
  const count = await removeLinks(removal, links[kind].table, linksOf(kind, ownerId, userIds));
  if (count === 0) throw refuse(kind === "depart" ? "当前选中部门与用户无关联关系!" : "未找到对应实体");
  if (kind !== "depart") return;
  await removeLinks(
    removal,
    "sys_depart_role_user",
    sql`user_id = any(${sql.val([...userIds])}::text[])
      and drole_id in (select id from sys_depart_role where depart_id = ${ownerId})`,
  );
}

/** Who is no administrator gives only what they hold, never to themselves, and only to people on whom they may act. */
async function refuseChange(
  trx: Trx,
  caller: Caller,
  kind: Membership,
  ownerId: string,
  userIds: readonly string[],
): Promise<void> {
  const { owner } = links[kind];
  const found = await trx.selectFrom(owner).selectAll().where("id", "=", ownerId).forUpdate().executeTakeFirst();
  if (!found) throw new AppError("ROW_NOT_FOUND");
  const { rows } = await sql`select id from sys_user
    where id = any(${sql.val([...userIds])}::text[]) and coalesce(del_flag, 0) = 0`.execute(trx);
  if (userIds.length === 0 || rows.length < new Set(userIds).size) throw refuse("用户不存在！");
  const holdings = await holdingsOf(trx, caller);
  if (!holdings) return;
  if (userIds.includes(caller.userId)) throw new AppError("FORBIDDEN");
  if (kind === "role") refuseUnheld(holdings.roles, [ownerId]);
  if (kind === "depart") refuseUnheld(holdings.departs, [ownerId]);
  if (kind === "departRole") await refuseForeignDepartRole(trx, holdings, String(found.depart_id ?? ""), ownerId);
  await refuseActing(trx, caller, userIds);
}

/** A department role is handed on by who holds it, or by who is in charge and holds everything in it. */
async function refuseForeignDepartRole(
  trx: Trx,
  holdings: NonNullable<Awaited<ReturnType<typeof holdingsOf>>>,
  departId: string,
  roleId: string,
): Promise<void> {
  if (holdings.departRoles.has(roleId)) return;
  refuseUnheld(holdings.departs, [departId]);
  const { rows } = await sql<{ permission_id: string }>`
    select permission_id from sys_depart_role_permission where role_id = ${roleId}`.execute(trx);
  refuseUnheld(
    holdings.permissions,
    rows.map((row) => row.permission_id),
  );
}
