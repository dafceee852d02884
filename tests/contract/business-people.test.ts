import { sql } from "kysely";
import { expect, it } from "vitest";
import { day, done, type Known, openBusiness, type Row } from "../support/business.ts";
import { runJob } from "../support/run-job.ts";
import { uploadFile } from "../support/upload-file.ts";

const { server, person, admin, operator, settle, execute, listed, first, read, change, addMember } = openBusiness();
const sales = person("sales");

it("BIZ-01 freezing a member freezes the accounts of the app that are in use, and no other", async () => {
  const member = await addMember();
  const [used, closed, other] = (await listed("/ad/adAccount", { status: "1" })).slice(0, 3);
  await change("ad_account", used?.id, { member_id: member.id, channel: "1" });
  await change("ad_account", closed?.id, { member_id: member.id, channel: "2", status: "3" });
  expect((await operator.put("/member/member/freeze", { id: member.id, freezeReason: "刷单" })).message).toEqual(done);
  const states = await Promise.all([used, closed, other].map((one) => read("/ad/adAccount", one?.id)));
  expect(states.map(({ status }) => status)).toEqual(["2", "3", "1"]);
  expect(states[0]?.statusReason).toBe("会员冻结：刷单");
});

it("BIZ-01 a step down by hand is a row of type 4, a step up one of type 3", async () => {
  const levels = await listed("/member/memberLevel", { status: "1" });
  const ranked = (rank: number) => levels.find((level) => level.rank === rank)?.id;
  const member = await addMember();
  const set = async (levelId: unknown) =>
    expect(
      (await operator.put("/member/member/changeLevel", { id: member.id, levelId, reason: "试" })).message,
    ).toEqual(done);
  await set(ranked(3));
  await set(ranked(2));
  const history = await listed("/member/memberLevelRecord", { memberId: member.id });
  expect(history.map(({ changeType, newLevelId }) => [changeType, newLevelId]).sort()).toEqual([
    ["1", ranked(1)],
    ["3", ranked(3)],
    ["4", ranked(2)],
  ]);
});

it("BIZ-01 members are found by the month of their birthday, those of the sample data too", async () => {
  const member = await addMember({ birthday: "1990-02-28" });
  const born = async (birthMonth: string) => listed("/member/member", { birthMonth });
  const months = new Set((await born("02,03")).map(({ birthday }) => String(birthday).slice(5, 7)));
  expect(months).toEqual(new Set(["02", "03"]));
  expect((await born("02")).map(({ id }) => id)).toContain(member.id);
  await operator.put("/member/member/edit", { ...(await read("/member/member", member.id)), birthday: null });
  expect((await born("02")).map(({ id }) => id)).not.toContain(member.id);
});

it("BIZ-01 granted points wait to be sent, 1 to 5,000 at once, for several members too", async () => {
  const [one, two] = [await addMember(), await addMember()];
  const grant = (amount: unknown, reason: unknown = "生日") =>
    operator.put<{ fieldErrors?: Row }>("/member/member/grantPoints", { id: one.id, amount, reason });
  for (const amount of [0, 5001]) expect((await grant(amount)).result?.fieldErrors).toHaveProperty("amount");
  expect((await grant(10, "")).result?.fieldErrors).toHaveProperty("reason");
  expect(await listed("/settle/sendPointRecord", { memberId: one.id })).toEqual([]);

  const ids = `${one.id},${two.id}`;
  expect((await sales.put("/member/member/grantPointsBatch", { ids, amount: 30, reason: "生日" })).status).toBe(403);
  await operator.put("/member/member/grantPointsBatch", { ids, amount: 30, reason: "生日" });
  for (const { id } of [one, two]) {
    const ledger = await listed("/settle/sendPointRecord", { memberId: id });
    expect(ledger).toMatchObject([{ pointType: "4", points: 30, status: "0", operator: "operator", reason: "生日" }]);
    expect((await read("/member/member", id)).points).toBe(0);
  }
});

