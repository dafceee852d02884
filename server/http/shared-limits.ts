import { sql } from "kysely";
import type { Queryable } from "../db/database.ts";

/** How often something may happen. */
export interface Limit {
  readonly max: number;
  readonly windowMs: number;
  /** `latest`: each count that is let through starts the window anew, so that no window of this length has more. */
  readonly from: "first" | "latest";
}

export interface LimitedKey {
  readonly key: string;
  readonly limit: Limit;
  /** How many are taken at once; one unless said otherwise. */
  readonly step?: number;
}

export interface Counted {
  /** With this one; stays at one step more than allowed. */
  readonly count: number;
  readonly isOver: boolean;
  /** When the key is free again, epoch milliseconds. */
  readonly endsAt: number;
}

/** The count goes up and comes back in one statement: calls at the same time each get a number of their own. */
export async function countUp(
  db: Queryable,
  keys: readonly LimitedKey[],
  now: number,
): Promise<ReadonlyMap<string, Counted>> {
  // In one order for everybody: two statements that want the same rows must not wait for each other.
  const rows = keys
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(
      ({ key, step = 1, limit: { max, windowMs, from } }) =>
        sql`(${key}::text, ${step}::integer, ${max}::integer, ${from === "latest"}::boolean, ${now + windowMs}::bigint)`,
    );
  const result = await sql<{ key: string; count: string; ends_at: string }>`
    insert into sys_limit as known (key, count, max_count, renews, ends_at) values ${sql.join(rows)}
    on conflict (key) do update set
      count = case when known.ends_at <= ${now} then excluded.count
        else least(known.count, excluded.max_count) + excluded.count end,
      ends_at = case
        when known.ends_at <= ${now} or (excluded.renews and known.count < excluded.max_count) then excluded.ends_at
        else known.ends_at end,
      max_count = excluded.max_count, renews = excluded.renews
    returning key, count, ends_at`.execute(db);
  const maxOf = new Map(keys.map(({ key, limit }) => [key, limit.max]));
  return new Map(
    result.rows.map(({ key, count, ends_at }) => [
      key,
      { count: Number(count), isOver: Number(count) > (maxOf.get(key) ?? 0), endsAt: Number(ends_at) },
    ]),
  );
}

/** Whether the next count would be one too many; counts nothing. */
export async function isUsedUp(db: Queryable, { key, limit }: LimitedKey, now: number): Promise<boolean> {
  const found = await db
    .selectFrom("sys_limit")
    .select("key")
    .where("key", "=", key)
    .where("ends_at", ">", now)
    .where("count", ">=", limit.max)
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes one count back, for what turned out not to count. */
export async function countDown(db: Queryable, keys: readonly string[]): Promise<void> {
  await sql`update sys_limit set count = greatest(count - 1, 0)
    where key in (select key from sys_limit where key in (${sql.join(keys)}) order by key for update)`.execute(db);
}

export async function forgetCounts(db: Queryable, prefix: string): Promise<void> {
  await sql`delete from sys_limit where starts_with(key, ${prefix})`.execute(db);
}

/** Windows that are over. */
export async function sweepCounts(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom("sys_limit").where("ends_at", "<=", now).execute();
}
