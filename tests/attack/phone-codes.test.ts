import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maskReceiver } from "../../server/messages/mask-receiver.ts";
import { addUser } from "../support/people.ts";
import { type SmsGateway, startSmsGateway } from "../support/sms-gateway.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

let server: TestServer;
let gateway: SmsGateway;
beforeAll(async () => {
  gateway = await startSmsGateway();
  server = await createTestServer({ env: gateway.env });
  await addUser(server, { username: "lily", phone: "13900000001", departs: ["A01"] });
  await addUser(server, { username: "frost", phone: "13900000002", status: 2 });
  await addUser(server, { username: "clara", phone: "13900000003" });
});
afterAll(async () => {
  await server.close();
  await gateway.close();
});

/** Asks for a code as if nobody had asked before. */
async function ask(mobile: string, smsmode: string) {
  await server.db.kysely.deleteFrom("sys_limit").execute();
  return server.anonymous.post("/sys/sms", { mobile, smsmode });
}

const outbox = (receiver: string) =>
  server.db.kysely
    .selectFrom("sys_message")
    .selectAll()
    .where("es_receiver", "=", maskReceiver(receiver))
    .orderBy("id", "desc")
    .execute();

async function askCode(mobile: string, smsmode: string): Promise<string> {
  expect((await ask(mobile, smsmode)).success).toBe(true);
  return gateway.secretOf((await outbox(mobile))[0]?.id);
}

const phoneLogin = (mobile: string, captcha: string) =>
  server.anonymous.post<{ token: string }>("/sys/phoneLogin", { mobile, captcha });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const refused = { success: false, code: 500, message: "手机验证码错误", result: null };

