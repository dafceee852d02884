import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { updateRows } from "../../server/data/write-rows.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";
import { uploadFile } from "../support/upload-file.ts";
import { brokenRules } from "./broken-rules.ts";

type Row = Readonly<Record<string, unknown>>;

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

it("a member leaves only without points and open orders; then their number is free and their name is covered", async () => {
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
    proof: await uploadFile(admin, "company"),
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

it("a leader can't come to stand above themselves, however long the way round", async () => {
  const all = await listed<Salesman>("/sales/salesman/list", { status: "1" });
  const byId = new Map(all.map((one) => [one.id, one]));
  const middle = all.find((one) => byId.has(one.leaderId ?? "")) as Salesman;
  const top = byId.get(middle.leaderId ?? "") as Salesman;
  const low = all.find(({ id }) => ![middle.id, top.id, top.leaderId].includes(id)) as Salesman;
  const joined = { id: low.id, companyId: middle.companyId, leaderId: middle.id };
  expect(await admin.put("/sales/salesman/edit", joined)).toMatchObject({ success: true });
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

interface Order {
  readonly id: string;
  readonly status: string;
  readonly companyId: string;
  readonly memberId: string;
  readonly payAmount: number;
  readonly pointRate: number;
  readonly pointsSent: number;
  readonly commission: number;
  readonly refundAmount: number;
  readonly serviceFee: number;
  readonly serviceRate: number;
  readonly settleAmount: number;
  readonly settleFlag: string;
  readonly settleId: string | null;
}
/** An amount in yuan with whole cents: 4.35 + 0.01 is 4.359999999999999. */
const yuan = (amount: number) => Math.round(amount * 100) / 100;
const order = async (id: string) => (await admin.get<Order>("/store/storeOrder/queryById", { query: { id } })).result;

it("a refund begins on the order, is decided by somebody else, and moves the order's money", async () => {
  const { id } = await first<Order>(admin, "/store/storeOrder/list", { status: "2", settleFlag: "0" });
  const before = await order(id);
  const apply = (applyAmount: number) =>
    operator.put("/store/storeOrder/applyRefund", { id, applyAmount, reasonCode: "1", reason: "没有服务" });
  expect((await apply(yuan(before.payAmount + 0.01))).message).toBe("申请金额须大于 0，不超过可退金额");
  expect((await apply(before.payAmount)).message).toMatch(/成功/);
  expect((await order(id)).status).toBe("3");
  expect((await apply(1)).success).toBe(false);

  const open = await first<{ id: string; prevStatus: string }>(admin, "/settle/handleOrder/list", {
    orderId: id,
    status: "0",
  });
  const half = yuan(before.payAmount / 2);
  const pass = (client: TestClient, handleAmount: number) =>
    client.put("/settle/handleOrder/pass", { id: open.id, handleAmount, result: "同意" });
  expect((await pass(admin, half)).message).toBe("当前状态“待处理”不能进行“通过”操作");
  expect((await operator.put("/settle/handleOrder/accept", { id: open.id })).success).toBe(true);
  expect((await pass(operator, half)).message).toBe("不能审核本人提交的单据");
  expect((await pass(admin, yuan(before.payAmount + 1))).message).toBe("处理金额不能超过申请金额");
  expect((await pass(admin, half)).message).toMatch(/成功/);

  const after = await order(id);
  expect(after).toMatchObject({ status: "2", refundAmount: half });
  expect(after.serviceFee).toBeCloseTo(((before.payAmount - half) * before.serviceRate) / 100, 1);
  expect((await apply(yuan(after.payAmount - half))).message).toMatch(/成功/);
  const rest = await first<{ id: string }>(admin, "/settle/handleOrder/list", { orderId: id, status: "0" });
  await operator.put("/settle/handleOrder/accept", { id: rest.id });
  const all = { id: rest.id, handleAmount: yuan(after.payAmount - half), result: "全退" };
  expect((await admin.put("/settle/handleOrder/pass", all)).message).toMatch(/成功/);
  expect(await order(id)).toMatchObject({ status: "4", refundAmount: before.payAmount, serviceFee: 0 });
});

it("a refused or withdrawn refund gives the order its state back; other cases begin in their own list", async () => {
  const { id } = await first<Order>(admin, "/store/storeOrder/list", { status: "1", settleFlag: "0" });
  const apply = () =>
    operator.put("/store/storeOrder/applyRefund", { id, applyAmount: 1, reasonCode: "6", reason: "试试" });
  const opened = async () =>
    first<{ id: string }>(admin, "/settle/handleOrder/list", { orderId: id, handleType: "1", status: "0" });
  await apply();
  const one = await opened();
  expect((await admin.put("/settle/handleOrder/withdraw", { id: one.id })).message).toBe("只有申请人可以撤销");
  expect((await operator.put("/settle/handleOrder/withdraw", { id: one.id })).success).toBe(true);
  expect((await order(id)).status).toBe("1");
  await apply();
  const two = await opened();
  await operator.put("/settle/handleOrder/accept", { id: two.id });
  expect((await admin.put("/settle/handleOrder/refuse", { id: two.id, result: "不符" })).success).toBe(true);
  expect(await order(id)).toMatchObject({ status: "1", refundAmount: 0 });

  const complain = (handleType: string) =>
    operator.post("/settle/handleOrder/add", { orderId: id, handleType, reason: "态度不好", fromOrder: "Y" });
  expect((await complain("1")).success).toBe(false);
  expect((await complain("3")).success).toBe(true);
  expect((await complain("3")).message).toBe("这张订单已有未结的同类处理单");
});

it("a company is settled from its orders, once; the settlement is audited by another and paid by its transfer", async () => {
  const companies = await listed<{ id: string; unsettledAmount: number }>("/store/storeCompany/list", { status: "1" });
  const company = [...companies].sort((a, b) => b.unsettledAmount - a.unsettledAmount)[0] as (typeof companies)[number];
  const settle = () => operator.put("/store/storeCompany/settleNow", { id: company.id, periodEnd: day(1) });
  expect((await operator.put("/store/storeCompany/settleNow", { id: company.id, periodEnd: today })).message).toBe(
    "账期止须早于今天",
  );
  expect((await settle()).message).toMatch(/成功/);
  const made = (
    await listed<Settlement>("/settle/settleRecord/list", { storeCompanyId: company.id, status: "0" })
  ).find(({ periodEnd }) => periodEnd === day(1)) as Settlement;
  const lines = await listed<{ orderId: string; settleAmount: number }>("/settle/settleOrder/list", {
    settleId: made.id,
  });
  const total = Math.round(lines.reduce((sum, line) => sum + line.settleAmount, 0) * 100) / 100;
  expect(made).toMatchObject({ orderCount: lines.length, lineAmount: total, totalAmount: total, unpaidAmount: total });
  expect(lines.length).toBeGreaterThan(0);
  expect(await order(lines[0]?.orderId ?? "")).toMatchObject({ settleFlag: "1", settleId: made.id });
  expect((await listed("/settle/settleOrder/list", { orderId: lines[0]?.orderId ?? "" })).length).toBe(1);

  expect((await operator.put("/settle/settleRecord/submit", { id: made.id })).success).toBe(true);
  const audit = (client: TestClient) => client.put("/settle/settleRecord/audit", { id: made.id });
  expect((await audit(operator)).status).toBe(403);
  expect((await audit(admin)).message).toMatch(/成功/);
  const transfer = await first<{ id: string; amount: number }>(admin, "/settle/transferRecord/list", {
    settleId: made.id,
  });
  expect(transfer.amount).toBe(total);
  const confirmation = {
    id: transfer.id,
    payTime: `${day(1)} 10:00:00`,
    bankSerialNo: "BK0001",
    proof: await uploadFile(admin, "contract"),
  };
  expect((await admin.put("/settle/transferRecord/confirm", confirmation)).message).toMatch(/成功/);
  const { result } = await admin.get<Settlement>("/settle/settleRecord/queryById", { query: { id: made.id } });
  expect(result).toMatchObject({ transferredAmount: total, unpaidAmount: 0, status: "4" });
  expect((await order(lines[0]?.orderId ?? "")).settleFlag).toBe("2");
});

it("a voided settlement gives its orders back", async () => {
  const open = await listed<Settlement>("/settle/settleRecord/list", { settleType: "1", status: "!4" });
  const made = open.find(({ status }) => status === "0" || status === "1" || status === "2") as Settlement;
  const [line] = await listed<{ orderId: string }>("/settle/settleOrder/list", { settleId: made.id });
  expect((await admin.put("/settle/settleRecord/void", { id: made.id })).message).toMatch(/成功/);
  expect(await order(line?.orderId ?? "")).toMatchObject({ settleFlag: "0", settleId: null });
});

it("what a voided settlement was to be paid by is not paid any more, also after a transfer that failed", async () => {
  const made = await first<Settlement>(admin, "/settle/settleRecord/list", { settleType: "1", status: "2" });
  const put = (action: string, body: object) => admin.put(`/settle/${action}`, body);
  for (const { id, status } of await listed<{ id: string; status: string }>("/settle/transferRecord/list", {
    settleId: made.id,
  })) {
    if (status === "0") await put("transferRecord/start", { id });
    expect((await put("transferRecord/fail", { id, failReason: "户名不符" })).message).toMatch(/成功/);
  }
  expect((await put("settleRecord/void", { id: made.id })).message).toMatch(/成功/);
  // All of them are withdrawn, so their buttons are closed by their state.
  const transfers = await listed<{ id: string; status: string }>("/settle/transferRecord/list", { settleId: made.id });
  expect(new Set(transfers.map(({ status }) => status))).toEqual(new Set(["9"]));
  const [failed] = transfers;
  expect((await put("transferRecord/retry", { id: failed?.id })).message).toContain("已撤销");
  // One that was left before voiding withdrew it.
  await sql`update transfer_record set status = '3' where id = ${failed?.id}`.execute(server.db.kysely);
  expect((await put("transferRecord/retry", { id: failed?.id })).message).toBe("结算单已作废");
  expect(await listed("/settle/transferRecord/list", { settleId: made.id, status: "0" })).toEqual([]);
});

it("a transfer that starts while its settlement is voided: one of the two is done, never both", async () => {
  const put = (action: string, body: object, client = admin) => client.put(`/settle/${action}`, body);
  const companies = await listed<{ id: string; unsettledAmount: number }>("/store/storeCompany/list", { status: "1" });
  const [company] = [...companies].sort((one, other) => other.unsettledAmount - one.unsettledAmount);
  await operator.put("/store/storeCompany/settleNow", { id: company?.id, periodEnd: day(1) });
  const made = await first<Settlement>(admin, "/settle/settleRecord/list", {
    storeCompanyId: company?.id ?? "",
    status: "0",
  });
  await put("settleRecord/submit", { id: made.id }, operator);
  expect((await put("settleRecord/audit", { id: made.id })).message).toMatch(/成功/);
  const now = async () => {
    const transfers = await listed<{ id: string; status: string }>("/settle/transferRecord/list", {
      settleId: made.id,
      ...{ column: "transferNo", order: "desc" },
    });
    const [{ status } = { status: "" }] = await listed<Settlement>("/settle/settleRecord/list", { id: made.id });
    return { settlement: status, transfer: transfers[0]?.status, id: transfers[0]?.id };
  };
  const voiding = () => put("settleRecord/void", { id: made.id });
  const starting = (id: string | undefined) => put("transferRecord/start", { id });
  const waiters = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db.kysely);
    return rows.length;
  };
  /** The first is in its middle when the second begins: it waits with what it has locked, the other behind it. */
  const race = (calls: readonly (() => ReturnType<typeof voiding>)[]) => {
    const answers: ReturnType<typeof voiding>[] = [];
    const held = server.db.transaction(async (trx) => {
      // The embedded engine does one transaction after the other.
      const isServer = server.db.engine === "postgres";
      if (isServer) await sql`lock table sys_data_log in share mode`.execute(trx);
      for (const [at, call] of calls.entries()) {
        answers.push(call());
        if (isServer) await until(async () => expect(await waiters()).toBeGreaterThan(at));
      }
    });
    return held.then(() => Promise.all(answers));
  };

  const { id } = await now();
  const [started, refused] = await race([() => starting(id), voiding]);
  expect([started?.success, refused?.message]).toEqual([true, "已有转账，不能作废"]);
  expect(await now()).toMatchObject({ settlement: "2", transfer: "1" });

  await put("transferRecord/fail", { id, failReason: "户名不符" });
  await put("transferRecord/retry", { id });
  const again = await now();
  expect(again).toMatchObject({ settlement: "2", transfer: "0" });
  const answers = await race([voiding, () => starting(again.id)]);
  const { settlement, transfer } = await now();
  // The database ends the circle where it likes.
  expect(["作废 9 9", "发起 2 1"]).toContain(`${answers[0]?.success ? "作废" : "发起"} ${settlement} ${transfer}`);
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
});

it("completion grants the member's points and the salesman's commission once; a refund takes the commission back", async () => {
  const { id } = await first<Order>(admin, "/store/storeOrder/list", { status: "1", settleFlag: "0" });
  const { memberId } = await order(id);
  const points = async () =>
    (await admin.get<{ points: number }>("/member/member/queryById", { query: { id: memberId } })).result.points;
  const before = await points();
  expect((await operator.put("/store/storeOrder/complete", { id })).message).toMatch(/成功/);
  const done = await order(id);
  expect(done.pointsSent).toBe(Math.floor(done.payAmount * done.pointRate));
  expect(await points()).toBe(before + done.pointsSent);
  const granted = await listed<{ points: number; balanceAfter: number }>("/settle/sendPointRecord/list", {
    orderId: id,
  });
  expect(granted).toMatchObject([{ points: done.pointsSent, balanceAfter: before + done.pointsSent }]);
  const earned = () =>
    listed<{ businessType: string; amount: number }>("/sales/salesmanBusiness/list", { orderId: id });
  expect(await earned()).toMatchObject([{ businessType: "2", amount: done.commission }]);

  const refund = { id, applyAmount: done.payAmount, reasonCode: "1", reason: "未服务" };
  expect((await operator.put("/store/storeOrder/applyRefund", refund)).message).toMatch(/成功/);
  const open = await first<{ id: string }>(admin, "/settle/handleOrder/list", { orderId: id, status: "0" });
  await operator.put("/settle/handleOrder/accept", { id: open.id });
  await admin.put("/settle/handleOrder/pass", { id: open.id, handleAmount: done.payAmount, result: "全退" });
  const amounts = (await earned()).map(({ amount }) => amount);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(0, 2);
  expect(amounts).toHaveLength(2);
});

describe("completing an order", () => {
  interface Member {
    readonly id: string;
    readonly levelId: string;
    readonly points: number;
    readonly grossAmount: number;
    readonly referrerId: string | null;
  }
  interface Reward {
    readonly promoterId: string;
    readonly promoType: string;
    readonly rewardAmount: number;
    readonly status: string;
  }
  const memberOf = async (id: string) =>
    (await admin.get<Member>("/member/member/queryById", { query: { id } })).result;
  const setRow = async (modelId: string, row: Row) => {
    const model = server.source.current.resolvedModels.get(modelId);
    if (!model) throw new Error(modelId);
    await updateRows(server.db.kysely, model, [row], Object.keys(row));
  };
  const complete = async (id: string) => {
    expect((await operator.put("/store/storeOrder/complete", { id })).message).toMatch(/成功/);
    return order(id);
  };
  const levels = () =>
    listed<{ id: string; rank: number; minAmount: number }>("/member/memberLevel/list", {
      column: "rank",
      order: "asc",
    });
  const records = (memberId: string) =>
    listed<Row>("/member/memberLevelRecord/list", { memberId, column: "changeTime", order: "desc" });
  const waiting = () => first<Order>(admin, "/store/storeOrder/list", { status: "1", settleFlag: "0" });

  it("lifts the member to the highest level that their spending reaches, in one row, and never twice", async () => {
    const { id } = await waiting();
    const { memberId } = await order(id);
    const [lowest, , gold, next] = await levels();
    if (!lowest || !gold || !next) throw new Error("levels");
    await setRow("member/member", { id: memberId, levelId: lowest.id, grossAmount: gold.minAmount });
    await setRow("store/store-order", { id, amount: Math.min(10, next.minAmount - gold.minAmount - 1) });
    const before = (await records(memberId)).length;
    await complete(id);
    expect((await memberOf(memberId)).levelId).toBe(gold.id);
    const after = await records(memberId);
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({ oldLevelId: lowest.id, newLevelId: gold.id, changeType: "2", orderId: id });
    expect(await listed("/settle/sendRecord/list", { memberId, scene: "3", title: "等级升级" })).toHaveLength(1);

    const again = await first<Order>(admin, "/store/storeOrder/list", { status: "1", settleFlag: "0" });
    await setRow("store/store-order", { id: again.id, memberId, amount: 1 });
    await complete(again.id);
    expect((await memberOf(memberId)).levelId).toBe(gold.id);
    expect(await records(memberId)).toHaveLength(before + 1);
  });

  it("rewards the two persons above the buyer, nobody else; a full refund cancels what is not settled", async () => {
    const { id } = await waiting();
    const members = await listed<Member>("/member/member/list", { status: "1", pageSize: "10" });
    const [buyer, direct, indirect, third] = members;
    if (!buyer || !direct || !indirect || !third) throw new Error("members");
    const above = [direct, indirect, third];
    for (const [index, member] of [buyer, direct, indirect].entries()) {
      await setRow("member/member", { id: member.id, referrerId: above[index]?.id });
    }
    await setRow("store/store-order", { id, memberId: buyer.id });
    const done = await complete(id);
    const rewards = () => listed<Reward>("/member/memberPromotion/list", { orderId: id });
    const share = (rate: number) => Math.round(done.serviceFee * rate + 1e-6) / 100;
    const made = await rewards();
    expect(made.filter(({ promoType }) => promoType !== "2")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ promoterId: direct.id, promoType: "3", rewardAmount: share(5), status: "0" }),
        expect.objectContaining({ promoterId: indirect.id, promoType: "4", rewardAmount: share(2), status: "0" }),
      ]),
    );
    expect(made.some(({ promoterId }) => promoterId === third.id)).toBe(false);

    const points = (await memberOf(buyer.id)).points;
    await operator.put("/store/storeOrder/applyRefund", {
      id,
      applyAmount: done.payAmount,
      reasonCode: "1",
      reason: "试",
    });
    const open = await first<{ id: string }>(admin, "/settle/handleOrder/list", { orderId: id, status: "0" });
    await operator.put("/settle/handleOrder/accept", { id: open.id });
    const passed = await admin.put("/settle/handleOrder/pass", {
      id: open.id,
      handleAmount: done.payAmount,
      result: "全退",
    });
    expect(passed.message).toMatch(/成功/);
    expect((await rewards()).every(({ status }) => status === "9")).toBe(true);
    expect((await memberOf(buyer.id)).points).toBe(points - Math.min(points, done.pointsSent));
  });

  it("points that pay are taken at the audit, given back with the order, and never exceed the balance", async () => {
    const { id } = await first<Order>(admin, "/store/storeOrder/list", { status: "0", payType: "wechat" });
    const { memberId } = await order(id);
    await setRow("store/store-order", { id, pointsUsed: 100 });
    await setRow("member/member", { id: memberId, points: 99 });
    const press = (action: string, answers: Row = {}) =>
      operator.put(`/store/storeOrder/${action}`, { id, ...answers });
    expect((await press("audit")).message).toBe("会员积分不足，不能抵扣");
    expect((await order(id)).status).toBe("0");
    await setRow("member/member", { id: memberId, points: 150 });
    expect((await press("audit")).message).toMatch(/成功/);
    expect((await memberOf(memberId)).points).toBe(50);
    expect((await press("cancel", { cancelReason: "试" })).message).toMatch(/成功/);
    expect((await memberOf(memberId)).points).toBe(150);
  });

  it("what a partial refund has given back is not given back again by 取消; 退回修改 is closed by then", async () => {
    const { id } = await first<Order>(admin, "/store/storeOrder/list", { status: "0", payType: "wechat" });
    const { memberId, payAmount } = await order(id);
    await setRow("store/store-order", { id, pointsUsed: 200 });
    await setRow("member/member", { id: memberId, points: 500 });
    const press = (action: string, answers: Row) => operator.put(`/store/storeOrder/${action}`, { id, ...answers });
    expect((await press("audit", {})).message).toMatch(/成功/);
    expect((await memberOf(memberId)).points).toBe(300);
    const half = yuan(payAmount / 2);
    await press("applyRefund", { applyAmount: half, reasonCode: "1", reason: "试" });
    const open = await first<{ id: string }>(admin, "/settle/handleOrder/list", { orderId: id, status: "0" });
    await operator.put("/settle/handleOrder/accept", { id: open.id });
    const passed = await admin.put("/settle/handleOrder/pass", { id: open.id, handleAmount: half, result: "退一半" });
    expect(passed.message).toMatch(/成功/);
    expect(await order(id)).toMatchObject({ status: "1", refundAmount: half });
    const { points } = await memberOf(memberId);
    expect(points).toBeGreaterThan(300);
    expect(points).toBeLessThan(500);

    expect((await press("reopen", { reason: "改数量" })).message).toBe("订单已有退款，不能退回修改");
    expect((await press("cancel", { cancelReason: "试" })).message).toMatch(/成功/);
    expect((await memberOf(memberId)).points).toBe(500);
  });

  it("an order that goes back for correction gives its points and goods back, and takes them again", async () => {
    const { id } = await first<Order>(admin, "/store/storeOrder/list", { status: "0", payType: "wechat" });
    const { memberId } = await order(id);
    await setRow("store/store-order", { id, pointsUsed: 100 });
    await setRow("member/member", { id: memberId, points: 130 });
    const press = async (action: string, answers: Row = {}) =>
      expect((await operator.put(`/store/storeOrder/${action}`, { id, ...answers })).message).toMatch(/成功/);
    const points: number[] = [];
    for (const [action, answers] of [["audit"], ["reopen", { reason: "改数量" }], ["audit"]] as const) {
      await press(action, answers);
      points.push((await memberOf(memberId)).points);
    }
    expect(points).toEqual([30, 130, 30]);
    const ledger = await listed<Row>("/settle/sendPointRecord/list", { orderId: id });
    expect(ledger.map(({ pointType, points: moved }) => [pointType, moved]).sort()).toEqual([
      ["6", -100],
      ["6", -100],
      ["7", 100],
    ]);
    await press("cancel", { cancelReason: "试" });
  });

  const relate = async (buyer: Member, direct: Member, status = "1") => {
    await setRow("member/member", { id: buyer.id, referrerId: direct.id });
    await setRow("member/member", { id: direct.id, referrerId: null, status });
  };
  const rewardsOf = (orderId: string) => listed<Reward>("/member/memberPromotion/list", { orderId });
  const pair = async () => {
    const members = await listed<Member>("/member/member/list", { status: "1", pageSize: "30" });
    const [buyer, direct] = members.slice(20);
    if (!buyer || !direct) throw new Error("members");
    return [buyer, direct] as const;
  };

  it("a first order of 50 yuan rewards who brought the member, the second and a smaller one do not", async () => {
    const [buyer, direct] = await pair();
    await relate(buyer, direct);
    const [lowest] = await levels();
    const product = await first<{ id: string }>(admin, "/product/product/list", { status: "1", productType: "1" });
    const store = await first<{ id: string }>(admin, "/store/store/list", { status: "1" });
    // Only lines make a payment: a total that is written into the row is computed anew from them.
    const rewarded = async (price: number, orderCount: number) => {
      await setRow("product/product", { id: product.id, storeId: null, price });
      await setRow("member/member", { id: buyer.id, orderCount, levelId: lowest?.id });
      const details = [{ productId: product.id, qty: 1 }];
      const body = { storeId: store.id, memberId: buyer.id, payType: "wechat", details };
      const { id } = (await operator.post<Order>("/store/storeOrder/add", body)).result;
      await operator.put("/store/storeOrder/audit", { id });
      expect(await complete(id)).toMatchObject({ payAmount: price });
      return (await rewardsOf(id)).filter(({ promoType }) => promoType === "2");
    };
    expect(await rewarded(49.99, 0)).toEqual([]);
    expect(await rewarded(50, 1)).toEqual([]);
    expect(await rewarded(50, 0)).toMatchObject([{ promoterId: direct.id, rewardAmount: 5, status: "0" }]);
  });

  it("a promoter who is frozen gets nothing", async () => {
    const [buyer, direct] = await pair();
    await relate(buyer, direct, "2");
    const { id } = await waiting();
    await setRow("store/store-order", { id, memberId: buyer.id });
    await complete(id);
    expect(await rewardsOf(id)).toEqual([]);
    await setRow("member/member", { id: direct.id, status: "1" });
  });

  it("a partial refund takes the same part of points, commission and rewards back", async () => {
    const [buyer, direct] = await pair();
    await relate(buyer, direct);
    const { id } = await waiting();
    await setRow("store/store-order", { id, memberId: buyer.id });
    const done = await complete(id);
    const half = yuan(done.payAmount / 2);
    const [reward] = (await rewardsOf(id)).filter(({ promoType }) => promoType === "3");
    const { points } = await memberOf(buyer.id);
    await operator.put("/store/storeOrder/applyRefund", { id, applyAmount: half, reasonCode: "1", reason: "试" });
    const open = await first<{ id: string }>(admin, "/settle/handleOrder/list", { orderId: id, status: "0" });
    await operator.put("/settle/handleOrder/accept", { id: open.id });
    const passed = await admin.put("/settle/handleOrder/pass", { id: open.id, handleAmount: half, result: "退一半" });
    expect(passed.message).toMatch(/成功/);
    const after = await order(id);
    expect(after).toMatchObject({ status: "2", refundAmount: half });
    const [kept] = (await rewardsOf(id)).filter(({ promoType }) => promoType === "3");
    expect(kept?.rewardAmount).toBeCloseTo(after.serviceFee * 0.05, 1);
    expect(kept?.rewardAmount).toBeLessThan(reward?.rewardAmount ?? 0);
    const taken = await listed<{ pointType: string; points: number }>("/settle/sendPointRecord/list", { orderId: id });
    const back = taken.filter(({ pointType }) => pointType === "5").reduce((sum, one) => sum + one.points, 0);
    expect((await memberOf(buyer.id)).points).toBe(points + back);
    expect(back).toBeLessThan(0);
    const business = await listed<{ businessType: string; amount: number }>("/sales/salesmanBusiness/list", {
      orderId: id,
    });
    const earned = business.reduce((sum, { amount }) => sum + amount, 0);
    expect(earned).toBeCloseTo(done.commission / 2, 1);
  });

  it("two orders audited at once cannot both be paid with the same points", async () => {
    const { id: memberId } = await first<Member>(admin, "/member/member/list", { status: "1" });
    const product = await first<{ id: string }>(admin, "/product/product/list", { status: "1", productType: "1" });
    const store = await first<{ id: string }>(admin, "/store/store/list", { status: "1" });
    await setRow("product/product", { id: product.id, storeId: null, price: 50 });
    const body = { storeId: store.id, memberId, payType: "wechat", details: [{ productId: product.id, qty: 1 }] };
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      const { id } = (await operator.post<Order>("/store/storeOrder/add", body)).result;
      await setRow("store/store-order", { id, pointsUsed: 100 });
      ids.push(id);
    }
    await setRow("member/member", { id: memberId, points: 150 });
    const answers = await Promise.all(ids.map((id) => operator.put("/store/storeOrder/audit", { id })));
    expect(answers.map(({ message }) => message).filter((text) => text === "会员积分不足，不能抵扣")).toHaveLength(1);
    expect((await memberOf(memberId)).points).toBe(50);
  });
});

