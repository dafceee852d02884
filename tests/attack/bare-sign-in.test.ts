import { afterAll, beforeAll, expect, it } from "vitest";
import { codeOf, signInWith } from "../support/authenticator.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

/** `mLogin`: the sign-in of clients that show no captcha. */
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
  for (const username of ["ann", "ben", "cid", "dee", "eve"]) await addUser(server, { username, departs: ["A01"] });
  await addUser(server, { username: "loose" });
  await addUser(server, { username: "frozen", departs: ["A01"], status: 2 });
});
afterAll(() => server.close());

let lastAddress = 0;
const freshAddress = () => {
  lastAddress += 1;
  return `10.4.${Math.floor(lastAddress / 200)}.${(lastAddress % 200) + 1}`;
};
const signIn = (path: string) => (username: string, password: string, address: string) =>
  server.anonymous.post<{ token: string; userInfo: { username: string }; secondFactor?: string }>(
    path,
    { username, password },
    { headers: { "x-forwarded-for": address } },
  );
const bare = signIn("/sys/mLogin");
const login = signIn("/sys/login");
const toCaptcha = { status: 429, success: false, message: "登录失败次数过多，请改用验证码登录" };

it("SES-01 a right password opens a session, told by token and person alone", async () => {
  const answer = await bare("ann", testPassword, freshAddress());
  expect(answer).toMatchObject({
    success: true,
    code: 200,
    message: "登录成功",
    result: { userInfo: { username: "ann" } },
  });
  expect(Object.keys(answer.result).sort()).toEqual(["token", "userInfo"]);
  expect((await server.withToken(answer.result.token).get("/sys/user/getUserInfo")).success).toBe(true);
});

it("SES-01 who belongs to no department is told so, after the right password and not before", async () => {
  const address = freshAddress();
  const refused = { success: false, code: 500, result: null };
  expect(await bare("loose", "wrong-password", address)).toMatchObject({ ...refused, message: "用户名或密码错误" });
  expect(await bare("loose", testPassword, address)).toMatchObject({
    ...refused,
    message: "用户暂未归属部门,不可登录!",
  });
  for (const username of ["frozen", "nobody"])
    expect(await bare(username, testPassword, address)).toMatchObject({ ...refused, message: "用户名或密码错误" });
  const sessions = await server.db.kysely.selectFrom("sys_session").select("user_id").execute();
  const loose = await server.db.kysely.selectFrom("sys_user").select("id").where("username", "=", "loose").execute();
  expect(sessions.map((row) => row.user_id)).not.toContain(loose[0]?.id);
});

it("guesses with and without a captcha are one count", async () => {
  const address = freshAddress();
  for (const attempt of [bare, login, bare, login, bare]) {
    expect((await attempt("ben", "wrong-password", address)).message).toBe("用户名或密码错误");
  }
  for (const attempt of [bare, login]) {
    expect(await attempt("ben", testPassword, address)).toMatchObject({
      status: 429,
      message: "该用户登录失败次数过多，请于10分钟后再次登录！",
    });
  }
  expect((await bare("ben", testPassword, freshAddress())).success).toBe(true);
});

it("after ten wrong passwords from anywhere an account is entered with a captcha alone", async () => {
  for (let round = 0; round < 10; round += 1) {
    const attempt = round % 2 === 0 ? bare : login;
    expect((await attempt("cid", "wrong-password", freshAddress())).message).toBe("用户名或密码错误");
  }
  const home = freshAddress();
  expect(await bare("cid", testPassword, home)).toMatchObject(toCaptcha);
  expect(await bare("cid", "wrong-password", home)).toMatchObject(toCaptcha);
  expect((await login("cid", testPassword, home)).success).toBe(true);
});

it("of guesses at the same moment no more are tried than one after the other", async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => bare("dee", "wrong-password", freshAddress())));
  const tried = answers.filter(({ message }) => message === "用户名或密码错误");
  expect(tried.length).toBeLessThanOrEqual(10);
  expect(answers.filter(({ message }) => message === toCaptcha.message)).toHaveLength(40 - tried.length);
});

it("an address that tried thirty names goes on with a captcha alone", async () => {
  const address = freshAddress();
  for (let round = 0; round < 30; round += 1) await bare(`user${round}`, "Winter2026!", address);
  expect(await bare("ann", testPassword, address)).toMatchObject(toCaptcha);
  expect((await login("ann", testPassword, address)).success).toBe(true);
  expect((await bare("ann", testPassword, freshAddress())).success).toBe(true);
});

it("a crowd of tries at a locked account does not empty its count", async () => {
  const addresses = Array.from({ length: 25 }, freshAddress);
  const guessEverywhere = () => Promise.all(addresses.map((address) => login("eve", "wrong-password", address)));
  for (let round = 0; round < 5; round += 1) await guessEverywhere();
  expect((await guessEverywhere()).map(({ status }) => status)).toEqual(addresses.map(() => 429));
  expect(await bare("eve", testPassword, freshAddress())).toMatchObject(toCaptcha);
});

it("people of one office who sign in at the same moment are all let in", async () => {
  const names = Array.from({ length: 35 }, (_, index) => `office${index}`);
  for (const username of names) await addUser(server, { username, departs: ["A01"] });
  const address = freshAddress();
  const answers = await Promise.all(names.map((username) => bare(username, testPassword, address)));
  expect(answers.filter(({ success }) => success)).toHaveLength(35);
});

it("an account with two-step verification owes its code here too", async () => {
  const people = signInWith(server);
  const { secret } = await people.protectedPerson("two-step");
  const answer = await bare("two-step", testPassword, freshAddress());
  expect(answer).toMatchObject({ success: false, message: "请输入两步验证的动态码" });
  expect(answer.result).toEqual({ secondFactor: expect.any(String) });
  expect((await people.finish(answer.result.secondFactor, codeOf(secret, 1))).result.token).toBeTypeOf("string");
});

it.each([[{ username: "ann" }], [{ username: { $ne: "" }, password: testPassword }], [["ann", testPassword]], ["ann"]])(
  "the body %j signs nobody in",
  async (body) => {
    expect((await server.anonymous.post("/sys/mLogin", body)).success).toBe(false);
  },
);
