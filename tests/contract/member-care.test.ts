import { expect, it } from "vitest";
import { day, done, openBusiness, type Person, type Row } from "../support/business.ts";
import { putRows } from "../support/put-rows.ts";
import { runJob } from "../support/run-job.ts";

const { server, person, admin, operator, listed, read, change } = openBusiness();

const put = (modelId: string, rows: readonly Row[]) =>
  putRows(
    server(),
    modelId,
    rows.map((row) => ({ sysOrgCode: "A01", ...row })),
  );
const sortedIds = (rows: readonly Row[], name = "id") => rows.map((row) => String(row[name])).sort();

let made = 0;
const newMember = async (more: Row = {}): Promise<string> => {
  made += 1;
  const id = `care${made}`;
  const names = { memberNo: `MX${made}`, inviteCode: `IX${made}`, realname: `试员${made}` };
  await put("member/member", [
    { id, ...names, mobile: `1391000${1000 + made}`, registerSource: "2", status: "1", points: 0, ...more },
  ]);
  return id;
};

const runDue = (at: string) => runJob(server(), "due-transitions", { at });

it("重新计算 puts those who meet all conditions into the group, and only them", async () => {
  const level = "care-level";
  await put("member/member-level", [
    { id: level, name: "试级", rank: 9, minAmount: 99_000_000, discountRate: 80, pointRate: 3, status: "1" },
  ]);
  const fit = await newMember({
    levelId: level,
    tags: "vip,active",
    totalAmount: 500,
    lastOrderTime: `${day(3)} 10:00:00`,
  });
  const old = await newMember({ levelId: level, tags: "vip", totalAmount: 500, lastOrderTime: `${day(40)} 10:00:00` });
  const poor = await newMember({
    levelId: level,
    tags: "active",
    totalAmount: 499.99,
    lastOrderTime: `${day(1)} 10:00:00`,
  });
  await newMember({ levelId: level, tags: "vip", totalAmount: 900, lastOrderTime: `${day(1)} 10:00:00`, status: "2" });
  await newMember({ levelId: level, tags: "sleep", totalAmount: 900, lastOrderTime: `${day(1)} 10:00:00` });

  const body = {
    name: "近期高消费",
    groupType: "2",
    levelIds: level,
    tags: "vip,active",
    minAmount: 500,
    lastOrderDays: 30,
  };
  const { id } = (await operator.post<{ id: string }>("/ad/adGroup/add", body)).result;
  const refresh = () => operator.put<Row>("/ad/adGroup/refresh", { id });
  expect((await refresh()).result).toMatchObject({ refreshTime: expect.stringMatching(/^\d{4}-/) });
  const members = async () => sortedIds(await listed("/ad/adGroupDetail", { groupId: id }), "memberId");
  expect(await members()).toEqual([fit]);
  expect(await read("/ad/adGroup", id)).toMatchObject({ memberCount: 1 });

  const loosened = await read("/ad/adGroup", id);
  await operator.put("/ad/adGroup/edit", { ...loosened, minAmount: null, lastOrderDays: null });
  await refresh();
  expect(await members()).toEqual([fit, old, poor].sort());
  expect(await read("/ad/adGroup", id)).toMatchObject({ memberCount: 3 });
});

it("a group of a store takes its members; a group by hand is left alone", async () => {
  const stores = await listed("/store/store", { status: "1" });
  const store = stores.find((row) => Number(row.memberCount) > 2) as Row;
  const add = (body: Row) => operator.post<{ id: string }>("/ad/adGroup/add", { name: `组${made++}`, ...body });
  const ofStore = (await add({ groupType: "3", storeId: store.id })).result.id;
  expect((await operator.put("/ad/adGroup/refresh", { id: ofStore })).success).toBe(true);
  const served = await listed("/member/member", { serviceStoreId: String(store.id), status: "1" });
  const found = await listed("/ad/adGroupDetail", { groupId: ofStore });
  expect(sortedIds(found, "memberId")).toEqual(sortedIds(served));
  const byHand = (await add({ groupType: "1" })).result.id;
  expect((await operator.put("/ad/adGroup/refresh", { id: byHand })).message).toBe(
    "手工分组的成员由人添加，不用重新计算",
  );
  expect((await person("clerk").put("/ad/adGroup/refresh", { id: ofStore })).status).toBe(403);
});

it("a notice goes to everybody in its group once, at its time", async () => {
  const groupId = (await listed("/ad/adGroup", { status: "1" })).find((row) => Number(row.memberCount) > 1)?.id;
  const group = await read("/ad/adGroup", groupId);
  const body = { groupId, channel: "2", title: "店庆", content: "到店有礼" };
  const add = async (more: Row = {}) =>
    (await operator.post<{ id: string }>("/ad/adGroupNotice/add", { ...body, ...more })).result;
  const { id } = await add({ planTime: "2099-01-01 08:00:00" });
  expect((await operator.put<Row>("/ad/adGroupNotice/send", { id })).result).toMatchObject({ status: "1" });
  await runDue("2099-01-01 07:59:59");
  expect(await read("/ad/adGroupNotice", id)).toMatchObject({ status: "1", sendCount: 0 });
  await change("ad_group_notice", id, { due_time: `${day(0)} 00:00:00` });
  await runDue(`${day(0)} 23:59:59`);
  await runDue(`${day(0)} 23:59:59`);
  expect(await read("/ad/adGroupNotice", id)).toMatchObject({ status: "2", sendCount: group.memberCount });
  const sent = await listed("/settle/sendRecord", { noticeId: id });
  const members = await listed("/ad/adGroupDetail", { groupId: String(groupId) });
  expect(sortedIds(sent, "memberId")).toEqual(sortedIds(members, "memberId"));
  const known = (await listed("/member/member", {})).find((row) => row.id === sent[0]?.memberId);
  if (known) expect(sent[0]).toMatchObject({ receiver: known.mobile, scene: "5", title: "店庆" });
  expect((await operator.put("/ad/adGroupNotice/send", { id })).message).toBe("当前状态“已发送”不能进行“发送”操作");
});