it("BIZ-01 selected members join a group by hand, each once", async () => {
  const [one, two] = [await addMember(), await addMember()];
  const group = (await operator.post<Known>("/ad/adGroup/add", { name: "试分组", groupType: "1" })).result;
  const join = (body: Row) => operator.put("/member/member/addToGroup", { groupId: group.id, ...body });
  expect((await join({ id: one.id })).message).toEqual(done);
  expect((await join({ id: one.id })).message).toBe("会员已在分组中");
  await operator.put("/member/member/addToGroupBatch", { ids: `${one.id},${two.id}`, groupId: group.id });
  expect((await read("/ad/adGroup", group.id)).memberCount).toBe(2);
});

it("BIZ-01 of a member's verified cards exactly one is the default, whatever is verified, disabled or deleted", async () => {
  const member = await addMember();
  const add = async (cardNo: string) => {
    const body = { memberId: member.id, holder: "试会员", bank: "ICBC", cardNo, mobile: "13800138000" };
    return (await operator.post<Known>("/member/memberBank/add", body)).result.id;
  };
  const press = (action: string, id: string) => operator.put(`/member/memberBank/${action}`, { id });
  const defaults = async () =>
    (await listed("/member/memberBank", { memberId: member.id, isDefault: "Y" })).map(({ id }) => id);
  const [one, two] = [await add("6239990000000000116"), await add("6239990000000000124")];
  expect(await defaults()).toEqual([]);
  expect((await press("verify", one)).message).toEqual(done);
  expect((await press("verify", two)).message).toEqual(done);
  expect(await defaults()).toEqual([one]);
  const gone = await admin.delete("/member/memberBank/delete", { query: { id: one } });
  expect(gone.message).toBe("当前状态“已验证”不能删除");
  expect((await press("disable", one)).message).toEqual(done);
  expect(await defaults()).toEqual([two]);
  expect((await press("disable", two)).message).toEqual(done);
  expect(await defaults()).toEqual([]);
});

const nodes = (query: Readonly<Record<string, string>>) => listed("/member/serviceNet", query);
const move = (id: unknown, pid: unknown) => operator.put("/member/serviceNet/move", { id, pid, reason: "调整" });

it("BIZ-01 a node of the service net moves below the next type up only", async () => {
  const [company, region, salesman] = await Promise.all(
    ["3", "2", "4"].map(async (nodeType) => (await nodes({ nodeType }))[0] as Known),
  );
  const wrong = "只能移到上一级类型的节点下";
  expect((await move(salesman?.id, region?.id)).message).toBe(wrong);
  expect((await move(company?.id, salesman?.id)).message).toBe(wrong);
  expect((await move(company?.id, company?.pid)).message).toBe("请选择另一个上级节点");
  const other = (await nodes({ nodeType: "2" })).find(({ id }) => id !== company?.pid);
  expect((await move(company?.id, other?.id)).message).toEqual(done);
  expect((await read("/member/serviceNet", company?.id)).pid).toBe(other?.id);
});

it("BIZ-01 moving a store in the service net hands it over to the salesperson above it", async () => {
  const node = (await nodes({ nodeType: "5" }))[0] as Known;
  const before = await read("/member/serviceNet", node.pid);
  const active = new Set((await listed("/sales/salesman", { status: "1" })).map(({ id }) => id));
  const target = (await nodes({ nodeType: "4" })).find(
    ({ id, salesmanId }) => id !== node.pid && active.has(String(salesmanId)),
  ) as Known;
  await change("salesman", target.salesmanId, { status: "2" });
  expect((await move(node.id, target.id)).message).toBe("接手的业务员已停用或离职");
  await change("salesman", target.salesmanId, { status: "1" });
  expect((await move(node.id, target.id)).message).toEqual(done);
  const running = (await listed("/store/storeSalesman", { storeId: String(node.storeId), roleType: "2" })).filter(
    ({ endDate, isMain }) => endDate === null && isMain === "Y",
  );
  expect(running.map(({ salesmanId }) => salesmanId)).toEqual([target.salesmanId]);
  expect((await read("/store/store", node.storeId)).maintainerId).toBe(target.salesmanId);
  expect((await read("/member/serviceNet", node.id)).pid).toBe(target.id);
  expect(before.salesmanId).not.toBe(target.salesmanId);
});