describe("sending", () => {
  it.each(["0", "1", "2"])("mode %s answers alike for known, frozen and unknown numbers", async (smsmode) => {
    const answers = [];
    for (const mobile of ["13900000001", "13900000002", "13800009999"]) {
      const { status, success, code, message, result } = await ask(mobile, smsmode);
      answers.push({ status, success, code, message, result });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 200, success: true });
  });

  it("a code goes only to a number that the purpose is for; the outbox says why the others got none", async () => {
    await ask("13800009998", "0");
    await ask("13900000002", "2");
    await ask("13900000001", "1");
    for (const mobile of ["13800009998", "13900000002", "13900000001"]) {
      const message = (await outbox(mobile))[0];
      expect(message).toMatchObject({ es_send_status: "3", es_send_num: "0" });
      expect(gateway.requests.filter(({ body }) => body.includes(String(message?.id)))).toEqual([]);
    }
  });

  it("a number gets one message a minute, whoever asks and whatever for", async () => {
    await ask("13700000001", "0");
    expect(await server.anonymous.post("/sys/sms", { mobile: "13700000001", smsmode: "1" })).toMatchObject({
      status: 429,
    });
  });

  it("an address gets twenty messages an hour over all numbers, also when it asks for all at once", async () => {
    await server.db.kysely.deleteFrom("sys_limit").execute();
    const asks = Array.from({ length: 25 }, (_, index) =>
      server.anonymous.post("/sys/sms", { mobile: String(13_600_001_000 + index), smsmode: "0" }),
    );
    const statuses = (await Promise.all(asks)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it("a number gets one message however many ask at once, and a refused wish counts nowhere", async () => {
    await server.db.kysely.deleteFrom("sys_limit").execute();
    const ask = () => server.anonymous.post("/sys/sms", { mobile: "13600002000", smsmode: "0" });
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    const counts = await server.db.kysely
      .selectFrom("sys_limit")
      .select("count")
      .where("key", "like", "sms %")
      .execute();
    expect(counts.map(({ count }) => Number(count))).toEqual([1, 1, 1, 1]);
  });

  it.each([
    ["", "手机号不允许为空！"],
    ["12900000001", "请输入正确手机号"],
    ["139000000010", "请输入正确手机号"],
  ])("the number %j is refused", async (mobile, message) => {
    expect(await server.anonymous.post("/sys/sms", { mobile, smsmode: "0" })).toMatchObject({
      success: false,
      message,
    });
  });

  it("the outbox is read by administrators only", async () => {
    const admin = await server.as("admin");
    const clara = await server.as("clara");
    expect((await admin.get("/sys/message/sysMessage/list")).success).toBe(true);
    expect(await clara.get("/sys/message/sysMessage/list")).toMatchObject({ status: 403 });
  });
});

describe("signing in by phone", () => {
  it("SES-02: the code of a number signs its user in, once", async () => {
    const code = await askCode("13900000001", "0");
    const answer = await phoneLogin("13900000001", code);
    expect(answer).toMatchObject({ success: true, code: 200, result: { userInfo: { username: "lily" } } });
    expect((await server.withToken(answer.result.token).get("/sys/user/getUserInfo")).success).toBe(true);
    expect(await phoneLogin("13900000001", code)).toMatchObject(refused);
  });

  it("two calls with one code at the same time make one session", async () => {
    const code = await askCode("13900000001", "0");
    const answers = await Promise.all([phoneLogin("13900000001", code), phoneLogin("13900000001", code)]);
    expect(answers.filter((answer) => answer.success)).toHaveLength(1);
  });

  it("five wrong tries spend the code", async () => {
    const code = await askCode("13900000003", "0");
    for (let index = 0; index < 5; index += 1)
      expect(await phoneLogin("13900000003", wrong(code))).toMatchObject(refused);
    await server.db.kysely.deleteFrom("sys_limit").execute();
    expect(await phoneLogin("13900000003", code)).toMatchObject(refused);
  });

  it("wrong codes lock the pair of number and address, unknown numbers alike", async () => {
    for (const mobile of ["13900000003", "13800009997"]) {
      await server.db.kysely.deleteFrom("sys_limit").execute();
      for (let index = 0; index < 5; index += 1) expect(await phoneLogin(mobile, "000000")).toMatchObject(refused);
      expect(await phoneLogin(mobile, "000000")).toMatchObject({ status: 429 });
    }
    await server.db.kysely.deleteFrom("sys_limit").execute();
  });

  it("a code older than ten minutes is no good", async () => {
    const code = await askCode("13900000001", "0");
    await server.db.kysely
      .updateTable("sys_sms_code")
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect(await phoneLogin("13900000001", code)).toMatchObject(refused);
  });

  it("a code for another purpose does not sign in", async () => {
    expect(await phoneLogin("13900000001", await askCode("13900000001", "2"))).toMatchObject(refused);
  });

  it("a code stays with the user it was sent to when the number changes hands", async () => {
    const code = await askCode("13900000003", "0");
    await server.db.kysely.updateTable("sys_user").set({ phone: null }).where("username", "=", "clara").execute();
    await addUser(server, { username: "heir", phone: "13900000003" });
    const answer = await phoneLogin("13900000003", code);
    expect(answer).toMatchObject({ result: { userInfo: { username: "clara" } } });
  });
});

describe("registering", () => {
  const register = (body: Record<string, unknown>) => server.anonymous.post("/sys/user/register", body);

  it("SES-07: makes an account that can sign in and holds no permission", async () => {
    const smscode = await askCode("13500000001", "1");
    const body = { username: "newcomer", password: testPassword, phone: "13500000001", smscode };
    expect(await register(body)).toMatchObject({ success: true, message: "注册成功" });
    const newcomer = await server.as("newcomer");
    expect(await newcomer.get("/sys/user/list")).toMatchObject({ status: 403 });
    expect(await register(body)).toMatchObject(refused);
  });

  it("needs the code of that number, and tells nothing about names without it", async () => {
    const body = { username: "lily", password: testPassword, phone: "13500000002", smscode: "000000" };
    expect(await register(body)).toMatchObject(refused);
    const smscode = await askCode("13500000002", "1");
    expect(await register({ ...body, phone: "13500000003", smscode })).toMatchObject(refused);
  });

  it.each([
    [{ username: "lily" }, "用户名已注册"],
    [{ username: "LILY" }, "用户名已注册"],
    [{ username: "a b c d" }, "只允许字母、数字、下划线"],
    [{ password: "password" }, "这个密码太常见，容易被猜到，请换一个"],
    [{ email: "no-address" }, "邮箱格式不正确"],
  ])("refuses %j and keeps the code for another try", async (change, message) => {
    const smscode = await askCode("13500000004", "1");
    const body = { username: `user_${Math.floor(Math.random() * 1e6)}`, password: testPassword, phone: "13500000004" };
    expect(await register({ ...body, smscode, ...change })).toMatchObject({ success: false, message });
    const rows = await server.db.kysely.selectFrom("sys_sms_code").select("phone").execute();
    expect(rows.map((row) => row.phone)).toContain("13500000004");
  });

  it("nobody gives themselves a role, a tenant or a state by registering", async () => {
    const smscode = await askCode("13500000005", "1");
    const more = { roles: "admin", selectedroles: "1", relTenantIds: "1", status: 2, id: "mine" };
    await register({ username: "sneaky", password: testPassword, phone: "13500000005", smscode, ...more });
    const row = await server.db.kysely
      .selectFrom("sys_user")
      .select(["id", "rel_tenant_ids", "status"])
      .where("username", "=", "sneaky")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ rel_tenant_ids: null });
    expect(Number(row.status)).toBe(1);
    expect(row.id).not.toBe("mine");
  });
});

