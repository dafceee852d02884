import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Page<Item> {
  readonly records: readonly Item[];
  readonly total: number;
}

/** A day of the company's calendar; its rows end today. */
const day = (daysAgo: number) => new Date(Date.now() + 8 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);
const today = day(0);

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

interface Tie {
  readonly id: string;
  readonly storeId: string;
  readonly salesmanId: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly roleType: string;
}
interface Salesman {
  readonly id: string;
  readonly companyId: string;
  readonly storeCount: number;
  readonly leaderId: string | null;
}

const listed = async <Item>(url: string, query: Record<string, string>): Promise<readonly Item[]> =>
  (await admin.get<Page<Item>>(url, { query: { pageSize: "500", ...query } })).result.records;
const running = async (salesmanId: string) =>
  (await listed<Tie>("/store/storeSalesman/list", { salesmanId })).filter((tie) => tie.endDate === null);
const mainStores = (ties: readonly Tie[]) => ties.filter((tie) => tie.roleType === "2").map((tie) => tie.storeId);
const salesman = async (id: string) =>
  (await admin.get<Salesman>("/sales/salesman/queryById", { query: { id } })).result;

it("门店移交 ends a salesman's rows of the chosen stores and opens the same for another", async () => {
  const all = await listed<Salesman>("/sales/salesman/list", { status: "1" });
  const giver = all.find((one) => one.storeCount >= 3) as Salesman;
  const taker = all.find((one) => one.id !== giver.id) as Salesman;
  const [before, had] = [await running(giver.id), await running(taker.id)];
  const [first, second, third] = mainStores(before);
  const hand = (storeIds: string, takeoverId = taker.id) =>
    operator.put("/sales/salesman/handover", { id: giver.id, storeIds, takeoverId, date: today });
  expect((await hand(`${first},nowhere`)).success).toBe(false);
  expect((await hand(`${first}`, giver.id)).message).toBe("接手人不能是本人");
  expect((await running(giver.id)).length).toBe(before.length);

  expect((await hand(`${first},${second}`)).message).toMatch(/成功/);
  expect((await hand(`${first},${third}`)).message).toBe("有门店已不由他维护，请重新选择");
  expect(mainStores(await running(giver.id))).not.toEqual(expect.arrayContaining([first]));
  expect(mainStores(await running(giver.id))).toEqual(expect.arrayContaining([third]));
  expect(mainStores(await running(taker.id))).toEqual(expect.arrayContaining([first, second]));
  expect((await salesman(giver.id)).storeCount).toBe(giver.storeCount - 2);
  expect((await salesman(taker.id)).storeCount).toBe(taker.storeCount + 2);
  const { result } = await admin.get<{ maintainerId: string }>("/store/store/queryById", {
    query: { id: first ?? "" },
  });
  expect(result.maintainerId).toBe(taker.id);
  expect((await running(taker.id)).length).toBe(had.length + 2);
});

it("离职 hands stores and subordinates to a colleague of the same company and freezes the account", async () => {
  const all = await listed<Salesman>("/sales/salesman/list", { status: "1" });
  const leaderIds = new Set(all.map((one) => one.leaderId));
  const leaver = all.find((one) => leaderIds.has(one.id) && one.storeCount > 0) as Salesman;
  const subordinates = all.filter((one) => one.leaderId === leaver.id);
  const stranger = all.find((one) => one.companyId !== leaver.companyId) as Salesman;
  const successor = subordinates[0] as Salesman;
  const account = { username: "leaver01", password: "correct-horse-battery", realname: "离职人" };
  const added = await admin.post<{ id: string }>("/sys/user/add", { ...account, confirmPassword: account.password });
  expect(added.message).toMatch(/成功/);
  await admin.put("/sales/salesman/edit", { id: leaver.id, username: account.username });
  const ties = await running(leaver.id);
  const leave = (takeoverId: string) =>
    admin.put("/sales/salesman/leave", { id: leaver.id, leaveDate: today, takeoverId });

  expect((await leave(leaver.id)).message).toBe("接手人不能是本人");
  expect((await leave(stranger.id)).message).toBe("接手人须与他同属一家公司");
  expect((await leave("nobody")).message).toBe("接手人不存在或已停用");
  expect((await running(leaver.id)).length).toBe(ties.length);

  expect((await leave(successor.id)).message).toMatch(/成功/);
  expect(await running(leaver.id)).toEqual([]);
  expect(mainStores(await running(successor.id))).toEqual(expect.arrayContaining(mainStores(ties)));
  expect((await salesman(leaver.id)).storeCount).toBe(0);
  expect((await salesman(successor.id)).leaderId).toBe(leaver.leaderId);
  for (const { id } of subordinates.slice(1)) expect((await salesman(id)).leaderId).toBe(successor.id);
  const users = await listed<{ status: number }>("/sys/user/list", { username: account.username });
  expect(users.map(({ status }) => status)).toEqual([2]);
});

