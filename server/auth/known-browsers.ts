import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import type { Queryable } from "../db/database.ts";
import { readCookie } from "./file-cookie.ts";
import { hashToken } from "./sessions.ts";

const lifetimeMs = 30 * 24 * 60 * 60_000;
/** Of one person; the one that was used longest ago gives way. */
const maxBrowsers = 10;

/** A browser in which its person need not give a code at sign-in. */
export interface KnownBrowser {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  readonly expiresAt: number;
}

/** One cookie for each person: several may share a browser. */
const cookieOf = (userId: string): string =>
  `sc_known_${createHash("sha256").update(userId).digest("hex").slice(0, 16)}`;

/** The password still has to be right: the cookie stands for the code alone, out of reach of scripts and other sites. */
export async function rememberBrowser(
  db: Queryable,
  {
    request,
    reply,
    config,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly config: Config },
  userId: string,
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  await db.deleteFrom("sys_known_browser").where("expires_at", "<", now).execute();
  await db
    .insertInto("sys_known_browser")
    .values({
      id: randomUUID(),
      token_hash: hashToken(token),
      user_id: userId,
      address: request.ip.slice(0, 64),
      user_agent: String(request.headers["user-agent"] ?? "").slice(0, 300),
      used_at: now,
      expires_at: now + lifetimeMs,
    })
    .execute();
  const surplus = (await browsersOf(db, userId)).slice(maxBrowsers).map(({ id }) => id);
  if (surplus.length > 0) await db.deleteFrom("sys_known_browser").where("id", "in", surplus).execute();
  const secure = config.publicUrl?.startsWith("https://") ? "; Secure" : "";
  reply.header(
    "Set-Cookie",
    `${cookieOf(userId)}=${token}; Path=${config.contextPath}; Max-Age=${lifetimeMs / 1000}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** Whether the request comes from a browser that this person has had remembered. */
export async function isKnownBrowser(db: Queryable, request: FastifyRequest, userId: string): Promise<boolean> {
  const token = readCookie(request, cookieOf(userId));
  if (token === undefined) return false;
  const known = await db
    .updateTable("sys_known_browser")
    .set({ used_at: Date.now(), address: request.ip.slice(0, 64) })
    .where("token_hash", "=", hashToken(token))
    .where("user_id", "=", userId)
    .where("expires_at", ">", Date.now())
    .returning("id")
    .executeTakeFirst();
  return known !== undefined;
}

/** Those that still count, the latest used first. */
export async function browsersOf(db: Queryable, userId: string): Promise<readonly KnownBrowser[]> {
  const rows = await db
    .selectFrom("sys_known_browser")
    .select(["id", "address", "user_agent", "used_at", "expires_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", Date.now())
    .orderBy("used_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    address: String(row.address),
    userAgent: String(row.user_agent),
    usedAt: Number(row.used_at),
    expiresAt: Number(row.expires_at),
  }));
}

/**
 * Asks for the code again: after a new password, a reset, switching off, or at the person's wish.
 *
 * @param id one browser; default: all of these people
 * @returns how many were forgotten
 */
export async function forgetBrowsers(db: Queryable, userIds: readonly string[], id?: string): Promise<number> {
  if (userIds.length === 0) return 0;
  const gone = await db
    .deleteFrom("sys_known_browser")
    .where("user_id", "in", userIds)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .returning("id")
    .execute();
  return gone.length;
}
