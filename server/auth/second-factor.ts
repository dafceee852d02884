import { createHmac, randomBytes } from "node:crypto";
import { type Expression, type SqlBool, sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { Database, Queryable } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { countDown, countUp, forgetCounts, type Limit } from "../http/shared-limits.ts";
import { forgetBrowsers } from "./known-browsers.ts";
import type { SecretBox } from "./secret-box.ts";

const stepMs = 30_000;
/** Steps before and after this one: clocks of phones are that far off, and people that slow. */
const driftSteps = 1;
/** Of a person from anywhere: whoever tries codes holds the password already. */
const guesses: Limit = { max: 5, windowMs: 15 * 60_000, from: "latest" };
export const recoveryCodeCount = 10;
const recoveryBytes = 10;

export interface SecondFactorState {
  readonly isOn: boolean;
  /** Epoch milliseconds. */
  readonly since: number | undefined;
  readonly recoveryCodesLeft: number;
}

/**
 * Time-based codes (RFC 6238: SHA-1, six digits, thirty seconds) and recovery codes. The secret is kept sealed, recovery
 * codes as keyed hashes: a copy of the database alone opens nothing. Each code is good once.
 */
export class SecondFactors {
  readonly #db: Database;
  readonly #box: SecretBox;
  readonly #hashKey: Buffer;
  readonly #now: () => number;

  constructor(db: Database, box: SecretBox, now: () => number = Date.now) {
    this.#db = db;
    this.#box = box;
    this.#hashKey = box.derive("recovery codes");
    this.#now = now;
  }

  async stateOf(userId: string): Promise<SecondFactorState> {
    const row = await this.#confirmed(userId);
    const { left } = await this.#db.kysely
      .selectFrom("sys_recovery_code")
      .select((eb) => eb.fn.countAll().as("left"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    return { isOn: row !== undefined, since: row && Number(row.confirmed_at), recoveryCodesLeft: Number(left) };
  }

  async isOn(userId: string): Promise<boolean> {
    return (await this.#confirmed(userId)) !== undefined;
  }

  /**
   * Makes a secret that counts from its first right code on.
   *
   * @returns the secret as base32 and as an `otpauth:` address; neither can be read again
   * @throws AppError SECOND_FACTOR_ON
   */
  async begin(
    userId: string,
    issuer: string,
    label: string,
  ): Promise<{ readonly secret: string; readonly uri: string }> {
    const secret = new Secret({ size: 20 });
    const sealed = this.#box.seal(secret.base32);
    const written = await this.#db.kysely
      .insertInto("sys_user_totp")
      .values({ user_id: userId, secret: sealed })
      .onConflict((conflict) =>
        conflict
          .column("user_id")
          .doUpdateSet({ secret: sealed, last_step: 0 })
          .where("sys_user_totp.confirmed_at", "is", null),
      )
      .returning("user_id")
      .executeTakeFirst();
    if (!written) throw new AppError("SECOND_FACTOR_ON");
    return { secret: secret.base32, uri: new TOTP({ issuer, label, secret }).toString() };
  }

  /** Switches it on. @returns recovery codes, shown once; @throws AppError SECOND_FACTOR_WRONG, SECOND_FACTOR_LOCKED */
  async confirm(userId: string, code: string): Promise<readonly string[]> {
    return this.#limited(userId, () =>
      this.#db.transaction(async (trx) => {
        if (!(await this.#spendTotp(trx, userId, code, false))) return undefined;
        await trx
          .updateTable("sys_user_totp")
          .set({ confirmed_at: this.#now() })
          .where("user_id", "=", userId)
          .execute();
        return this.#renewCodes(trx, userId);
      }),
    );
  }

  /**
   * Uses a code up, from the authenticator or a recovery code.
   *
   * @throws AppError SECOND_FACTOR_WRONG for one that is wrong or was used, SECOND_FACTOR_LOCKED after five of them
   */
  async prove(userId: string, code: string): Promise<void> {
    await this.#limited(userId, async () => (await this.#spend(userId, code)) || undefined);
  }

  /** New recovery codes in place of all others. */
  renewCodes(userId: string): Promise<readonly string[]> {
    return this.#db.transaction((trx) => this.#renewCodes(trx, userId));
  }

  /** Forgets authenticator, recovery codes and wrong guesses. @returns whether it was on */
  async remove(userId: string): Promise<boolean> {
    const was = await this.isOn(userId);
    await removeSecondFactors(this.#db.kysely, [userId]);
    await forgetCounts(this.#db.kysely, limitKey(userId));
    return was;
  }

  #confirmed(userId: string) {
    return this.#db.kysely
      .selectFrom("sys_user_totp")
      .select("confirmed_at")
      .where("user_id", "=", userId)
      .where("confirmed_at", "is not", null)
      .executeTakeFirst();
  }

  /** Counted before it is tried: of guesses at the same time no more than allowed get as far as that. */
  async #limited<Found>(userId: string, attempt: () => Promise<Found | undefined>): Promise<Found> {
    const key = limitKey(userId);
    const now = this.#now();
    const counted = (await countUp(this.#db.kysely, [{ key, limit: guesses }], now)).get(key);
    if (counted?.isOver) {
      const minutes = Math.max(1, Math.ceil((counted.endsAt - now) / 60_000));
      throw new AppError("SECOND_FACTOR_LOCKED", { details: { minutes } });
    }
    const found = await attempt().catch(async (error: unknown) => {
      await countDown(this.#db.kysely, [key]);
      throw error;
    });
    if (found === undefined) throw new AppError("SECOND_FACTOR_WRONG");
    await forgetCounts(this.#db.kysely, key);
    return found;
  }

  #spend(userId: string, text: string): Promise<boolean> {
    const code = text.replaceAll(/[\s-]/g, "").toLowerCase();
    return /^\d{6}$/.test(code)
      ? this.#spendTotp(this.#db.kysely, userId, code, true)
      : this.#spendRecoveryCode(userId, code);
  }

  /** The step moves forward only, in the statement that looks at it: a code that was read over a shoulder is of no use. */
  async #spendTotp(db: Queryable, userId: string, code: string, isConfirmed: boolean): Promise<boolean> {
    const row = await db
      .selectFrom("sys_user_totp")
      .select("secret")
      .where("user_id", "=", userId)
      .where("confirmed_at", isConfirmed ? "is not" : "is", null)
      .executeTakeFirst();
    const secret = row && this.#box.open(String(row.secret));
    if (secret === undefined) return false;
    const timestamp = this.#now();
    const token = code.replaceAll(/\s/g, "");
    const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token, timestamp, window: driftSteps });
    if (delta === null) return false;
    const step = Math.floor(timestamp / stepMs) + delta;
    const used = await db
      .updateTable("sys_user_totp")
      .set({ last_step: step })
      .where("user_id", "=", userId)
      .where("last_step", "<", step)
      .returning("user_id")
      .executeTakeFirst();
    return used !== undefined;
  }

  async #spendRecoveryCode(userId: string, code: string): Promise<boolean> {
    const used = await this.#db.kysely
      .deleteFrom("sys_recovery_code")
      .where("code_hash", "=", this.#hash(userId, code))
      .where("user_id", "=", userId)
      .returning("user_id")
      .executeTakeFirst();
    return used !== undefined;
  }

  async #renewCodes(db: Queryable, userId: string): Promise<readonly string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, () => randomBytes(recoveryBytes).toString("hex"));
    await db.deleteFrom("sys_recovery_code").where("user_id", "=", userId).execute();
    await db
      .insertInto("sys_recovery_code")
      .values(codes.map((code) => ({ user_id: userId, code_hash: this.#hash(userId, code) })))
      .execute();
    return codes.map((code) => (code.match(/.{5}/g) ?? []).join("-"));
  }

  #hash(userId: string, code: string): string {
    return createHmac("sha256", this.#hashKey).update(`${userId}\n${code}`).digest("hex");
  }
}

/** Which of these people have switched it on. */
export async function withSecondFactor(db: Queryable, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("sys_user_totp")
    .select("user_id")
    .where("user_id", "in", userIds)
    .where("confirmed_at", "is not", null)
    .execute();
  return new Set(rows.map((row) => String(row.user_id)));
}

/** Whether a role of the person asks for it. */
export const needsSecondFactor = (userId: Expression<unknown>): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from sys_user_role link join sys_role role on role.id = link.role_id
    where link.user_id = ${userId} and role.second_factor = 'Y')`;

export async function isSecondFactorNeeded(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is_needed: boolean }>`
    select ${needsSecondFactor(sql.val(userId))} as is_needed`.execute(db);
  return rows[0]?.is_needed === true;
}

/** With people who are deleted for good. */
export async function removeSecondFactors(db: Queryable, userIds: readonly string[]): Promise<void> {
  await forgetBrowsers(db, userIds);
  for (const table of ["sys_user_totp", "sys_recovery_code"] as const) {
    await db.deleteFrom(table).where("user_id", "in", userIds).execute();
  }
}

/** A line break ends the id: no other key starts with this one. */
const limitKey = (userId: string): string => `second factor ${userId}\n`;
