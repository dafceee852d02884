import { sql } from "kysely";
import { expect, it } from "vitest";
import { day, done, type Known, type Order, openBusiness, type Person, yuan } from "../support/business.ts";
import { until } from "../support/until.ts";
import { uploadFile } from "../support/upload-file.ts";

const { server, admin, operator, ...business } = openBusiness();
const { execute, listed, first, read, change, readOrder, refund, companyToSettle } = business;

const audit = (id: string, client: Person = admin) => client.put("/settle/settleRecord/audit", { id });

/** Takes a settlement that has just been made to its end, by its one transfer. */
async function pay(id: string) {
  expect((await operator.put("/settle/settleRecord/submit", { id })).message).toEqual(done);
  expect((await audit(id)).message).toEqual(done);
  const transfer = await first("/settle/transferRecord", { settleId: id });
  const [payTime, proof] = [`${day(1)} 10:00:00`, await uploadFile(admin, "contract")];
  const confirmation = { id: transfer.id, payTime, bankSerialNo: `BK${id}`.slice(0, 30), proof };
  expect((await admin.put("/settle/transferRecord/confirm", confirmation)).message).toEqual(done);
  return transfer;
}

it("a company is settled from its orders, once; the settlement is audited by another and paid by its transfer", async () => {
  const { id } = await companyToSettle();
  const settle = (periodEnd: string) => operator.put("/store/storeCompany/settleNow", { id, periodEnd });
  expect((await settle(day(0))).message).toBe("账期止须早于今天");
  expect((await settle(day(1))).message).toEqual(done);
  const made = await first("/settle/settleRecord", { storeCompanyId: id, status: "0", periodEnd: day(1) });
  const lines = await listed<{ readonly orderId: string; readonly settleAmount: number }>("/settle/settleOrder", {
    settleId: made.id,
  });
  const total = yuan(lines.reduce((sum, line) => sum + line.settleAmount, 0));
  expect(made).toMatchObject({ orderCount: lines.length, lineAmount: total, totalAmount: total, unpaidAmount: total });
  expect(lines.length).toBeGreaterThan(0);
  expect(await readOrder(lines[0]?.orderId)).toMatchObject({ settleFlag: "1", settleId: made.id });
  const linesOfOrder = await listed("/settle/settleOrder", { settleType: "1", orderId: lines[0]?.orderId ?? "" });
  expect(linesOfOrder.length).toBe(1);

  expect((await audit(made.id, operator)).status).toBe(403);
  expect((await pay(made.id)).amount).toBe(total);
  const paid = await read("/settle/settleRecord", made.id);
  expect(paid).toMatchObject({ transferredAmount: total, unpaidAmount: 0, status: "4" });
  expect((await readOrder(lines[0]?.orderId)).settleFlag).toBe("2");
});

it("a refund after the settlement is taken back in the next one, and what was settled stays as it was", async () => {
  const { id: storeCompanyId } = await companyToSettle();
  const order = await first<Order>("/store/storeOrder", { companyId: storeCompanyId, status: "2", settleFlag: "2" });
  const settled = await first("/settle/settleOrder", { orderId: order.id, settleType: "1" });
  const half = yuan(order.payAmount / 2);
  await refund(order.id, half);
  const after = await readOrder(order.id);
  expect(after).toMatchObject({ status: "2", settleFlag: "2", refundAmount: half });
  const { id: refundId } = await first("/settle/handleOrder", { orderId: order.id, status: "2" });
  const settleAmount = yuan(after.settleAmount - order.settleAmount);
  /** What stands of it at the refund and at the company. */
  const owed = async () => {
    const { settleFlag, settleId } = await read("/settle/handleOrder", refundId);
    return [settleFlag, settleId ?? null, (await read("/store/storeCompany", storeCompanyId)).refundDue];
  };
  expect(settleAmount).toBeLessThan(0);
  expect(await owed()).toEqual(["0", null, settleAmount]);

  const periodEnd = day(1);
  const taken = async () => {
    const { id, orderCount, lineAmount } = await first("/settle/settleRecord", {
      storeCompanyId,
      status: "0",
      periodEnd,
    });
    const lines = await listed<Known & { settleAmount: number }>("/settle/settleOrder", { settleId: id });
    const sum = yuan(lines.reduce((total, line) => total + line.settleAmount, 0));
    expect([orderCount, lineAmount]).toEqual([lines.length, sum]);
    const [line] = await listed("/settle/settleOrder", { settleId: id, orderId: order.id });
    expect(line).toMatchObject({ payAmount: 0, refundAmount: half, settleAmount });
    expect(await owed()).toEqual(["1", id, 0]);
    return { id, lineId: line?.id };
  };
  const settleNow = () => operator.put("/store/storeCompany/settleNow", { id: storeCompanyId, periodEnd });
  expect((await settleNow()).message).toEqual(done);
  const { id: voided } = await taken();
  expect((await admin.put("/settle/settleRecord/void", { id: voided })).message).toEqual(done);
  expect(await owed()).toEqual(["0", null, settleAmount]);
  expect(await readOrder(order.id)).toMatchObject({ settleFlag: "2" });

  const generate = () =>
    operator.post("/settle/settleRecord/generate", { settleType: "1", periodEnd, companies: storeCompanyId });
  expect((await generate()).success).toBe(true);
  const made = await taken();
  const out = await operator.put("/settle/settleRecord/removeLine", { id: made.id, lineId: made.lineId });
  expect([out.message, await owed()]).toEqual([done, ["0", null, settleAmount]]);
  // What is left to settle does not outweigh it: it waits for orders.
  expect((await generate()).message).toBe("没有可以生成的数据");
  expect(await read("/settle/settleOrder", settled.id)).toMatchObject(settled);

  expect((await admin.put("/settle/settleRecord/void", { id: made.id })).message).toEqual(done);
  expect((await generate()).success).toBe(true);
  const { id: paid } = await taken();
  await pay(paid);
  expect(await owed()).toEqual(["2", paid, 0]);
});

