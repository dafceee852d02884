import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
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

/** A product with at least two pictures, and who may do what with the product and its pictures. */
async function picturedProduct(username: string, verbs: readonly string[]) {
  const permissions = ["product:product:list", "product:product:edit", ...verbs.map((verb) => `product:image:${verb}`)];
  await addUser(server, { username, permissions });
  const client = await server.as(username);
  const [second] = await listed("/product/productImage/list", { orderNum: "2" });
  const product = await rowOf("/product/product", second?.productId);
  const pictures = () =>
    listed("/product/productImage/list", { productId: String(product.id), column: "orderNum", order: "asc" });
  return { client, product, pictures };
}

const isNoMain = ({ imageType }: Row) => imageType !== "1";
const picture = { url: "product/202601/1.png", imageType: "2" };
it.each([
  ["added", "add", () => ({ rows: [picture], deleteIds: [] })],
  ["changed", "edit", ([first]: readonly Row[]) => ({ rows: [{ id: first?.id, title: "改" }], deleteIds: [] })],
  ["moved", "edit", (rows: readonly Row[]) => ({ rows: [], deleteIds: [], order: rows.map(({ id }) => id).reverse() })],
  // Its last main picture stays while it is on sale.
  ["deleted", "delete", (rows: readonly Row[]) => ({ rows: [], deleteIds: [rows.find(isNoMain)?.id] })],
  ["sent whole and changed", "edit", (rows: readonly Row[]) => rows.map((row) => ({ ...row, title: "改" }))],
])("pictures are %s with their product by whoever holds product:image:%s", async (how, verb, bring) => {
  const others = ["add", "edit", "delete"].filter((other) => other !== verb);
  const without = await picturedProduct(`without ${how}`, others);
  const before = await without.pictures();
  const body = { ...without.product, remark: how, images: bring(before) };
  const refused = await without.client.put("/product/product/edit", body);
  expect([refused.status, refused.message]).toEqual([403, "没有权限，请联系管理员授权"]);
  expect(await without.pictures()).toEqual(before);
  expect(await rowOf("/product/product", without.product.id)).toEqual(without.product);
  const { client, pictures } = await picturedProduct(`with ${how}`, [verb]);
  expect((await client.put("/product/product/edit", body)).success).toBe(true);
  expect(await pictures()).not.toEqual(before);
});

it("whoever holds no permission for pictures edits the product, also when its pictures come along as they are", async () => {
  const { client, product, pictures } = await picturedProduct("keeper", []);
  const before = await pictures();
  expect((await client.put("/product/product/edit", { ...product, remark: "一" })).success).toBe(true);
  const now = await rowOf("/product/product", product.id);
  expect((await client.put("/product/product/edit", { ...now, remark: "二", images: before })).success).toBe(true);
  expect((await pictures()).map(({ id, url, orderNum }) => [id, url, orderNum])).toEqual(
    before.map(({ id, url, orderNum }) => [id, url, orderNum]),
  );
});
