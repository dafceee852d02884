import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { openTestDatabase } from "../../../tests/support/database.ts";
import { until } from "../../../tests/support/until.ts";
import { DatabaseError } from "../database.ts";
import { Maintenance } from "./maintenance.ts";

it("a long-running embedded database makes checkpoints and statistics by itself", async () => {
  const db = await openTestDatabase({ maintenanceMs: 50 });
  await sql`create table load (id integer, text text)`.execute(db.kysely);
  await sql`insert into load select i, repeat(md5(i::text), 10) from generate_series(1, 200000) i`.execute(db.kysely);
  await until(async () => {
    const { rows } = await sql<{ log: string; estimate: number }>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as log,
        (select reltuples::int4 from pg_class where relname = 'load') as estimate
      from pg_control_checkpoint()`.execute(db.kysely);
    expect(Number(rows[0]?.log)).toBeLessThan(64 * 1024 * 1024);
    expect(rows[0]?.estimate).toBe(200_000);
  });
  await db.close();
});

/** What is logged when the engine refuses so many runs and then answers no more. */
async function loggedOf(failure: Error, runs: number) {
  const log = vi.fn();
  const silence = new Promise<never>(() => {});
  const connect = vi.fn(() => (connect.mock.calls.length <= runs ? Promise.reject(failure) : silence));
  const maintenance = new Maintenance({ connect, log, lastUsedAt: 0 }, 1);
  await until(() => expect(connect).toHaveBeenCalledTimes(runs + 1));
  maintenance.stop();
  return log.mock.calls;
}

it("a database that is busy is no failure of its maintenance, unless it is busy for long", async () => {
  expect(await loggedOf(new DatabaseError("busy"), 5)).toEqual([]);
  expect(await loggedOf(new DatabaseError("busy"), 31)).toEqual([["maintenance failed", { error: "Error: busy" }]]);
  expect(await loggedOf(new DatabaseError("diskFull"), 2)).toHaveLength(2);
});