it("a voided settlement gives its orders back", async () => {
  const { id } = await first("/settle/settleRecord", { settleType: "1", status: "0,1,2" });
  const line = await first("/settle/settleOrder", { settleId: id });
  expect((await admin.put("/settle/settleRecord/void", { id })).message).toEqual(done);
  expect(await readOrder(line.orderId)).toMatchObject({ settleFlag: "0", settleId: null });
});

it("what a voided settlement was to be paid by is not paid any more, also after a transfer that failed", async () => {
  const made = await first("/settle/settleRecord", { settleType: "1", status: "2" });
  const put = (action: string, body: object) => admin.put(`/settle/${action}`, body);
  for (const { id, status } of await listed("/settle/transferRecord", { settleId: made.id })) {
    if (status === "0") await put("transferRecord/start", { id });
    expect((await put("transferRecord/fail", { id, failReason: "户名不符" })).message).toEqual(done);
  }
  expect((await put("settleRecord/void", { id: made.id })).message).toEqual(done);
  // All of them are withdrawn, so their buttons are closed by their state.
  const transfers = await listed("/settle/transferRecord", { settleId: made.id });
  expect(new Set(transfers.map(({ status }) => status))).toEqual(new Set(["9"]));
  const [failed] = transfers;
  expect((await put("transferRecord/retry", { id: failed?.id })).message).toContain("已撤销");
  // One that was left before voiding withdrew it.
  await change("transfer_record", failed?.id, { status: "3" });
  expect((await put("transferRecord/retry", { id: failed?.id })).message).toBe("结算单已作废");
  expect(await listed("/settle/transferRecord", { settleId: made.id, status: "0" })).toEqual([]);
});

it("a transfer that starts while its settlement is voided: one of the two is done, never both", async () => {
  const put = (action: string, body: object, client = admin) => client.put(`/settle/${action}`, body);
  const company = await companyToSettle();
  await operator.put("/store/storeCompany/settleNow", { id: company.id, periodEnd: day(1) });
  const made = await first("/settle/settleRecord", { storeCompanyId: company.id, status: "0" });
  await put("settleRecord/submit", { id: made.id }, operator);
  expect((await put("settleRecord/audit", { id: made.id })).message).toEqual(done);
  const now = async () => {
    const { status } = await read("/settle/settleRecord", made.id);
    const newest = { settleId: made.id, column: "transferNo", order: "desc" };
    const transfer = await first("/settle/transferRecord", newest);
    return { settlement: status, transfer: transfer.status, id: transfer.id };
  };
  const voiding = () => put("settleRecord/void", { id: made.id });
  const starting = (id: string) => put("transferRecord/start", { id });
  const waiters = async () => {
    const { rows } = await execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length;
  };
  /** The first is in its middle when the second begins: it waits with what it has locked, the other behind it. */
  const race = (calls: readonly (() => ReturnType<typeof voiding>)[]) => {
    const answers: ReturnType<typeof voiding>[] = [];
    const { db } = server();
    const held = db.transaction(async (trx) => {
      // The embedded engine does one transaction after the other.
      const isServer = db.engine === "postgres";
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
