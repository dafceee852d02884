import { expect, it } from "vitest";
import { day, done, openBusiness } from "../support/business.ts";
import { testPassword } from "../support/test-server.ts";

const { admin, operator, listed, read } = openBusiness();

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

const running = async (salesmanId: string) =>
  (await listed<Tie>("/store/storeSalesman", { salesmanId })).filter((tie) => tie.endDate === null);
const mainStores = (ties: readonly Tie[]) => ties.filter((tie) => tie.roleType === "2").map((tie) => tie.storeId);
const salesman = (id: string) => read<Salesman>("/sales/salesman", id);

it("门店移交 ends a salesman's rows of the chosen stores and opens the same for another", async () => {
  const all = await listed<Salesman>("/sales/salesman", { status: "1" });
  const giver = all.find((one) => one.storeCount >= 3) as Salesman;
  const taker = all.find((one) => one.id !== giver.id) as Salesman;
  const [before, had] = [await running(giver.id), await running(taker.id)];
  const [first, second, third] = mainStores(before);
  const hand = (storeIds: string, takeoverId = taker.id) =>
    operator.put("/sales/salesman/handover", { id: giver.id, storeIds, takeoverId, date: day(0) });
  expect((await hand(`${first},nowhere`)).success).toBe(false);
  expect((await hand(`${first}`, giver.id)).message).toBe("接手人不能是本人");
  expect((await running(giver.id)).length).toBe(before.length);

  expect((await hand(`${first},${second}`)).message).toEqual(done);
  expect((await hand(`${first},${third}`)).message).toBe("有门店已不由他维护，请重新选择");
  expect(mainStores(await running(giver.id))).not.toEqual(expect.arrayContaining([first]));
  expect(mainStores(await running(giver.id))).toEqual(expect.arrayContaining([third]));
  expect(mainStores(await running(taker.id))).toEqual(expect.arrayContaining([first, second]));
  expect((await salesman(giver.id)).storeCount).toBe(giver.storeCount - 2);
  expect((await salesman(taker.id)).storeCount).toBe(taker.storeCount + 2);
  expect((await read("/store/store", first)).maintainerId).toBe(taker.id);
  expect((await running(taker.id)).length).toBe(had.length + 2);
});

it("离职 hands stores and subordinates to a colleague of the same company and freezes the account", async () => {
  const all = await listed<Salesman>("/sales/salesman", { status: "1" });
  const leaderIds = new Set(all.map((one) => one.leaderId));
  const leaver = all.find((one) => leaderIds.has(one.id) && one.storeCount > 0) as Salesman;
  const subordinates = all.filter((one) => one.leaderId === leaver.id);
  const stranger = all.find((one) => one.companyId !== leaver.companyId) as Salesman;
  const successor = subordinates[0] as Salesman;
  const account = { username: "leaver01", password: testPassword, realname: "离职人" };
  const added = await admin.post("/sys/user/add", { ...account, confirmPassword: account.password });
  expect(added.message).toEqual(done);
  await admin.put("/sales/salesman/edit", { id: leaver.id, username: account.username });
  const ties = await running(leaver.id);
  const leave = (takeoverId: string) =>
    admin.put("/sales/salesman/leave", { id: leaver.id, leaveDate: day(0), takeoverId });

  expect((await leave(leaver.id)).message).toBe("接手人不能是本人");
  expect((await leave(stranger.id)).message).toBe("接手人须与他同属一家公司");
  expect((await leave("nobody")).message).toBe("接手人不存在或已停用");
  expect((await running(leaver.id)).length).toBe(ties.length);

  expect((await leave(successor.id)).message).toEqual(done);
  expect(await running(leaver.id)).toEqual([]);
  expect(mainStores(await running(successor.id))).toEqual(expect.arrayContaining(mainStores(ties)));
  expect((await salesman(leaver.id)).storeCount).toBe(0);
  expect((await salesman(successor.id)).leaderId).toBe(leaver.leaderId);
  for (const { id } of subordinates.slice(1)) expect((await salesman(id)).leaderId).toBe(successor.id);
  const users = await listed("/sys/user", { username: account.username });
  expect(users.map(({ status }) => status)).toEqual([2]);
});

it("a leader can't come to stand above themselves, however long the way round", async () => {
  const all = await listed<Salesman>("/sales/salesman", { status: "1" });
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
  const tie = (await listed<Tie>("/store/storeSalesman", { roleType: "2", status: "1" })).find(
    (one) => one.startDate < day(20),
  ) as Tie;
  const taker = (await listed<Salesman>("/sales/salesman", { status: "1" })).find(
    (one) => one.id !== tie.salesmanId,
  ) as Salesman;
  const hand = (startDate: string, salesmanId = taker.id) =>
    operator.put("/store/storeSalesman/handover", { id: tie.id, salesmanId, startDate });
  expect((await hand(tie.startDate)).message).toBe("移交日期须晚于开始日期");
  expect((await hand(day(0), tie.salesmanId)).message).toBe("接手人不能是现在的业务员");
  expect((await hand(day(0))).message).toEqual(done);
  const after = await listed<Tie>("/store/storeSalesman", { storeId: tie.storeId, roleType: "2" });
  expect(after.find(({ id }) => id === tie.id)).toMatchObject({
    salesmanId: tie.salesmanId,
    startDate: tie.startDate,
    endDate: day(0),
  });
  expect(after.filter((one) => one.startDate === day(0))).toMatchObject([{ salesmanId: taker.id, endDate: null }]);
});
