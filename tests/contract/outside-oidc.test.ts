import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { outgoingLimits } from "../../server/http/net/outgoing.ts";
import { CookieJar } from "../support/cookie-jar.ts";
import { type LyingProvider, startLyingProvider } from "../support/lying-provider.ts";
import { addUser } from "../support/people.ts";
import { quietPort } from "../support/quiet-port.ts";
import { type RealProvider, startRealProvider } from "../support/real-provider.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

type Result = Readonly<Record<string, unknown>>;

let server: TestServer;
let real: RealProvider;
let liar: LyingProvider;
let base: string;
let sub = 0;

beforeAll(async () => {
  const port = await quietPort();
  base = `http://127.0.0.1:${port}`;
  const third = `${base}/api/sys/thirdLogin`;
  const client = { redirectUri: `${third}/oidc/callback`, logoutUri: `${third}/oidc/backchannel` };
  real = await startRealProvider({ id: "console", secret: "secret", ...client });
  liar = await startLyingProvider("console");
  server = await createTestServer({
    env: {
      PUBLIC_URL: base,
      OIDC_ISSUER: real.issuer,
      OIDC_CLIENT_ID: "console",
      OIDC_CLIENT_SECRET: "secret",
      OIDC_NAME: "集团登录",
      SIGN_IN_HOSTS: new URL(liar.issuer).host,
    },
  });
  await server.listen(port);
  await addLiar({});
});
afterAll(async () => {
  await server.close();
  await real.close();
  await liar.close();
});
beforeEach(() => {
  sub += 1;
  Object.assign(liar, {
    claims: { sub: `p${sub}` },
    userinfo: { sub: `p${sub}` },
    token: "right",
    discovery: "right",
    answer: {},
  });
});

async function addLiar(more: Result): Promise<Result> {
  const admin = await server.as("admin");
  const answer = await admin.post<Result>("/sys/signInProvider/add", {
    code: "liar",
    name: "伙伴登录",
    protocol: "oidc",
    address: liar.issuer,
    clientId: "console",
    clientSecret: "secret",
    scopes: "openid profile email",
    unknownPerson: "create",
    ...more,
  });
  expect(answer.message).toBe("添加成功！");
  return answer.result;
}

async function changeLiar(change: Result): Promise<void> {
  const admin = await server.as("admin");
  const rows = await admin.get<{ records: Result[] }>("/sys/signInProvider/list", { query: { code: "liar" } });
  const id = rows.result.records[0]?.id;
  expect((await admin.put("/sys/signInProvider/edit", { id, ...change })).message).toBe("编辑成功!");
}

const isHome = (url: URL) => url.origin === base && !url.pathname.startsWith("/api/");

/** Presses the button and goes wherever that leads. @returns where the console is opened */
const press = (jar: CookieJar, code: string, query = "page=1") =>
  jar.follow(`${base}/api/sys/thirdLogin/render/${code}?${query}`, isHome);

/** What the sign-in page does with the address that it was opened with. */
async function finish(
  jar: CookieJar,
  home: URL,
): Promise<Result & { success: boolean; message: string; result: Result }> {
  const said = new URLSearchParams(home.hash.slice(1));
  const answer = await jar.get(`${base}/api/sys/thirdLogin/getLoginUser/${said.get("third")}/${said.get("source")}`);
  return (await answer.json()) as never;
}

async function signIn(code: string, jar = new CookieJar()) {
  return finish(jar, await press(jar, code));
}

it("SES-03 the sign-in page learns names and icons of the providers and nothing else", async () => {
  const { result } = await server.anonymous.get<Result[]>("/sys/thirdLogin/providers");
  expect(result).toEqual([
    { code: "oidc", name: "集团登录", icon: "key", protocol: "oidc" },
    { code: "liar", name: "伙伴登录", icon: "key", protocol: "oidc" },
  ]);
});

