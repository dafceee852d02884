import { expect, it } from "vitest";
import { day, done, errorsOf, type Known, openBusiness, type Row } from "../support/business.ts";
import { uploadFile } from "../support/upload-file.ts";

const { admin, operator, settle, listed, first, read, change, addMember, bringForward } = openBusiness();

const members = "/member/member";
const points = "/settle/sendPointRecord";
const params = "/settle/settleParam";
const records = "/settle/settleRecord";
const transfers = "/settle/transferRecord";

/** A row of points that waits to be sent. */
const waiting = async (memberId: string, amount: number) =>
  (await operator.post<Known>(`${points}/add`, { memberId, points: amount, reason: "补偿" })).result.id;
const sendPoints = async (id: string) => (await settle.put(`${points}/send`, { id })).message;

it("BIZ-05 points that wait are not sent to a member who has left", async () => {
  const member = await addMember();
  const id = await waiting(member.id, 50);
  expect((await admin.put(`${members}/close`, { id: member.id })).message).toEqual(done);
  expect(await sendPoints(id)).toBe("会员已注销，不能发放");
  expect((await read(members, member.id)).points).toBe(0);
  expect((await settle.put(`${points}/revoke`, { id })).message).toEqual(done);
});

it("BIZ-05 a parameter of one category neither limits nor frees what all members get", async () => {
  const own = {
    name: "餐饮推广",
    settleType: "3",
    category: "1",
    startDate: day(0),
    pointLimit: 10,
    registerReward: 99,
  };
  const { id } = (await settle.post<Known>(`${params}/add`, own)).result;
  const member = await addMember();
  expect(await sendPoints(await waiting(member.id, 11))).toEqual(done);
  await addMember({ referrerId: member.id });
  expect(await first("/member/memberPromotion", { promoterId: member.id })).toMatchObject({ rewardAmount: 2 });
  await change("settle_param", id, { status: "0" });
});

it("BIZ-05 an order is rewarded by the parameter of its store's category before the general one", async () => {
  const referrer = await addMember();
  const orders = await listed("/store/storeOrder", { status: "1" });
  const [order, other] = orders.filter(({ serviceFee }) => Number(serviceFee) > 2);
  const categoryOf = async (one?: Row) => String((await read("/store/store", one?.storeId)).category);
  await change("store", order?.storeId, { category: "8" });
  if (other?.storeId !== order?.storeId) await change("store", other?.storeId, { category: "7" });
  const own = { name: "健身推广", settleType: "3", category: "8", startDate: day(0), directRate: 1 };
  const { id } = (await settle.post<Known>(`${params}/add`, own)).result;
  for (const one of [order, other]) {
    await change("member", one?.memberId, { referrer_id: referrer.id });
    expect((await operator.put("/store/storeOrder/complete", { id: one?.id })).message).toEqual(done);
    const [reward] = await listed("/member/memberPromotion", { orderId: String(one?.id), promoType: "3" });
    expect(reward?.rate).toBe((await categoryOf(one)) === "8" ? 1 : 5);
  }
  await change("settle_param", id, { status: "0" });
});

it("BIZ-05 the daily limit of points holds too where no parameter names one", async () => {
  const { id } = await first(params, { name: "会员推广结算" });
  await change("settle_param", id, { status: "0" });
  const member = await addMember();
  expect(await sendPoints(await waiting(member.id, 5000))).toEqual(done);
  expect(await sendPoints(await waiting(member.id, 1))).toBe("超过会员单日人工赠送上限");
  await change("settle_param", id, { status: "1" });
});

it("BIZ-05 a parameter stays in force until its new version begins, which ends when it would have ended", async () => {
  const used = await first(params, { name: "业务员公司结算" });
  await change("settle_param", used.id, { end_date: day(-40) });
  const renew = (startDate: string) => settle.put(`${params}/newVersion`, { id: used.id, startDate });
  const answers = await Promise.all([renew(day(-20)), renew(day(-20))]);
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  const versions = async () =>
    (await listed(params, { settleType: "2" })).map(({ startDate, endDate }) => [startDate, endDate]).sort();
  const [later, last] = [day(-20), day(-40)];
  expect(await versions()).toEqual([
    [used.startDate, later],
    [later, last],
  ]);
  expect((await renew(day(-10))).message).toEqual(done);
  expect(await versions()).toEqual([
    [used.startDate, day(-10)],
    [day(-10), later],
    [later, last],
  ]);
});

