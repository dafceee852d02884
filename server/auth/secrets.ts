import type { Queryable } from "../db/database.ts";
import { hashPassword } from "./passwords.ts";

/** Stores a new password of a user; `mustChange` for one that somebody else made up. */
export async function setPassword(
  db: Queryable,
  userId: string,
  password: string,
  options: { readonly mustChange: boolean },
): Promise<void> {
  const row = {
    user_id: userId,
    password_hash: await hashPassword(password),
    must_change: options.mustChange,
    changed_at: Date.now(),
  };
  await db
    .insertInto("sys_user_secret")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}
