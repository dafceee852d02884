import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Rows that a record only points at (`onDelete: restrict` or `by-field`) have a life, a page and permissions of their own. */

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  admin = await server.as("admin");
});
afterAll(() => server.close());

type Row = Readonly<Record<string, unknown>>;
const listed = async (path: string, query: Readonly<Record<string, string>> = {}) =>
  (await admin.get<{ records: readonly Row[] }>(path, { query: { pageSize: "500", ...query } })).result.records;
const rowOf = async (base: string, id: unknown) =>
  (await admin.get<Row>(`${base}/queryById`, { query: { id: String(id) } })).result;

async function memberWithOrders() {
  const [order] = await listed("/store/storeOrder/list", { status: "1" });
  const member = await rowOf("/member/member", order?.memberId);
  return { member, orders: await listed("/store/storeOrder/list", { memberId: String(member.id) }) };
}

/** A product on sale, and the lines of orders that sold it. */
async function soldProduct() {
  const [line] = (await listed("/store/storeOrderDetail/list")).filter(
    ({ discountAmount }) => Number(discountAmount) > 0,
  );
  const product = await rowOf("/product/product", line?.productId);
  return { product, lines: () => listed("/store/storeOrderDetail/list", { productId: String(product.id) }) };
}

it.each([
  ["none", () => []],
  ["taken out", (orders: readonly Row[]) => ({ rows: [], deleteIds: orders.map(({ id }) => id) })],
  ["changed", (orders: readonly Row[]) => ({ rows: orders.map(({ id }) => ({ id, remark: "改" })), deleteIds: [] })],
])("orders that an edit of their member brings along are refused: %s", async (_, brought) => {
  const { member, orders } = await memberWithOrders();
  expect(orders.length).toBeGreaterThan(0);
  const answer = await admin.put("/member/member/edit", { ...member, remark: "新备注", orders: brought(orders) });
  expect([answer.success, answer.message]).toEqual([false, "订单不随本行保存，请在它自己的页面修改"]);
  expect(await listed("/store/storeOrder/list", { memberId: String(member.id) })).toEqual(orders);
  expect(await rowOf("/member/member", member.id)).toEqual(member);
});

it.each([
  [
    "bank cards",
    "banks",
    "银行卡",
    { holder: "欧阳小雨", bank: "ICBC", cardNo: "6222021234567890123", isDefault: "Y" },
  ],
  ["sign-ins", "signs", "签到", { signDate: "2026-01-01", signType: "1" }],
])("%s that an edit of their member brings along are refused", async (_, relation, title, brought) => {
  const [first] = await listed("/member/member/list", { status: "1" });
  const member = await rowOf("/member/member", first?.id);
  const below = () =>
    listed(`/member/member${relation === "banks" ? "Bank" : "Sign"}/list`, { memberId: String(member.id) });
  const before = await below();
  const answer = await admin.put("/member/member/edit", { ...member, [relation]: { rows: [brought], deleteIds: [] } });
  expect([answer.success, answer.message]).toEqual([false, `${title}不随本行保存，请在它自己的页面修改`]);
  expect(await below()).toEqual(before);
});

it("an edited product leaves the lines that sold it as they were", async () => {
  const { product, lines } = await soldProduct();
  const before = await lines();
  const answer = await admin.put("/product/product/edit", { ...product, remark: "试" });
  expect(answer.message).toMatch(/成功/);
  expect(await lines()).toEqual(before);
});

it("a product that goes off sale leaves the lines that sold it as they were", async () => {
  const { product, lines } = await soldProduct();
  const before = await lines();
  const press = product.status === "1" ? "offSale" : "onSale";
  expect((await admin.put(`/product/product/${press}`, { id: product.id, reason: "试" })).message).toMatch(/成功/);
  expect(await lines()).toEqual(before);
});
