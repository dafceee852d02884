import { sql } from "kysely";
import { type EngineFixture, type FixtureOptions, openEngine } from "./engine-fixture.ts";

type Columns = Readonly<Record<string, ReturnType<typeof sql>>>;

/**
 * The engine over one order and `count` copies of it, whose remark differs; the table's statistics are up to date.
 *
 * @param differing columns of the copies by the number `i` of the copy
 */
export async function withManyOrders(
  options: FixtureOptions,
  count: number,
  differing: Columns = {},
): Promise<EngineFixture> {
  const fixture = await openEngine(options);
  const { engine, admin, ids, anOrder, db } = fixture;
  const { id } = await engine.add("test/order", anOrder(ids.shopA), admin);
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'test_order' order by ordinal_position`.execute(db.kysely);
  const made: Columns = {
    id: sql`'copy' || lpad(i::text, 5, '0')`,
    order_no: sql`'copy' || i`,
    remark: sql`'备注' || i`,
    ...differing,
  };
  await sql`insert into test_order select ${sql.join(rows.map(({ name }) => made[name] ?? sql.ref(`o.${name}`)))}
    from test_order o, generate_series(1, ${sql.lit(count)}) i where o.id = ${id}`.execute(db.kysely);
  await sql`analyze test_order`.execute(db.kysely);
  return fixture;
}