it("a leader can't come to stand above himself, however long the way round", async () => {
  const all = await listed<Salesman>("/sales/salesman/list", { status: "1" });
  const byId = new Map(all.map((one) => [one.id, one]));
  const middle = all.find((one) => byId.has(one.leaderId ?? "")) as Salesman;
  const top = byId.get(middle.leaderId ?? "") as Salesman;
  const low = all.find(({ id }) => ![middle.id, top.id, top.leaderId].includes(id)) as Salesman;
  expect(await admin.put("/sales/salesman/edit", { id: low.id, leaderId: middle.id })).toMatchObject({ success: true });
  const answer = await admin.put("/sales/salesman/edit", { id: top.id, leaderId: low.id });
  expect(answer.message).toBe("上级不能是自己或自己的下级");
  expect((await salesman(top.id)).leaderId).toBe(top.leaderId);
});

it("移交 of one store tie keeps the row's past and begins the successor's", async () => {
  const tie = (await listed<Tie>("/store/storeSalesman/list", { roleType: "2", status: "1" })).find(
    (one) => one.startDate < day(20),
  ) as Tie;
  const taker = (await listed<Salesman>("/sales/salesman/list", { status: "1" })).find(
    (one) => one.id !== tie.salesmanId,
  ) as Salesman;
  const hand = (startDate: string, salesmanId = taker.id) =>
    operator.put("/store/storeSalesman/handover", { id: tie.id, salesmanId, startDate });
  expect((await hand(tie.startDate)).message).toBe("移交日期须晚于开始日期");
  expect((await hand(today, tie.salesmanId)).message).toBe("接手人不能是现在的业务员");
  expect((await hand(today)).message).toMatch(/成功/);
  const after = await listed<Tie>("/store/storeSalesman/list", { storeId: tie.storeId, roleType: "2" });
  expect(after.find(({ id }) => id === tie.id)).toMatchObject({
    salesmanId: tie.salesmanId,
    startDate: tie.startDate,
    endDate: today,
  });
  expect(after.filter((one) => one.startDate === today)).toMatchObject([{ salesmanId: taker.id, endDate: null }]);
});

it("rules over several rows: three cards, one main salesman at a time, rising levels; also for two who write at once", async () => {
  const member = await first<{ id: string }>(operator, "/member/member/list", { status: "1" });
  const card = (number: number) =>
    operator.post("/member/memberBank/add", {
      memberId: member.id,
      holder: "王小明",
      bank: "ICBC",
      cardNo: `62399900000000001${number}`,
      mobile: "13800138000",
    });
  const answers = await Promise.all([25, 33, 41, 58, 66].map(card));
  const cards = await listed("/member/memberBank/list", { memberId: member.id });
  expect(cards).toHaveLength(3);
  expect(answers.filter(({ success }) => !success).every(({ message }) => message === "每位会员最多 3 张银行卡")).toBe(
    true,
  );

  const tie = await first<Tie>(admin, "/store/storeSalesman/list", { roleType: "2", isMain: "Y", status: "1" });
  const second = { storeId: tie.storeId, salesmanId: tie.salesmanId, roleType: "2", startDate: today };
  const main = await admin.post("/store/storeSalesman/add", { ...second, isMain: "Y", shareRate: 0 });
  expect(main.message).toBe("同一门店同一时间只能有一位主维护业务员");
  const share = await admin.post("/store/storeSalesman/add", { ...second, isMain: "N", shareRate: 10 });
  expect(share.message).toBe("同一门店的分成合计不能超过 100%");

  const level = await first<{ id: string }>(admin, "/member/memberLevel/list", { rank: "3" });
  const change = (values: object) => admin.put("/member/memberLevel/edit", { id: level.id, ...values });
  expect((await change({ minAmount: 400 })).message).toBe("升级门槛须随级别升高");
  expect((await change({ discountRate: 99.5 })).message).toBe("高级别的折扣不能高于低级别");
  expect((await change({ pointRate: 1.1 })).message).toBe("高级别的积分倍率不能低于低级别");
  expect((await change({ minAmount: 1900, discountRate: 99 })).success).toBe(true);
});