it("an empty group gets no notice, a past time is refused at its field, and nobody delivers before the time", async () => {
  const { id: groupId } = (await operator.post<{ id: string }>("/ad/adGroup/add", { name: "空组", groupType: "1" }))
    .result;
  const body = { groupId, channel: "2", title: "店庆", content: "到店有礼" };
  const early = await operator.post<{ fieldErrors: Row }>("/ad/adGroupNotice/add", {
    ...body,
    planTime: "2020-01-01 00:00:00",
  });
  expect([early.success, early.result]).toEqual([false, { fieldErrors: { planTime: "计划时间不能早于现在" } }]);
  const { id } = (await operator.post<{ id: string }>("/ad/adGroupNotice/add", body)).result;
  expect((await operator.put("/ad/adGroupNotice/send", { id })).message).toBe("分组里还没有成员");
  await change("ad_group_notice", id, { status: "1", due_time: "2099-01-01 00:00:00" });
  expect((await admin.put("/ad/adGroupNotice/deliver", { id })).message).toBe("还没有到计划时间");
});

const signs = async (memberId: string) =>
  (await listed("/member/memberSign", { memberId }))
    .map(({ signDate, continuousDays, points, signType }) => [signDate, continuousDays, points, signType])
    .sort();
const sign = (memberId: string, daysAgo: number, continuousDays: number, points: number): Row => ({
  ...{
    id: `${memberId}-${daysAgo}`,
    memberId,
    memberName: "试",
    signDate: day(daysAgo),
    signTime: `${day(daysAgo)} 08:00:00`,
  },
  ...{ signType: "1", continuousDays, points, channel: "1" },
});

it("补签 joins the runs around the missed day and pays what the longer run earns, once", async () => {
  const member = await newMember();
  await put("member/member-sign", [
    sign(member, 5, 1, 1),
    sign(member, 4, 2, 1),
    sign(member, 2, 1, 1),
    sign(member, 1, 2, 1),
  ]);
  const makeUp = (body: Row) =>
    operator.put<{ fieldErrors: Row }>("/member/member/makeUp", { id: member, reason: "忘记", ...body });
  expect((await makeUp({ signDate: day(3) })).message).toEqual(done);
  expect(await signs(member)).toEqual([
    [day(5), 1, 1, "1"],
    [day(4), 2, 1, "1"],
    [day(3), 3, 2, "2"],
    [day(2), 4, 2, "1"],
    [day(1), 5, 3, "1"],
  ]);
  const ledger = await listed("/settle/sendPointRecord", { memberId: member });
  expect(ledger).toMatchObject([{ pointType: "2", points: 5, balanceAfter: 5, status: "1" }]);
  expect(await read("/member/member", member)).toMatchObject({ points: 5 });

  const refused = async (daysAgo: number) => (await makeUp({ signDate: day(daysAgo) })).result;
  expect(await refused(3)).toEqual({ fieldErrors: { signDate: "这一天已经签到" } });
  expect(await refused(0)).toEqual({ fieldErrors: { signDate: "只能补最近 7 天内、今天以前的签到" } });
  expect(await refused(8)).toEqual({ fieldErrors: { signDate: "只能补最近 7 天内、今天以前的签到" } });
  expect(await listed("/settle/sendPointRecord", { memberId: member })).toHaveLength(1);
});

it("补签 leaves a later run alone that it does not reach, and two who press at once make one row", async () => {
  const member = await newMember();
  await put("member/member-sign", [sign(member, 2, 1, 1)]);
  const press = (client: Person) =>
    client.put("/member/member/makeUp", { id: member, signDate: day(5), reason: "忘记" });
  const answers = await Promise.all([press(operator), press(admin)]);
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(await signs(member)).toEqual([
    [day(5), 1, 1, "2"],
    [day(2), 1, 1, "1"],
  ]);
  expect(await read("/member/member", member)).toMatchObject({ points: 1 });
});

it("重算等级 lifts who has reached a level in one row, and takes nobody down", async () => {
  const levels = (await listed("/member/memberLevel", { status: "1" })).filter((row) => Number(row.rank) < 9);
  const [lowest, second, third] = [...levels].sort((left, right) => Number(left.rank) - Number(right.rank)) as Row[];
  const reached = await newMember({ levelId: lowest?.id, grossAmount: Number(third?.minAmount) + 1 });
  const under = await newMember({ levelId: lowest?.id, grossAmount: Number(second?.minAmount) - 0.01 });
  const over = await newMember({ levelId: third?.id, grossAmount: 0 });
  for (const level of [second, third]) {
    expect((await operator.put("/member/memberLevel/recalc", { id: level?.id })).message).toEqual(done);
  }
  const levelOf = async (id: string) => (await read("/member/member", id)).levelId;
  expect(await Promise.all([reached, under, over].map(levelOf))).toEqual([third?.id, lowest?.id, third?.id]);
  const history = await listed("/member/memberLevelRecord", { memberId: reached });
  expect(history).toMatchObject([{ oldLevelId: lowest?.id, newLevelId: third?.id, changeType: "2" }]);
  expect((await operator.put("/member/memberLevel/recalc", { id: lowest?.id })).message).toBe(
    "最低的等级没有会员可以升上来",
  );
});
