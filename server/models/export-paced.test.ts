import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { forOneEngine } from "../../tests/support/database.ts";
import type { EngineFixture } from "../../tests/support/engine-fixture.ts";
import { withManyOrders } from "../../tests/support/many-orders.ts";

const total = 420;

forOneEngine("an export beside others", (open) => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    // Few values, so that many rows are equal in the order that is asked for; some have none.
    fixture = await withManyOrders({ open }, total, {
      remark: sql`case when i % 5 > 0 then '备注' || i % 7 end`,
      pay_type: sql`case when i % 3 > 0 then 'cash' else 'card' end`,
      create_time: sql`timestamp '2026-01-01' + i % 11 * interval '1 day'`,
    });
  });
  afterAll(() => fixture.close());

  /** @param isShared whether others are at work meanwhile */
  const collect = async (query: Row, isPaced: boolean, isShared = false) => {
    const { engine, admin, db } = fixture;
    const asked = vi.spyOn(db, "isShared").mockReturnValue(isShared);
    const rows: Row[] = [];
    const sizes: number[] = [];
    for await (const batch of engine.exportRows("test/order", query, admin, { isPaced })) {
      sizes.push(batch.length);
      rows.push(...batch);
    }
    asked.mockRestore();
    return { rows, sizes };
  };

  const queries = fc.record(
    {
      remark: fc.constantFrom("*备注*", "备注3", "!备注1", "*没有*", "*注2*"),
      payType: fc.constantFrom("cash", "card", "cash,card"),
      createTime_begin: fc.constantFrom("2026-01-04 00:00:00", "2030-01-01 00:00:00"),
      column: fc.constantFrom("remark", "createTime", "payType,remark", "orderNo", "remark,createTime"),
      order: fc.constantFrom("asc", "desc"),
    },
    { requiredKeys: [] },
  );

  it("holds the rows of one without pauses, in their order, for any filter and any order", async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const whole = await collect(query, false);
        const paced = await collect(query, true, true);
        expect(paced.rows).toEqual(whole.rows);
        const { total: found } = await fixture.engine.list("test/order", query, fixture.admin);
        expect(paced.rows).toHaveLength(found);
      }),
      { numRuns: 25, seed: 20261123 },
    );
  });

  it("takes small steps while others are at work, large ones alone or where it is read at once", async () => {
    expect((await collect({}, true, true)).sizes).toEqual([50, 50, 50, 50, 50, 50, 50, 50, 21]);
    expect((await collect({}, true)).sizes).toEqual([250, 171]);
    expect((await collect({}, false, true)).sizes).toEqual([250, 171]);
  });
});
