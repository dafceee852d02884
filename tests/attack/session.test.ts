import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

describe("session tokens", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    await addUser(server, {
      username: "clerk",
      departs: ["A01"],
      tenants: [1001],
      permissions: ["member:member:list"],
    });
    await addUser(server, { username: "other", departs: ["A02"], tenants: [1002] });
  });
  afterAll(() => server.close());

  const freshToken = async (username: string) => {
    const answer = await server.anonymous.post<{ token: string }>("/sys/login", { username, password: testPassword });
    return answer.result.token;
  };
  const whoAmI = (token: string) =>
    server.withToken(token).get<{ userInfo: { username: string } }>("/sys/user/getUserInfo");

  it("the table holds no token, only its hash", async () => {
    const token = await freshToken("clerk");
    const rows = await server.db.kysely.selectFrom("sys_session").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each([
    ["made up", "A".repeat(43)],
    ["a hash from the table", "0".repeat(64)],
    ["a JSON web token without signature", "eyJhbGciOiJub25lIn0.eyJ1c2VybmFtZSI6ImFkbWluIn0."],
    ["very long", "x".repeat(5000)],
    ["a quote", "' or 1=1 --"],
  ])("a token that is %s is refused", async (_what, token) => {
    expect(await whoAmI(token)).toMatchObject({
      status: 401,
      code: 401,
      message: "Token失效，请重新登录",
      result: null,
    });
  });

  it("a token in the address, a cookie or another header is not accepted", async () => {
    const token = await freshToken("clerk");
    const tries = [
      await server.anonymous.get("/sys/user/getUserInfo", { query: { token } }),
      await server.anonymous.get("/sys/user/getUserInfo", { query: { "X-Access-Token": token, _t: "1" } }),
      await server.anonymous.get("/sys/user/getUserInfo", { headers: { cookie: `sc_files=${token}; token=${token}` } }),
      await server.anonymous.get("/sys/user/getUserInfo", { headers: { authorization: `Bearer ${token}` } }),
      await server.anonymous.post("/sys/logout", { token }),
    ];
    for (const answer of tries) expect([answer.status, answer.result]).toEqual([401, null]);
    expect((await whoAmI(token)).success).toBe(true);
  });

  it("logging out with somebody's made-up token ends nobody's session", async () => {
    const token = await freshToken("clerk");
    expect((await server.withToken("B".repeat(43)).post("/sys/logout")).status).toBe(401);
    expect((await whoAmI(token)).success).toBe(true);
  });

  it("a link on another site cannot sign anybody out", async () => {
    const token = await freshToken("clerk");
    const answer = await server.withToken(token).get("/sys/logout", { headers: { "sec-fetch-site": "cross-site" } });
    expect(answer.status).toBe(403);
    expect((await whoAmI(token)).success).toBe(true);
  });

  it("a frozen user's token is dead at once, and so is a deleted user's", async () => {
    for (const change of [{ status: 2 }, { del_flag: 1 }]) {
      const username = `shortlived-${Object.keys(change)[0]}`;
      const id = await addUser(server, { username });
      const token = await freshToken(username);
      expect((await whoAmI(token)).success).toBe(true);
      await server.db.kysely.updateTable("sys_user").set(change).where("id", "=", id).execute();
      await server.context.authentication.invalidate(id);
      expect((await whoAmI(token)).status).toBe(401);
    }
  });

  it("an expired session is refused", async () => {
    const token = await freshToken("clerk");
    await server.db.kysely
      .updateTable("sys_session")
      .set({ expires_at: Date.now() - 1 })
      .execute();
    await server.context.authentication.invalidate();
    expect((await whoAmI(token)).status).toBe(401);
  });

  it("a role that is taken away no longer opens its pages", async () => {
    const id = await addUser(server, { username: "demoted", permissions: ["member:member:list"] });
    const client = server.withToken(await freshToken("demoted"));
    expect((await client.get("/lowcode/screens/member/member")).success).toBe(true);
    await server.db.kysely.deleteFrom("sys_user_role").where("user_id", "=", id).execute();
    await server.context.authentication.invalidate(id);
    expect(await client.get("/lowcode/screens/member/member")).toMatchObject({ status: 403, code: 510, result: null });
  });

  it.each(["tenant_id", "tenant-id", "X-Tenant-Id"])("the header %s opens one's own tenants only", async (name) => {
    const client = server.withToken(await freshToken("clerk"));
    const ask = (tenant: string) => client.get("/sys/user/getUserInfo", { headers: { [name]: tenant } });
    expect((await ask("1001")).success).toBe(true);
    expect((await ask("0")).success).toBe(true);
    for (const foreign of ["1002", "-1", "1001,1002", "1001 or 1=1"]) {
      expect(await ask(foreign)).toMatchObject({ status: 403, success: false, result: null });
    }
  });

  it("selectDepart moves nobody else and nowhere foreign", async () => {
    const client = server.withToken(await freshToken("clerk"));
    expect((await client.put("/sys/selectDepart", { orgCode: "A02" })).status).toBe(403);
    expect((await client.put("/sys/selectDepart", { orgCode: "A01", username: "other" })).status).toBe(403);
    const { result } = await client.get<{ orgCode: string }>("/sys/user/getCurrentUserDeparts");
    expect(result.orgCode).toBe("A01");
  });

  it("guessing the old password from a stolen session is stopped like guessing at sign-in", async () => {
    await addUser(server, { username: "robbed" });
    const client = server.withToken(await freshToken("robbed"));
    const guess = (oldpassword: string) =>
      client.put("/sys/user/updatePassword", {
        oldpassword,
        password: "another-password-9",
        confirmpassword: "another-password-9",
      });
    for (let round = 0; round < 5; round += 1) expect((await guess(`guess-${round}`)).message).toBe("旧密码输入错误!");
    expect((await guess(testPassword)).status).toBe(429);
  });
});

