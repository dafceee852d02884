import type { Database } from "../db/database.ts";
import { AppError } from "../http/errors.ts";

const windowMs = 10 * 60_000;
/** Wrong passwords for one account from one address, until that pair has to wait. */
const maxPerPair = 5;
/** Wrong passwords from one address over all accounts: stops spraying. */
const maxPerAddress = 30;
/** Wrong passwords for one account over all addresses; far above what a person needs, below what guessing needs. */
const maxPerAccount = 200;

/**
 * Counts wrong passwords. The lock is on the pair of account and address, so that nobody can lock the
 * administrator out from elsewhere; unknown accounts are counted alike, so that a lock tells nothing.
 */
export class SignInFailures {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** @throws AppError LOGIN_LOCKED with the minutes left, TOO_MANY for an address that tries everybody */
  async check(username: string, address: string): Promise<void> {
    const since = this.#now() - windowMs;
    const account = accountKey(username);
    const rows = await this.#db.kysely
      .selectFrom("sys_sign_in_failure")
      .select(["account", "address", "failed_at"])
      .where("failed_at", ">", since)
      .where((eb) => eb.or([eb("account", "=", account), eb("address", "=", address)]))
      .orderBy("failed_at", "desc")
      .limit(maxPerAccount + maxPerAddress)
      .execute();
    const ofAddress = rows.filter((row) => row.address === address);
    if (ofAddress.length >= maxPerAddress) throw new AppError("TOO_MANY");
    const ofPair = ofAddress.filter((row) => row.account === account);
    const ofAccount = rows.filter((row) => row.account === account);
    if (ofPair.length < maxPerPair && ofAccount.length < maxPerAccount) return;
    const latest = Number((ofPair.length >= maxPerPair ? ofPair : ofAccount)[0]?.failed_at ?? since);
    const minutes = Math.max(1, Math.ceil((latest + windowMs - this.#now()) / 60_000));
    throw new AppError("LOGIN_LOCKED", { details: { minutes } });
  }

  async record(username: string, address: string): Promise<void> {
    const now = this.#now();
    await this.#db.kysely
      .insertInto("sys_sign_in_failure")
      .values({ account: accountKey(username), address, failed_at: now })
      .execute();
    await this.#db.kysely
      .deleteFrom("sys_sign_in_failure")
      .where("failed_at", "<", now - windowMs)
      .execute();
  }

  /** After a right password the pair starts afresh; what other addresses did stays counted. */
  async forget(username: string, address: string): Promise<void> {
    await this.#db.kysely
      .deleteFrom("sys_sign_in_failure")
      .where("account", "=", accountKey(username))
      .where("address", "=", address)
      .execute();
  }

  /** An administrator unlocks an account everywhere. */
  async unlock(username: string): Promise<void> {
    await this.#db.kysely.deleteFrom("sys_sign_in_failure").where("account", "=", accountKey(username)).execute();
  }
}

function accountKey(username: string): string {
  return username.trim().toLowerCase().slice(0, 100);
}
