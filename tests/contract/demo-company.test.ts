import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly records: readonly Row[];
  readonly total: number;
}

/** The shipped documents at work: what a clerk, a finance reader and an operator of the demo company can do. */
describe("the demo company", () => {
  let server: TestServer;
  let clerk: TestClient;
  let finance: TestClient;
  let operator: TestClient;
  const ownDepart = "A01A04A01A01";

  beforeAll(async () => {
    server = await createTestServer({ seed: "demo" });
    [clerk, finance, operator] = await Promise.all([server.as("clerk"), server.as("finance"), server.as("operator")]);
  });
  afterAll(() => server.close());

  const ask = async (query: ReturnType<typeof sql>) => (await query.execute(server.db.kysely)).rows as Row[];
  const one = async (query: ReturnType<typeof sql>): Promise<Row> => (await ask(query))[0] ?? {};
  const foreignOrder = () =>
    one(sql`select id, version from store_order where sys_org_code <> ${ownDepart} and status = '0' limit 1`);

  /** What an order of the clerk's own store needs: an active member and two products on sale. */
  async function newOrder(): Promise<Row> {
    const member = await one(sql`select id from member where sys_org_code = ${ownDepart} and status = '1' limit 1`);
    const products = await ask(
      sql`select id from product where status = '1' and store_id is null and product_type = '1' order by id limit 2`,
    );
    return {
      memberId: member.id,
      payType: "wechat",
      orderType: "1",
      details: products.map(({ id }) => ({ productId: id, qty: 2 })),
    };
  }

  it("shows the clerk the orders of their store only", async () => {
    const { result } = await clerk.get<Page>("/store/storeOrder/list", { query: { pageSize: "100" } });
    const own = await one(sql`select count(*) as n from store_order where sys_org_code = ${ownDepart}`);
    expect(result.total).toBe(Number(own.n));
    expect(new Set(result.records.map((row) => row.sysOrgCode))).toEqual(new Set([ownDepart]));
  });

  it("hides the rates and fees from the clerk and shows them to finance", async () => {
    const hidden = ["serviceRate", "serviceFee", "settleAmount", "commission"];
    const ofClerk = (await clerk.get<Page>("/store/storeOrder/list")).result.records[0] ?? {};
    const ofFinance = (await finance.get<Page>("/store/storeOrder/list")).result.records[0] ?? {};
    expect(hidden.filter((name) => Object.hasOwn(ofClerk, name))).toEqual([]);
    expect(hidden.filter((name) => !Object.hasOwn(ofFinance, name))).toEqual([]);
  });

  it("knows no order of another store for the clerk: not by id, not to edit, not to complete", async () => {
    const foreign = await foreignOrder();
    const before = await one(sql`select * from store_order where id = ${foreign.id}`);
    const read = await clerk.get("/store/storeOrder/queryById", { query: { id: String(foreign.id) } });
    const edit = await clerk.put("/store/storeOrder/edit", { id: foreign.id, version: foreign.version, remark: "x" });
    const cancel = await clerk.put("/store/storeOrder/cancel", { id: foreign.id, version: 1, cancelReason: "x" });
    expect([read.success, edit.success, cancel.success]).toEqual([false, false, false]);
    expect(await one(sql`select * from store_order where id = ${foreign.id}`)).toEqual(before);
  });

  it("lets the clerk neither delete nor export nor audit", async () => {
    const own = await one(sql`select id from store_order where sys_org_code = ${ownDepart} and status = '0' limit 1`);
    const answers = await Promise.all([
      clerk.delete("/store/storeOrder/delete", { query: { id: String(own.id) } }),
      clerk.get("/store/storeOrder/exportXls"),
      clerk.put("/store/storeOrder/audit", { id: own.id, version: 1 }),
    ]);
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [403, 510],
      [403, 510],
      [403, 510],
    ]);
  });

  it("makes the clerk's order in their store, with copied prices and sums that the server computes", async () => {
    const body = await newOrder();
    const { success, message } = await clerk.post<Row>("/store/storeOrder/add", {
      ...body,
      amount: 1,
      payAmount: 1,
      sysOrgCode: "A01",
    });
    expect([success, message]).toEqual([true, expect.any(String)]);
    const order = await one(sql`
      select o.*, s.store_no, s.service_rate as store_rate, l.discount_rate as level_rate,
        (select sum(d.amount) from store_order_detail d where d.order_id = o.id) as lines,
        (select sum(p.price * d.qty) from store_order_detail d join product p on p.id = d.product_id
          where d.order_id = o.id) as prices
      from store_order o join store s on s.id = o.store_id left join member_level l on l.id = o.level_id
      order by o.id desc limit 1`);
    expect(order).toMatchObject({ store_no: "S00001", sys_org_code: ownDepart, status: "0", qty: "4" });
    expect(order.amount).toBe(order.lines);
    expect(Number(order.amount)).toBe(Number(order.prices));
    expect(order.service_rate).toBe(order.store_rate);
    expect(order.discount_rate).toBe(order.level_rate);
    expect(order.order_no).toMatch(/^SO\d{6}\d{6}$/);
  });

  it("follows an order from audit to completion in the sums of its member, store and products", async () => {
    await clerk.post("/store/storeOrder/add", await newOrder());
    const sums = (id: unknown) =>
      one(sql`select o.id, o.version, o.status, o.pay_amount, m.order_count, m.total_amount, s.order_count as sold,
          s.open_order_count as open, (select sum(p.sales_qty) from store_order_detail d
            join product p on p.id = d.product_id where d.order_id = o.id) as sales
        from store_order o join member m on m.id = o.member_id join store s on s.id = o.store_id where o.id = ${id}`);
    const { id } = await one(sql`select id from store_order order by id desc limit 1`);
    const before = await sums(id);
    const audit = await operator.put("/store/storeOrder/audit", { id, version: before.version });
    expect(audit).toMatchObject({ success: true });
    const audited = await sums(id);
    const complete = await clerk.put("/store/storeOrder/complete", { id, version: audited.version });
    expect(complete).toMatchObject({ success: true });
    const after = await sums(id);
    expect(after.status).toBe("2");
    expect(Number(after.order_count)).toBe(Number(before.order_count) + 1);
    expect(Number(after.total_amount)).toBeCloseTo(Number(before.total_amount) + Number(before.pay_amount), 2);
    expect(Number(after.sold)).toBe(Number(before.sold) + 1);
    expect(Number(after.open)).toBe(Number(before.open) - 1);
    expect(Number(after.sales)).toBe(Number(before.sales) + 4);
  });

  it("moves a member to the department of the store that serves them now", async () => {
    const member = await one(
      sql`select id, version from member where status = '1' and sys_org_code = ${ownDepart} limit 1`,
    );
    const store = await one(
      sql`select id, sys_org_code from store where status = '1' and store_no <> 'S00001' limit 1`,
    );
    const body = { id: member.id, version: member.version, serviceStoreId: store.id, reason: "搬家" };
    expect(await operator.put("/member/member/changeService", body)).toMatchObject({ success: true });
    const moved = await one(sql`select sys_org_code, service_store_id from member where id = ${member.id}`);
    expect(moved).toEqual({ sys_org_code: store.sys_org_code, service_store_id: store.id });
  });

  it("lets finance read everything and change nothing", async () => {
    const all = await one(sql`select count(*) as n from store_order`);
    expect((await finance.get<Page>("/store/storeOrder/list")).result.total).toBe(Number(all.n));
    const row = await foreignOrder();
    const answers = await Promise.all([
      finance.put("/store/storeOrder/edit", { id: row.id, version: row.version, remark: "x" }),
      finance.post("/store/storeOrder/add", await newOrder()),
      finance.put("/member/member/freeze", { id: "1", version: 1, freezeReason: "x" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it("lets the operator add a member at the lowest level with a number and an invite code", async () => {
    const { success, message } = await operator.post("/member/member/add", {
      realname: "欧阳·测试",
      mobile: "13800001111",
      registerSource: "2",
    });
    expect([success, message]).toEqual([true, expect.any(String)]);
    const member = await one(sql`select m.*, l.rank from member m left join member_level l on l.id = m.level_id
      where m.mobile = '13800001111'`);
    expect(member).toMatchObject({ rank: "1", status: "1", order_count: "0" });
    expect(member.member_no).toMatch(/^M\d{8}$/);
    expect(member.invite_code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
  });

  it("has settlements of each type, none of a member below the minimum, orders paid with points, and teams", async () => {
    const settled = await ask(sql`select settle_type, min(total_amount) as least from settle_record
      group by settle_type order by settle_type`);
    expect(settled.map((row) => row.settle_type)).toEqual(["1", "2", "3"]);
    expect(Number(settled.at(-1)?.least)).toBeGreaterThanOrEqual(20);
    const points = await one(sql`select count(*) as n from store_order where points_used > 0 and status = '2'`);
    expect(Number(points.n)).toBeGreaterThan(20);
    const net = await one(sql`select count(*) as n from member where team_count > direct_count and team_amount > 0`);
    expect(Number(net.n)).toBeGreaterThan(10);
    const served = await one(sql`select (select sum(store_count) from service_net where node_type = '2') as counted,
      (select count(*) from store where status in ('1', '2', '3')) as open`);
    expect(served.counted).toBe(served.open);
  });

  it("answers every list of the shipped pages to the administrator, the business ones with rows", async () => {
    const admin = await server.as("admin");
    const failed: string[] = [];
    for (const screen of server.context.documents.current.screens.values()) {
      const model = screen.model === undefined ? undefined : server.context.engine.models.get(screen.model);
      if (!model) continue;
      const { success, result, message } = await admin.get<Page>(`${model.base}/list`);
      const mayBeEmpty = /^system\/|^online\/(cgform|cgreport-subscription)/.test(model.id);
      if (!success || (!mayBeEmpty && result.records.length === 0)) failed.push(`${model.id}: ${message}`);
    }
    expect(failed).toEqual([]);
  });
});
