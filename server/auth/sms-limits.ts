import type { Queryable } from "../db/database.ts";
import { AppError } from "../http/errors.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How many messages may be asked for in how long. */
const rules = [
  { column: "phone", max: 1, windowMs: minuteMs },
  { column: "phone", max: 5, windowMs: 60 * minuteMs },
  { column: "phone", max: 10, windowMs: dayMs },
  { column: "address", max: 20, windowMs: 60 * minuteMs },
] as const;

/**
 * Counts one wish for a message. Numbers that nobody has are counted alike, so that a limit tells nothing.
 *
 * @param now epoch milliseconds
 * @throws AppError TOO_MANY
 */
export async function countSms(db: Queryable, phone: string, address: string, now: number): Promise<void> {
  await db
    .deleteFrom("sys_sms_sent")
    .where("sent_at", "<=", now - dayMs)
    .execute();
  const rows = await db
    .selectFrom("sys_sms_sent")
    .select(["phone", "address", "sent_at"])
    .where((eb) => eb.or([eb("phone", "=", phone), eb("address", "=", address)]))
    .execute();
  const wanted = { phone, address };
  for (const { column, max, windowMs } of rules) {
    const recent = rows.filter((row) => row[column] === wanted[column] && Number(row.sent_at) > now - windowMs);
    if (recent.length >= max) throw new AppError("TOO_MANY");
  }
  await db.insertInto("sys_sms_sent").values({ phone, address, sent_at: now }).execute();
}
