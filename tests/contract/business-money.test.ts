import { sql } from "kysely";
import { expect, it } from "vitest";
import { day, done, errorsOf, type Known, openBusiness, type Person, type Row } from "../support/business.ts";
import { runJob } from "../support/run-job.ts";
import { violationsOf } from "./sample-invariants.ts";

const { server, admin, operator, settle, ...business } = openBusiness();
const { execute, listed, first, read, change, addMember, bringForward } = business;

const records = "/settle/settleRecord";
const transfers = "/settle/transferRecord";
const points = "/settle/sendPointRecord";

/** A settlement that is to be paid by one transfer, which has not been started. */
async function toPay() {
  for (const transfer of await listed<Known & { settleId: string; amount: number; transferNo: string }>(transfers, {
    status: "0",
  })) {
    const bill = await read(records, transfer.settleId);
    const payee = await first("/store/storeCompany", { id: String(bill.storeCompanyId ?? "0") }).catch(() => undefined);
    if (bill.status === "2" && bill.settleType === "1" && payee?.status === "1") return transfer;
  }
  throw new Error("no settlement is to be paid");
}

it("BIZ-05 nobody who has ever submitted a settlement audits it, whoever submitted it last", async () => {
  const { id } = await first(records, { status: "0", settleType: "1", totalAmount: ">0" });
  await change("settle_record", id, { create_by: null });
  expect((await settle.put(`${records}/submit`, { id })).message).toEqual(done);
  expect((await admin.put(`${records}/reject`, { id, auditRemark: "请核对" })).message).toEqual(done);
  expect((await operator.put(`${records}/submit`, { id })).message).toEqual(done);
  expect((await settle.put(`${records}/audit`, { id })).message).toBe("不能审核本人提交的单据");
  expect((await admin.put(`${records}/audit`, { id })).message).toEqual(done);
});

it("BIZ-05 what a cancelled transfer has left open is paid by another, never more than is payable", async () => {
  const { id, settleId, amount } = await toPay();
  const add = (sum: number, of = settleId) =>
    settle.post(`${transfers}/add`, { settleId: of, amount: sum, channel: "2" });
  const tooMuch = { amount: "转账合计不能超过应付总额" };
  expect(errorsOf(await add(0.01))).toEqual(tooMuch);
  expect((await settle.put(`${transfers}/cancel`, { id })).message).toEqual(done);
  expect(errorsOf(await add(Math.round(amount * 100 + 1) / 100))).toEqual(tooMuch);
  const answers = await Promise.all([add(amount), add(amount)]);
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  const [made] = await listed(transfers, { settleId, status: "0" });
  expect(made).toMatchObject({ amount, bankAccount: expect.any(String), payeeName: expect.any(String) });
  const moved = await settle.put<Row>(`${transfers}/edit`, { id: made?.id, amount: 1 });
  expect(moved.success).toBe(false);

  const finished = await first(records, { status: "4", settleType: "1" });
  expect(errorsOf(await add(0.01, finished.id))).toEqual({ settleId: "只有待转账、部分转账的结算单可以转账" });
  expect((await operator.post(`${transfers}/add`, { settleId, amount: 1 })).status).toBe(403);
});

interface Verdict {
  readonly added: number;
  readonly problems: readonly { readonly no: number; readonly faults: readonly { readonly message: string }[] }[];
}

