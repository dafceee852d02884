import { afterAll, beforeAll, expect, it } from "vitest";
import { codeOf, signInWith, wrongCode } from "../support/authenticator.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

let server: TestServer;
let signIn: ReturnType<typeof signInWith>["signIn"];
let finish: ReturnType<typeof signInWith>["finish"];
let protectedPerson: ReturnType<typeof signInWith>["protectedPerson"];
beforeAll(async () => {
  server = await createTestServer();
  ({ signIn, finish, protectedPerson } = signInWith(server));
});
afterAll(() => server.close());

it("a person switches it on with their password and a first code, and is asked for a code from then on", async () => {
  const id = await addUser(server, { username: "totp_a", departs: ["A01"] });
  const { result } = await signIn("totp_a");
  const client = server.withToken(result.token ?? "");
  expect((await client.post("/sys/secondFactor/begin", { password: "wrong" })).message).toBe("登录密码不正确");
  const begun = await client.post<{ secret: string; uri: string }>("/sys/secondFactor/begin", {
    password: testPassword,
  });
  const { secret, uri } = begun.result;
  expect(uri).toContain(`secret=${secret}`);
  // Not before it has proved to work.
  expect((await signIn("totp_a")).result.token).toBeTruthy();
  expect((await client.post("/sys/secondFactor/confirm", { code: wrongCode(secret) })).success).toBe(false);
  const confirmed = await client.post<{ recoveryCodes: string[] }>("/sys/secondFactor/confirm", {
    code: codeOf(secret),
  });
  expect(new Set(confirmed.result.recoveryCodes).size).toBe(10);
  expect((await client.get("/sys/secondFactor/state")).result).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  expect((await client.post("/sys/secondFactor/begin", { password: testPassword })).message).toContain("已经开启");

  const asked = await signIn("totp_a");
  expect(asked).toMatchObject({ success: false, code: 500, message: "请输入两步验证的动态码" });
  expect(asked.result).toEqual({ secondFactor: expect.any(String) });
  const wrong = await finish(asked.result.secondFactor, wrongCode(secret));
  expect(wrong.message).toContain("动态码不正确");
  const right = await finish(asked.result.secondFactor, codeOf(secret, 1));
  expect(right).toMatchObject({ success: true, code: 200 });
  const info = await server
    .withToken(right.result.token ?? "")
    .get<{ userInfo: { id: string } }>("/sys/user/getUserInfo");
  expect(info.result.userInfo.id).toBe(id);
  // The token was for one session.
  expect((await finish(asked.result.secondFactor, codeOf(secret, 1))).message).toContain("已失效");
});

it("a code is good once, also for two sign-ins at the same time", async () => {
  const { secret } = await protectedPerson("totp_b");
  const tokens = await Promise.all([1, 2, 3].map(async () => (await signIn("totp_b")).result.secondFactor));
  const code = codeOf(secret, 1);
  const answers = await Promise.all(tokens.map((token) => finish(token, code)));
  expect(answers.filter(({ success }) => success).length).toBe(1);
  // Nor is one of an earlier step, now that a later one was used.
  expect((await finish(tokens[0], codeOf(secret))).success).toBe(false);
});

it("a recovery code opens once, with dashes and in capitals or without", async () => {
  const { recoveryCodes, client } = await protectedPerson("totp_c");
  const [first = "", second = ""] = recoveryCodes;
  const asked = await signIn("totp_c");
  expect((await finish(asked.result.secondFactor, ` ${first.toUpperCase()} `)).success).toBe(true);
  const again = await signIn("totp_c");
  expect((await finish(again.result.secondFactor, first)).success).toBe(false);
  expect((await client.get("/sys/secondFactor/state")).result).toMatchObject({ recoveryCodesLeft: 9 });
  expect((await finish(again.result.secondFactor, second.replaceAll("-", ""))).success).toBe(true);
});

it("new recovery codes and switching off take a code", async () => {
  const { client, secret, recoveryCodes } = await protectedPerson("totp_d");
  expect((await client.post("/sys/secondFactor/off", { code: wrongCode(secret) })).success).toBe(false);
  expect((await client.post("/sys/secondFactor/off", {})).message).toBe("请输入动态码或恢复码");
  const renewed = await client.post<{ recoveryCodes: string[] }>("/sys/secondFactor/renewCodes", {
    code: codeOf(secret, 1),
  });
  expect(renewed.result.recoveryCodes.some((code) => recoveryCodes.includes(code))).toBe(false);
  const off = await client.post("/sys/secondFactor/off", { code: renewed.result.recoveryCodes[0] });
  expect(off.success).toBe(true);
  expect((await signIn("totp_d")).result.token).toBeTruthy();
});

it("of ten thousand guesses five are tried, from whatever address and with whatever token", async () => {
  const { secret } = await protectedPerson("totp_e");
  const tokens = await Promise.all([1, 2, 3].map(async () => (await signIn("totp_e")).result.secondFactor));
  const code = wrongCode(secret);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      server.anonymous.post(
        "/sys/secondFactor/signIn",
        { secondFactor: tokens[index % 3], code },
        { headers: { "x-forwarded-for": `192.0.2.${index}` } },
      ),
    ),
  );
  expect(answers.filter(({ message }) => message.includes("动态码不正确")).length).toBe(5);
  expect(answers.filter(({ status }) => status === 429).length).toBe(55);
  // The right one too.
  expect((await finish(tokens[0], codeOf(secret, 1))).status).toBe(429);
});

it("nobody's code opens somebody else's sign-in", async () => {
  const first = await protectedPerson("totp_f");
  await protectedPerson("totp_g");
  const asked = await signIn("totp_g");
  expect((await finish(asked.result.secondFactor, codeOf(first.secret, 1))).success).toBe(false);
  expect((await finish(asked.result.secondFactor, first.recoveryCodes[0] ?? "")).success).toBe(false);
  expect((await finish("x".repeat(43), codeOf(first.secret, 1))).message).toContain("已失效");
});

it("an administrator resets it, which ends the person's sessions and leaves a log", async () => {
  const { id, client } = await protectedPerson("totp_h");
  const admin = await server.as("admin");
  expect((await admin.put("/sys/user/resetSecondFactor", { id })).message).toBe("两步验证已重置");
  expect((await client.get("/sys/secondFactor/state")).status).toBe(401);
  expect((await signIn("totp_h")).result.token).toBeTruthy();
  expect((await admin.put("/sys/user/resetSecondFactor", { id })).message).toContain("没有开启");
  const logged = await server.db.kysely
    .selectFrom("sys_log")
    .select("log_content")
    .where("log_content", "like", "重置 %totp_h%的两步验证")
    .execute();
  expect(logged.length).toBe(1);
});

it("neither the secret nor a recovery code stands readable in the database", async () => {
  const { secret, recoveryCodes, id } = await protectedPerson("totp_i");
  const rows = [
    ...(await server.db.kysely.selectFrom("sys_user_totp").selectAll().where("user_id", "=", id).execute()),
    ...(await server.db.kysely.selectFrom("sys_recovery_code").selectAll().where("user_id", "=", id).execute()),
  ];
  expect(rows.length).toBe(11);
  const kept = JSON.stringify(rows);
  expect(kept).not.toContain(secret);
  for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll("-", ""));
});
