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
/**
 * Without a captcha a guess costs nothing: from so many wrong passwords on, of an account from anywhere or of an address,
 * only a try with a captcha is taken.
 */
const bareMax = { account: 10, address: 30 } as const;
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
   * @param isBare the try cost no captcha
   * @returns what the proof found; undefined when it failed, which stays counted
   * @throws AppError LOGIN_LOCKED with the minutes left; LOGIN_CAPTCHA for a bare try that is one too many
   */
  attempt<Found>(
    username: string,
    address: string,
    prove: () => Promise<Found | undefined>,
    isBare = false,
  ): Promise<Found | undefined> {
    const keys = keysOf(username, addressKey(address));
    // In turns: people who share an account and sign in at once with the right password must not use up the tries.
    return this.#turns.take(keys.pair.key, async () => {
      const counted = await this.#take(keys, isBare);
      const found = await prove().catch(async (error: unknown) => {
        await this.#giveBack(counted);
        throw error;
      });
      if (found !== undefined) await this.#forgive(keys, counted);
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

  /** @returns the keys that went up, for `#giveBack` */
  async #take(keys: Keys, isBare: boolean): Promise<readonly string[]> {
    await this.#sweep(this.#now());
    let taken = await this.#count(keys);
    if (isBare && isOverBare(keys, taken)) {
      // Those under way count too and may be right ones: once they are through, it is looked at again.
      await this.#giveBack(taken.counted);
      await wait(slowedMs);
      taken = await this.#count(keys);
      if (isOverBare(keys, taken)) {
        await this.#giveBack(taken.counted);
        throw new AppError("LOGIN_CAPTCHA");
      }
    }
    if (taken.of(keys.address).isOver || taken.of(keys.account).isOver) await wait(slowedMs);
    return taken.counted;
  }

  async #count({ pair, address, account }: Keys): Promise<Taken> {
    const now = this.#now();
    const counts = await countUp(this.#db.kysely, [pair, address, account], now);
    // A count that is full stays as it is: what did not raise it must not lower it, or a crowd of tries would empty it.
    const counted = [...counts].flatMap(([key, { isOver }]) => (isOver ? [] : [key]));
    const ofPair = counts.get(pair.key);
    if (ofPair?.isOver) {
      // Nothing was tried.
      await this.#giveBack(counted);
      throw locked(ofPair, now);
    }
    return { counted, of: ({ key }) => counts.get(key) ?? { count: 0, isOver: false } };
  }

  async #giveBack(counted: readonly string[]): Promise<void> {
    if (counted.length > 0) await countDown(this.#db.kysely, counted);
  }

  async #forgive({ pair }: Keys, counted: readonly string[]): Promise<void> {
    await forgetCounts(this.#db.kysely, pair.key);
    await this.#giveBack(counted.filter((key) => key !== pair.key));
  }

  async #sweep(now: number): Promise<void> {
    if (now - this.#sweptAt < sweepEveryMs) return;
    this.#sweptAt = now;
    await sweepCounts(this.#db.kysely, now);
  }
}

/** A try that was counted. */
interface Taken {
  readonly counted: readonly string[];
  readonly of: (key: LimitedKey) => Pick<Counted, "count" | "isOver">;
}

const isOverBare = ({ account, address }: Keys, { of }: Taken): boolean =>
  of(account).count > bareMax.account || of(address).count > bareMax.address;

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