it("BIZ-05 a parameter that is in use is not deleted", async () => {
  const { id } = await first(params, { name: "家政保洁门店结算" });
  const remove = () => settle.delete(`${params}/delete`, { query: { id } });
  expect((await remove()).success).toBe(false);
  expect((await settle.put(`${params}/edit`, { id, status: "0" })).success).toBe(false);
  const made = (
    await settle.post<Known>(`${params}/add`, {
      ...{ name: "母婴门店结算", settleType: "1", category: "7", startDate: day(-9) },
    })
  ).result.id;
  expect((await settle.put(`${params}/edit`, { id: made, status: "0" })).success).toBe(true);
  expect((await settle.delete(`${params}/delete`, { query: { id: made } })).success).toBe(true);
});

it("BIZ-03 a store of a frozen company opens neither by a release nor after a rest", async () => {
  const company = await first("/store/storeCompany", { status: "1" });
  const store = await first("/store/store", { companyId: company.id });
  await change("store", store.id, { status: "1" });
  await settle.put("/store/storeCompany/freeze", { id: company.id, auditRemark: "欠费" });
  const open = async (action: string) =>
    (await operator.put(`/store/store/${action}`, { id: store.id, statusReason: "试" })).message;
  expect(await open("unfreeze")).toBe("所属公司不在合作中，不能解冻");
  await change("store", store.id, { status: "2" });
  expect(await open("reopen")).toBe("所属公司不在合作中，不能恢复营业");
  expect((await settle.put("/store/storeCompany/unfreeze", { id: company.id, auditRemark: "已付" })).message).toEqual(
    done,
  );
  expect(await open("reopen")).toEqual(done);
});

it("BIZ-03 of two stores that close into each other one stays open with all members", async () => {
  const open = (await listed("/store/store", { status: "1" })).filter(({ memberCount }) => Number(memberCount) > 0);
  const [one, two] = open as [Known, Known];
  for (const { id } of [one, two]) await change("store", id, { open_order_count: 0 });
  const close = (from: Known, to: Known) => operator.put("/store/store/close", { id: from.id, targetStoreId: to.id });
  const answers = await Promise.all([close(one, two), close(two, one)]);
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  const after = await Promise.all([one, two].map(({ id }) => read("/store/store", id)));
  const all = Number(one.memberCount) + Number(two.memberCount);
  expect(after.map(({ status, memberCount }) => [status, memberCount]).sort()).toEqual([
    ["1", all],
    ["4", 0],
  ]);
});

it("BIZ-03 settling at once makes no settlement without lines", async () => {
  await bringForward();
  const company = (await listed("/store/storeCompany", { status: "1" })).find(
    ({ unsettledAmount }) => Number(unsettledAmount) > 0,
  );
  const made = async () => (await listed(records, { storeCompanyId: String(company?.id) })).length;
  const before = await made();
  const settleNow = (periodEnd: string) => settle.put("/store/storeCompany/settleNow", { id: company?.id, periodEnd });
  expect((await settleNow("2001-01-01")).message).toBe("这一天以前没有到期的订单");
  const answers = await Promise.all([settleNow(day(1)), settleNow(day(1))]);
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  expect(await made()).toBe(before + 1);
});