it("BIZ-02 a leader is a salesperson of the same company", async () => {
  const all = await listed("/sales/salesman", { status: "1" });
  const salesman = all[0] as Known;
  const stranger = all.find(({ companyId }) => companyId !== salesman.companyId) as Known;
  const answer = await admin.put<{ fieldErrors: Row }>("/sales/salesman/edit", {
    id: salesman.id,
    leaderId: stranger.id,
  });
  expect(answer.result.fieldErrors).toEqual({ leaderId: "上级须是同一公司的业务员" });
});

it("BIZ-02 an approved company of a branch stands below the branch's region in the service net", async () => {
  const company = await first("/sales/salesmanCompany");
  await execute(sql`delete from service_net where company_id = ${company.id}`);
  await change("salesman_company", company.id, { status: "0", depart_code: "A01A05A02" });
  expect((await operator.put("/sales/salesmanCompany/approve", { id: company.id })).message).toEqual(done);
  const made = await nodes({ companyId: company.id });
  expect(made).toHaveLength(1);
  expect((await read("/member/serviceNet", made[0]?.pid)).departCode).toBe("A01A05");
});

it("BIZ-02 a company counts its stores and what is to be settled, and ends only without open commission", async () => {
  const all = await listed("/sales/salesmanCompany", { status: "1" });
  const company = all.find(({ unsettledAmount }) => Number(unsettledAmount) > 0) as Known;
  const { rows } = await execute(sql<{ amount: string; stores: string }>`
    select (select sum(amount) from salesman_business where company_id = ${company.id} and status = '1') as amount,
      (select count(*) from store_salesman t join salesman s on s.id = t.salesman_id
        where s.company_id = ${company.id} and t.role_type = '2' and t.is_main = 'Y' and t.end_date is null) as stores
  `);
  expect([company.unsettledAmount, company.storeCount]).toEqual([Number(rows[0]?.amount), Number(rows[0]?.stores)]);

  const terminate = () => operator.put("/sales/salesmanCompany/terminate", { id: company.id });
  await change("salesman_company", company.id, { salesman_count: 0 });
  expect((await terminate()).message).toBe("还有未结的业绩，不能终止");
  await execute(sql`update salesman_business set status = '3' where company_id = ${company.id}`);
  expect((await terminate()).message).toEqual(done);
});

it("BIZ-02 a finished visit keeps its pictures and plans the next one", async () => {
  const visit = await first("/sales/salesmanActivity", { status: "0" });
  await change("salesman_activity", visit.id, { plan_time: `${day(1)} 09:00:00`, subject: "回访甲" });
  const nextTime = `${day(-5)} 10:00:00`;
  const answers = { startTime: `${day(1)} 09:00:00`, endTime: `${day(1)} 10:00:00`, content: "已核对", nextTime };
  const images = [await uploadFile(admin, "salesman"), await uploadFile(admin, "salesman")].join(",");
  const finished = await admin.put("/sales/salesmanActivity/finish", { id: visit.id, images, ...answers });
  expect(finished.message).toEqual(done);
  expect(await read("/sales/salesmanActivity", visit.id)).toMatchObject({ status: "1", images, nextTime });
  const planned = await listed("/sales/salesmanActivity", { subject: "回访甲", status: "0" });
  expect(planned).toMatchObject([{ planTime: nextTime, salesmanId: visit.salesmanId, images: null }]);
});

