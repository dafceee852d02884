import type { Database } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { addressKey } from "../http/net/address-key.ts";
import { countUp, type LimitedKey } from "../http/shared-limits.ts";

const minuteMs = 60_000;

/** How many messages may be asked for in how long, by number and by address. */
const limits = {
  phone: [
    { max: 1, windowMs: minuteMs },
    { max: 5, windowMs: 60 * minuteMs },
    { max: 10, windowMs: 24 * 60 * minuteMs },
  ],
  address: [{ max: 20, windowMs: 60 * minuteMs }],
} as const;

/**
 * Counts one wish for a message; a wish that is refused counts nowhere. Numbers that nobody has are counted alike, so
 * that a limit tells nothing.
 *
 * @param now epoch milliseconds
 * @throws AppError TOO_MANY
 */
export async function countSms(db: Database, phone: string, address: string, now: number): Promise<void> {
  const keys = [...keysOf("phone", phone), ...keysOf("address", addressKey(address))];
  await db.transaction(async (trx) => {
    const counts = await countUp(trx, keys, now);
    if ([...counts.values()].some(({ isOver }) => isOver)) throw new AppError("TOO_MANY");
  });
}

function keysOf(kind: keyof typeof limits, name: string): LimitedKey[] {
  return limits[kind].map(({ max, windowMs }) => ({
    key: `sms ${kind} ${name}\n${windowMs}`,
    limit: { max, windowMs, from: "first" },
  }));
}
