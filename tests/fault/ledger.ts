import { sql } from "kysely";
import type { Database } from "../../server/db/database.ts";

/** Tables that show a lost row, half a transaction or a broken index after a fault. */
export async function createLedger(db: Database): Promise<void> {
  await sql`create extension if not exists amcheck`.execute(db.kysely);
  await sql`create table entry (id integer primary key, note text)`.execute(db.kysely);
  await sql`create table part (id integer primary key, entry_id integer not null references entry (id))`.execute(
    db.kysely,
  );
  await sql`create table tally (writer integer primary key, entries integer not null)`.execute(db.kysely);
  await sql`insert into tally select writer, 0 from generate_series(1, 4) writer`.execute(db.kysely);
}

/** One acknowledged write: an entry, its part and the writer's tally, in one transaction. */
export async function writeEntry(db: Database, id: number, writer: number): Promise<void> {
  await db.transaction(async (trx) => {
    await sql`insert into entry values (${id}, ${`第${id}行`})`.execute(trx);
    await sql`insert into part values (${id}, ${id})`.execute(trx);
    await sql`update tally set entries = entries + 1 where writer = ${writer}`.execute(trx);
  });
}

export interface LedgerState {
  readonly ids: ReadonlySet<number>;
  /** What is wrong: `half transaction …`, `index …`; empty when the ledger is sound. */
  readonly faults: readonly string[];
}

const indexes = ["entry_pkey", "part_pkey", "tally_pkey", "pg_class_oid_index", "pg_attribute_relid_attnum_index"];

export async function inspectLedger(db: Database): Promise<LedgerState> {
  const faults: string[] = [];
  const { rows } = await sql<{ id: number }>`select id from entry`.execute(db.kysely);
  const halves = await sql<{ id: number }>`
    select coalesce(entry.id, part.id) as id from entry full join part on part.entry_id = entry.id
    where entry.id is null or part.id is null`.execute(db.kysely);
  for (const half of halves.rows) faults.push(`half transaction ${half.id}`);
  const tally = await sql<{ entries: number }>`select sum(entries)::int4 as entries from tally`.execute(db.kysely);
  const counted = tally.rows[0]?.entries ?? 0;
  if (counted !== rows.length) faults.push(`tally ${counted} for ${rows.length} entries`);
  for (const index of indexes) {
    await sql`select bt_index_check(${index}::regclass, true)`
      .execute(db.kysely)
      .catch((error: unknown) => faults.push(`index ${index}: ${error}`));
  }
  return { ids: new Set(rows.map((row) => row.id)), faults };
}
