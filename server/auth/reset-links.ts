import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Queryable } from "../db/database.ts";
import { AppError } from "../http/errors.ts";

export const linkMinutes = 30;
/** A second link within this time is a second press of the button. */
const againAfterMs = 60_000;

/**
 * Links with which a person sets a new password themselves: 256 random bits, kept hashed, for one person and this
 * purpose only, half an hour, one use. A new link replaces the one before it.
 */
export async function createResetLink(db: Queryable, userId: string, now = Date.now()): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const { rows } = await sql`
    insert into sys_reset_link (user_id, token_hash, created_at, expires_at)
    values (${userId}, ${digest(token)}, ${now}, ${now + linkMinutes * 60_000})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
      expires_at = excluded.expires_at
    where sys_reset_link.created_at <= ${now - againAfterMs}
    returning user_id`.execute(db);
  if (rows.length === 0) throw new AppError("TOO_MANY");
  return token;
}

/** A link that did not go out is good for nothing. */
export async function dropResetLink(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom("sys_reset_link").where("user_id", "=", userId).execute();
}

/** Whose link it is; undefined for one that is unknown, used or too old. */
export async function findResetLink(db: Queryable, token: string, now = Date.now()): Promise<string | undefined> {
  const row = await db
    .selectFrom("sys_reset_link")
    .select("user_id")
    .where("token_hash", "=", digest(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row && String(row.user_id);
}

/** Takes the link away; false when another call was faster. */
export async function useUpResetLink(db: Queryable, token: string, now = Date.now()): Promise<boolean> {
  const row = await db
    .deleteFrom("sys_reset_link")
    .where("token_hash", "=", digest(token))
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

function digest(token: string): string {
  return createHash("sha256").update(`password reset\n${token}`).digest("hex");
}
