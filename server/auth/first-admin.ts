import { randomBytes, randomUUID } from "node:crypto";
import type { Database, Queryable } from "../db/database.ts";
import { adminRoleCode } from "./grants.ts";
import { setPassword } from "./secrets.ts";

/**
 * Makes user `admin` with the administrator role when no administrator can sign in yet.
 *
 * @param password ADMIN_PASSWORD; without one a random password is made that must be changed at first sign-in
 * @returns the random password, to be printed once; undefined when nothing was made up
 */
export async function createFirstAdmin(db: Database, password: string | undefined): Promise<string | undefined> {
  return db.transaction(async (trx) => {
    const existing = await trx
      .selectFrom("sys_user_secret as secret")
      .innerJoin("sys_user_role as link", "link.user_id", "secret.user_id")
      .innerJoin("sys_role as role", "role.id", "link.role_id")
      .select("secret.user_id")
      .where("role.role_code", "=", adminRoleCode)
      .limit(1)
      .executeTakeFirst();
    if (existing) return undefined;
    const madeUp = password === undefined ? randomPassword() : undefined;
    const userId = await ensureAdminUser(trx);
    await setPassword(trx, userId, password ?? madeUp ?? "", { mustChange: madeUp !== undefined });
    await ensureAdminRole(trx, userId);
    return madeUp;
  });
}

/** 96 random bits in letters that cannot be mistaken for each other. */
function randomPassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const text = [...randomBytes(20)].map((byte) => letters[byte % letters.length]).join("");
  return text.replace(/(.{5})(?=.)/g, "$1-");
}

async function ensureAdminUser(trx: Queryable): Promise<string> {
  const found = await trx.selectFrom("sys_user").select("id").where("username", "=", "admin").executeTakeFirst();
  if (found) return String(found.id);
  const id = newId();
  await trx
    .insertInto("sys_user")
    .values({
      id,
      username: "admin",
      realname: "管理员",
      status: 1,
      del_flag: 0,
      user_identity: 1,
      activiti_sync: 0,
      ...systemColumns(),
    })
    .execute();
  return id;
}

async function ensureAdminRole(trx: Queryable, userId: string): Promise<void> {
  const role = await trx.selectFrom("sys_role").select("id").where("role_code", "=", adminRoleCode).executeTakeFirst();
  const roleId = role ? String(role.id) : newId();
  if (!role) {
    await trx
      .insertInto("sys_role")
      .values({ id: roleId, role_code: adminRoleCode, role_name: "管理员", ...systemColumns() })
      .execute();
  }
  const link = await trx
    .selectFrom("sys_user_role")
    .select("id")
    .where("user_id", "=", userId)
    .where("role_id", "=", roleId)
    .executeTakeFirst();
  if (link) return;
  await trx
    .insertInto("sys_user_role")
    .values({ id: newId(), user_id: userId, role_id: roleId, ...systemColumns() })
    .execute();
}

function newId(): string {
  return randomUUID().replaceAll("-", "");
}

function systemColumns(): Record<string, unknown> {
  return { version: 1, tenant_id: 0, create_by: "system", create_time: new Date() };
}
