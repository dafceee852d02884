import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { forOneEngine } from "../../tests/support/database.ts";
import { openEngine } from "../../tests/support/engine-fixture.ts";
import { withManyOrders } from "../../tests/support/many-orders.ts";
import type { GroupRequest } from "./aggregate-rows.ts";

const total = 3_000;

forOneEngine("the budget of a query", (open) => {
  it("refuses on the planner's word, before the statement runs", async () => {
    const { engine, admin, close } = await withManyOrders({ open, queryBudget: 50 }, total);
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
    const { engine, admin, db, close } = await withManyOrders({ open, queryBudget: 5_000 }, total);
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

  it("steps of time are as few as they are, not one for each row", async () => {
    const { engine, admin, db, close } = await withManyOrders({ open, queryBudget: 1_300 }, 20_000);
    await sql`update test_order set create_time = create_time - random() * interval '300 days'`.execute(db.kysely);
    await sql`analyze test_order`.execute(db.kysely);
    const figures = (groupBy: readonly GroupRequest[]) =>
      engine.aggregate(
        "test/order",
        { where: {}, groupBy, measures: new Map([["n", { op: "count" as const }]]), limit: 100 },
        admin,
      );
    const months = await figures([{ field: "createTime", by: "month" }]);
    expect(months.reduce((sum, { n }) => sum + Number(n), 0)).toBe(20_001);
    expect(months.length).toBeLessThan(13);
    // As many groups as rows: refused as before.
    await expect(figures([{ field: "remark" }])).rejects.toMatchObject({ errorName: "INVALID" });
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
