import { sql } from "kysely";
import type { Queryable } from "../../db/database.ts";
import type { RateRule } from "./filters.ts";

const idleSeconds = 3_600;

/**
 * Takes one call out of a token bucket, checked and counted in one statement. Time is the database's: servers' clocks
 * differ.
 *
 * @returns false when the bucket is empty
 */
export async function takeToken(db: Queryable, key: string, { perSecond, burst }: RateRule): Promise<boolean> {
  const { rows } = await sql`
    with moment as (select extract(epoch from clock_timestamp())::float8 as now)
    insert into sys_gateway_bucket as bucket (key, tokens, at)
    select ${key}, ${burst}::float8 - 1, now from moment
    on conflict (key) do update set at = excluded.at,
      tokens = least(${burst}::float8, bucket.tokens + greatest(0, excluded.at - bucket.at) * ${perSecond}::float8) - 1
    where least(${burst}::float8, bucket.tokens + greatest(0, excluded.at - bucket.at) * ${perSecond}::float8) >= 1
    returning tokens`.execute(db);
  return rows.length > 0;
}

/** Buckets that have been full for long are as good as none. */
export async function removeIdleBuckets(db: Queryable): Promise<void> {
  await sql`delete from sys_gateway_bucket
    where at < extract(epoch from clock_timestamp()) - ${idleSeconds}::float8`.execute(db);
}