it("BIZ-05 a transfer is not paid before the period that it pays for has ended", async () => {
  await operator.post(`${records}/generate`, { settleType: "1", periodEnd: day(1) });
  const { id } = await first(records, { status: "0", settleType: "1", totalAmount: ">0", periodEnd: day(1) });
  expect((await operator.put(`${records}/submit`, { id })).message).toEqual(done);
  expect((await admin.put(`${records}/audit`, { id })).message).toEqual(done);
  const transfer = await first(transfers, { settleId: id, status: "0" });
  const early = `${day(2)} 10:00:00`;
  const refused = "转账时间不能早于账期止";
  const proof = await uploadFile(settle, "contract");
  const confirm = (payTime: string) =>
    settle.put(`${transfers}/confirm`, { id: transfer.id, payTime, bankSerialNo: "AT1", proof });
  expect(errorsOf(await confirm(early))).toEqual({ payTime: refused });
  const { result } = await settle.post<{ problems: readonly { faults: readonly Row[] }[] }>(
    "/settle/bankStatement/importRows",
    {
      ...{ keep: "sound", fileName: "a.xlsx", columns: ["bankSerialNo", "transferId", "amount", "payTime"] },
      rows: [{ no: 2, cells: ["AT2", transfer.transferNo, String(transfer.amount), early] }],
    },
  );
  expect(result.problems[0]?.faults[0]?.message).toBe(refused);
  expect((await confirm(`${day(1)} 10:00:00`)).message).toEqual(done);
  expect(await read(records, id)).toMatchObject({ status: "4", unpaidAmount: 0 });
});

it("BIZ-05 a file of points that is sent twice gives nobody a second time, when it names its batch", async () => {
  const member = await addMember();
  const send = () =>
    operator.post<{ isStored: boolean; refusal: string | null }>(`${points}/importRows`, {
      ...{ keep: "sound", fileName: "points.xlsx", columns: ["memberId", "points", "reason", "batchNo"] },
      rows: [{ no: 2, cells: [member.mobile, "20", "周年", "2026-A"] }],
    });
  expect((await send()).result).toMatchObject({ isStored: true, refusal: null });
  expect((await send()).result).toMatchObject({ isStored: false, refusal: "这一批次已有这位会员" });
  expect(await listed(points, { memberId: member.id })).toHaveLength(1);
  for (let times = 0; times < 2; times += 1) expect(await waiting(member.id, 5)).toEqual(expect.any(String));
});

it("BIZ-06 a link leads nowhere that a browser reads as another site", async () => {
  const backslash = String.fromCharCode(92);
  const add = (url: string, code: string) =>
    operator.post("/ad/jumpLink/add", { code, name: code, linkType: url.startsWith("https") ? "5" : "1", url });
  const hostile = ["//a.example", `/${backslash}a.example`, "/\t/a.example", `https://a${backslash}@b.example`];
  for (const [at, url] of hostile.entries())
    expect([url, errorsOf(await add(url, `bad_${at}`))]).toEqual([
      url,
      { url: "请输入 http、https 地址或以 / 开头的路径" },
    ]);
  for (const [at, url] of ["/", "/pages/a?b=1", "https://a.example/x"].entries())
    expect([url, (await add(url, `good_${at}`)).success]).toEqual([url, true]);
});

it("BIZ-06 growth and stock are changed by sensible amounts, and sums of long numbers stay numbers", async () => {
  const account = await first("/ad/adAccount", { status: "1" });
  const goods = await first("/product/product", { productType: "2" });
  const grow = (amount: number) => operator.put("/ad/adAccount/addGrowth", { id: account.id, amount, reason: "试" });
  const store = (qty: number) => operator.put("/product/product/addStock", { id: goods.id, qty, reason: "试" });
  for (const amount of [1e15, -1e15, 1_000_001]) {
    expect(errorsOf(await grow(amount))).toHaveProperty("amount");
    expect(errorsOf(await store(amount))).toHaveProperty("qty");
  }
  await change("ad_account", account.id, { growth: 1_000_000_000_000_056 });
  await change("product", goods.id, { stock: 1_000_000_000_000_056 });
  expect([(await grow(5)).status, (await store(5)).status]).toEqual([200, 200]);
  expect((await read("/ad/adAccount", account.id)).growth).toBe(1_000_000_000_000_061);
  expect((await read("/product/product", goods.id)).stock).toBe(1_000_000_000_000_061);
});
