import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { forEachEngine } from "../../tests/support/database.ts";
import { type EngineFixture, openEngine } from "../../tests/support/engine-fixture.ts";

const total = 3_000;

/** Copies of one order, whose remark differs. */
async function withManyOrders(options: Parameters<typeof openEngine>[0], count = total): Promise<EngineFixture> {
  const fixture = await openEngine(options);
  const { engine, admin, ids, anOrder, db } = fixture;
  const { id } = await engine.add("test/order", anOrder(ids.shopA), admin);
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'test_order' order by ordinal_position`.execute(db.kysely);
  const made: Readonly<Record<string, ReturnType<typeof sql>>> = {
    id: sql`'copy' || lpad(i::text, 5, '0')`,
    order_no: sql`'copy' || i`,
    remark: sql`'备注' || i`,
  };
  await sql`insert into test_order select ${sql.join(rows.map(({ name }) => made[name] ?? sql.ref(`o.${name}`)))}
    from test_order o, generate_series(1, ${sql.lit(count)}) i where o.id = ${id}`.execute(db.kysely);
  await sql`analyze test_order`.execute(db.kysely);
  return fixture;
}

forEachEngine("the budget of a query", (open) => {
  it("refuses on the planner's word, before the statement runs", async () => {
    const { engine, admin, close } = await withManyOrders({ open, queryBudget: 50 });
    const asked = engine.list("test/order", { remark: "*没有*" }, admin);
    await expect(asked).rejects.toMatchObject({
      errorName: "INVALID",
      details: {
        reason: expect.stringMatching(/^“订单”约 3000 行，查询的开销是上限的 [\d.]+ 倍，请用“.+”等条件缩小范围$/),
      },
    });
    const figures = engine.aggregate(
      "test/order",
      { where: {}, groupBy: [{ field: "remark" }], measures: new Map([["n", { op: "count" as const }]]), limit: 10 },
      admin,
    );
    await expect(figures).rejects.toMatchObject({ errorName: "INVALID" });
    expect((await engine.list("test/order", { id: "copy00007" }, admin)).total).toBe(1);
    expect((await engine.list("test/order", {}, admin)).total).toBe(total + 1);
    await close();
  });

  it("an export whose every step sorts the whole table is refused, one in the list's order is not", async () => {
    const { engine, admin, close } = await withManyOrders({ open, queryBudget: 10_000 }, 30_000);
    // One step is far below the budget, 120 of them are not.
    const { records } = await engine.list("test/order", { column: "remark", pageSize: "250" }, admin);
    expect(records).toHaveLength(250);
    await expect(engine.exportRows("test/order", { column: "remark" }, admin).next()).rejects.toMatchObject({
      details: { reason: expect.stringContaining("按“备注”排序的开销是上限的") },
    });
    expect((await engine.exportRows("test/order", {}, admin).next()).done).toBe(false);
    await close();
  });

  it("the same question is planned once in half a minute", async () => {
    const { engine, admin, db, close } = await withManyOrders({ open, queryBudget: 5_000 });
    const compiled = vi.spyOn(db.kysely, "getExecutor");
    const ask = async (): Promise<number> => {
      const before = compiled.mock.calls.length;
      await engine.aggregate(
        "test/order",
        { where: { remark: "*没有*" }, groupBy: [], measures: new Map([["n", { op: "count" as const }]]), limit: 10 },
        admin,
      );
      return compiled.mock.calls.length - before;
    };
    const [first, second] = [await ask(), await ask()];
    expect(second).toBeLessThan(first);
    await close();
  });

  it("many conditions and long pages give way to others, whatever the planner expects", async () => {
    const { engine, admin, db, close } = await openEngine({ open });
    const long = vi.spyOn(db.longReads, "getExecutor");
    const isLong = async (query: Record<string, string>): Promise<boolean> => {
      long.mockClear();
      await engine.list("test/order", query, admin);
      return long.mock.calls.length > 0;
    };
    const negated = (count: number) => ({
      superQueryMatchType: "and",
      superQueryParams: JSON.stringify(
        Array.from({ length: count }, (_, index) => ({ field: "remark", rule: "not_like", val: `词${index}` })),
      ),
    });
    expect(await isLong(negated(3))).toBe(false);
    expect(await isLong(negated(60))).toBe(true);
    expect(await isLong({ pageSize: "200" })).toBe(false);
    expect(await isLong({ pageSize: "1000" })).toBe(true);
    await close();
  });
});
