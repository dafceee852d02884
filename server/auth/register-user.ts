import { randomBytes } from "node:crypto";
import type { Queryable } from "../db/database.ts";
import type { NewId } from "../db/ids.ts";
import { AppError } from "../http/errors.ts";
import { setPassword } from "./secrets.ts";

/** The role of whoever registered themselves; it grants nothing. */
export const registeredRole = "registered";

export interface Registration {
  readonly username: string;
  readonly phone: string;
  readonly email: string | undefined;
  /** Undefined: one is made up, and the person signs in by phone. */
  readonly password: string | undefined;
}

interface Maker {
  readonly newId: NewId;
  readonly clock: () => string;
}

/** @throws AppError INVALID when name, number or address belong to somebody, deleted users included */
export async function checkFree(db: Queryable, { username, phone, email }: Registration): Promise<void> {
  const taken = await db
    .selectFrom("sys_user")
    .select(["username", "phone", "email"])
    .where((eb) =>
      eb.or([
        eb(eb.fn("lower", ["username"]), "=", username.toLowerCase()),
        eb("phone", "=", phone),
        ...(email === undefined ? [] : [eb("email", "=", email)]),
      ]),
    )
    .execute();
  const isTaken = (column: "username" | "phone", value: string) =>
    taken.some((row) => String(row[column] ?? "").toLowerCase() === value.toLowerCase());
  if (isTaken("phone", phone)) throw invalid("该手机号已注册");
  if (isTaken("username", username)) throw invalid("用户名已注册");
  if (taken.length > 0) throw invalid("邮箱已被注册");
}

/** Makes the account with the role that grants nothing; what they may do is an administrator's decision. */
export async function registerUser(db: Queryable, person: Registration, { newId, clock }: Maker): Promise<void> {
  const id = newId();
  const system = { version: 1, tenant_id: 0, create_by: person.username, create_time: clock() };
  await db
    .insertInto("sys_user")
    .values({
      id,
      username: person.username,
      realname: person.username,
      phone: person.phone,
      email: person.email ?? null,
      status: 1,
      del_flag: 0,
      user_identity: 1,
      activiti_sync: 0,
      ...system,
    })
    .execute();
  await setPassword(db, id, person.password ?? randomBytes(24).toString("base64url"), { mustChange: false });
  const role = await db.selectFrom("sys_role").select("id").where("role_code", "=", registeredRole).executeTakeFirst();
  if (!role) return;
  await db
    .insertInto("sys_user_role")
    .values({ id: newId(), user_id: id, role_id: role.id, ...system })
    .execute();
}

function invalid(reason: string): AppError {
  return new AppError("INVALID", { details: { reason } });
}
