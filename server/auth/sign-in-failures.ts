import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { addressKey } from "../http/net/address-key.ts";
import {
  type Counted,
  countDown,
  countUp,
  forgetCounts,
  type Limit,
  type LimitedKey,
  sweepCounts,
} from "../http/shared-limits.ts";
import { Turns } from "../http/turns.ts";

const windowMs = 10 * 60_000;
/** Wrong passwords for one account from one address, until that pair has to wait. */
const perPair: Limit = { max: 5, windowMs, from: "latest" };
/** Wrong passwords from one address, or for one account from anywhere, until each further try is slowed. */
const perAddress: Limit = { max: 30, windowMs, from: "latest" };
const perAccount: Limit = { max: 30, windowMs, from: "latest" };
/** Not longer: whoever knows the password waits too. */
const slowedMs = 1_000;
const sweepEveryMs = 60_000;

/**
 * Counts wrong passwords. The lock is on the pair of account and address, so that nobody can lock the administrator out
 * from elsewhere; unknown accounts are counted alike, so that a lock tells nothing. An address or an account with many
 * failures is slowed, never shut: a whole office stands behind one address, and each try costs a captcha besides.
 */
export class SignInFailures {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #turns = new Turns();
  #sweptAt = 0;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Takes one try and proves. The try is counted before the proof begins, so that of any number of calls at the same
   * time no more than allowed get as far as that; a proof that succeeds gives it back.
   *
   * @returns what the proof found; undefined when it failed, which stays counted
   * @throws AppError LOGIN_LOCKED with the minutes left
   */
  attempt<Found>(
    username: string,
    address: string,
    prove: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const keys = keysOf(username, addressKey(address));
    // In turns: people who share an account and sign in at once with the right password must not use up the tries.
    return this.#turns.take(keys.pair.key, async () => {
      await this.#take(keys);
      const found = await prove().catch(async (error: unknown) => {
        await this.#giveBack(keys);
        throw error;
      });
      if (found !== undefined) await this.#forgive(keys);
      return found;
    });
  }

  /** After another proof of who somebody is, the pair starts afresh; what other addresses did stays counted. */
  async forget(username: string, address: string): Promise<void> {
    await forgetCounts(this.#db.kysely, keysOf(username, addressKey(address)).pair.key);
  }

  /** An administrator unlocks an account everywhere. */
  async unlock(username: string): Promise<void> {
    await forgetCounts(this.#db.kysely, accountPrefix(username));
  }

  async #take({ pair, address, account }: Keys): Promise<void> {
    const now = this.#now();
    await this.#sweep(now);
    const counts = await countUp(this.#db.kysely, [pair, address, account], now);
    const ofPair = counts.get(pair.key);
    if (ofPair?.isOver) {
      // Nothing was tried.
      await countDown(this.#db.kysely, [address.key, account.key]);
      throw locked(ofPair, now);
    }
    if (counts.get(address.key)?.isOver || counts.get(account.key)?.isOver) await wait(slowedMs);
  }

  async #giveBack({ pair, address, account }: Keys): Promise<void> {
    await countDown(this.#db.kysely, [pair.key, address.key, account.key]);
  }

  async #forgive({ pair, address, account }: Keys): Promise<void> {
    await forgetCounts(this.#db.kysely, pair.key);
    await countDown(this.#db.kysely, [address.key, account.key]);
  }

  async #sweep(now: number): Promise<void> {
    if (now - this.#sweptAt < sweepEveryMs) return;
    this.#sweptAt = now;
    await sweepCounts(this.#db.kysely, now);
  }
}

interface Keys {
  readonly pair: LimitedKey;
  readonly address: LimitedKey;
  readonly account: LimitedKey;
}

/** Line breaks end the parts: neither an account nor an address holds one. */
const accountPrefix = (username: string): string => `sign-in account ${accountKey(username)}\n`;

function keysOf(username: string, address: string): Keys {
  const account = accountPrefix(username);
  return {
    pair: { key: `${account}${address}\n`, limit: perPair },
    address: { key: `sign-in address ${address}`, limit: perAddress },
    account: { key: account, limit: perAccount },
  };
}

function locked({ endsAt }: Counted, now: number): AppError {
  return new AppError("LOGIN_LOCKED", { details: { minutes: Math.max(1, Math.ceil((endsAt - now) / 60_000)) } });
}

function accountKey(username: string): string {
  return username
    .trim()
    .toLowerCase()
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, 100);
}