describe("the forgotten password", () => {
  const verify = (phone: string, smscode: string, username = "") =>
    server.anonymous.post<{ smscode: string; username: string }>("/sys/user/phoneVerification", {
      phone,
      smscode,
      username,
    });
  const change = (body: Record<string, unknown>) => server.anonymous.post("/sys/user/passwordChange", body);

  it("SES-08: the code of the account's number leads to a new password, and every session ends", async () => {
    const before = await server.as("lily");
    const { result } = await verify("13900000001", await askCode("13900000001", "2"), "lily");
    const body = { username: "lily", phone: "13900000001", smscode: result.smscode, password: "brand-new-passphrase" };
    expect(await change(body)).toMatchObject({ success: true, message: "密码重置完成！" });
    expect((await before.get("/sys/user/getUserInfo")).status).toBe(401);
    expect((await server.as("lily", "brand-new-passphrase")).token).toBeDefined();
    expect(await change(body)).toMatchObject({ success: false, message: "短信验证码失效！" });
  });

  it("the first step repeats what was typed, whether it is somebody's or nobody's", async () => {
    for (const [name, value] of [
      ["username", "lily"],
      ["username", "nobody-at-all"],
    ] as const) {
      const answer = await server.anonymous.get("/sys/user/querySysUser", { query: { [name]: value } });
      expect(answer).toMatchObject({ success: true, result: { username: value, phone: "" } });
    }
  });

  it("a wrong code, an unknown number and another account's number are one answer", async () => {
    const code = await askCode("13900000001", "2");
    expect(await verify("13900000001", wrong(code))).toMatchObject(refused);
    expect(await verify("13800009999", code)).toMatchObject(refused);
    expect(await verify("13900000001", code, "admin")).toMatchObject(refused);
  });

  it("the proof works for its own user only, and a sign-in code is no proof", async () => {
    const { result } = await verify("13900000001", await askCode("13900000001", "2"));
    const body = { phone: "13900000001", smscode: result.smscode, password: "another-passphrase-2" };
    expect(await change({ ...body, username: "admin" })).toMatchObject({ message: "短信验证码失效！" });
    const smscode = await askCode("13900000001", "0");
    expect(await change({ ...body, username: "lily", smscode })).toMatchObject({ message: "短信验证码失效！" });
  });

  it("a password in the address is refused", async () => {
    const query = { username: "lily", password: "x", smscode: "1", phone: "13900000001" };
    expect(await server.anonymous.get("/sys/user/passwordChange", { query })).toMatchObject({
      success: false,
      message: "密码不能写在地址里，请以 POST 提交",
    });
  });
});

describe("with captcha", () => {
  it("looking for an account and verifying a number each need a fresh one", async () => {
    const checked = await createTestServer({ env: { CAPTCHA: "on" } });
    const { anonymous, context } = checked;
    const query = { username: "admin", captcha: "aB3d", checkKey: "k" };
    expect(await anonymous.get("/sys/user/querySysUser", { query })).toMatchObject({ message: "验证码错误" });
    await context.captchas.remember("k", "aB3d");
    expect((await anonymous.get("/sys/user/querySysUser", { query })).success).toBe(true);
    expect(await anonymous.get("/sys/user/querySysUser", { query })).toMatchObject({ message: "验证码错误" });
    const body = { phone: "13900000001", smscode: "000000" };
    expect(await anonymous.post("/sys/user/phoneVerification", body)).toMatchObject({ message: "验证码无效" });
    await checked.close();
  });
});