let storeCount = 0;
const storeToApprove = async () => {
  storeCount += 1;
  const store = await first("/store/store", { status: "1" });
  const salesman = await first("/sales/salesman", { status: "1" });
  const company = await first("/store/storeCompany", { status: "1" });
  const body = {
    ...{
      name: `试开门店${storeCount}`,
      companyId: company.id,
      storeType: "2",
      category: "1",
      branchCode: "A01A04A01",
    },
    ...{ areaCode: "330102", address: "文三路 1 号", contact: "张三", phone: "13800138000", salesmanId: salesman.id },
    serviceRate: store.serviceRate,
  };
  const added = await operator.post<Known>("/store/store/add", body);
  expect(added.message).toEqual(done);
  await change("store", added.result.id, { licence: "store/licence.png" });
  return { id: added.result.id, name: body.name, company, salesman };
};

it("BIZ-03 a store opens only with an active company, and opening pays its salesperson 200 yuan once", async () => {
  const { id, company, salesman } = await storeToApprove();
  const approve = () => operator.put("/store/store/approve", { id });
  await change("store_company", company.id, { status: "2" });
  expect((await approve()).message).toBe("所属公司不在合作中，不能通过");
  await change("store_company", company.id, { status: "1" });
  expect((await approve()).message).toEqual(done);
  const earned = await listed("/sales/salesmanBusiness", { storeId: id });
  expect(earned).toMatchObject([{ businessType: "1", amount: 200, status: "1", salesmanId: salesman.id }]);
  expect(await nodes({ storeId: id })).toHaveLength(1);
});

it("BIZ-03 a store that is approved gets a department of its own, in the same save; a refusal makes none", async () => {
  const { id, name, company } = await storeToApprove();
  const before = await read("/store/store", id);
  const departs = () => listed("/sys/sysDepart", { departName: name });
  await change("store_company", company.id, { status: "2" });
  expect((await operator.put("/store/store/approve", { id })).success).toBe(false);
  expect(await departs()).toEqual([]);
  await change("store_company", company.id, { status: "1" });
  expect((await operator.put("/store/store/approve", { id })).message).toEqual(done);
  const [depart, ...others] = await departs();
  expect(others).toEqual([]);
  expect(String(depart?.orgCode)).toMatch(/^A01A04A01[A-Z]\d\d$/);
  const after = await read("/store/store", id);
  expect(after).toMatchObject({ departCode: depart?.orgCode, sysOrgCode: depart?.orgCode, status: "1" });
  expect(after.version).toBe(Number(before.version) + 1);
  for (const made of await listed("/store/storeSalesman", { storeId: id }))
    expect(made.sysOrgCode).toBe(depart?.orgCode);
});

it("BIZ-03 a frozen company rests its open stores, and theirs alone", async () => {
  const company = await first("/store/storeCompany", { status: "1" });
  const stores = await listed("/store/store", { companyId: company.id });
  const [open, closed] = [stores[0] as Known, stores[1]];
  await change("store", open.id, { status: "1" });
  if (closed) await change("store", closed.id, { status: "4" });
  const foreign = (await listed("/store/store", { status: "1" })).find((one) => one.companyId !== company.id) as Known;
  const frozen = await settle.put("/store/storeCompany/freeze", { id: company.id, auditRemark: "欠费" });
  expect(frozen.message).toEqual(done);
  expect(await read("/store/store", open.id)).toMatchObject({ status: "3", statusReason: "公司冻结：欠费" });
  expect((await read("/store/store", foreign.id)).status).toBe("1");
});

it("BIZ-03 a store that closes gives its members to another one, with their department and a row of the change", async () => {
  const [target, ...rest] = await listed("/store/store", { status: "1" });
  const store = rest.find(({ memberCount }) => Number(memberCount) > 1) as Known;
  const members = await listed("/member/member", { serviceStoreId: store.id });
  await change("store", store.id, { open_order_count: 0 });
  const close = (targetStoreId?: string) => operator.put("/store/store/close", { id: store.id, targetStoreId });
  expect((await close()).message).toContain("还有服务的会员，请先换绑");
  expect((await close(store.id)).message).toBe("请选择另一家门店");
  expect((await close(target?.id)).message).toEqual(done);
  expect(await read("/store/store", store.id)).toMatchObject({ status: "4", memberCount: 0 });
  for (const { id } of members) {
    const now = await read("/member/member", id);
    expect([now.serviceStoreId, now.sysOrgCode]).toEqual([target?.id, target?.sysOrgCode]);
    const [last] = await listed("/member/memberRelation", {
      memberId: id,
      relationType: "4",
      afterId: target?.id ?? "",
    });
    expect(last).toMatchObject({ beforeId: store.id, afterName: target?.name, operator: "operator" });
  }
});