it("BIZ-05 a bank statement confirms the transfers that it agrees with and names the other rows", async () => {
  const { id, settleId, amount, transferNo } = await toPay();
  expect((await settle.put(`${transfers}/split`, { id, part: 0.5 })).message).toEqual(done);
  const parts = await listed<{ transferNo: string; amount: number }>(transfers, { settleId, status: "0" });
  const small = parts.find((part) => part.amount === 0.5)?.transferNo ?? "";
  const large = Math.round((amount - 0.5) * 100) / 100;
  const payTime = `${day(1)} 10:00:00`;
  const send = (client: Person, ...rows: readonly (readonly string[])[]) =>
    client.post<Verdict>("/settle/bankStatement/importRows", {
      ...{ keep: "sound", fileName: "statement.xlsx", columns: ["bankSerialNo", "transferId", "amount", "payTime"] },
      rows: rows.map((cells, at) => ({ no: at + 2, cells })),
    });
  expect((await send(operator, ["ST1", small, "0.5", payTime])).status).toBe(403);
  const { result } = await send(
    settle,
    ["ST1", small, "0.5", payTime],
    ["ST2", transferNo, String(large + 1), payTime],
    ["ST3", "ZZ00000000000", "5", payTime],
    ["ST4", transferNo, String(large), `${day(-1)} 10:00:00`],
  );
  expect([
    result.added,
    result.problems.map(({ no, faults }) => [no, faults.map(({ message }) => message).join()]),
  ]).toEqual([
    1,
    [
      [3, "金额与转账单不一致"],
      [4, expect.stringContaining("ZZ00000000000")],
      [5, "时间不能晚于现在"],
    ],
  ]);
  expect(await first(transfers, { transferNo: small })).toMatchObject({
    ...{ status: "2", payTime, bankSerialNo: "ST1", operator: "settle" },
  });
  expect(await read(records, settleId)).toMatchObject({ status: "3", transferredAmount: 0.5, unpaidAmount: large });

  const again = await send(settle, ["ST5", small, "0.5", payTime], ["ST6", transferNo, String(large), payTime]);
  expect([again.result.added, again.result.problems[0]?.faults[0]?.message]).toEqual([1, "转账单不是待转账或处理中"]);
  expect(await read(records, settleId)).toMatchObject({ status: "4", unpaidAmount: 0 });
  const orders = await execute(sql`select distinct settle_flag from store_order where settle_id = ${settleId}`);
  expect(orders.rows).toEqual([{ settle_flag: "2" }]);
  const [kept] = await listed("/settle/bankStatement", { bankSerialNo: "ST6" });
  expect(kept).toMatchObject({ amount: large, payeeName: expect.any(String) });
  expect((await admin.delete("/settle/bankStatement/delete", { query: { id: kept?.id ?? "" } })).success).toBe(false);
});

it("BIZ-05 the invoice of a settlement is filled in while it is paid; its adjustment is not", async () => {
  const { id } = await first(records, { status: "2" });
  const edit = (values: Row) => settle.put<Row>(`${records}/edit`, { id, ...values });
  expect((await edit({ invoiceNo: "FP001" })).message).toEqual(done);
  expect(await read(records, id)).toMatchObject({ invoiceNo: "FP001" });
  expect((await edit({ adjustAmount: 5, adjustReason: "补差" })).success).toBe(false);
});

it("BIZ-05 settlements are made for the chosen payees, with their cycle and the whole period", async () => {
  await bringForward();
  const ended = { settleType: "1", periodEnd: day(1) };
  const preview = async (more: Row = {}) =>
    (
      await operator.post<{ rows: readonly Known[]; count: number; amount: number }>(`${records}/generatePreview`, {
        ...{ ...ended, ...more },
      })
    ).result;
  const [, chosen] = (await preview()).rows;
  const companies = chosen?.id ?? "";
  const { rows, count, amount } = await preview({ companies });
  expect(rows.map(({ id }) => id)).toEqual([companies]);
  const made = await operator.post(`${records}/generate`, { ...ended, companies, expected: { count, amount } });
  expect([made.success, made.message]).toEqual([true, expect.stringContaining("已生成 1 条")]);
  const record = await first(records, { storeCompanyId: companies, periodEnd: day(1), status: "0" });
  const company = await read("/store/storeCompany", companies);
  expect(record).toMatchObject({ cycle: company.settleCycle, periodStart: `${day(1).slice(0, 7)}-01` });
});

