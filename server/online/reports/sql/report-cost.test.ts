import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aClerk, administrator } from "../../../../tests/support/callers.ts";
import { forOneEngine } from "../../../../tests/support/database.ts";
import { type EngineFixture, openEngine } from "../../../../tests/support/engine-fixture.ts";
import { proveCount } from "../../../../tests/support/prove.ts";
import { shopModels } from "../../../../tests/support/shop-models.ts";
import type { Caller } from "../../../auth/caller.ts";
import type { Database } from "../../../db/database.ts";
import { estimateOf, planOf } from "../../../db/estimate.ts";
import { createReportSql } from "./create-report-sql.ts";
import type { ReportSql } from "./report-sql.ts";

const text = `select to_char(o.create_time, 'YYYY-MM') as month, s.name, count(*) as n, sum(o.pay_amount) as amount
  from test_order o join test_shop s on s.id = o.shop_id group by 1, 2 order by 1, 2`;
const page = { pageNo: 1, pageSize: 10_000 };
const orders = proveCount(20_000, 1_000_000);
const step = 100_000;

forOneEngine("a grouped report", (open, engine) => {
  let fixture: EngineFixture;
  let reports: ReportSql;
  let eager: ReportSql;
  beforeAll(async () => {
    fixture = await openEngine({ open });
    const { kysely } = fixture.db;
    const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
      where tablename = 'test_order' and indexname not like '%pkey'`.execute(kysely);
    // The report reads every row: indexes would only make the filling slow.
    for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(kysely);
    for (let from = 1; from <= orders; from += step) await fill(from, Math.min(orders, from + step - 1));
    await sql`vacuum analyze test_order`.execute(kysely).catch(() => sql`analyze`.execute(kysely));
    const parts = {
      database: fixture.db,
      models: shopModels(),
      clock: () => "2026-03-05 09:30:00",
      note: () => {},
      // Costs are compared here, on machines of any speed; what takes too long is another test.
      deadlineMs: 240_000,
    };
    reports = await createReportSql(parts);
    eager = await createReportSql({ ...parts, database: eagerForWorkers(fixture.db) });
  }, 900_000);
  afterAll(() => fixture.close());

  const fill = (from: number, to: number) =>
    fixture.db.transaction(
      (trx) =>
        sql`insert into test_order (id, version, order_no, shop_id, buyer, mobile, pay_type, qty, pay_amount, status, remark,
            create_by, create_time, sys_org_code, tenant_id)
          select 'o' || n, 1, 'SO' || n, case when n % 2 = 0 then ${fixture.ids.shopA} else ${fixture.ids.shopB} end,
            '客人' || n % 997, '13800000000', 'cash', n % 9, n % 500, '2', '备注' || n, 'admin',
            timestamp '2024-01-01' + n * interval '1 minute', case when n % 2 = 0 then 'A01' else 'A02' end, 0
          from generate_series(${from}::int, ${to}::int) n`.execute(trx),
      { deadlineMs: 300_000 },
    );

  /** A database to which workers beside the first one cost nothing, so that it takes them where it may. */
  const eagerForWorkers = (db: Database): Database => {
    const readOnly: Database["readOnly"] = (work, how) =>
      db.readOnly(async (trx) => {
        for (const setting of ["parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size"]) {
          await sql`select set_config(${setting}, '0', true)`.execute(trx);
        }
        return work(trx);
      }, how);
    return Object.assign(Object.create(db), { readOnly });
  };
  const bare = CompiledQuery.raw(text);
  const run = async (caller: Caller) => reports.run({ report: await reports.parse(text), caller, page });

  it("of an administrator is planned like the bare SQL", async () => {
    // Their tenant's rows are asked for, and still it is the one scan and the one join.
    const plan = await reports.explain({ report: await reports.parse(text), caller: administrator });
    const { cost } = estimateOf(await planOf(fixture.db.kysely, { text, values: [] }));
    expect(plan.cost).toBeLessThan(cost * 1.2);
  });

  it("of an administrator is joined by the database's workers", async () => {
    const { steps } = await eager.explain({ report: await eager.parse(text), caller: administrator });
    const place = (word: string) => steps.findIndex((step) => step.text.includes(word));
    const merged = place("合并并行结果");
    // The embedded database has no workers.
    expect(merged === -1).toBe(engine === "embedded");
    expect(place("按哈希关联")).toBeGreaterThan(merged);
  });

  it("answers what the bare SQL does, and a clerk's their half", { timeout: 300_000 }, async () => {
    const { rows } = await run(administrator);
    const direct = (await fixture.db.kysely.executeQuery<object>(bare)).rows;
    expect(rows).toEqual(direct);
    const clerk = aClerk("A01", { permissions: new Set(["test:order:list", "test:shop:list"]) });
    const half = await run(clerk);
    expect(half.rows.reduce((sum, row) => sum + Number(row.n), 0)).toBe(orders / 2);
  });

  it.runIf(orders === 1_000_000)(
    "of a million orders costs what the bare SQL costs",
    { timeout: 300_000 },
    async () => {
      const took: Record<"bare" | "report", number[]> = { bare: [], report: [] };
      for (let round = 0; round < 7; round += 1) {
        const start = performance.now();
        await fixture.db.kysely.executeQuery(bare);
        took.bare.push(performance.now() - start);
        const between = performance.now();
        await run(administrator);
        took.report.push(performance.now() - between);
      }
      const [least, ours] = [Math.min(...took.bare), Math.min(...took.report)];
      console.log(`1,000,000 orders by month and shop: bare ${least.toFixed(0)} ms, report ${ours.toFixed(0)} ms`);
      expect(ours).toBeLessThan(least * 1.2);
    },
  );
});
