import { sql } from "kysely";
import type { Database } from "../../server/db/database.ts";

const table = "store_order";
const deadlineMs = 30 * 60_000;
const stepRows = 50_000;

/**
 * Multiplies the sample orders of a prepared data folder to `rows`, by set-based SQL: stores, members, amounts and
 * states keep their shares, ids, numbers and times differ. The plain indexes go first; the next start of the server
 * makes them again from the model.
 */
export async function multiplyOrders(db: Database, rows: number): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table} order by ordinal_position`.execute(
    db.kysely,
  );
  const { rows: indexes } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relname = ${table} and not i.indisprimary`.execute(db.kysely);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db.kysely);
  const { rows: counted } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`.execute(
    db.kysely,
  );
  const base = Number(counted[0]?.count);
  const copied = (round: number) =>
    sql.join(columns.map(({ name }) => (Object.hasOwn(changed, name) ? changed[name]?.(round) : sql.ref(`o.${name}`))));
  await sql`create table bench_seed as select * from ${sql.table(table)} order by id`.execute(db.kysely);
  for (let round = 1, made = base; made < rows; round += 1) {
    const count = Math.min(base, rows - made, stepRows);
    await db.transaction(
      (trx) =>
        sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.id(name)))})
        select ${copied(round)} from (select * from bench_seed limit ${count}) o`.execute(trx),
      { deadlineMs },
    );
    made += count;
  }
  await sql`drop table bench_seed`.execute(db.kysely);
  await db.transaction((trx) => sql`analyze ${sql.table(table)}`.execute(trx), { deadlineMs });
}

/** What makes a copy another order: one of 100 rounds, told by the last digits. */
const changed: Readonly<Record<string, (round: number) => ReturnType<typeof sql>>> = {
  id: (round) => sql`o.id || ${String(round).padStart(3, "0")}::text`,
  order_no: (round) => sql`o.order_no || ${String(round).padStart(3, "0")}::text`,
  create_time: (round) => sql`o.create_time - ${round}::int4 * interval '7 hours 13 seconds'`,
};
