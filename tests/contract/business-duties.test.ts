import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

interface Page<Item> {
  readonly records: readonly Item[];
}

/** A day of the company's calendar; its rows end today. */
const day = (daysAgo: number) => new Date(Date.now() + 8 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);

let server: TestServer;
let admin: TestClient;
let operator: TestClient;
beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  [admin, operator] = await Promise.all([server.as("admin"), server.as("operator")]);
});
afterAll(() => server.close());

const listed = async <Item = Row>(url: string, query: Readonly<Record<string, string>>): Promise<readonly Item[]> =>
  (await admin.get<Page<Item>>(`${url}/list`, { query: { pageSize: "500", ...query } })).result.records;
const first = async <Item = Row & { readonly id: string }>(
  url: string,
  query: Readonly<Record<string, string>>,
): Promise<Item> => {
  const [row] = await listed<Item>(url, query);
  if (!row) throw new Error(`${url} has no such row`);
  return row;
};
const change = (table: string, id: unknown, values: Row) =>
  sql`update ${sql.table(table)} set ${sql.join(
    Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
  )} where id = ${id}`.execute(server.db.kysely);
const done = expect.stringMatching(/成功/);

/** What the salesperson of a new order has earned by it, row by row, after each press. */
async function orderOf(price: number, commissionRate: number) {
  const product = await first("/product/product", { status: "1", productType: "1" });
  const store = await first("/store/store", { status: "1" });
  const buyer = await first("/member/member", { status: "1", pageSize: "1" });
  await change("product", product.id, { store_id: null, price, discountable: "N" });
  await change("store", store.id, { service_rate: 8 });
  const details = [{ productId: product.id, qty: 1 }];
  const body = { storeId: store.id, memberId: buyer.id, payType: "wechat", details };
  const { id } = (await operator.post<{ id: string }>("/store/storeOrder/add", body)).result;
  await change("store_order", id, { commission_rate: commissionRate });
  const press = async (action: string) =>
    expect((await operator.put(`/store/storeOrder/${action}`, { id })).message).toEqual(done);
  const refund = async (amount: number) => {
    const asked = { id, applyAmount: amount, reasonCode: "1", reason: "没有服务" };
    expect((await operator.put("/store/storeOrder/applyRefund", asked)).message).toEqual(done);
    const open = await first("/settle/handleOrder", { orderId: id, status: "0" });
    await operator.put("/settle/handleOrder/accept", { id: open.id });
    const passed = await admin.put("/settle/handleOrder/pass", { id: open.id, handleAmount: amount, result: "同意" });
    expect(passed.message).toEqual(done);
  };
  const earned = async () =>
    (
      await listed<{ businessType: string; amount: number }>("/sales/salesmanBusiness", {
        orderId: id,
        ...{ column: "bizNo", order: "asc" },
      })
    ).map(({ businessType, amount }) => [businessType, amount]);
  return { id, press, refund, earned };
}

it("a refund takes back the share of what the commission was computed on, and all of it with the last yuan", async () => {
  const early = await orderOf(592.02, 13);
  await early.press("audit");
  await early.refund(296.01);
  await early.press("complete");
  expect(await early.earned()).toEqual([["2", 3.08]]);
  await early.refund(74);
  await early.refund(222.01);
  expect(await early.earned()).toEqual([
    ["2", 3.08],
    ["3", -0.77],
    ["3", -2.31],
  ]);

  // A third of a cent is nothing: two refunds take none of it, the last one the whole cent.
  const small = await orderOf(3, 4);
  for (const action of ["audit", "complete"]) await small.press(action);
  for (const _ of [1, 2, 3]) await small.refund(1);
  expect(await small.earned()).toEqual([
    ["2", 0.01],
    ["3", -0.01],
  ]);
});

it("of a commission that was voided a refund takes nothing back", async () => {
  const order = await orderOf(500, 10);
  for (const action of ["audit", "complete"]) await order.press(action);
  const [row] = await listed<{ id: string }>("/sales/salesmanBusiness", { orderId: order.id });
  expect((await operator.put("/sales/salesmanBusiness/void", { id: row?.id, reason: "重复" })).message).toEqual(done);
  await order.refund(200);
  await order.refund(300);
  expect(await order.earned()).toEqual([["2", 4]]);
});
