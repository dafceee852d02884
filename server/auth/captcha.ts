import { createHash } from "node:crypto";
import type { Database } from "../db/database.ts";
import { AppError } from "../http/errors.ts";

const lifetimeMs = 60_000;
/** Rows kept at most; each lives a minute, so this bounds what a flood can store. */
const maxStored = 20_000;
const maxKeyLength = 100;

/**
 * Picture puzzles. The answer is kept hashed, for a minute, and can be tried once: right or wrong, it is gone.
 * The table is shared by all server processes.
 */
export class Captchas {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * @param key the client's name for the puzzle; a new puzzle replaces the one of the same name
   * @returns the picture as a data URL
   */
  async create(key: string): Promise<string> {
    if (key.length > maxKeyLength) throw new AppError("BAD_REQUEST");
    const { default: svgCaptcha } = await import("svg-captcha");
    const { data, text } = svgCaptcha.create({ size: 4, noise: 2, ignoreChars: "0oO1ilI", color: true });
    await this.remember(key, text);
    return `data:image/svg+xml;base64,${Buffer.from(data).toString("base64")}`;
  }

  /** Stores an answer; apart from `create` for tests, which cannot read pictures. */
  async remember(key: string, answer: string): Promise<void> {
    const now = this.#now();
    const row = { key_hash: digest(key), answer_hash: digestAnswer(key, answer), expires_at: now + lifetimeMs };
    await this.#db.kysely.deleteFrom("sys_captcha").where("expires_at", "<", now).execute();
    const { count } = await this.#db.kysely
      .selectFrom("sys_captcha")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxStored) throw new AppError("TOO_MANY");
    await this.#db.kysely
      .insertInto("sys_captcha")
      .values(row)
      .onConflict((conflict) => conflict.column("key_hash").doUpdateSet(row))
      .execute();
  }

  /**
   * Takes the puzzle away and compares.
   *
   * @throws AppError CAPTCHA_MISSING without an answer, CAPTCHA_WRONG otherwise
   */
  async check(key: unknown, answer: unknown): Promise<void> {
    if (typeof answer !== "string" || answer === "" || typeof key !== "string") throw new AppError("CAPTCHA_MISSING");
    const taken = await this.#db.kysely
      .deleteFrom("sys_captcha")
      .where("key_hash", "=", digest(key))
      .returning(["answer_hash", "expires_at"])
      .executeTakeFirst();
    const isRight =
      taken !== undefined &&
      Number(taken.expires_at) >= this.#now() &&
      taken.answer_hash === digestAnswer(key, answer.slice(0, 20));
    if (!isRight) throw new AppError("CAPTCHA_WRONG");
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function digestAnswer(key: string, answer: string): string {
  return digest(`${answer.trim().toLowerCase()}\n${key}`);
}
