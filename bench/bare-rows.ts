import { sql } from "kysely";
import type { Database } from "../server/db/database.ts";
import { type DatabaseLocation, openDatabase } from "../server/db/open-database.ts";

const deadlineMs = 30 * 60_000;
const atOnce = 1_000;

/** Seconds in which the driver reads every order, in the order of the list, with nothing of ours around it. */
export async function readOrders(location: DatabaseLocation): Promise<number> {
  return onDatabase(location, (db) =>
    db.transaction(
      async (trx) => {
        await sql`declare every_order no scroll cursor for
          select * from store_order order by create_time desc, id desc`.execute(trx);
        for (;;) {
          const { rows } = await sql`fetch ${sql.lit(atOnce)} from every_order`.execute(trx);
          if (rows.length < atOnce) return;
        }
      },
      { deadlineMs },
    ),
  );
}

/** Seconds in which the driver adds members by statements of 1,000 rows in one transaction. */
export async function addMembers(location: DatabaseLocation, rows: number): Promise<number> {
  return onDatabase(location, (db) =>
    db.transaction(
      async (trx) => {
        for (let first = 0; first < rows; first += atOnce) {
          const values = Array.from({ length: Math.min(atOnce, rows - first) }, (_, index) =>
            bareMember(first + index),
          );
          await sql`insert into member
            (id, version, member_no, realname, mobile, sex, birthday, status, register_source, tenant_id, create_time)
            values ${sql.join(values)}`.execute(trx);
        }
      },
      { deadlineMs },
    ),
  );
}

function bareMember(index: number) {
  const digits = String(index).padStart(8, "0");
  return sql`(${`bare${digits}`}, 1, ${`BARE${digits}`}, '王芳', ${`178${digits}`}, '2', date '1990-05-06', '1', '5', 0,
    timestamp '2026-01-01')`;
}

async function onDatabase(location: DatabaseLocation, work: (db: Database) => Promise<void>): Promise<number> {
  const db = await openDatabase(location, { deadlineMs });
  try {
    const start = performance.now();
    await work(db);
    return (performance.now() - start) / 1000;
  } finally {
    await db.close();
  }
}
