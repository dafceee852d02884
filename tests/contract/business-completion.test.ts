import { describe, expect, it } from "vitest";
import { done, type Known, openBusiness, type Row, yuan } from "../support/business.ts";
import { violationsOf } from "./sample-invariants.ts";

const { server, operator, listed, first, read, change, addOrder, readOrder, refund } = openBusiness();

interface Member {
  readonly id: string;
  readonly levelId: string;
  readonly points: number;
}
interface Reward {
  readonly promoterId: string;
  readonly promoType: string;
  readonly rewardAmount: number;
  readonly status: string;
}

const memberOf = (id: string) => read<Member>("/member/member", id);
const waiting = () => first("/store/storeOrder", { status: "1", settleFlag: "0" });
const complete = async (id: string) => {
  expect((await operator.put("/store/storeOrder/complete", { id })).message).toEqual(done);
  return readOrder(id);
};
const earnedBy = (orderId: string) =>
  listed<{ readonly businessType: string; readonly amount: number }>("/sales/salesmanBusiness", { orderId });
const rewardsOf = (orderId: string) => listed<Reward>("/member/memberPromotion", { orderId });
const levels = () =>
  listed<{ readonly id: string; readonly minAmount: number }>("/member/memberLevel", { column: "rank", order: "asc" });
const levelChanges = (memberId: string) =>
  listed("/member/memberLevelRecord", { memberId, column: "changeTime", order: "desc" });
/** A member and who has brought them. */
const relate = async (buyer: Member, direct: Member, status = "1") => {
  await change("member", buyer.id, { referrer_id: direct.id });
  await change("member", direct.id, { referrer_id: null, status });
};
const pair = async () => {
  const members = await listed<Member>("/member/member", { status: "1", pageSize: "30" });
  const [buyer, direct] = members.slice(20);
  if (!buyer || !direct) throw new Error("members");
  return [buyer, direct] as const;
};

it("completion grants the member's points and the salesman's commission once; a refund takes the commission back", async () => {
  const { id } = await waiting();
  const { memberId } = await readOrder(id);
  const { points } = await memberOf(memberId);
  const completed = await complete(id);
  expect(completed.pointsSent).toBe(Math.floor(completed.payAmount * completed.pointRate));
  const balance = points + completed.pointsSent;
  expect((await memberOf(memberId)).points).toBe(balance);
  const granted = await listed("/settle/sendPointRecord", { orderId: id });
  expect(granted).toMatchObject([{ points: completed.pointsSent, balanceAfter: balance }]);
  expect(await earnedBy(id)).toMatchObject([{ businessType: "2", amount: completed.commission }]);

  await refund(id, completed.payAmount);
  const amounts = (await earnedBy(id)).map(({ amount }) => amount);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(0, 2);
  expect(amounts).toHaveLength(2);
});