it("points by hand wait for somebody to grant them", async () => {
  const member = await first<{ id: string; points: number }>(operator, "/member/member/list", { status: "1" });
  const add = (points: number) =>
    operator.post<{ id: string }>("/settle/sendPointRecord/add", { memberId: member.id, points, reason: "补偿" });
  expect((await add(5001)).message).toBe("一次赠送 1 到 5000 积分");
  const { result } = await add(20);
  const now = async () =>
    (await admin.get<{ points: number }>("/member/member/queryById", { query: { id: member.id } })).result.points;
  expect(await now()).toBe(member.points);
  expect((await operator.put("/settle/sendPointRecord/send", { id: result.id })).status).toBe(403);
  expect((await admin.put("/settle/sendPointRecord/send", { id: result.id })).message).toMatch(/成功/);
  expect(await now()).toBe(member.points + 20);
});

interface Settlement {
  readonly id: string;
  readonly periodEnd: string;
  readonly orderCount: number;
  readonly lineAmount: number;
  readonly totalAmount: number;
  readonly transferredAmount: number;
  readonly unpaidAmount: number;
  readonly status: string;
}

async function readRow({ base }: ResolvedModel, id: unknown): Promise<Row> {
  return (await admin.get<Row>(`${base}/queryById`, { query: { id: String(id) } })).result;
}

