import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aClerk } from "../../tests/support/callers.ts";
import { forOneEngine } from "../../tests/support/database.ts";
import { type EngineFixture, openEngine } from "../../tests/support/engine-fixture.ts";
import { statementsOf } from "../../tests/support/statements.ts";
import { isPlanKept } from "../db/kept-plan.ts";

const total = 2_600;

/** Copies of one older order: every thirteenth buyer is 李四光, the others are 张三丰; the first is the newest. */
async function withManyOrders(open: Parameters<typeof openEngine>[0], count = total): Promise<EngineFixture> {
  const fixture = await openEngine(open);
  const { engine, admin, ids, anOrder, db } = fixture;
  const { id } = await engine.add("test/order", anOrder(ids.shopA), admin);
  await sql`update test_order set create_time = timestamp '2020-01-01' where id = ${id}`.execute(db.kysely);
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'test_order' order by ordinal_position`.execute(db.kysely);
  const made: Readonly<Record<string, ReturnType<typeof sql>>> = {
    id: sql`'copy' || lpad(i::text, 5, '0')`,
    order_no: sql`'copy' || i`,
    buyer: sql`case when i % 13 = 0 then '李四光' else '张三丰' end`,
    create_time: sql`timestamp '2026-06-01' - i * interval '1 minute'`,
    remark: sql`(i % 3)::text`,
    status: sql`case when i % 13 = 0 then '2' else '0' end`,
  };
  await sql`insert into test_order select ${sql.join(rows.map(({ name }) => made[name] ?? sql.ref(`o.${name}`)))}
    from test_order o, generate_series(1, ${sql.lit(count)}) i`.execute(db.kysely);
  return fixture;
}

forOneEngine("pages of a long list", (open) => {
  it("a search counts exactly, few matches and many, and its pages are the list in its order", async () => {
    const { engine, admin, close } = await withManyOrders({ open });
    const few = await engine.list("test/order", { buyer: "*四光*", pageSize: "60" }, admin);
    expect(few).toMatchObject({ total: 200, pages: 4 });
    const times = few.records.map((row) => String(row.createTime));
    expect(times).toEqual([...times].sort().reverse());
    const last = await engine.list("test/order", { buyer: "*四光*", pageSize: "60", pageNo: "4" }, admin);
    expect(last.records).toHaveLength(20);
    expect(last.records.at(-1)).toMatchObject({ id: "copy02600" });
    expect(await engine.list("test/order", { buyer: "*四光*", pageNo: "99" }, admin)).toMatchObject({
      records: [],
      total: 200,
    });
    expect(await engine.list("test/order", { buyer: "*光四*" }, admin)).toMatchObject({ records: [], total: 0 });

    const many = await engine.list("test/order", { buyer: "*三丰*", pageSize: "3" }, admin);
    expect(many.total).toBe(total - 200);
    expect(many.records.map((row) => row.id)).toEqual(["copy00001", "copy00002", "copy00003"]);
    await close();
  });

  it("a list within data rules takes one statement for its rows and its total, as it opens", async () => {
    const { engine, db, close } = await withManyOrders({ open });
    await sql`update test_order set sys_org_code = 'A09' where buyer = '李四光'`.execute(db.kysely);
    const rule = { column: "sysOrgCode", condition: "=", value: "A09" };
    const clerk = aClerk("A01", { dataRules: new Map([["test:order", [rule]]]) });
    let page: unknown;
    const sent = await statementsOf(async () => {
      page = await engine.list("test/order", { pageSize: "3" }, clerk);
    });
    expect(page).toMatchObject({
      total: 200,
      records: [{ id: "copy00013" }, { id: "copy00026" }, { id: "copy00039" }],
    });
    expect(sent.filter((text) => /from "test_order"/.test(text))).toHaveLength(1);
    await close();
  });

  it("a total from a thousand that came with a page is kept for the next one", async () => {
    const { engine, db, close } = await withManyOrders({ open });
    await sql`update test_order set sys_org_code = 'A09' where id between 'copy00001' and 'copy01300'`.execute(
      db.kysely,
    );
    const rule = { column: "sysOrgCode", condition: "=", value: "A09" };
    const clerk = aClerk("A01", { dataRules: new Map([["test:order", [rule]]]) });
    const list = () => engine.list("test/order", { pageSize: "3" }, clerk);
    expect((await list()).total).toBe(1300);
    const sent = await statementsOf(async () => expect((await list()).total).toBe(1300));
    expect(sent.filter((text) => /count\(/.test(text))).toEqual([]);
    await close();
  });

  it("rows equal in the asked order stand as the list opens, the other way round when it is turned", async () => {
    const { engine, admin, close } = await withManyOrders({ open });
    const idsBy = async (order: string, pageNo: string) => {
      const page = await engine.list(
        "test/order",
        { buyer: "李四光", column: "remark", order, pageNo, pageSize: "100" },
        admin,
      );
      return page.records.map((row) => String(row.id));
    };
    const down = [...(await idsBy("desc", "1")), ...(await idsBy("desc", "2"))];
    const up = [...(await idsBy("asc", "1")), ...(await idsBy("asc", "2"))];
    expect(down).toHaveLength(200);
    expect(up).toEqual([...down].reverse());
    expect(down[0]).toBe("copy00026"); // remark 2, the newest of it
    await close();
  });
});

describe("the plan of one value", () => {
  it("is kept for the list as it opens, and counts few rows of a tenant through their index", async () => {
    const { engine, admin, db, close } = await withManyOrders({}, 30_000);
    await sql`analyze test_order`.execute(db.kysely);
    const stranger = { ...admin, tenantId: 7 };
    const counting = async (query: Record<string, string>) => {
      const sent = await statementsOf(() => engine.list("test/order", query, stranger));
      return sent.find((text) => text.includes("count(")) ?? "";
    };
    expect(isPlanKept(await counting({ status: "2" })), "a value may be rare").toBe(false);
    const opening = await counting({});
    expect(isPlanKept(opening)).toBe(true);
    const values = [...new Set(opening.match(/\$\d+/g))].map(() => sql`null`);
    const plan = await db.transaction(async (trx) => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
      await sql`prepare page as ${sql.raw(opening)}`.execute(trx);
      const { rows } = await sql<Record<string, string>>`explain execute page(${sql.join(values)})`.execute(trx);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).not.toContain("Seq Scan");
    await close();
  });

  it("reads the rows in order through the index of the field, without sorting", async () => {
    const { db, close } = await withManyOrders({});
    await sql`analyze test_order`.execute(db.kysely);
    const { rows } = await sql<Record<string, string>>`explain select * from test_order
      where tenant_id = 0 and status = '2' order by create_time desc, id desc limit 10`.execute(db.kysely);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("using test_order_status_create_time_idx");
    expect(plan).not.toContain("Sort");
    await close();
  });
});