describe("every route", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  /** The whole list; a new public route has to be written down here. */
  const publicRoutes = [
    "GET /",
    "GET /*",
    "GET /api/health",
    "GET /api/health/live",
    "GET /api/health/ready",
    // Where the operator wants it: released announcements to everybody of every tenant, and no others.
    "GET /api/sys/annountCement/show/:id",
    // Ends a sign-in at a provider: by a ticket of the CAS server, or one of ours that is this browser's alone.
    "GET /api/sys/cas/client/validateLogin",
    "GET /api/sys/getEncryptedString",
    "GET /api/sys/randomImage/:key",
    "GET /api/sys/setting/picture/:name",
    "GET /api/sys/thirdLogin/:source/callback",
    "GET /api/sys/thirdLogin/getLoginUser/:token/:thirdType",
    "GET /api/sys/thirdLogin/providers",
    "GET /api/sys/thirdLogin/relay.js",
    "GET /api/sys/thirdLogin/render/:source",
    "GET /api/sys/user/passwordChange",
    "GET /api/sys/user/querySysUser",
    // Behind METRICS_TOKEN; without one it does not exist.
    "GET /metrics",
    "POST /api/sys/checkCaptcha",
    "POST /api/sys/login",
    // Without a captcha; shares its limits with login and ends before they do.
    "POST /api/sys/mLogin",
    "POST /api/sys/phoneLogin",
    // Names a sign-in that waits for its second step.
    "POST /api/sys/secondFactor/signIn",
    "POST /api/sys/sms",
    "POST /api/sys/third/user/checkPassword",
    "POST /api/sys/third/user/create",
    // Signed by the provider, or naming a ticket that only the CAS server knows.
    "POST /api/sys/thirdLogin/:source/backchannel",
    "POST /api/sys/thirdLogin/:source/callback",
    "POST /api/sys/thirdLogin/bindingThirdPhone",
    "POST /api/sys/thirdLogin/user/checkPassword",
    "POST /api/sys/thirdLogin/user/create",
    "POST /api/sys/user/checkResetLink",
    "POST /api/sys/user/passwordChange",
    "POST /api/sys/user/phoneVerification",
    "POST /api/sys/user/register",
    "POST /api/sys/user/resetByLink",
  ];

  it("only the written list is public", () => {
    const found = server.routes
      .filter((route) => route.permission === "public" && route.method !== "HEAD")
      .map((route) => `${route.method} ${route.url}`);
    expect(found.sort()).toEqual(publicRoutes);
  });

  it("no answer of the session and dictionary calls holds a hash, a salt or a token of another session", async () => {
    const admin = await server.as("admin");
    const urls = [
      "/sys/user/getUserInfo",
      "/sys/user/list",
      "/sys/permission/getUserPermissionByToken",
      "/sys/dict/queryAllDictItems",
      "/sys/dict/getDictItems/sys_user,realname,username",
    ];
    for (const url of urls) {
      const answer = await admin.get(url);
      expect(answer.success, url).toBe(true);
      // As the name of a value or as a hash: a dictionary may well offer `password` as a kind of input.
      expect(answer.text, url).not.toMatch(/argon2|"[a-z_]*(password|salt|token_?hash)[a-z_]*":|:"[0-9a-f]{64}"/i);
    }
  });
});

describe("the cookie of pictures", () => {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await createTestServer();
    const { token } = await server.as("admin");
    cookie = `other=1; sc_files=${token}`;
  });
  afterAll(() => server.close());

  it("opens the file address for reading", async () => {
    // No such file, but the session was accepted: without it the answer is 401.
    const withCookie = await server.anonymous.get("/sys/common/static/temp/x.png", { headers: { cookie } });
    expect(withCookie.status).toBe(404);
    expect((await server.anonymous.get("/sys/common/static/temp/x.png")).status).toBe(401);
  });

  it("opens nothing else, whatever the method", async () => {
    const headers = { cookie };
    expect((await server.anonymous.get("/sys/user/getUserInfo", { headers })).status).toBe(401);
    expect((await server.anonymous.post("/sys/common/upload", {}, { headers })).status).toBe(401);
    expect((await server.anonymous.get("/lowcode/screens/member/member", { headers })).status).toBe(401);
  });
});