const modelNamed = (id: string): ResolvedModel => {
  const model = server.source.current.resolvedModels.get(id);
  if (!model) throw new Error(id);
  return model;
};

/** The row of the list that is asked for, made to hold what is `set`. */
async function holdRow(
  id: string,
  {
    of,
    at = 0,
    set = {},
  }: { readonly of?: Readonly<Record<string, string>>; readonly at?: number; readonly set?: Row },
): Promise<Row> {
  const model = modelNamed(id);
  const { result } = await admin.get<{ records: readonly Row[] }>(`${model.base}/list`, {
    query: { pageSize: String(at + 1), ...of },
  });
  const found = result.records[at];
  if (!found) throw new Error(`${id} has no row ${at}`);
  await updateRows(server.db.kysely, model, [{ ...set, id: found.id }], Object.keys(set));
  return readRow(model, found.id);
}

type Stated = Row | ((row: Row, given: Readonly<Record<string, Row>>) => Row) | undefined;

it("a product has ten pictures at most: the eleventh is refused at its file, and none is added", async () => {
  const { productId, url } = await holdRow("product/product-image", {});
  const images = "/product/productImage";
  const pictures = async () =>
    (await admin.get<Page<Row>>(`${images}/list`, { query: { productId: String(productId) } })).result.total;
  const add = () => admin.post<{ fieldErrors?: Row }>(`${images}/add`, { productId, imageType: "2", url });
  for (let count = await pictures(); count < 10; count += 1) expect((await add()).message).toBe("添加成功！");
  const refused = await add();
  expect([refused.success, refused.result?.fieldErrors?.url]).toEqual([false, "一个商品最多 10 张图片"]);
  expect(await pictures()).toBe(10);
});

