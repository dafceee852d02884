import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type SqlBool, sql } from "kysely";
import type { Config } from "../../config/config.ts";
import type { Queryable } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";

/**
 * `flow`: on the way to a provider. `ticket`: how it ended. `unbound`: an identity that waits for an account.
 * `second-factor`: somebody whose first proof was right.
 */
export type PassKind = "flow" | "ticket" | "unbound" | "second-factor";
const minutes: Readonly<Record<PassKind, number>> = { flow: 10, ticket: 1, unbound: 10, "second-factor": 5 };
const maxPerSweep = 1_000;

/**
 * What is under way between this console, a browser and a provider: 256 random bits, kept hashed, one use, for one
 * browser only. Whoever sends somebody else an address with a state, a code or a ticket in it achieves nothing.
 *
 * @returns the token to hand out; it cannot be read again
 */
export async function createPass(db: Queryable, kind: PassKind, browser: string, data: object): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = Date.now();
  await sql`delete from sys_sign_in_pass where token_hash in
    (select token_hash from sys_sign_in_pass where expires_at <= ${now} limit ${sql.lit(maxPerSweep)})`.execute(db);
  await db
    .insertInto("sys_sign_in_pass")
    .values({
      token_hash: digest(kind, token),
      kind,
      browser_hash: digest("browser", browser),
      data: JSON.stringify(data),
      expires_at: now + minutes[kind] * 60_000,
    })
    .execute();
  return token;
}

/** Takes a pass away. @returns undefined for one that is unknown, used, too old or of another browser */
export async function takePass<Data>(db: Queryable, ...pass: PassGiven): Promise<Data | undefined> {
  const isIt = isPass(pass);
  if (!isIt) return undefined;
  return readData(await db.deleteFrom("sys_sign_in_pass").where(isIt).returning("data").executeTakeFirst());
}

/** Looks at a pass without using it. */
export async function readPass<Data>(db: Queryable, ...pass: PassGiven): Promise<Data | undefined> {
  const isIt = isPass(pass);
  if (!isIt) return undefined;
  return readData(await db.selectFrom("sys_sign_in_pass").where(isIt).select("data").executeTakeFirst());
}

type PassGiven = [kind: PassKind, token: unknown, browser: string | undefined];

/** The row of this pass while it is of use; undefined for what cannot be one. */
function isPass([kind, token, browser]: PassGiven) {
  if (typeof token !== "string" || token.length > 100 || browser === undefined) return undefined;
  return sql<SqlBool>`token_hash = ${digest(kind, token)} and browser_hash = ${digest("browser", browser)}
    and expires_at > ${Date.now()}`;
}

const readData = <Data>(row: { readonly data: unknown } | undefined): Data | undefined =>
  row && (JSON.parse(String(row.data)) as Data);

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith("https://") ?? false;
/** With TLS the prefix keeps sibling hosts from planting a cookie of theirs. */
const cookieName = (config: Config) => (isSecure(config) ? "__Host-sc_outside" : "sc_outside");

/** The browser's own mark; undefined when it has none. */
export function readBrowser(request: FastifyRequest, config: Config): string | undefined {
  const name = cookieName(config);
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

/** Marks the browser for ten minutes: SameSite=Lax, because it comes back from the provider by a link. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const browser = readBrowser(request, config) ?? randomBytes(32).toString("base64url");
  const path = isSecure(config) ? "/; Secure" : `${config.contextPath}/sys`;
  reply.header("Set-Cookie", `${cookieName(config)}=${browser}; Path=${path}; Max-Age=600; HttpOnly; SameSite=Lax`);
  return browser;
}

function digest(purpose: string, token: string): string {
  return createHash("sha256").update(`outside ${purpose}\n${token}`).digest("hex");
}

export const wrongState = () => new AppError("THIRD_STATE");
