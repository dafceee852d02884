import { sql } from "kysely";
import { expect, it } from "vitest";
import { day, done, openBusiness, type Person, type Row } from "../support/business.ts";
import { uploadFile } from "../support/upload-file.ts";

const { admin, operator, settle, ...business } = openBusiness();
const { execute, listed, first, change, addMember, companyToSettle } = business;

/** The row that a file belongs to. */
const ownerOf = async (path: string) =>
  (
    await execute(
      sql`select owner_model as model, owner_id as id, owner_field as field from sys_oss_file where url = ${path}`,
    )
  ).rows[0];

/** What the salesperson of a new order has earned by it, row by row, after each press. */
async function orderOf(price: number, commissionRate: number) {
  const buyer = await first("/member/member", { status: "1" });
  const { id } = await business.addOrder(buyer.id, price);
  await change("store_order", id, { commission_rate: commissionRate });
  const press = async (action: string) =>
    expect((await operator.put(`/store/storeOrder/${action}`, { id })).message).toEqual(done);
  const refund = (amount: number) => business.refund(id, amount);
  const earned = async () =>
    (
      await listed<{ businessType: string; amount: number }>("/sales/salesmanBusiness", {
        orderId: id,
        ...{ column: "bizNo", order: "asc" },
      })
    ).map(({ businessType, amount }) => [businessType, amount]);
  return { id, buyer, press, refund, earned };
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

  // A third of a cent is nothing; what is left of it goes with a later refund, once.
  const small = await orderOf(3, 4);
  for (const action of ["audit", "complete"]) await small.press(action);
  for (const _ of [1, 2, 3]) await small.refund(1);
  expect(await small.earned()).toEqual([
    ["2", 0.01],
    ["3", -0.01],
  ]);
});

