import { expect, it } from "vitest";
import { done, openBusiness, type Person, yuan } from "../support/business.ts";

const { admin, operator, first, change, addMember, addOrder, readOrder, refund } = openBusiness();

it("a refund begins on the order, is decided by somebody else, and moves the order's money", async () => {
  const { id } = await first("/store/storeOrder", { status: "2", settleFlag: "0" });
  const before = await readOrder(id);
  const apply = (applyAmount: number) =>
    operator.put("/store/storeOrder/applyRefund", { id, applyAmount, reasonCode: "1", reason: "没有服务" });
  expect((await apply(yuan(before.payAmount + 0.01))).message).toBe("申请金额须大于 0，不超过可退金额");
  expect((await apply(before.payAmount)).message).toEqual(done);
  expect((await readOrder(id)).status).toBe("3");
  expect((await apply(1)).success).toBe(false);

  const open = await first("/settle/handleOrder", { orderId: id, status: "0" });
  const half = yuan(before.payAmount / 2);
  const pass = (client: Person, handleAmount: number) =>
    client.put("/settle/handleOrder/pass", { id: open.id, handleAmount, result: "同意" });
  expect((await pass(admin, half)).message).toBe("当前状态“待处理”不能进行“通过”操作");
  expect((await operator.put("/settle/handleOrder/accept", { id: open.id })).success).toBe(true);
  expect((await pass(operator, half)).message).toBe("不能审核本人提交的单据");
  expect((await pass(admin, yuan(before.payAmount + 1))).message).toBe("处理金额不能超过申请金额");
  expect((await pass(admin, half)).message).toEqual(done);

  const after = await readOrder(id);
  expect(after).toMatchObject({ status: "2", refundAmount: half });
  expect(after.serviceFee).toBeCloseTo(((before.payAmount - half) * before.serviceRate) / 100, 1);
  await refund(id, yuan(after.payAmount - half));
  expect(await readOrder(id)).toMatchObject({ status: "4", refundAmount: before.payAmount, serviceFee: 0 });
});

it("a refused or withdrawn refund gives the order its state back; other cases begin in their own list", async () => {
  const { id } = await first("/store/storeOrder", { status: "1", settleFlag: "0" });
  const apply = () =>
    operator.put("/store/storeOrder/applyRefund", { id, applyAmount: 1, reasonCode: "6", reason: "试试" });
  const opened = () => first("/settle/handleOrder", { orderId: id, handleType: "1", status: "0" });
  await apply();
  const one = await opened();
  expect((await admin.put("/settle/handleOrder/withdraw", { id: one.id })).message).toBe("只有申请人可以撤销");
  expect((await operator.put("/settle/handleOrder/withdraw", { id: one.id })).success).toBe(true);
  expect((await readOrder(id)).status).toBe("1");
  await apply();
  const two = await opened();
  await operator.put("/settle/handleOrder/accept", { id: two.id });
  expect((await admin.put("/settle/handleOrder/refuse", { id: two.id, result: "不符" })).success).toBe(true);
  expect(await readOrder(id)).toMatchObject({ status: "1", refundAmount: 0 });

  const complain = (handleType: string) =>
    operator.post("/settle/handleOrder/add", { orderId: id, handleType, reason: "态度不好", fromOrder: "Y" });
  expect((await complain("1")).success).toBe(false);
  expect((await complain("3")).success).toBe(true);
  expect((await complain("3")).message).toBe("这张订单已有未结的同类处理单");
});

it("the order of a member who was frozen meanwhile is completed and refunded all the same", async () => {
  const { id } = await addOrder((await addMember()).id, 100);
  const { memberId } = await readOrder(id);
  expect((await operator.put("/store/storeOrder/audit", { id })).message).toEqual(done);
  await change("member", memberId, { status: "2" });
  expect((await operator.put("/store/storeOrder/complete", { id })).message).toEqual(done);
  const { pointsSent, payAmount } = await readOrder(id);
  expect(await first("/settle/sendPointRecord", { orderId: id })).toMatchObject({ memberId, points: pointsSent });
  await refund(id, payAmount);
  expect((await readOrder(id)).status).toBe("4");
});
