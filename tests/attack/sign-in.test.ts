import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { TestServer } from "../support/test-server.ts";

// The real comparison, counted: what takes the time must be done for everybody.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});
// Read anew: test files share their modules, and those of earlier files hold the comparison that is not counted.
vi.resetModules();
const { verify } = await import("@node-rs/argon2");
const { addUser } = await import("../support/people.ts");
const { createTestServer, testPassword } = await import("../support/test-server.ts");

/** Signs in with a fresh right captcha, so that only name and password decide. */
async function tryPassword(server: TestServer, username: string, password: string) {
  const checkKey = `key-${Math.random()}`;
  await server.context.captchas.remember(checkKey, "aB3d");
  return server.anonymous.post("/sys/login", { username, password, captcha: "AB3D", checkKey });
}

describe("captcha", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ env: { CAPTCHA: "on", TRUSTED_PROXIES: "127.0.0.1" } });
  });
  afterAll(() => server.close());

  const login = (captcha: unknown, checkKey: unknown) =>
    server.anonymous.post("/sys/login", { username: "admin", password: testPassword, captcha, checkKey });

  it("the picture is a data URL that does not hold its answer, and the table holds only hashes", async () => {
    const answer = await server.anonymous.get<string>("/sys/randomImage/1700000000001");
    expect(answer.result).toMatch(/^data:image\/svg\+xml;base64,/);
    const picture = Buffer.from(answer.result.split(",")[1] ?? "", "base64").toString();
    expect(picture).not.toContain("<text");
    const stored = await server.db.kysely.selectFrom("sys_captcha").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain("1700000000001");
    expect(String(stored[0]?.answer_hash)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("a right answer signs in, in either case", async () => {
    expect(await tryPassword(server, "admin", testPassword)).toMatchObject({ success: true, code: 200 });
  });

  it("signing in without an answer is refused before the password is looked at", async () => {
    expect(await login(null, "k")).toMatchObject({ success: false, message: "验证码无效" });
    expect(await login("", "k")).toMatchObject({ success: false, message: "验证码无效" });
  });

  it("an answer works once, even after a wrong password", async () => {
    await server.context.captchas.remember("once", "wxyz");
    const wrong = { username: "admin", password: "wrong-password", captcha: "wxyz", checkKey: "once" };
    expect((await server.anonymous.post("/sys/login", wrong)).message).toBe("用户名或密码错误");
    expect((await login("wxyz", "once")).message).toBe("验证码错误");
  });

  it("a wrong answer uses the puzzle up", async () => {
    await server.context.captchas.remember("guess", "wxyz");
    expect((await login("aaaa", "guess")).message).toBe("验证码错误");
    expect((await login("wxyz", "guess")).message).toBe("验证码错误");
  });

  it("an answer belongs to its key", async () => {
    await server.context.captchas.remember("first", "wxyz");
    await server.context.captchas.remember("second", "abcd");
    expect((await login("wxyz", "second")).message).toBe("验证码错误");
  });

  it("checkCaptcha takes the puzzle away too", async () => {
    await server.context.captchas.remember("checked", "wxyz");
    const check = () => server.anonymous.post("/sys/checkCaptcha", { captcha: "wxyz", checkKey: "checked" });
    expect((await check()).success).toBe(true);
    expect((await check()).message).toBe("验证码错误");
  });

  it("an answer is good for a minute", async () => {
    await server.context.captchas.remember("late", "wxyz");
    await server.db.kysely
      .updateTable("sys_captcha")
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect((await login("wxyz", "late")).message).toBe("验证码错误");
  });

  it("CAPTCHA=off is not honoured when the server listens to the network", async () => {
    const open = await createTestServer({ env: { CAPTCHA: "off", HOST: "0.0.0.0" } });
    expect((await open.anonymous.get<string>("/sys/randomImage/1")).result).toMatch(/^data:image/);
    const body = { username: "admin", password: testPassword };
    expect((await open.anonymous.post("/sys/login", body)).message).toBe("验证码无效");
    await open.close();
  });

  it("a key of any length is refused beyond a hundred characters", async () => {
    expect((await server.anonymous.get(`/sys/randomImage/${"k".repeat(101)}`)).status).toBe(400);
    expect((await server.anonymous.get(`/sys/randomImage/${"k".repeat(600)}`)).success).toBe(false);
  });

  it("one address gets three hundred pictures a minute, enough for an office and no flood", async () => {
    const ask = (key: number | string) =>
      server.anonymous.get(`/sys/randomImage/${key}`, { headers: { "x-forwarded-for": "10.3.0.1" } });
    expect((await ask(1)).status).toBe(200);
    // A call whose key is refused counts like a picture, and draws none.
    for (let round = 2; round < 300; round += 1) expect((await ask("k".repeat(101))).status).toBe(400);
    expect((await ask(300)).status).toBe(200);
    expect((await ask(301)).status).toBe(429);
    const refused = await ask(1);
    expect(refused).toMatchObject({ success: false, code: 429, message: "操作过于频繁，请稍后再试", result: null });
  });
});

describe("guessing", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
    await addUser(server, { username: "frozen", status: 2 });
    await addUser(server, { username: "gone", delFlag: 1 });
    await addUser(server, { username: "victim" });
  });
  afterAll(() => server.close());

  let lastAddress = 0;
  const freshAddress = () => {
    lastAddress += 1;
    return `10.1.0.${lastAddress}`;
  };
  const login = (username: string, password: string, address: string) =>
    server.anonymous.post("/sys/login", { username, password }, { headers: { "x-forwarded-for": address } });

  it("unknown, frozen and deleted users and a wrong password are one answer", async () => {
    const address = freshAddress();
    const answers = [
      await login("nobody", testPassword, address),
      await login("frozen", testPassword, address),
      await login("gone", testPassword, address),
      await login("victim", "wrong-password", address),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        success: false,
        code: 500,
        message: "用户名或密码错误",
        result: null,
      });
    }
    // The true reason is in the log and nowhere else.
    const log = await server.db.kysely.selectFrom("sys_log").select(["log_content", "userid"]).execute();
    expect(log).toContainEqual({ log_content: "登录失败：unknown user", userid: "nobody" });
    expect(log).toContainEqual({ log_content: "登录失败：frozen user", userid: "frozen" });
  });

  it("an unknown, a frozen and a deleted user cost one password comparison, like a wrong password", async () => {
    for (const username of ["victim", "no-such-user", "frozen", "deleted"]) {
      vi.mocked(verify).mockClear();
      await login(username, "wrong-password", freshAddress());
      expect([username, vi.mocked(verify).mock.calls.length]).toEqual([username, 1]);
    }
  });

  it("after five wrong passwords the account waits ten minutes at that address, and elsewhere it does not", async () => {
    const [attacker, home] = [freshAddress(), freshAddress()];
    for (let round = 0; round < 5; round += 1) {
      expect((await login("admin", "wrong-password", attacker)).message).toBe("用户名或密码错误");
    }
    expect(await login("admin", testPassword, attacker)).toMatchObject({
      status: 429,
      code: 429,
      message: "该用户登录失败次数过多，请于10分钟后再次登录！",
    });
    expect((await login("ADMIN", testPassword, attacker)).status).toBe(429);
    expect((await login("admin", testPassword, home)).success).toBe(true);
  });

  it("a name that no user has is locked just the same", async () => {
    const address = freshAddress();
    for (let round = 0; round < 5; round += 1) await login("ghost", "wrong-password", address);
    expect((await login("ghost", "wrong-password", address)).status).toBe(429);
  });

  it("a right password forgives the wrong ones before it", async () => {
    const address = freshAddress();
    for (let round = 0; round < 4; round += 1) await login("victim", "wrong-password", address);
    expect((await login("victim", testPassword, address)).success).toBe(true);
    for (let round = 0; round < 4; round += 1) await login("victim", "wrong-password", address);
    expect((await login("victim", testPassword, address)).success).toBe(true);
  });

  it("thirty wrong guesses at any names slow an address and do not shut it for the right password", async () => {
    const address = freshAddress();
    for (let round = 0; round < 30; round += 1) await login(`user${round}`, "Winter2026!", address);
    const start = performance.now();
    expect((await login("victim", testPassword, address)).success).toBe(true);
    expect(performance.now() - start).toBeGreaterThan(900);
    expect((await login("victim", testPassword, freshAddress())).success).toBe(true);
  });

  it("wrong guesses from many addresses slow an account and do not lock its owner out", async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => login("victim", "wrong-password", `10.2.${index % 12}.1`)),
    );
    expect((await login("victim", testPassword, freshAddress())).success).toBe(true);
  });

  it("an administrator unlocks an account for every address", async () => {
    const address = freshAddress();
    for (let round = 0; round < 5; round += 1) await login("victim", "wrong-password", address);
    expect((await login("victim", testPassword, address)).status).toBe(429);
    const admin = await server.as("admin");
    expect(await admin.put("/sys/user/unlock", { username: "victim" })).toMatchObject({ success: true });
    expect((await login("victim", testPassword, address)).success).toBe(true);
  });

  it("people who share an account and sign in at the same moment are all let in", async () => {
    const address = freshAddress();
    const answers = await Promise.all(Array.from({ length: 12 }, () => login("victim", testPassword, address)));
    expect(answers.filter(({ success }) => success)).toHaveLength(12);
  });

  it("a network of one owner is one address", async () => {
    for (let round = 0; round < 5; round += 1) await login("victim", "wrong-password", `2001:db8:7:1::${round}`);
    expect((await login("victim", testPassword, "2001:db8:7:1:ffff::9")).status).toBe(429);
    expect((await login("victim", testPassword, "2001:db8:7:2::9")).success).toBe(true);
  });

  it("an address that a client makes up is not believed without a configured proxy", async () => {
    const direct = await createTestServer();
    const tryFrom = (address: string) =>
      direct.anonymous.post(
        "/sys/login",
        { username: "admin", password: "wrong-password" },
        { headers: { "x-forwarded-for": address } },
      );
    for (let round = 0; round < 5; round += 1) await tryFrom(`10.9.0.${round}`);
    expect((await tryFrom("10.9.0.99")).status).toBe(429);
    await direct.close();
  });

  it.each([
    [{ username: "admin" }],
    [{ username: "admin", password: 1 }],
    [{ username: { $ne: "" }, password: testPassword }],
    [{ username: "admin' or '1'='1", password: testPassword }],
    [{ username: "admin", password: "x".repeat(201) }],
    [["admin", testPassword]],
    ["admin"],
  ])("the body %j signs nobody in", async (body) => {
    const answer = await server.anonymous.post("/sys/login", body, { headers: { "x-forwarded-for": freshAddress() } });
    expect(answer.success).toBe(false);
    expect([200, 400, 415]).toContain(answer.status);
    expect(answer.text).not.toMatch(/sys_|argon2|at \//);
  });

  it("a name with line breaks cannot forge a line of the log", async () => {
    await login("evil\n2026-01-01 登录成功 admin", "wrong-password", freshAddress());
    const rows = await server.db.kysely.selectFrom("sys_log").select(["userid", "log_content"]).execute();
    expect(rows.some((row) => /[\r\n]/.test(`${row.userid}${row.log_content}`))).toBe(false);
    expect(rows.some((row) => String(row.userid).startsWith("evil 2026-01-01"))).toBe(true);
  });
});