it("SES-03 a person of the real provider binds an account by password and then signs in with one press", async () => {
  await addUser(server, { username: "wanglei", departs: ["A01"] });
  real.account = "w-1";
  real.people.set("w-1", { preferred_username: "wanglei", name: "王磊", email: "w@example.com", email_verified: true });
  const jar = new CookieJar();
  const first = await signIn("oidc", jar);
  expect(first).toMatchObject({ success: false, message: "您的集团登录账号还没有绑定本系统的用户，请先绑定" });
  const uuid = first.result.thirdUserUuid;
  const bind = async (body: Result, path = "/sys/thirdLogin/user/checkPassword") =>
    (await (
      await jar.get(`${base}/api${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).json()) as Result;
  expect(await bind({ uuid, username: "wanglei", password: "wrong" })).toMatchObject({ message: "用户名或密码错误" });
  expect(await bind({ uuid, username: "wanglei" }, "/sys/thirdLogin/user/create")).toMatchObject({ success: false });
  // As after ten wrong passwords from elsewhere: whoever shows no captcha has to wait.
  const { signInFailures } = server.context;
  for (let round = 0; round < 10; round += 1)
    await signInFailures.attempt("wanglei", `10.9.8.${round}`, async () => undefined);
  expect(await bind({ uuid, password: testPassword })).toMatchObject({
    success: false,
    message: "登录失败次数过多，请改用验证码登录",
  });
  await signInFailures.unlock("wanglei");
  const bound = await bind({ uuid, password: testPassword });
  expect(bound).toMatchObject({ success: true, message: "绑定成功" });
  expect(await bind({ uuid, password: testPassword })).toMatchObject({ success: false });
  const answer = await jar.get(`${base}/api/sys/thirdLogin/getLoginUser/${bound.result}/oidc`);
  expect(await answer.json()).toMatchObject({ code: 200, result: { userInfo: { username: "wanglei" } } });

  const again = await signIn("oidc");
  expect(again).toMatchObject({
    code: 200,
    message: "登录成功",
    result: { multi_depart: 1, userInfo: { username: "wanglei" } },
  });
  const client = server.withToken(String(again.result.token));
  expect((await client.get("/sys/user/getUserInfo")).success).toBe(true);
  const log = await (await server.as("admin")).get("/sys/log/list", {
    query: { logType: "1", logContent: "*集团登录*" },
  });
  expect(log.text).toContain("通过集团登录登录成功");
});

it("SES-03 signing out at the provider ends the session here, and a repeated logout token does nothing", async () => {
  const jar = new CookieJar();
  const { result } = await signIn("liar", jar);
  const client = server.withToken(String(result.token));
  expect((await client.get("/sys/user/getUserInfo")).status).toBe(200);
  const event = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const send = async (token: string) =>
    (
      await jar.get(`${base}/api/sys/thirdLogin/liar/backchannel`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ logout_token: token }).toString(),
      })
    ).status;
  const claims = { sub: `p${sub}`, jti: "j1", events: event };
  const old = Math.floor(Date.now() / 1_000) - 600;
  const refused = [
    await liar.sign({ ...claims, aud: "another" }),
    await liar.sign({ ...claims, iss: "http://127.0.0.1:1" }),
    await liar.sign({ ...claims, nonce: "n" }),
    await liar.sign({ ...claims, events: {} }),
    await liar.sign({ ...claims, jti: undefined }),
    await liar.sign({ jti: "j2", events: event }),
    await liar.sign({ ...claims, iat: old, exp: old + 900 }),
    "a.b.c",
    "",
  ];
  for (const token of refused) expect(await send(token)).toBe(400);
  expect((await client.get("/sys/user/getUserInfo")).status).toBe(200);
  const token = await liar.sign(claims, { typ: "logout+jwt" });
  expect(await send(token)).toBe(200);
  expect((await client.get("/sys/user/getUserInfo")).status).toBe(401);

  const next = server.withToken(String((await signIn("liar")).result.token));
  expect(await send(token)).toBe(400);
  expect((await next.get("/sys/user/getUserInfo")).status).toBe(200);
});

it("SES-03 the real provider's own logout reaches the session by the back channel", async () => {
  real.account = "w-1";
  const jar = new CookieJar();
  const { result } = await signIn("oidc", jar);
  const client = server.withToken(String(result.token));
  const page = await (await jar.get(`${real.issuer}/session/end`)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
  await jar.get(`${real.issuer}/session/end/confirm`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ xsrf, logout: "yes" }).toString(),
  });
  await expect.poll(async () => (await client.get("/sys/user/getUserInfo")).status).toBe(401);
});

it("SES-03 a new account gets name, departments and roles by the maps, and never the administrator's role", async () => {
  await addUser(server, { username: "holder", departs: ["B01"], permissions: ["system:log:list"] });
  const maps = { departClaim: "org.units", departMap: [{ value: "sales", code: "B01" }], roleClaim: "groups" };
  await changeLiar({ ...maps, roleMap: [{ value: "auditors", code: "role_holder" }], syncsRights: 1 });
  liar.claims = { sub: `p${sub}`, preferred_username: "admin2", name: "赵敏", groups: ["auditors", "admin"] };
  liar.userinfo = { sub: `p${sub}`, org: { units: ["sales"] } };
  const { result } = await signIn("liar");
  expect(result).toMatchObject({ departs: [{ orgCode: "B01" }], userInfo: { username: "admin2", realname: "赵敏" } });
  const client = server.withToken(String(result.token));
  expect((await client.get("/sys/log/list")).status).toBe(200);
  expect((await client.get("/sys/user/list")).status).toBe(403);
  liar.claims = { ...liar.claims, groups: [] };
  const later = await signIn("liar");
  expect((await server.withToken(String(later.result.token)).get("/sys/log/list")).status).toBe(403);
  const admin = await server.as("admin");
  const rows = await admin.get<{ records: Result[] }>("/sys/signInProvider/list", { query: { code: "liar" } });
  const id = rows.result.records[0]?.id;
  const raise = await admin.put("/sys/signInProvider/edit", { id, roleMap: [{ value: "x", code: "admin" }] });
  expect(raise.message).toBe("管理员角色不能由映射得到，请在用户管理中授予");
  const unknown = await admin.put("/sys/signInProvider/edit", { id, departMap: [{ value: "x", code: "Z99" }] });
  expect(unknown.message).toBe("没有编码为“Z99”的部门，请核对部门映射");
});

it("SES-03 a verified address links where that is allowed; an unverified one, and an administrator's, never", async () => {
  await changeLiar({ linksByEmail: 1, unknownPerson: "refuse" });
  const id = await addUser(server, { username: "chenyu" });
  await server.db.kysely.updateTable("sys_user").set({ email: "chenyu@example.com" }).where("id", "=", id).execute();
  await server.db.kysely
    .updateTable("sys_user")
    .set({ email: "boss@example.com" })
    .where("username", "=", "admin")
    .execute();
  const refusal = "您的伙伴登录账号在本系统没有对应的用户，请联系管理员开通";
  const email = "chenyu@example.com";
  for (const said of [
    { email },
    { email, email_verified: false },
    { email, email_verified: "true" },
    { email: "boss@example.com", email_verified: true },
  ]) {
    liar.userinfo = { sub: `p${sub}`, ...said };
    expect((await signIn("liar")).message, JSON.stringify(said)).toBe(refusal);
  }
  // Verified is another address than the one that is told last.
  liar.claims = { sub: `p${sub}`, email: "mine@example.com", email_verified: true };
  liar.userinfo = { sub: `p${sub}`, email };
  expect((await signIn("liar")).message).toBe(refusal);
  liar.userinfo = { sub: `p${sub}`, email, email_verified: true };
  expect((await signIn("liar")).result).toMatchObject({ userInfo: { username: "chenyu" } });
  await changeLiar({ linksByEmail: 0, unknownPerson: "create" });
});

it("SES-03 a frozen user does not get in by another way", async () => {
  liar.claims = { sub: `p${sub}`, preferred_username: "frozen1" };
  expect((await signIn("liar")).success).toBe(true);
  await server.db.kysely.updateTable("sys_user").set({ status: 2 }).where("username", "=", "frozen1").execute();
  expect((await signIn("liar")).message).toBe("您的伙伴登录账号绑定的用户已冻结或删除，不能登录，请联系管理员");
});

it("threats §2 state, code and ticket work once and in the browser that began", async () => {
  const lost = "登录请求已失效，或不是在这个浏览器中发起的，请重新登录";
  const jar = new CookieJar();
  const callback = await jar.follow(`${base}/api/sys/thirdLogin/render/liar?page=1`, (url) =>
    url.pathname.endsWith("/callback"),
  );
  // Sent to somebody else: their browser began nothing.
  const victim = new CookieJar();
  expect((await finish(victim, await victim.follow(callback.href, isHome))).message).toBe(lost);
  // An answer of one provider at the address of another.
  const mixed = callback.href.replace("/liar/", "/oidc/");
  expect((await finish(jar, await jar.follow(mixed, isHome))).message).toBe(lost);
  expect((await finish(jar, await jar.follow(callback.href, isHome))).message).toBe(lost);

  const second = new CookieJar();
  const home = await press(second, "liar");
  const foreign = new CookieJar();
  await foreign.get(`${base}/api/sys/thirdLogin/render/liar?page=1`);
  expect((await finish(foreign, home)).message).toBe(lost);
  expect((await finish(second, home)).success).toBe(true);
  expect((await finish(second, home)).message).toBe(lost);
  for (const token of ["x", "%00", "..%2f", "a".repeat(400)]) {
    expect((await server.anonymous.get(`/sys/thirdLogin/getLoginUser/${token}/liar`)).success).toBe(false);
  }
});

it("threats §2 a place to go to never leaves the console", async () => {
  for (const place of ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/a\nb"]) {
    const home = await press(new CookieJar(), "liar", `page=1&redirect=${encodeURIComponent(place)}`);
    expect(home.origin + home.pathname + home.search, place).toBe(`${base}/user/login`);
  }
  const home = await press(new CookieJar(), "liar", "page=1&redirect=%2Fmember%2Flist%3Fsex%3D1&remember=0");
  expect(home.pathname + home.search).toBe("/user/login?redirect=%2Fmember%2Flist%3Fsex%3D1");
  expect(home.hash).toContain("remember=0");
});

const down = "伙伴登录没有应答或暂时不可用，请稍后重试，或换一种方式登录";
const untrusted = "无法验证伙伴登录返回的身份，已拒绝登录，请联系管理员";
const clock = "伙伴登录与本系统的时钟相差过大，不能登录，请联系管理员校准时间";
const now = () => Math.floor(Date.now() / 1_000);

it.each<[title: string, steer: () => void, message: string]>([
  ["says no", () => Object.assign(liar, { answer: { code: "", error: "access_denied" } }), "您在伙伴登录取消了登录"],
  [
    "answers an error with a script in it",
    () => Object.assign(liar, { answer: { code: "", error: "<script>" } }),
    "伙伴登录拒绝了登录（unknown），请重试或联系管理员",
  ],
  ["names another issuer", () => Object.assign(liar, { answer: { iss: "http://127.0.0.1:1" } }), untrusted],
  ["has used the code", () => Object.assign(liar, { token: "used" }), "伙伴登录的票据无效、已使用或已过期，请重新登录"],
  ["is down", () => Object.assign(liar, { token: "down" }), down],
  ["answers HTML", () => Object.assign(liar, { token: "html" }), down],
  ["signs with a foreign key", () => Object.assign(liar, { token: "foreign key" }), untrusted],
  ["does not sign", () => Object.assign(liar, { token: "unsigned" }), untrusted],
  ["signs with the client secret", () => Object.assign(liar, { token: "secret key" }), untrusted],
  ["sends another nonce", () => Object.assign(liar.claims, { nonce: "n" }), untrusted],
  ["speaks to another client", () => Object.assign(liar.claims, { aud: "another" }), untrusted],
  ["is another issuer's", () => Object.assign(liar.claims, { iss: "http://127.0.0.1:1" }), untrusted],
  ["tells of another person", () => Object.assign(liar.userinfo, { sub: "someone" }), untrusted],
  ["is five minutes behind", () => Object.assign(liar.claims, { iat: now() - 300, exp: now() + 300 }), clock],
  ["is five minutes ahead", () => Object.assign(liar.claims, { iat: now() + 300, exp: now() + 900 }), clock],
  ["gives what has expired", () => Object.assign(liar.claims, { exp: now() - 300 }), clock],
])("SES-03 a provider that %s ends in a named error on the sign-in page", async (_title, steer, message) => {
  steer();
  const answer = await signIn("liar");
  expect(answer).toMatchObject({ success: false, message });
});

it("SES-03 a provider that never answers is given up, before and after the person was there", async () => {
  const usual = outgoingLimits.callMs;
  expect(usual).toBe(8_000);
  outgoingLimits.callMs = 500;
  onTestFinished(() => {
    outgoingLimits.callMs = usual;
  });
  liar.token = "hang";
  const begun = performance.now();
  expect((await signIn("liar")).message).toBe(down);
  liar.discovery = "hang";
  expect((await signIn("liar")).message).toBe(down);
  expect(performance.now() - begun).toBeLessThan(60_000);
  outgoingLimits.callMs = usual;
  liar.discovery = "other issuer";
  expect((await signIn("liar")).message).toBe(untrusted);
});

it("SES-03 keys that the provider has replaced are known at the next sign-in", async () => {
  expect((await signIn("liar")).success).toBe(true);
  await liar.rotate();
  expect((await signIn("liar")).success).toBe(true);
});

it("what a provider says of itself is kept until its row is saved", async () => {
  const discoveries = () => liar.calls.filter((path) => path === "/.well-known/openid-configuration").length;
  await changeLiar({ sortNo: 7 });
  const before = discoveries();
  await press(new CookieJar(), "liar");
  await press(new CookieJar(), "liar");
  expect(discoveries()).toBe(before + 1);
  await changeLiar({ sortNo: 8 });
  await press(new CookieJar(), "liar");
  expect(discoveries()).toBe(before + 2);
});

it("a client of the 2.4 era learns that no directory of another vendor is offered", async () => {
  const admin = await server.as("admin");
  expect((await admin.get("/sys/thirdApp/getEnabledType")).result).toEqual({
    wechatEnterprise: false,
    dingtalk: false,
  });
});

it("SES-03 a person binds and unbinds in the personal centre; one identity belongs to one user", async () => {
  await addUser(server, { username: "linker" });
  const linker = await server.as("linker");
  const jar = new CookieJar();
  const call = async (path: string, body: Result, token = linker.token) =>
    (await (
      await jar.get(`${base}/api/sys/thirdLogin/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-access-token": String(token) },
        body: JSON.stringify(body),
      })
    ).json()) as Result & { readonly result: Result };
  const go = async () => {
    const { result } = await call("link", { source: "liar" });
    const home = await jar.follow(String(result.url), isHome);
    expect(home.pathname + home.search).toBe("/account/center?part=identities");
    return new URLSearchParams(home.hash.slice(1)).get("third");
  };
  // Another person's session cannot take what this one began.
  const other = await server.as("admin");
  expect(await call("confirmLink", { ticket: await go() }, other.token)).toMatchObject({ success: false });
  expect(await call("confirmLink", { ticket: await go() })).toMatchObject({ message: "已绑定伙伴登录账号" });
  const own = await linker.get<{ records: Result[] }>("/sys/thirdLogin/ownIdentities");
  expect(own.result.records).toMatchObject([
    { provider: "集团登录", isBound: false },
    { provider: "伙伴登录", isBound: true, account: `p${sub}` },
  ]);
  expect((await signIn("liar")).result).toMatchObject({ userInfo: { username: "linker" } });
  const { result } = await call("link", { source: "liar" }, other.token);
  const home = await jar.follow(String(result.url), isHome);
  const ticket = new URLSearchParams(home.hash.slice(1)).get("third");
  expect(await call("confirmLink", { ticket }, other.token)).toMatchObject({
    message: "这个伙伴登录账号已经绑定了其他用户，请先在那里解除绑定",
  });
  const id = own.result.records[1]?.id;
  expect(await call("unlink", { id }, other.token)).toMatchObject({ success: false });
  expect(await call("unlink", { id })).toMatchObject({ message: "已解除绑定" });
});