it("a settled reward is taken back by what it was computed on, and none of it stays after the last yuan", async () => {
  const order = await orderOf(1_000, 10);
  const promoter = await first("/member/member", { id: `!${order.buyer.id}`, status: "1" });
  await change("member", order.buyer.id, { referrer_id: promoter.id });
  await change("member", promoter.id, { referrer_id: null });
  await order.press("audit");
  await order.refund(200);
  await order.press("complete");
  const rewards = async () =>
    (
      await listed<{ id: string; rewardAmount: number }>("/member/memberPromotion", {
        orderId: order.id,
        promoType: "3",
        ...{ column: "promoNo", order: "asc" },
      })
    ).map(({ rewardAmount }) => rewardAmount);
  expect(await rewards()).toEqual([3.2]);
  await execute(sql`update member_promotion set status = '3' where order_id = ${order.id}`);
  await order.refund(200);
  expect(await rewards()).toEqual([3.2, -0.8]);
  await order.refund(600);
  expect(await rewards()).toEqual([3.2, -0.8, -2.4]);
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

/** Whether the company separates duties, for as long as the work takes. */
async function withoutDuties(work: () => Promise<void>) {
  const { id } = await first("/base/dataDict", { code: "duty.separation" });
  await change("data_dict", id, { value: "N" });
  await work().finally(() => change("data_dict", id, { value: "Y" }));
}

const own = "不能审核本人提交的单据";

it("who generated or submitted a settlement does not audit it, unless the company separates no duties", async () => {
  const company = await companyToSettle();
  const generated = await admin.put("/store/storeCompany/settleNow", { id: company.id, periodEnd: day(1) });
  expect(generated.message).toEqual(done);
  const { id } = await first("/settle/settleRecord", { storeCompanyId: company.id, status: "0" });
  expect((await operator.put("/settle/settleRecord/submit", { id })).message).toEqual(done);
  const audit = () => admin.put("/settle/settleRecord/audit", { id });
  expect((await audit()).message).toBe(own);
  await change("settle_record", id, { create_by: "operator", operator: "admin" });
  expect((await audit()).message).toBe(own);
  await withoutDuties(async () => expect((await audit()).message).toEqual(done));

  // A settlement that no person made is audited by whoever has not submitted it.
  await execute(sql`update transfer_record set status = '9' where settle_id = ${id}`);
  await change("settle_record", id, { create_by: null, operator: "operator", status: "1" });
  expect((await audit()).message).toEqual(done);
});

it("who created or changed a grant of more than 1,000 points does not send it", async () => {
  const member = await first("/member/member", { status: "1" });
  const points = "/settle/sendPointRecord";
  const add = async (maker: Person, amount: number) =>
    (await maker.post<{ id: string }>(`${points}/add`, { memberId: member.id, points: amount, reason: "补偿" })).result;
  const send = async (sender: Person, { id }: { readonly id: string }) =>
    (await sender.put(`${points}/send`, { id })).message;
  const toOthers = "超过 1000 积分须由他人发放";
  const large = await add(admin, 1001);
  expect(await send(admin, large)).toBe(toOthers);
  expect(await send(settle, large)).toEqual(done);
  expect(await send(admin, await add(admin, 1000))).toEqual(done);

  const raised = await add(operator, 20);
  expect((await admin.put(`${points}/edit`, { id: raised.id, points: 2999 })).success).toBe(true);
  expect(await send(admin, raised)).toBe(toOthers);
  await withoutDuties(async () => expect(await send(admin, raised)).toEqual(done));
});

it("who applied for a refund neither passes nor refuses it, unless the company separates no duties", async () => {
  const { id } = await first("/store/storeOrder", { status: "1", settleFlag: "0" });
  const asked = { id, applyAmount: 0.01, reasonCode: "1", reason: "没有服务" };
  expect((await admin.put("/store/storeOrder/applyRefund", asked)).message).toEqual(done);
  const open = await first("/settle/handleOrder", { orderId: id, status: "0" });
  await admin.put("/settle/handleOrder/accept", { id: open.id });
  const decide = async (action: string) =>
    (await admin.put(`/settle/handleOrder/${action}`, { id: open.id, handleAmount: 0.01, result: "同意" })).message;
  expect(await decide("pass")).toBe(own);
  expect(await decide("refuse")).toBe(own);
  await withoutDuties(async () => expect(await decide("pass")).toEqual(done));
});

it("a member with rewards that are not settled can't be closed", async () => {
  const { id } = await addMember();
  const reward = await first("/member/memberPromotion");
  const close = async () => (await admin.put("/member/member/close", { id })).message;
  for (const status of ["0", "1", "2"]) {
    await change("member_promotion", reward.id, { promoter_id: id, status });
    expect(await close()).toBe("还有未结算的推广奖励，不能注销");
  }
  await change("member_promotion", reward.id, { status: "3" });
  expect(await close()).toEqual(done);
});

it.each([
  ["1", "store_company", "storeCompanyId", "/store/storeCompany"],
  ["2", "salesman_company", "salesmanCompanyId", "/sales/salesmanCompany"],
  ["3", "member", "memberId", "/member/member"],
] as const)(
  "a settlement of type %s is neither audited nor paid while its %s is not active",
  async (settleType, table, field, payees) => {
    const payee = await first(payees, { status: "1" });
    const { id } = await first("/settle/settleRecord", { settleType: "1", status: "4" });
    const transfer = await first("/settle/transferRecord", { settleId: id });
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const none = { store_company_id: null, salesman_company_id: null, member_id: null };
    const held = {
      settle_type: settleType,
      status: "1",
      operator: "operator",
      create_by: "operator",
      transferred_amount: 0.01,
    };
    await change("settle_record", id, { ...none, ...held, [column]: payee.id });
    await change("transfer_record", transfer.id, { status: "0", bank_serial_no: null, amount: 0.01 });

    const proof = await uploadFile(admin, "contract");
    const paid = { payTime: `${day(1)} 10:00:00`, bankSerialNo: `BK${settleType}`, proof };
    const presses = [
      () => admin.put("/settle/settleRecord/audit", { id }),
      () => admin.put("/settle/transferRecord/start", { id: transfer.id }),
      () => admin.put("/settle/transferRecord/confirm", { id: transfer.id, ...paid }),
    ];
    const says = async (message: unknown) => {
      for (const press of presses) expect((await press()).message).toEqual(message);
    };
    await change(table, payee.id, { status: "2" });
    await says("收款方已冻结，不能付款");
    await change(table, payee.id, { status: "3" });
    await says("收款方已终止或注销，不能付款");
    await change(table, payee.id, { status: "1" });
    await says(done);
  },
);

it("a transfer is confirmed with a receipt that the person has uploaded only", async () => {
  const { id } = await first("/settle/transferRecord", { status: "0" });
  const confirm = (proof?: string) =>
    admin.put<{ fieldErrors?: Row; status?: string }>("/settle/transferRecord/confirm", {
      ...{ id, payTime: `${day(1)} 10:00:00`, bankSerialNo: "BK-receipt", proof },
    });
  const refused = await confirm();
  expect([refused.success, refused.result?.fieldErrors]).toEqual([false, { proof: "请上传回单" }]);
  expect((await confirm("")).success).toBe(false);
  const stored = () => first<Row>("/settle/transferRecord", { id });
  const before = await stored();
  for (const path of ["contract/receipt.pdf", await uploadFile(operator, "contract")]) {
    const foreign = await confirm(path);
    const fieldErrors = { proof: "回单：文件不存在或不是您上传的" };
    expect([foreign.success, foreign.result?.fieldErrors]).toEqual([false, fieldErrors]);
    expect(await stored()).toEqual(before);
  }
  const own = await uploadFile(admin, "contract");
  expect((await confirm(own)).result).toMatchObject({ status: "2", proof: own });
  expect(await ownerOf(own)).toEqual({ model: "settle/transfer-record", id, field: "proof" });
});

it("an appointment begins in the future; one that has passed since may stay when the order is edited", async () => {
  const { id, storeId } = await first("/store/storeOrder", { status: "0", payType: "wechat" });
  const member = await first("/member/member", { status: "1" });
  const product = await first("/product/product", { status: "1", productType: "1" });
  await change("product", product.id, { store_id: null, price: 50 });
  const body = { storeId, memberId: member.id, orderType: "3", payType: "wechat", address: "文三路 1 号" };
  const add = (appointTime: string) =>
    operator.post<{ id: string; fieldErrors?: Row }>("/store/storeOrder/add", {
      ...{ ...body, appointTime, details: [{ productId: product.id, qty: 1 }] },
    });
  const refused = await add(`${day(1)} 10:00:00`);
  expect([refused.success, refused.result?.fieldErrors]).toEqual([false, { appointTime: "预约时间不能早于现在" }]);
  const added = await add(`${day(-1)} 10:00:00`);
  expect([added.success, added.message]).toEqual([true, expect.any(String)]);

  const past = `${day(3)} 10:00:00`;
  await change("store_order", id, { order_type: "3", address: "文三路 1 号", appoint_time: past });
  const edited = { id, orderType: "3", address: "文三路 1 号", appointTime: past, remark: "改备注" };
  expect((await operator.put("/store/storeOrder/edit", edited)).message).toEqual(done);
});
