import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { letFallDue } from "../support/business.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;
interface Generated {
  readonly rows: readonly { readonly title: string; readonly count: number; readonly amount: number }[];
  readonly count: number;
  readonly amount: number;
}

let server: TestServer;
let operator: TestClient;
let settle: TestClient;

beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  await letFallDue(server);
  [operator, settle] = await Promise.all([server.as("operator"), server.as("settle")]);
});
afterAll(() => server.close());

const ask = async (query: ReturnType<typeof sql>) => (await query.execute(server.db.kysely)).rows as Row[];
const one = async (query: ReturnType<typeof sql>): Promise<Row> => (await ask(query))[0] ?? {};
const yesterday = () => new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
const base = "/settle/settleRecord";
const preview = (settleType: string) =>
  operator.post<Generated>(`${base}/generatePreview`, { settleType, periodEnd: yesterday() });
const make = (client: TestClient, settleType: string, { count, amount }: Generated) =>
  client.post<Generated>(`${base}/generate`, { settleType, periodEnd: yesterday(), expected: { count, amount } });
const counts = () =>
  one(sql`select (select count(*) from settle_record) as records, (select count(*) from settle_order) as lines,
    (select count(*) from store_order where settle_flag = '1') as taken`);

it("every reward for an order of the demo company has who earned it", async () => {
  const without = await ask(sql`select p.promo_no from member_promotion p left join member m on m.id = p.promoter_id
    join member s on s.id = p.source_member_id left join member d on d.id = s.referrer_id
    where p.promo_type <> '1' and m.id is distinct from case p.layer when 2 then d.referrer_id else s.referrer_id end`);
  expect(without).toEqual([]);
});

it("a preview names each payee with their lines and sum, and writes nothing", async () => {
  const before = await counts();
  const { result } = await preview("1");
  const [company] = result.rows;
  const due = await one(sql`select count(*) as n, sum(o.settle_amount) as amount from store_order o
    join store_company c on c.id = o.company_id where c.name = ${company?.title} and o.status = '2' and o.settle_flag = '0'
      and o.settle_amount > 0 and o.finish_time::date + c.hold_days::int <= ${yesterday()}::date`);
  expect([company?.count, company?.amount]).toEqual([Number(due.n), Number(due.amount)]);
  expect(result.count).toBe(result.rows.reduce((sum, row) => sum + row.count, 0));
  expect(result.rows.length).toBeGreaterThan(1);
  expect(await counts()).toEqual(before);
});

it("a day that is not over, and somebody without the right, are refused", async () => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const early = await operator.post(`${base}/generate`, { settleType: "1", periodEnd: today });
  expect(early.message).toContain("账期止须早于今天");
  const finance = await server.as("finance");
  expect((await finance.post(`${base}/generate`, { settleType: "1", periodEnd: yesterday() })).code).toBe(510);
});

it("a run that breaks half way leaves nothing", async () => {
  const before = await counts();
  const { result } = await preview("1");
  const last = result.rows.at(-1)?.title;
  // The last payee's row fails when all others are written.
  await sql`create function break_half() returns trigger language plpgsql as $$
    begin if (select count(*) from settle_record where status = '0') > ${sql.lit(result.rows.length - 1)}
      then raise exception 'broken'; end if; return new; end $$`.execute(server.db.kysely);
  await sql`create trigger break_half before insert on settle_order for each row execute function break_half()`.execute(
    server.db.kysely,
  );
  const broken = await make(operator, "1", result);
  await sql`drop trigger break_half on settle_order`.execute(server.db.kysely);
  expect([last !== undefined, broken.success]).toEqual([true, false]);
  expect(await counts()).toEqual(before);
});

it("of two who make the same settlements at once one does, and the other is told", async () => {
  const before = await counts();
  const { result } = await preview("1");
  const answers = await Promise.all([make(operator, "1", result), make(settle, "1", result)]);
  const [won, lost] = answers[0].success ? answers : [answers[1], answers[0]];
  expect([won.success, lost.success]).toEqual([true, false]);
  expect(lost.message).toMatch(/预览之后数据有变化，请重新预览|别人正在生成，请稍后再试/);
  expect(won.message).toBe(`已生成 ${result.rows.length} 条，共 ${result.count} 笔，合计 ${result.amount.toFixed(2)}`);
  const after = await counts();
  expect(Number(after.records) - Number(before.records)).toBe(result.rows.length);
  expect(Number(after.taken) - Number(before.taken)).toBe(result.count);
  expect((await make(operator, "1", { rows: [], count: 0, amount: 0 })).message).toBe("没有可以生成的数据");
});

it("sums of the records are those of their lines, and no order stands in two", async () => {
  const wrong = await ask(sql`select r.settle_no from settle_record r join settle_order l on l.settle_id = r.id
    group by r.id having r.line_amount <> sum(l.settle_amount) or r.order_count <> count(*)`);
  const twice = await ask(sql`select l.source_id from settle_order l join settle_record r on r.id = l.settle_id
    where r.status <> '9' and l.source_id is not null group by l.settle_type, l.source_id having count(*) > 1`);
  expect([wrong, twice]).toEqual([[], []]);
});

it("sales companies are paid for confirmed business, members for rewards that may be paid; voiding gives all back", async () => {
  await sql`update member_promotion set status = '1', reward_amount = 30 where id in
    (select p.id from member_promotion p join member m on m.id = p.promoter_id where m.status = '1' limit 3)`.execute(
    server.db.kysely,
  );
  for (const [type, table] of [
    ["2", "salesman_business"],
    ["3", "member_promotion"],
  ] as const) {
    const taken = async () =>
      Number((await one(sql`select count(*) as n from ${sql.table(table)} where status = '2'`)).n);
    const before = await taken();
    const known = new Set((await ask(sql`select id from settle_record`)).map(({ id }) => id));
    const { result } = await preview(type);
    expect([type, result.rows.length > 0]).toEqual([type, true]);
    expect((await make(operator, type, result)).success).toBe(true);
    // The first line of a payee may have no order: the others keep what they take over from theirs.
    const unlike = await ask(sql`select r.id from settle_record r join settle_order l on l.settle_id = r.id
      where r.settle_type = ${type} group by r.id having coalesce(sum(l.service_fee), 0) <> r.service_fee`);
    expect(unlike).toEqual([]);
    const open = async () => (await taken()) - before;
    expect(await open()).toBe(result.count);
    const records = await ask(sql`select id, version from settle_record where settle_type = ${type} and status = '0'`);
    for (const { id, version } of records.filter((record) => !known.has(record.id))) {
      expect((await settle.put(`${base}/void`, { id, version: Number(version) })).message).toMatch(/成功/);
    }
    expect(await open()).toBe(0);
  }
});

it("a product is copied to the chosen stores as drafts, and not twice", async () => {
  const product = await one(
    sql`select id, name, price from product where store_id is null and status = '1' order by id limit 1`,
  );
  const stores = await ask(sql`select id from store s where status = '1'
    and not exists (select 1 from product p where p.store_id = s.id and p.name = ${product.name}) order by id limit 3`);
  const copy = () =>
    operator.put("/product/product/copyTo", { id: product.id, storeIds: stores.map(({ id }) => id).join() });
  for (const again of [false, true]) {
    expect([again, (await copy()).message]).toEqual([again, "复制到门店成功！"]);
    const made = await ask(sql`select status, price from product where name = ${product.name} and store_id in
      (${sql.join(stores.map(({ id }) => id))})`);
    expect(made).toEqual(stores.map(() => ({ status: "0", price: product.price })));
  }
});
