import { sql, type Transaction } from "kysely";
import { adminRoleCode } from "../../auth/grants.ts";
import { splitList } from "../../auth/user-store.ts";
import type { Tables } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import type { SaveContext } from "../../models/hooks.ts";
import { holdingsOf } from "../grants/holdings.ts";
import { logNewLinks, removeLinks } from "../grants/link-log.ts";

type Trx = Transaction<Tables>;

/** Two who take away the last two administrators at the same moment wait for each other here. */
async function lockAdministrators(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sys administrators'))`.execute(trx);
}

/** Users who hold the administrator role and can sign in. */
export async function administratorIds(trx: Trx): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("sys_user_role as link")
    .innerJoin("sys_role as role", "role.id", "link.role_id")
    .innerJoin("sys_user as user", "user.id", "link.user_id")
    .select("link.user_id")
    .where("role.role_code", "=", adminRoleCode)
    .where("user.status", "=", 1)
    .where((eb) => eb.or([eb("user.del_flag", "=", 0), eb("user.del_flag", "is", null)]))
    .execute();
  return new Set(rows.map((row) => String(row.user_id)));
}

/**
 * Refuses to take the last administrator away, or oneself away.
 *
 * @param ids users about to be frozen or deleted
 */
export async function refuseLosingAdministrators(
  trx: Trx,
  caller: { readonly userId: string; readonly isAdmin: boolean },
  ids: readonly string[],
): Promise<void> {
  if (ids.includes(caller.userId)) throw refused("不能冻结或删除自己");
  await lockAdministrators(trx);
  const administrators = await administratorIds(trx);
  const hit = ids.filter((id) => administrators.has(id));
  if (hit.length === 0 || hit.length < administrators.size) return;
  if (!caller.isAdmin) throw new AppError("FORBIDDEN");
  throw refused("至少要保留一个可以登录的管理员");
}

/**
 * Replaces the roles and departments of a user by `selectedroles` and `selecteddeparts` (comma lists of ids); an absent
 * key leaves them as they are. Nobody gives or takes what they do not hold themselves.
 */
export async function saveUserLinks(userId: string, context: SaveContext): Promise<void> {
  const { body, caller, trx } = context;
  if ("selectedroles" in body) {
    const wanted = new Set(splitList(body.selectedroles));
    await refuseForeign(trx, caller, "sys_user_role", "role_id", userId, wanted);
    await replaceLinks(context, "sys_user_role", "role_id", userId, wanted);
  }
  if ("selecteddeparts" in body) {
    const wanted = new Set(splitList(body.selecteddeparts));
    await refuseForeign(trx, caller, "sys_user_depart", "dep_id", userId, wanted);
    await replaceLinks(context, "sys_user_depart", "dep_id", userId, wanted);
  }
}

type LinkTable = "sys_user_role" | "sys_user_depart";
type LinkColumn = "role_id" | "dep_id";

async function linkedIds(trx: Trx, table: LinkTable, column: LinkColumn, userId: string): Promise<Set<string>> {
  const rows = await trx.selectFrom(table).select(column).where("user_id", "=", userId).execute();
  return new Set(rows.map((row) => String(row[column])));
}

async function refuseForeign(
  trx: Trx,
  caller: SaveContext["caller"],
  table: LinkTable,
  column: LinkColumn,
  userId: string,
  wanted: ReadonlySet<string>,
): Promise<void> {
  if (caller.isAdmin) return refuseLastAdministrator(trx, table, userId, wanted);
  const before = await linkedIds(trx, table, column, userId);
  const holdings = await holdingsOf(trx, caller);
  const own = (table === "sys_user_role" ? holdings?.roles : holdings?.departs) ?? new Set<string>();
  const changed = [...before].filter((id) => !wanted.has(id)).concat([...wanted].filter((id) => !before.has(id)));
  if (userId === caller.userId && changed.length > 0) throw new AppError("FORBIDDEN");
  if (changed.some((id) => !own.has(id))) throw new AppError("FORBIDDEN");
}

async function refuseLastAdministrator(
  trx: Trx,
  table: LinkTable,
  userId: string,
  wanted: ReadonlySet<string>,
): Promise<void> {
  if (table !== "sys_user_role") return;
  const role = await trx.selectFrom("sys_role").select("id").where("role_code", "=", adminRoleCode).executeTakeFirst();
  if (role && !wanted.has(String(role.id))) await refuseLastRole(trx, String(role.id), [userId]);
}

/** Refuses to take the administrator's role from the last who can sign in with it. */
export async function refuseLastRole(trx: Trx, roleId: string, userIds: readonly string[]): Promise<void> {
  const role = await trx.selectFrom("sys_role").select("role_code").where("id", "=", roleId).executeTakeFirst();
  if (role?.role_code !== adminRoleCode) return;
  await lockAdministrators(trx);
  const administrators = await administratorIds(trx);
  const left = [...administrators].filter((id) => !userIds.includes(id));
  if (left.length === 0 && administrators.size > 0) throw refused("至少要保留一个可以登录的管理员");
}

async function replaceLinks(
  { trx, caller, now, newId, engine: { models } }: SaveContext,
  table: LinkTable,
  column: LinkColumn,
  userId: string,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const target = table === "sys_user_role" ? "sys_role" : "sys_depart";
  const before = await linkedIds(trx, table, column, userId);
  const added = [...wanted].filter((id) => !before.has(id));
  if (added.length > 0) {
    const known = await trx.selectFrom(target).select("id").where("id", "in", added).execute();
    if (known.length < added.length) throw refused(table === "sys_user_role" ? "所选角色不存在" : "所选部门不存在");
  }
  const gone = [...before].filter((id) => !wanted.has(id));
  if (gone.length > 0) {
    const links = sql`user_id = ${userId} and ${sql.ref(column)} = any(${sql.val(gone)}::text[])`;
    await removeLinks({ db: trx, models, caller, now }, table, links);
  }
  const stamp = { version: 1, tenant_id: 0, create_by: caller.username, create_time: now };
  for (const id of added) {
    await trx
      .insertInto(table)
      .values({ id: newId(), user_id: userId, [column]: id, ...stamp })
      .execute();
  }
  if (added.length > 0) await logNewLinks(trx, models, table, sql`user_id = ${userId}`);
}

export function refused(reason: string): AppError {
  return new AppError("INVALID", { details: { reason } });
}
