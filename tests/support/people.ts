import { randomUUID } from "node:crypto";
import { setPassword } from "../../server/auth/secrets.ts";
import type { TestServer } from "./test-server.ts";
import { testPassword } from "./test-server.ts";

export interface PersonOptions {
  readonly username: string;
  readonly realname?: string;
  readonly phone?: string;
  /** Codes of departments, made in the person's first tenant when they are not there. */
  readonly departs?: readonly string[];
  /** Numbers of tenants, made (open) when they are not there. */
  readonly tenants?: readonly number[];
  /** Codes of menu and button rows granted through a role of their own. */
  readonly permissions?: readonly string[];
  readonly status?: number;
  readonly delFlag?: number;
}

const columns = { version: 1, tenant_id: 0, create_by: "test", create_time: "2026-01-01 00:00:00" };
const newId = () => randomUUID().replaceAll("-", "");

/** Puts a person straight into the tables, with `testPassword`; answers their id. */
export async function addUser(server: TestServer, person: PersonOptions): Promise<string> {
  const db = server.db.kysely;
  const id = newId();
  await db
    .insertInto("sys_user")
    .values({
      id,
      username: person.username,
      realname: person.realname ?? person.username,
      phone: person.phone ?? null,
      status: person.status ?? 1,
      del_flag: person.delFlag ?? 0,
      rel_tenant_ids: person.tenants?.join(",") ?? null,
      ...columns,
    })
    .execute();
  await setPassword(db, id, testPassword, { mustChange: false });
  for (const tenant of person.tenants ?? []) await ensureTenant(server, tenant);
  for (const orgCode of person.departs ?? []) {
    const depId = await departId(server, orgCode, person.tenants?.[0] ?? 0);
    await db
      .insertInto("sys_user_depart")
      .values({ id: newId(), user_id: id, dep_id: depId, ...columns })
      .execute();
  }
  if (person.permissions) await grant(server, id, person.username, person.permissions);
  return id;
}

async function ensureTenant(server: TestServer, tenant: number): Promise<void> {
  await server.db.kysely
    .insertInto("sys_tenant")
    .values({ id: String(tenant), name: `租户 ${tenant}`, status: 1, ...columns })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

async function departId(server: TestServer, orgCode: string, tenant: number): Promise<string> {
  const db = server.db.kysely;
  const found = await db.selectFrom("sys_depart").select("id").where("org_code", "=", orgCode).executeTakeFirst();
  if (found) return String(found.id);
  const id = newId();
  await db
    .insertInto("sys_depart")
    .values({
      id,
      depart_name: `部门 ${orgCode}`,
      org_code: orgCode,
      org_category: "2",
      del_flag: 0,
      ...columns,
      tenant_id: tenant,
    })
    .execute();
  return id;
}

/** Gives somebody who is there already one more role of their own. */
export async function grantTo(server: TestServer, username: string, codes: readonly string[]): Promise<void> {
  const user = await server.db.kysely
    .selectFrom("sys_user")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  await grant(server, String(user.id), `${username}_more`, codes);
}

async function grant(server: TestServer, userId: string, name: string, codes: readonly string[]): Promise<void> {
  const db = server.db.kysely;
  const roleId = newId();
  await db
    .insertInto("sys_role")
    .values({ id: roleId, role_code: `role_${name}`, role_name: `角色 ${name}`, ...columns })
    .execute();
  await db
    .insertInto("sys_user_role")
    .values({ id: newId(), user_id: userId, role_id: roleId, ...columns })
    .execute();
  if (codes.length === 0) return;
  const rows = await db.selectFrom("sys_permission").select(["id", "perms"]).where("perms", "in", codes).execute();
  const missing = codes.filter((code) => !rows.some((row) => row.perms === code));
  if (missing.length > 0) throw new Error(`no permission rows ${missing.join(", ")}`);
  for (const row of rows) {
    await db
      .insertInto("sys_role_permission")
      .values({ id: newId(), role_id: roleId, permission_id: row.id, ...columns })
      .execute();
  }
}
