import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Page<Item> {
  readonly records: readonly Item[];
  readonly total: number;
}

let server: TestServer;
let admin: TestClient;
let operator: TestClient;
beforeAll(async () => {
  server = await createTestServer({ seed: "demo" });
  [admin, operator] = await Promise.all([server.as("admin"), server.as("operator")]);
});
afterAll(() => server.close());

const first = async <Item>(client: TestClient, url: string, query: Record<string, string>): Promise<Item> => {
  const { result } = await client.get<Page<Item>>(url, { query: { pageSize: "1", ...query } });
  const [row] = result.records;
  if (!row) throw new Error(`${url} has no such row`);
  return row;
};

it("goods come in and go out by 入库 with a reason, never below zero", async () => {
  const product = await first<{ id: string; stock: number }>(operator, "/product/product/list", { productType: "2" });
  const move = (qty: number, reason: string | undefined = "盘点") =>
    operator.put<{ stock: number }>("/product/product/addStock", { id: product.id, qty, reason });
  expect((await move(12)).result.stock).toBe(product.stock + 12);
  expect((await move(-product.stock - 13)).message).toBe("库存不足");
  expect((await move(0)).message).toBe("数量不能为 0");
  expect((await move(5, "")).success).toBe(false);
  expect(await admin.get("/product/product/queryById", { query: { id: product.id } })).toMatchObject({
    result: { stock: product.stock + 12 },
  });
});

it("a member has one default card: choosing another clears the first", async () => {
  const card = await first<{ id: string; memberId: string }>(admin, "/member/memberBank/list", { isDefault: "Y" });
  const added = await operator.post<{ id: string }>("/member/memberBank/add", {
    memberId: card.memberId,
    holder: "王小明",
    bank: "ICBC",
    cardNo: "6239990000000000017",
    mobile: "13800138000",
  });
  expect([added.success, added.message]).toEqual([true, expect.any(String)]);
  const { id } = added.result;
  const choose = () => operator.put("/member/memberBank/setDefault", { id });
  expect((await choose()).success).toBe(false); // not verified yet
  expect((await operator.put("/member/memberBank/verify", { id })).success).toBe(true);
  expect((await choose()).success).toBe(true);
  expect((await choose()).message).toBe("已经是默认卡");
  const { result } = await admin.get<Page<{ id: string }>>("/member/memberBank/list", {
    query: { memberId: card.memberId, isDefault: "Y" },
  });
  expect(result.records.map((one) => one.id)).toEqual([id]);
});

it("a member leaves only without points and open orders; then his number is free and his name is covered", async () => {
  const member = await operator.post<{ id: string }>("/member/member/add", {
    realname: "欧阳小雨",
    mobile: "17712345678",
    registerSource: "2",
  });
  const { id } = member.result;
  const close = (client: TestClient) => client.put<{ realname: string; mobile: null }>("/member/member/close", { id });
  expect((await close(operator)).success).toBe(false);
  const busy = await first<{ memberId: string }>(admin, "/store/storeOrder/list", { status: "0" });
  const refused = await admin.put("/member/member/close", { id: busy.memberId });
  expect(refused.message).toMatch(/还有(积分|未完成的订单)，不能注销/);
  expect((await close(admin)).result).toMatchObject({ realname: "欧**", mobile: null, status: "3" });
  const again = await operator.post("/member/member/add", {
    realname: "新会员",
    mobile: "17712345678",
    registerSource: "2",
  });
  expect([again.success, again.message]).toEqual([true, expect.any(String)]);
});

it("a company's account changes by its own action with a proof; the form leaves it alone", async () => {
  const company = await first<{ id: string; bankAccount: string }>(admin, "/store/storeCompany/list", { status: "1" });
  const account = { bank: "CMB", accountHolder: "新户名有限公司", bankAccount: "6214830000000019" };
  const without = await admin.put("/store/storeCompany/changeBank", { id: company.id, ...account });
  expect(without.success).toBe(false);
  expect((await operator.put("/store/storeCompany/changeBank", { id: company.id })).success).toBe(false);
  const changed = await admin.put<{ bankAccount: string }>("/store/storeCompany/changeBank", {
    id: company.id,
    ...account,
    proof: "company/proof.png",
  });
  expect([changed.message, changed.result]).toEqual([expect.any(String), expect.objectContaining(account)]);
});
