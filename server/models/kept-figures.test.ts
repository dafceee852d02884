import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { aCaller, aClerk } from "../../tests/support/callers.ts";
import { forOneEngine } from "../../tests/support/database.ts";
import type { EngineFixture } from "../../tests/support/engine-fixture.ts";
import { withManyOrders } from "../../tests/support/many-orders.ts";
import type { Caller } from "../auth/caller.ts";
import { keptFromRows } from "./kept-figures.ts";

forOneEngine("figures of a large table", (open) => {
  let fixture: EngineFixture;
  const price = 71.6;
  const orders = keptFromRows + 500;
  const colleague = aCaller({ userId: "2", username: "other" });
  beforeAll(async () => {
    fixture = await withManyOrders({ open }, orders - 1);
  });
  afterAll(() => fixture.close());

  const sumFor = async (caller: Caller) =>
    (await fixture.engine.totals("test/order", { fields: "payAmount" }, caller)).totals.payAmount;
  const countFor = async (caller: Caller) => {
    const measures = new Map([["n", { op: "count" as const }]]);
    const [row] = await fixture.engine.aggregate("test/order", { where: {}, groupBy: [], measures, limit: 1 }, caller);
    return Number(row?.n);
  };
  const addFor = (caller: Caller) =>
    fixture.engine.add("test/order", fixture.anOrder(fixture.ids.shopA, { remark: "新" }), caller);

  it("are worked out once, and again for whoever wrote", async () => {
    const { admin } = fixture;
    expect([await sumFor(admin), await countFor(admin)]).toEqual([expect.closeTo(orders * price, 2), orders]);
    await addFor(colleague);
    // A colleague's order is one in twenty thousand: it shows within a minute, their own at once.
    expect([await sumFor(admin), await countFor(admin)]).toEqual([expect.closeTo(orders * price, 2), orders]);
    expect([await sumFor(colleague), await countFor(colleague)]).toEqual([
      expect.closeTo((orders + 1) * price, 2),
      orders + 1,
    ]);
    await addFor(admin);
    expect([await sumFor(admin), await countFor(admin)]).toEqual([expect.closeTo((orders + 2) * price, 2), orders + 2]);
  });

  it("come anew after a minute at the latest", async () => {
    const { admin, db } = fixture;
    const before = await countFor(admin);
    const now = vi.spyOn(performance, "now");
    await sql`delete from test_order where id = 'copy00007'`.execute(db.kysely);
    expect(await countFor(admin)).toBe(before);
    const later = performance.now() + 60_000;
    now.mockImplementation(() => later);
    expect(await countFor(admin)).toBe(before - 1);
    now.mockRestore();
  });

  it("are those of the rows that each of them may see", async () => {
    const all = await countFor(fixture.admin);
    expect(await countFor(aClerk("A01"))).toBe(all);
    expect(await countFor(aClerk("A02"))).toBe(0);
    expect(await sumFor(aClerk("A02"))).toBe(0);
  });

  it("share one answer when many ask at once", async () => {
    fixture.engine.caches.find(({ name }) => name === "figures")?.clear();
    const asked = vi.spyOn(fixture.db.kysely, "getExecutor");
    const asksOf = async (callers: number) => {
      asked.mockClear();
      await Promise.all(Array.from({ length: callers }, () => sumFor(fixture.admin)));
      fixture.engine.caches.find(({ name }) => name === "figures")?.clear();
      return asked.mock.calls.length;
    };
    const one = await asksOf(1);
    // A statement is compiled for each of them, and run for one.
    expect(await asksOf(10)).toBeLessThanOrEqual(one + 9);
  });
});

forOneEngine("figures of a small table", (open) => {
  it("show at once what others wrote", async () => {
    const { engine, admin, anOrder, ids, close } = await withManyOrders({ open }, 50);
    const sum = async () => (await engine.totals("test/order", { fields: "qty" }, admin)).totals.qty;
    expect(await sum()).toBe(102);
    await engine.add("test/order", anOrder(ids.shopA), aCaller({ userId: "2", username: "other" }));
    expect(await sum()).toBe(104);
    await close();
  });
});