it.each(brokenRules.map((one) => [`${one.model}: ${one.says}`, one] as const))(
  "%s: nothing is half done",
  async (_, rule) => {
    const model = modelNamed(rule.model);
    const given: Record<string, Row> = {};
    for (const [name, other] of Object.entries(rule.given ?? {})) given[name] = await holdRow(other.model, other);
    const { set } = rule;
    const row = await holdRow(rule.model, {
      ...rule,
      at: 0,
      set: typeof set === "function" ? set(given) : (set ?? {}),
    });
    const stated = (what: Stated): Row => (typeof what === "function" ? what(row, given) : (what ?? {}));
    const count = async () =>
      (await admin.get<Page<Row>>(`${model.base}/list`, { query: { pageSize: "1" } })).result.total;
    const before = await count();
    const [action, answers] = rule.press ?? ["edit", undefined];
    const call = (): Promise<{ success: boolean; message: string; result: { fieldErrors?: Row } }> => {
      if (rule.add) return admin.post(`${model.base}/add`, rule.add(row, given));
      const body = rule.press ? { id: row.id, ...stated(answers) } : { ...row, ...stated(rule.edit) };
      return admin.put(`${model.base}/${action}`, body);
    };
    const answer = await call();
    expect([answer.success, answer.message]).toEqual([false, expect.stringContaining(rule.says)]);
    if (rule.at !== undefined) expect(answer.result?.fieldErrors?.[rule.at]).toContain(rule.says);
    expect(await readRow(model, row.id)).toEqual(row);
    expect(await count()).toBe(before);
  },
);
