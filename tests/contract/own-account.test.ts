import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { type SmsGateway, startSmsGateway } from "../support/sms-gateway.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

let server: TestServer;
let gateway: SmsGateway;
let lilyId: string;
beforeAll(async () => {
  gateway = await startSmsGateway();
  server = await createTestServer({ env: gateway.env });
  lilyId = await addUser(server, { username: "lily", phone: "13900000001", departs: ["A01"] });
  await addUser(server, { username: "tom", phone: "13900000002", departs: ["A01"] });
});
afterAll(async () => {
  await server.close();
  await gateway.close();
});

const signIn = async (username: string) => {
  const { result } = await server.anonymous.post<{ token: string }>("/sys/login", { username, password: testPassword });
  return server.withToken(result.token);
};
const userOf = async () =>
  server.db.kysely.selectFrom("sys_user").selectAll().where("id", "=", lilyId).executeTakeFirstOrThrow();

it("a person changes their own profile and nothing else about themselves or anybody", async () => {
  const lily = await server.as("lily");
  const answer = await lily.put("/sys/user/appEdit", {
    id: "other",
    realname: "李丽",
    email: "l@example.com",
    birthday: "1990-01-31",
    username: "root",
    status: 2,
    phone: "13911111111",
    relTenantIds: "9",
    selectedroles: "admin",
    departIds: "x",
  });
  expect(answer).toMatchObject({
    success: true,
    result: { realname: "李丽", email: "l@example.com", birthday: "1990-01-31" },
  });
  expect(await userOf()).toMatchObject({ username: "lily", status: "1", phone: "13900000001", rel_tenant_ids: null });
  const roles = await server.db.kysely.selectFrom("sys_user_role").selectAll().where("user_id", "=", lilyId).execute();
  expect(roles).toEqual([]);
  expect(await lily.put("/sys/user/appEdit", { email: "no mail" })).toMatchObject({ success: false });
  expect(await lily.put("/sys/user/appEdit", { realname: "" })).toMatchObject({ success: false });
  for (const [wrong, message] of [
    [{ birthday: "2990-01-31" }, "生日不能晚于今天"],
    [{ telephone: "abc" }, "请输入正确的座机号"],
  ] as const) {
    const refused = await lily.put("/sys/user/appEdit", wrong);
    expect(refused.success).toBe(false);
    expect(refused.message).toContain(message);
  }
});

it("a new number is taken with the code that was sent to it, and with no other", async () => {
  const lily = await server.as("lily");
  await server.anonymous.post("/sys/sms", { mobile: "13900000009", smsmode: "1" });
  const row = await server.db.kysely
    .selectFrom("sys_message")
    .select("id")
    .where("es_receiver", "=", "139****0009")
    .executeTakeFirstOrThrow();
  const smscode = await gateway.secretOf(row.id);
  expect(await lily.put("/sys/user/updateMobile", { phone: "13900000009", smscode: "x" })).toMatchObject({
    success: false,
  });
  expect(await lily.put("/sys/user/updateMobile", { phone: "13900000002", smscode })).toMatchObject({ success: false });
  expect(await lily.put("/sys/user/updateMobile", { phone: "13900000009", smscode })).toMatchObject({ success: true });
  expect(await lily.put("/sys/user/updateMobile", { phone: "13900000009", smscode })).toMatchObject({ success: false });
  expect(await userOf()).toMatchObject({ phone: "13900000009" });
});

it("checkOnlyUser tells the signed-in whether a name, number or mail is free, their own counts as free", async () => {
  const lily = await server.as("lily");
  const check = (query: Record<string, string>) => lily.get("/sys/user/checkOnlyUser", { query });
  expect(await check({ username: "tom" })).toMatchObject({ success: false, message: "用户账号已存在" });
  expect(await check({ phone: "13900000002" })).toMatchObject({ success: false });
  for (const query of [{ username: "lily" }, { username: "free" }])
    expect(await check(query)).toMatchObject({ success: true });
  expect(await server.anonymous.get("/sys/user/checkOnlyUser", { query: { username: "tom" } })).toMatchObject({
    status: 401,
  });
});

it("a person sees their own sessions and ends one or all others; somebody else's are not there", async () => {
  const [here, phone, tablet] = [await signIn("lily"), await signIn("lily"), await signIn("lily")];
  const tom = await signIn("tom");
  const list = async () =>
    (await here.get<{ records: { id: string; isCurrent: boolean }[] }>("/sys/user/ownSessions")).result.records;
  expect((await list()).filter((row) => row.isCurrent)).toHaveLength(1);
  const current = (await list()).find((row) => row.isCurrent)?.id;
  expect(await here.post("/sys/user/endOwnSession", { id: current })).toMatchObject({ success: false });
  const foreign = await server.db.kysely
    .selectFrom("sys_session")
    .select("id")
    .where("user_id", "!=", lilyId)
    .executeTakeFirstOrThrow();
  expect(await here.post("/sys/user/endOwnSession", { id: foreign.id })).toMatchObject({
    success: false,
    message: "未找到对应实体",
  });
  expect(await tom.get("/sys/user/ownSessions")).toMatchObject({ success: true });
  const { result } = await phone.get<{ records: { id: string; isCurrent: boolean }[] }>("/sys/user/ownSessions");
  const phoneId = result.records.find((row) => row.isCurrent)?.id;
  expect(await here.post("/sys/user/endOwnSession", { id: phoneId })).toMatchObject({ success: true });
  expect(await phone.get("/sys/user/ownSessions")).toMatchObject({ status: 401 });
  expect(await tablet.get("/sys/user/ownSessions")).toMatchObject({ success: true });
  expect(await here.post("/sys/user/endOtherSessions", {})).toMatchObject({ success: true });
  expect(await tablet.get("/sys/user/ownSessions")).toMatchObject({ status: 401 });
  expect(await list()).toHaveLength(1);
});

it("a person reads their own sign-ins, failures included, and nobody else's", async () => {
  await server.anonymous.post("/sys/login", { username: "tom", password: "wrong-password" });
  const tom = await signIn("tom");
  const { result } = await tom.get<{ records: { logContent: string }[]; total: number }>("/sys/user/ownSignIns");
  const texts = result.records.map((row) => row.logContent);
  expect(texts).toEqual(expect.arrayContaining(["登录成功", expect.stringMatching(/^登录失败/)]));
  expect(JSON.stringify(result)).not.toContain("lily");
});
