import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../db/database.ts";

/** Of all processes together, since the database was made or restored. */
export interface SessionCounts {
  readonly opened: number;
  /** Signed out, by oneself or by an administrator, a freeze, a new password. */
  readonly ended: number;
  /** Ran out by themselves. */
  readonly expired: number;
  readonly active: number;
}

/**
 * Removes sessions and counts them in the same statement, so that a rollback takes both back. Events are added and
 * never updated: a shared counter row would make sign-ins wait for each other.
 *
 * @param which condition on `sys_session`
 * @returns their ids
 */
export async function removeSessions(db: Queryable, which: RawBuilder<unknown>, now = Date.now()): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from sys_session where ${which} returning id, expires_at),
      counted as (insert into sys_session_event (kind, amount)
        select case when expires_at <= ${now} then 'expired' else 'ended' end, count(*) from gone group by 1)
    select id from gone`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ends the sessions of these users within the transaction that takes their right to them. */
export const endSessionsOf = (db: Queryable, userIds: readonly string[]): Promise<string[]> =>
  removeSessions(db, sql`user_id = any(${sql.val([...userIds])}::text[])`);

/** Ends these sessions, and none for an empty list. */
export const endSessions = (db: Queryable, ids: readonly string[]): Promise<string[]> =>
  removeSessions(db, sql`id = any(${sql.val([...ids])}::text[])`);

/** Sessions that have run out are removed now and then; until then they count as expired all the same. */
export async function countSessions(db: Queryable, now = Date.now()): Promise<SessionCounts> {
  const { rows } = await sql<{ kind: string; amount: string }>`
    select kind, sum(amount) as amount from sys_session_event group by kind
    union all select 'active', count(*) from sys_session where expires_at > ${now}
    union all select 'expired', count(*) from sys_session where expires_at <= ${now}`.execute(db);
  const sumOf = (kind: keyof SessionCounts) =>
    rows.reduce((sum, row) => (row.kind === kind ? sum + Number(row.amount) : sum), 0);
  return { opened: sumOf("opened"), ended: sumOf("ended"), expired: sumOf("expired"), active: sumOf("active") };
}

/** One row for each kind instead of one for each event. */
export async function compactSessionEvents(db: Queryable): Promise<void> {
  await sql`with gone as (delete from sys_session_event returning kind, amount)
    insert into sys_session_event (kind, amount) select kind, sum(amount) from gone group by kind`.execute(db);
}