describe("completing an order", () => {
  it("lifts the member to the highest level that their spending reaches, in one row, and never twice", async () => {
    const { id } = await waiting();
    const { memberId } = await readOrder(id);
    const [lowest, , gold, next] = await levels();
    if (!lowest || !gold || !next) throw new Error("levels");
    await change("member", memberId, { level_id: lowest.id, gross_amount: gold.minAmount });
    await change("store_order", id, { amount: Math.min(10, next.minAmount - gold.minAmount - 1) });
    const before = (await levelChanges(memberId)).length;
    const sent = () => listed("/settle/sendRecord", { memberId, scene: "3", title: "等级升级" });
    const sentBefore = (await sent()).length;
    await complete(id);
    expect((await memberOf(memberId)).levelId).toBe(gold.id);
    const after = await levelChanges(memberId);
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({ oldLevelId: lowest.id, newLevelId: gold.id, changeType: "2", orderId: id });
    expect(await sent()).toHaveLength(sentBefore + 1);

    const again = await waiting();
    await change("store_order", again.id, { member_id: memberId, amount: 1 });
    await complete(again.id);
    expect((await memberOf(memberId)).levelId).toBe(gold.id);
    expect(await levelChanges(memberId)).toHaveLength(before + 1);
  });

  it("rewards the two persons above the buyer, nobody else; a full refund cancels what is not settled", async () => {
    const { id } = await waiting();
    const members = await listed<Member>("/member/member", { status: "1", pageSize: "10" });
    const [buyer, direct, indirect, third] = members;
    if (!buyer || !direct || !indirect || !third) throw new Error("members");
    const above = [direct, indirect, third];
    for (const [index, member] of [buyer, direct, indirect].entries()) {
      await change("member", member.id, { referrer_id: above[index]?.id });
    }
    await change("store_order", id, { member_id: buyer.id });
    const completed = await complete(id);
    const share = (rate: number) => Math.round(completed.serviceFee * rate + 1e-6) / 100;
    const made = await rewardsOf(id);
    expect(made.filter(({ promoType }) => promoType !== "2")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ promoterId: direct.id, promoType: "3", rewardAmount: share(5), status: "0" }),
        expect.objectContaining({ promoterId: indirect.id, promoType: "4", rewardAmount: share(2), status: "0" }),
      ]),
    );
    expect(made.some(({ promoterId }) => promoterId === third.id)).toBe(false);

    const { points } = await memberOf(buyer.id);
    await refund(id, completed.payAmount);
    expect((await rewardsOf(id)).every(({ status }) => status === "9")).toBe(true);
    expect((await memberOf(buyer.id)).points).toBe(points - Math.min(points, completed.pointsSent));
  });

  it("points that pay are taken at the audit, given back with the order, and never exceed the balance", async () => {
    const { id } = await first("/store/storeOrder", { status: "0", payType: "wechat" });
    const { memberId } = await readOrder(id);
    await change("store_order", id, { points_used: 100 });
    await change("member", memberId, { points: 99 });
    const press = (action: string, answers: Row = {}) =>
      operator.put(`/store/storeOrder/${action}`, { id, ...answers });
    expect((await press("audit")).message).toBe("会员积分不足，不能抵扣");
    expect((await readOrder(id)).status).toBe("0");
    await change("member", memberId, { points: 150 });
    expect((await press("audit")).message).toEqual(done);
    expect((await memberOf(memberId)).points).toBe(50);
    expect((await press("cancel", { cancelReason: "试" })).message).toEqual(done);
    expect((await memberOf(memberId)).points).toBe(150);
  });

  it("what a partial refund has given back is not given back again by 取消; 退回修改 is closed by then", async () => {
    const { id } = await first("/store/storeOrder", { status: "0", payType: "wechat" });
    const { memberId, payAmount } = await readOrder(id);
    await change("store_order", id, { points_used: 200 });
    await change("member", memberId, { points: 500 });
    const press = (action: string, answers: Row) => operator.put(`/store/storeOrder/${action}`, { id, ...answers });
    expect((await press("audit", {})).message).toEqual(done);
    expect((await memberOf(memberId)).points).toBe(300);
    const half = yuan(payAmount / 2);
    await refund(id, half);
    expect(await readOrder(id)).toMatchObject({ status: "1", refundAmount: half });
    const { points } = await memberOf(memberId);
    expect(points).toBeGreaterThan(300);
    expect(points).toBeLessThan(500);

    expect((await press("reopen", { reason: "改数量" })).message).toBe("订单已有退款，不能退回修改");
    expect((await press("cancel", { cancelReason: "试" })).message).toEqual(done);
    expect((await memberOf(memberId)).points).toBe(500);
  });

  it("an order that goes back for correction gives its points and goods back, and takes them again", async () => {
    const { id } = await first("/store/storeOrder", { status: "0", payType: "wechat" });
    const { memberId } = await readOrder(id);
    await change("store_order", id, { points_used: 100 });
    await change("member", memberId, { points: 130 });
    const press = async (action: string, answers: Row = {}) =>
      expect((await operator.put(`/store/storeOrder/${action}`, { id, ...answers })).message).toEqual(done);
    const points: number[] = [];
    for (const [action, answers] of [["audit"], ["reopen", { reason: "改数量" }], ["audit"]] as const) {
      await press(action, answers);
      points.push((await memberOf(memberId)).points);
    }
    expect(points).toEqual([30, 130, 30]);
    const ledger = await listed("/settle/sendPointRecord", { orderId: id });
    expect(ledger.map(({ pointType, points: moved }) => [pointType, moved]).sort()).toEqual([
      ["6", -100],
      ["6", -100],
      ["7", 100],
    ]);
    await press("cancel", { cancelReason: "试" });
  });

  it("a first order of 50 yuan rewards who brought the member, the second and a smaller one do not", async () => {
    const [buyer, direct] = await pair();
    await relate(buyer, direct);
    const [lowest] = await levels();
    // Only lines make a payment: a total that is written into the row is computed anew from them.
    const rewarded = async (price: number, orderCount: number) => {
      await change("member", buyer.id, { order_count: orderCount, level_id: lowest?.id });
      const { id } = await addOrder(buyer.id, price);
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
    await change("store_order", id, { member_id: buyer.id });
    await complete(id);
    expect(await rewardsOf(id)).toEqual([]);
    await change("member", direct.id, { status: "1" });
  });

  it("a partial refund takes the same part of points, commission and rewards back", async () => {
    const [buyer, direct] = await pair();
    await relate(buyer, direct);
    const { id } = await waiting();
    await change("store_order", id, { member_id: buyer.id });
    const completed = await complete(id);
    const half = yuan(completed.payAmount / 2);
    const [reward] = (await rewardsOf(id)).filter(({ promoType }) => promoType === "3");
    const { points } = await memberOf(buyer.id);
    await refund(id, half);
    const after = await readOrder(id);
    expect(after).toMatchObject({ status: "2", refundAmount: half });
    const [kept] = (await rewardsOf(id)).filter(({ promoType }) => promoType === "3");
    expect(kept?.rewardAmount).toBeCloseTo(after.serviceFee * 0.05, 1);
    expect(kept?.rewardAmount).toBeLessThan(reward?.rewardAmount ?? 0);
    const taken = await listed<{ pointType: string; points: number }>("/settle/sendPointRecord", { orderId: id });
    const back = taken.filter(({ pointType }) => pointType === "5").reduce((sum, one) => sum + one.points, 0);
    expect((await memberOf(buyer.id)).points).toBe(points + back);
    expect(back).toBeLessThan(0);
    const earned = (await earnedBy(id)).reduce((sum, { amount }) => sum + amount, 0);
    expect(earned).toBeCloseTo(completed.commission / 2, 1);
  });

  it("two orders audited at once cannot both be paid with the same points", async () => {
    const { id: memberId } = await first("/member/member", { status: "1" });
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      const { id } = await addOrder(memberId, 50);
      await change("store_order", id, { points_used: 100 });
      ids.push(id);
    }
    await change("member", memberId, { points: 150 });
    const answers = await Promise.all(ids.map((id) => operator.put("/store/storeOrder/audit", { id })));
    expect(answers.map(({ message }) => message).filter((text) => text === "会员积分不足，不能抵扣")).toHaveLength(1);
    expect((await memberOf(memberId)).points).toBe(50);
  });
});

it("BIZ-07 one finished order in four is told to others, with the name covered", async () => {
  const [told, silent] = await listed<Known & { storeId: string }>("/store/storeOrder", { status: "1" });
  await change("store_order", told?.id, { order_no: "SO999999990004" });
  await change("store_order", silent?.id, { order_no: "SO999999990005" });
  for (const order of [told, silent]) {
    expect((await operator.put("/store/storeOrder/complete", { id: order?.id })).message).toEqual(done);
  }
  const [prompt, ...others] = await listed("/base/fomoRecord", { orderId: told?.id ?? "" });
  expect([prompt, others]).toEqual([
    expect.objectContaining({
      fomoType: "1",
      storeId: told?.storeId,
      content: expect.stringMatching(/的.\*\* 刚刚购买了/),
    }),
    [],
  ]);
  expect(await listed("/base/fomoRecord", { orderId: silent?.id ?? "" })).toEqual([]);
  expect(await violationsOf("INV-30", server().db.kysely)).toEqual([]);
});
