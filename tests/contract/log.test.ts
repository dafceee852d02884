import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Entry = Readonly<Record<string, string | number | null>>;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const list = async (client: TestClient, query: Record<string, string>) =>
  (await client.get<Page<Entry>>("/sys/log/list", { query: { pageSize: "100", ...query } })).result.records;
/** Entries are written beside the call, a moment later. */
const written = (query: Record<string, string>) => expect.poll(() => list(admin, query), { interval: 30 });

it("SYS-17 a write leaves one entry: who, what, with which parameters, how long, from where", async () => {
  const body = { realname: "王芳", mobile: "13912345678", nickname: "小芳\n登录成功" };
  const { id } = (await admin.post<{ id: string }>("/member/member/add", body)).result;
  await written({ logContent: "新增会员" }).toHaveLength(1);
  const [entry] = await list(admin, { logContent: "新增会员" });
  expect(entry).toMatchObject({
    logType: 2,
    operateType: 2,
    userid: "admin",
    ip: "127.0.0.1",
    requestType: "POST",
    requestUrl: "/api/member/member/add",
    outcome: "ok",
  });
  expect(Number(entry?.costTime)).toBeGreaterThan(0);
  const params = String(entry?.requestParam);
  expect(JSON.parse(params)).toMatchObject({ realname: "王芳", mobile: "***" });
  expect(params).not.toContain("\n");
  await admin.delete("/member/member/delete", { query: { id } });
  await written({ logContent: "删除会员" }).toMatchObject([{ operateType: 4 }]);
});

it("SYS-17 passwords and tokens stand in no entry, reads leave none, a refusal is told as one", async () => {
  await admin.put("/sys/user/changePassword", { username: "nobody", password: "very-secret-1", confirmPassword: "x" });
  await admin.get("/member/member/list");
  await admin.post("/lowcode/aggregate", { model: "member/member", measures: { n: { op: "count" } } });
  await admin.post("/member/member/add", { realname: "" });
  await written({ requestUrl: "/api/sys/user/changePassword" }).toMatchObject([{ outcome: "refused" }]);
  await written({ logContent: "新增会员", outcome: "refused" }).toHaveLength(1);
  const all = await list(admin, {});
  expect(all.some((entry) => JSON.stringify(entry).includes("very-secret-1"))).toBe(false);
  expect(all.some((entry) => String(entry.requestUrl).endsWith("/aggregate"))).toBe(false);
  expect(all.some((entry) => String(entry.requestUrl).endsWith("/member/list"))).toBe(false);
});

it("SYS-17 a refused access is in the log; the log itself can be read and exported, not changed", async () => {
  await addUser(server, { username: "clerk1", departs: ["A01"] });
  const clerk = await server.as("clerk1");
  expect(await clerk.get("/sys/log/list")).toMatchObject({ status: 403, code: 510 });
  await written({ userid: "clerk1", outcome: "refused" }).toMatchObject([
    { logType: 2, logContent: "查询日志（无权限）" },
  ]);
  const [entry] = await list(admin, { userid: "clerk1", outcome: "refused" });
  for (const [method, url] of [
    ["delete", `/sys/log/delete?id=${entry?.id}`],
    ["delete", "/sys/log/deleteBatch?ids=allclear"],
  ] as const) {
    expect((await admin[method](url)).status).toBe(404);
  }
  expect((await admin.put("/sys/log/edit", { id: entry?.id, logContent: "x" })).status).toBe(404);
  expect(await list(admin, { userid: "clerk1", outcome: "refused" })).toEqual([entry]);
  const sheet = await admin.get("/sys/log/exportXls", { query: { format: "csv" } });
  expect(sheet.text).toContain("查询日志（无权限）");
});

it("SYS-17 keyWord finds in the content, logType separates sign-ins from operations", async () => {
  const found = await list(admin, { logType: "1", keyWord: "登录成功" });
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((entry) => entry.logType === 1)).toBe(true);
});

it("SYS-23 loginfo counts sign-ins and addresses, visitInfo tells the last seven days", async () => {
  const info = (await admin.get<Record<string, number>>("/sys/loginfo")).result;
  expect(info.todayVisitCount).toBeGreaterThan(0);
  expect(info.totalVisitCount).toBeGreaterThanOrEqual(info.todayVisitCount ?? 0);
  expect(info.todayIp).toBe(1);
  const visits = (await admin.get<{ tian: string; visit: number; ip: number; type: string }[]>("/sys/visitInfo"))
    .result;
  expect(visits).toHaveLength(7);
  expect(visits.at(-1)).toMatchObject({ visit: info.todayVisitCount, ip: 1 });
  expect(visits.at(-1)?.type).toBe(visits.at(-1)?.tian.slice(5));
  expect(visits[0]).toMatchObject({ visit: 0, ip: 0 });
});

it("SYS-17 freezing, unlocking, importing and restoring say whom and what", async () => {
  const id = await addUser(server, { username: "zhou", realname: "周舟" });
  await admin.put("/sys/user/frozenBatch", { ids: `${id},`, status: 2 });
  await admin.put("/sys/user/frozenBatch", { ids: `${id},`, status: 1 });
  // A second time changes nothing and leaves no version.
  await admin.put("/sys/user/frozenBatch", { ids: `${id},`, status: 1 });
  const kept = await admin.get<{ dataContent: string }[]>("/sys/dataLog/queryDataVerList", {
    query: { dataTable: "sys_user", dataId: id },
  });
  expect(kept.result.map(({ dataContent }) => JSON.parse(dataContent).status)).toEqual([1, 2]);
  await admin.put("/sys/user/unlock", { username: "zhou" });
  const told = await list(admin, { keyWord: "周舟（zhou）" });
  expect(told.map((entry) => entry.logContent).sort()).toEqual([
    "冻结用户 周舟（zhou）",
    "解冻用户 周舟（zhou）",
    "解冻用户 周舟（zhou）",
    "解除 周舟（zhou） 的登录锁定",
  ]);
  const { result } = await admin.post<{ id: string }>("/member/member/add", {
    realname: "方芳",
    mobile: "13912345679",
  });
  const [version] = (
    await admin.get<Entry[]>("/sys/dataLog/queryDataVerList", { query: { dataTable: "member", dataId: result.id } })
  ).result;
  await admin.post("/sys/dataLog/restore", { id: version?.id });
  await written({ logContent: "恢复会员 方芳 到版本 1" }).toHaveLength(1);
});