it("BIZ-05 members are paid from the sum on that the parameter of the day names", async () => {
  const { id } = await first("/settle/settleParam", { name: "会员推广结算" });
  const payees = async (minAmount: number) => {
    await change("settle_param", id, { min_amount: minAmount });
    const ended = { settleType: "3", periodEnd: day(1) };
    const { result } = await operator.post<{ rows: readonly { amount: number }[] }>(
      `${records}/generatePreview`,
      ended,
    );
    return result.rows.map(({ amount }) => amount);
  };
  await execute(sql`update member_promotion set status = '1' where status = '0'`);
  const all = await payees(0.01);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  expect(least).toBeLessThan(most);
  expect(await payees(most)).toEqual(all.filter((amount) => amount >= most));
  await change("settle_param", id, { min_amount: 20 });
});

it("BIZ-05 the job of the month makes the settlements that are due, in nobody's name", async () => {
  const run = (parameter: string) => runJob(server(), "generate", { parameter, at: `${day(0)} 03:00:00` });
  await bringForward();
  const before = (await listed(records, { createBy: "system" })).length;
  const parameter = "settle/settle-record generate settleType=1";
  expect(await run(parameter)).toMatch(/^生成 [1-9]\d* 条，共 [1-9]\d* 笔$/);
  const made = await listed<{ periodEnd: string; status: string }>(records, { createBy: "system" });
  expect(made.length).toBeGreaterThan(before);
  const lastMonth = new Date(Date.parse(`${day(0).slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10);
  expect(made[0]).toMatchObject({ status: "0", periodEnd: lastMonth });
  expect(await run(parameter)).toBe("生成 0 条，共 0 笔；未生成：1 没有可以生成的数据");
  await expect(run("settle/settle-record")).rejects.toThrow("参数须为");
});

it("BIZ-05 a refund is not passed while its order stands in a settlement", async () => {
  const { id } = await first("/store/storeOrder", { status: "1", settleFlag: "0" });
  const asked = { id, applyAmount: 0.01, reasonCode: "1", reason: "没有服务" };
  expect((await operator.put("/store/storeOrder/applyRefund", asked)).message).toEqual(done);
  const open = await first("/settle/handleOrder", { orderId: id, status: "0" });
  expect(open.refundWay).toBe((await read("/store/storeOrder", id)).payType);
  await operator.put("/settle/handleOrder/accept", { id: open.id });
  const pass = () => settle.put("/settle/handleOrder/pass", { id: open.id, handleAmount: 0.01, result: "同意" });
  await change("store_order", id, { settle_flag: "1" });
  expect((await pass()).message).toBe("订单正在结算，请先从结算单中剔除");
  await change("store_order", id, { settle_flag: "0" });
  expect((await pass()).message).toEqual(done);
});

it("BIZ-05 points that were given are taken back by a row of their own, as far as the member still has them", async () => {
  const member = await first("/member/member", { status: "1", column: "points", order: "desc" });
  const balance = async () => Number((await read("/member/member", member.id)).points);
  const before = await balance();
  const give = async () => {
    const body = { memberId: member.id, points: 300, reason: "补偿" };
    const { id } = (await operator.post<Known>(`${points}/add`, body)).result;
    expect((await settle.put(`${points}/send`, { id })).message).toEqual(done);
    return id;
  };
  const revoke = async (id: string) => (await settle.put(`${points}/revoke`, { id })).message;
  const id = await give();
  expect(await balance()).toBe(before + 300);
  expect(await revoke(id)).toEqual(done);
  expect(await balance()).toBe(before);
  const { pointNo, status } = await read(points, id);
  const [counter] = await listed(points, { memberId: member.id, pointType: "8", reason: `撤回 ${pointNo}` });
  expect([status, counter]).toEqual([
    "9",
    expect.objectContaining({ points: -300, balanceAfter: before, status: "1" }),
  ]);
  expect(await violationsOf("INV-05", server().db.kysely)).toEqual([]);

  const spent = await give();
  await change("member", member.id, { points: 299 });
  expect(await revoke(spent)).toBe("会员积分不足，不能撤回");
  await change("member", member.id, { points: before + 300 });
  const earned = await first(points, { pointType: "1", status: "1" });
  expect(await revoke(earned.id)).toBe("已发放的只有赠送的积分可以撤回");
});

it("BIZ-05 a member gets no more points by hand in one day than the parameter allows", async () => {
  const { id: memberId } = await addMember();
  const { pointLimit } = await first<{ readonly pointLimit: number }>("/settle/settleParam", { name: "会员推广结算" });
  const give = async (amount: number) => {
    const { id } = (await operator.post<Known>(`${points}/add`, { memberId, points: amount, reason: "补偿" })).result;
    return (await settle.put(`${points}/send`, { id })).message;
  };
  expect([await give(pointLimit - 100), await give(101)]).toEqual([done, "超过会员单日人工赠送上限"]);
  expect(await give(100)).toEqual(done);
});

it("BIZ-05 points are granted to many by their phones, and deducted by hand down to nothing", async () => {
  const members = await listed<Known & { mobile: string; points: number }>("/member/member", {
    status: "1",
    pageSize: "2",
  });
  const send = (client: Person) =>
    client.post<Verdict>(`${points}/importRows`, {
      ...{ keep: "sound", fileName: "points.xlsx", columns: ["memberId", "points", "reason"] },
      rows: [...members.map(({ mobile }) => [mobile, "20", "周年"]), ["19900000000", "20", "周年"]].map(
        (cells, at) => ({
          ...{ no: at + 2, cells },
        }),
      ),
    });
  expect((await send(settle)).status).toBe(403);
  const { result } = await send(operator);
  expect([result.added, result.problems.map(({ no }) => no)]).toEqual([2, [4]]);
  expect(await listed(points, { memberId: members[0]?.id ?? "", reason: "周年" })).toMatchObject([
    { status: "0", points: 20, pointType: "4", operator: "operator" },
  ]);

  const [member] = members;
  const deduct = (amount: number, more: Row = {}) =>
    operator.post<Known>(`${points}/add`, {
      memberId: member?.id,
      pointType: "8",
      points: amount,
      reason: "误送",
      ...more,
    });
  expect(errorsOf(await deduct(5))).toEqual({ points: "扣减的积分须小于 0" });
  expect((await deduct(5, { pointType: "1" })).success).toBe(false);
  const { id } = (await deduct(-(Number(member?.points) + 1))).result;
  expect((await settle.put(`${points}/send`, { id })).message).toBe("会员积分不足，不能扣减");
});

it("BIZ-05 a parameter that is in force is followed by a new version, not changed", async () => {
  const url = "/settle/settleParam";
  const used = await first<Known & { name: string }>(url, { name: "会员推广结算" });
  expect((await settle.put(`${url}/edit`, { id: used.id, directRate: 4 })).success).toBe(false);
  expect((await settle.put(`${url}/edit`, { id: used.id, remark: "沿用" })).success).toBe(true);
  const renew = (startDate: string) => settle.put(`${url}/newVersion`, { id: used.id, startDate });
  expect((await renew(day(0))).message).toBe("新版本从明天起才能生效");
  expect((await renew(day(-10))).message).toEqual(done);
  expect(await read(url, used.id)).toMatchObject({ endDate: day(-10), status: "1" });
  const next = await first(url, { name: `会员推广结算 ${day(-10)}` });
  expect(next).toMatchObject({ settleType: "3", minAmount: 20, startDate: day(-10), endDate: null });
  expect((await settle.put(`${url}/edit`, { id: next.id, directRate: 4 })).success).toBe(true);
  expect((await renew(day(-12))).message).toBe("新版本须早于现在的失效日期");
});