it("BIZ-03 who leaves a store cannot use their login any more, and that login is one of the store's", async () => {
  const store = await first("/store/store", { storeNo: "S00001" });
  const staff = { name: "试店员", mobile: "13800138000", storeRole: "2" };
  const add = (username: string) =>
    operator.post<Known & { fieldErrors?: Row }>("/store/storeUser/add", { ...staff, storeId: store.id, username });
  expect((await add("finance")).result.fieldErrors).toEqual({ username: "账号须属于这家门店的部门" });
  const { id } = (await add("clerk")).result;
  const clerk = person("clerk");
  expect((await clerk.get("/store/storeOrder/list")).status).toBe(200);
  const left = await operator.put("/store/storeUser/leave", { id, leaveDate: day(0) });
  expect(left.message).toEqual(done);
  expect((await clerk.get("/store/storeOrder/list")).status).toBe(401);
  const [user] = await listed("/sys/user", { username: "clerk" });
  expect(user?.status).toBe(2);
});

it("BIZ-03 the main salesperson of an open store is handed over, not ended", async () => {
  const tie = await first("/store/storeSalesman", { roleType: "2", isMain: "Y", status: "1" });
  const end = () => operator.put("/store/storeSalesman/end", { id: tie.id, endDate: day(-1) });
  expect((await end()).message).toBe("门店的主维护业务员只能移交，不能直接结束");
  await change("store_salesman", tie.id, { is_main: "N" });
  expect((await end()).message).toEqual(done);
});

it("BIZ-03 a tie that ends on a later day is over when that day has come", async () => {
  const tie = (await listed("/store/storeSalesman", { roleType: "1", status: "1" })).find(
    ({ startDate }) => String(startDate) < day(20),
  ) as Known;
  expect((await operator.put("/store/storeSalesman/end", { id: tie.id, endDate: day(-3) })).message).toEqual(done);
  expect((await read("/store/storeSalesman", tie.id)).status).toBe("1");
  await change("store_salesman", tie.id, { end_date: day(1) });
  await runJob(server(), "due-transitions");
  expect((await read("/store/storeSalesman", tie.id)).status).toBe("0");
});

it("BIZ-03 a refund keeps the pictures that it was asked for with", async () => {
  const [order] = await listed("/store/storeOrder", { status: "0", payType: "wechat" });
  for (const action of ["audit", "complete"])
    expect((await operator.put(`/store/storeOrder/${action}`, { id: order?.id })).message).toEqual(done);
  const images = await uploadFile(operator, "order");
  const ask = (shown: string) =>
    operator.put<{ fieldErrors?: Row }>("/store/storeOrder/applyRefund", {
      ...{ id: order?.id, applyAmount: 0.01, reasonCode: "1", reason: "破损", images: shown },
    });
  const cases = () => listed("/settle/handleOrder", { orderId: order?.id ?? "" });
  for (const path of ["order/invented.png", await uploadFile(admin, "order"), `${images},order/invented.png`]) {
    const refused = await ask(path);
    const fieldErrors = { images: "凭证图片：文件不存在或不是您上传的" };
    expect([refused.success, refused.result?.fieldErrors]).toEqual([false, fieldErrors]);
    expect((await read("/store/storeOrder", order?.id)).status).toBe("2");
    expect(await cases()).toEqual([]);
  }
  expect((await ask(images)).message).toEqual(done);
  expect(await cases()).toMatchObject([{ images }]);
});
