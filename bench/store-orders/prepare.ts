import { sql } from "kysely";
import { type DatabaseLocation, openDatabase } from "../../server/db/open-database.ts";
import { multiplyOrders } from "./fill.ts";

const deadlineMs = 30 * 60_000;

/** Fills a database that a first start with demonstration data has left. */
export async function fillOrders(location: DatabaseLocation, rows: number): Promise<void> {
  const db = await openDatabase(location, { deadlineMs });
  try {
    await multiplyOrders(db, rows);
  } finally {
    await db.close();
  }
}

/** What the embedded database's own maintenance does in a quiet moment, and PostgreSQL's in the background. */
export async function vacuumOrders(location: DatabaseLocation): Promise<void> {
  const db = await openDatabase(location, { deadlineMs });
  try {
    await sql`vacuum (analyze, truncate false) store_order`.execute(db.kysely);
  } finally {
    await db.close();
  }
}