it("SES-03 a client of the contract gets its answer from the pop-up window as a text", async () => {
  const jar = new CookieJar();
  const callback = await jar.follow(`${base}/api/sys/thirdLogin/render/liar`, (url) =>
    url.pathname.endsWith("/callback"),
  );
  const page = await jar.get(callback.href);
  const said = /data-said="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  const answer = await jar.get(`${base}/api/sys/thirdLogin/getLoginUser/${said}/liar`);
  expect(await answer.json()).toMatchObject({ success: true, code: 200 });
});

it("SES-03 a secret goes in and never out; hosts that nobody allowed are not called", async () => {
  const admin = await server.as("admin");
  const list = await admin.get<{ records: Result[] }>("/sys/signInProvider/list");
  expect(list.text).not.toContain("enc:v1");
  expect(list.result.records.map((row) => row.hasSecret)).toEqual(["已保存", "已保存"]);
  const [configured, own] = list.result.records;
  expect((await admin.put("/sys/signInProvider/edit", { id: configured?.id, name: "x" })).message).toBe(
    "这个登录方式由环境变量配置，请修改环境变量后重新启动",
  );
  for (const [address, message] of [
    ["https://127.0.0.1:9", "不允许连接 127.0.0.1:9，请运维在环境变量 SIGN_IN_HOSTS 中加入"],
    ["http://login.example.com", "地址须以 https:// 开头，http 只在本机上有效"],
    ["https://a:b@login.example.com", "地址不能带用户名和密码"],
  ]) {
    expect((await admin.put("/sys/signInProvider/edit", { id: own?.id, address })).message).toBe(message);
  }
  expect((await admin.post("/sys/signInProvider/test", { id: own?.id })).message).toBe("连接成功");
  liar.discovery = "down";
  expect((await admin.post("/sys/signInProvider/test", { id: own?.id })).message).toBe(down);
  await addUser(server, {
    username: "helper",
    permissions: ["system:sign-in-provider:list", "system:sign-in-provider:edit"],
  });
  const helper = await server.as("helper");
  expect((await helper.put("/sys/signInProvider/edit", { id: own?.id, name: "x" })).message).toContain(
    "只有管理员可以修改",
  );
});
