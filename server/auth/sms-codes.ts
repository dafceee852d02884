import { createHmac, randomBytes, randomInt } from "node:crypto";
import type { Database, Queryable } from "../db/database.ts";
import { AppError } from "../http/errors.ts";

/** What a code is good for; a code of one purpose opens nothing else. `reset-ticket` follows a right `reset` code. */
export type SmsPurpose = "login" | "register" | "reset" | "reset-ticket";

export interface SmsProof {
  /** Whose number it was when the code was sent; undefined for a number that nobody had. */
  readonly userId: string | undefined;
  /** Takes the code away; false when another call was faster. */
  consume(db: Queryable): Promise<boolean>;
}

/** How long a code is good. */
export const codeMinutes = 10;
const lifetimeMs = codeMinutes * 60_000;
const maxTries = 5;

/**
 * Codes of six digits, bound to number, purpose and user: ten minutes, five tries, one use. A new code replaces the one
 * before it. Kept as an HMAC: six digits under a plain hash are found by trying them all, the key is not in the database.
 */
export class SmsCodes {
  readonly #db: Database;
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(db: Database, key: Buffer, now: () => number = Date.now) {
    this.#db = db;
    this.#key = key;
    this.#now = now;
  }

  /** @returns six digits, to be sent and nowhere kept */
  async create(db: Queryable, phone: string, purpose: SmsPurpose, userId: string | undefined): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    await this.#store(db, phone, purpose, userId, code);
    return code;
  }

  /** A proof that the number was checked, for the next step of the same person. */
  async createTicket(db: Queryable, phone: string, userId: string): Promise<string> {
    const ticket = randomBytes(24).toString("base64url");
    await this.#store(db, phone, "reset-ticket", userId, ticket);
    return ticket;
  }

  /**
   * Counts a try and compares. A right code stays until it is consumed, so that a refusal for another reason does not
   * cost a second message.
   *
   * @returns undefined for a code that is wrong, too old, tried five times, or for a number without one
   */
  async check(phone: string, purpose: SmsPurpose, code: string): Promise<SmsProof | undefined> {
    // The count goes up in the statement that reads the code: calls at the same time get no tries for free.
    const row = await this.#db.kysely
      .updateTable("sys_sms_code")
      .set((eb) => ({ tries: eb("tries", "+", 1) }))
      .where("phone", "=", phone)
      .where("purpose", "=", purpose)
      .where("tries", "<", maxTries)
      .where("expires_at", ">", this.#now())
      .returning(["code_hash", "user_id"])
      .executeTakeFirst();
    const hash = this.#digest(phone, purpose, code);
    if (row?.code_hash !== hash) return undefined;
    return {
      userId: row.user_id === null ? undefined : String(row.user_id),
      consume: async (db) => {
        const taken = await db
          .deleteFrom("sys_sms_code")
          .where("phone", "=", phone)
          .where("purpose", "=", purpose)
          .where("code_hash", "=", hash)
          .returning("phone")
          .executeTakeFirst();
        return taken !== undefined;
      },
    };
  }

  async #store(
    db: Queryable,
    phone: string,
    purpose: SmsPurpose,
    userId: string | undefined,
    code: string,
  ): Promise<void> {
    const row = {
      phone,
      purpose,
      user_id: userId ?? null,
      code_hash: this.#digest(phone, purpose, code),
      tries: 0,
      expires_at: this.#now() + lifetimeMs,
    };
    await db.deleteFrom("sys_sms_code").where("expires_at", "<", this.#now()).execute();
    await db
      .insertInto("sys_sms_code")
      .values(row)
      .onConflict((conflict) => conflict.columns(["phone", "purpose"]).doUpdateSet(row))
      .execute();
  }

  #digest(phone: string, purpose: SmsPurpose, code: string): string {
    return createHmac("sha256", this.#key).update(`${phone}\n${purpose}\n${code}`).digest("hex");
  }
}

/** @throws AppError INVALID */
export function wrongCode(): AppError {
  return new AppError("INVALID", { details: { reason: "手机验证码错误" } });
}
