import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { parseXml, XmlError } from "../../server/auth/outside/strict-xml.ts";
import { type CasServer, logoutRequest, startCasServer } from "../support/cas-server.ts";
import { CookieJar } from "../support/cookie-jar.ts";
import { addUser } from "../support/people.ts";
import { quietPort } from "../support/quiet-port.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

type Result = Readonly<Record<string, unknown>>;

let server: TestServer;
let cas: CasServer;
let base: string;

beforeAll(async () => {
  cas = await startCasServer();
  const port = await quietPort();
  base = `http://127.0.0.1:${port}`;
  server = await createTestServer({
    env: { PUBLIC_URL: base, CAS_URL: cas.address, CAS_NAME: "校园登录", CAS_UNKNOWN: "create" },
  });
  await server.listen(port);
});
afterAll(async () => {
  await server.close();
  await cas.close();
});
beforeEach(() => {
  Object.assign(cas, { user: "lihua", attributes: "", says: undefined, hangs: false });
});

const isHome = (url: URL) => url.origin === base && !url.pathname.startsWith("/api/");
const isCallback = (url: URL) => url.pathname.endsWith("/cas/callback");

async function finish(jar: CookieJar, home: URL): Promise<Result & { readonly result: Result }> {
  const said = new URLSearchParams(home.hash.slice(1));
  const answer = await jar.get(`${base}/api/sys/thirdLogin/getLoginUser/${said.get("third")}/${said.get("source")}`);
  return (await answer.json()) as never;
}

async function signIn(jar = new CookieJar()) {
  return finish(jar, await jar.follow(`${base}/api/sys/thirdLogin/render/cas?page=1`, isHome));
}

const logOut = (jar: CookieJar, body: string) =>
  jar.get(`${base}/api/sys/thirdLogin/cas/callback`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  });

it("SES-04 a ticket of the CAS server opens a session; its attributes name the person", async () => {
  cas.attributes = "<cas:displayName>李华 &amp; 同事</cas:displayName><cas:mail>lihua@example.com</cas:mail>";
  const { result, message } = await signIn();
  expect(message).toBe("登录成功");
  expect(result).toMatchObject({
    userInfo: { username: "lihua", realname: "李华 & 同事", email: "lihua@example.com" },
  });
  expect((await signIn()).result).toMatchObject({ userInfo: { username: "lihua" } });
});

it("SES-04 the server's logout request ends the session of its ticket and no other, whoever sends what else", async () => {
  const first = server.withToken(String((await signIn()).result.token));
  const ticket = cas.ticket;
  const second = server.withToken(String((await signIn()).result.token));
  const jar = new CookieJar();
  for (const body of [
    "",
    "logoutRequest=x",
    new URLSearchParams({ logoutRequest: "<a/>" }).toString(),
    new URLSearchParams({ logoutRequest: `<!DOCTYPE x [<!ENTITY e "${ticket}">]>${logoutRequest("&e;")}` }).toString(),
  ]) {
    expect((await logOut(jar, body)).status).toBe(400);
  }
  await logOut(jar, new URLSearchParams({ logoutRequest: logoutRequest("ST-1-guessed") }).toString());
  expect((await first.get("/sys/user/getUserInfo")).status).toBe(200);
  expect((await logOut(jar, new URLSearchParams({ logoutRequest: logoutRequest(ticket) }).toString())).status).toBe(
    200,
  );
  expect((await first.get("/sys/user/getUserInfo")).status).toBe(401);
  expect((await second.get("/sys/user/getUserInfo")).status).toBe(200);
});

const wrongTicket = "校园登录的票据无效、已使用或已过期，请重新登录";
const down = "校园登录没有应答或暂时不可用，请稍后重试，或换一种方式登录";
const untrusted = "无法验证校园登录返回的身份，已拒绝登录，请联系管理员";
const answerOf = (inner: string) =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`;
const success = "<cas:authenticationSuccess><cas:user>admin</cas:user></cas:authenticationSuccess>";

it.each<[title: string, says: string, message: string]>([
  [
    "does not know the ticket",
    answerOf('<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>'),
    wrongTicket,
  ],
  [
    "is broken inside",
    answerOf('<cas:authenticationFailure code="INTERNAL_ERROR">no</cas:authenticationFailure>'),
    down,
  ],
  [
    "does not know the console",
    answerOf('<cas:authenticationFailure code="UNAUTHORIZED_SERVICE">no</cas:authenticationFailure>'),
    "校园登录的配置有误：对方没有登记本系统的服务地址，请联系管理员",
  ],
  ["says yes and no", answerOf(`${success}<cas:authenticationFailure code="INVALID_TICKET"/>`), untrusted],
  ["speaks another namespace", success, untrusted],
  ["answers HTML", "<!doctype html><p>hello</p>", untrusted],
  ["declares entities", `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${answerOf(success)}`, untrusted],
  [
    "names nobody",
    answerOf("<cas:authenticationSuccess><cas:user> </cas:user></cas:authenticationSuccess>"),
    untrusted,
  ],
])("SES-04 a CAS server that %s ends in a named error", async (_title, says, message) => {
  cas.says = says;
  expect(await signIn()).toMatchObject({ success: false, message });
});

it("SES-04 a ticket is used once, for the service it was given for, by the browser that asked for it", async () => {
  const jar = new CookieJar();
  const callback = await jar.follow(`${base}/api/sys/thirdLogin/render/cas?page=1`, isCallback);
  const victim = new CookieJar();
  expect((await finish(victim, await victim.follow(callback.href, isHome))).message).toBe(
    "登录请求已失效，或不是在这个浏览器中发起的，请重新登录",
  );
  // A ticket that was given for another sign-in of the same browser.
  const other = await jar.follow(`${base}/api/sys/thirdLogin/render/cas?page=1`, isCallback);
  other.searchParams.set("ticket", String(callback.searchParams.get("ticket")));
  expect((await finish(jar, await jar.follow(other.href, isHome))).message).toBe(
    "校园登录的配置有误：服务地址与票据不符，请联系管理员",
  );
  for (const ticket of ["PT-1", "ST-", "x", `ST-${"a".repeat(400)}`]) {
    const next = await jar.follow(`${base}/api/sys/thirdLogin/render/cas?page=1`, isCallback);
    next.searchParams.set("ticket", ticket);
    expect((await finish(jar, await jar.follow(next.href, isHome))).message, ticket).toBe(wrongTicket);
  }
});

it("SES-04 a client of the contract validates a bare ticket where the administrator allows it, and only then", async () => {
  const service = `${base}/`;
  const bare = async (address: string) => {
    const jar = new CookieJar();
    await jar.follow(`${cas.address}/login?service=${encodeURIComponent(address)}`, (url) =>
      url.searchParams.has("ticket"),
    );
    return server.anonymous.get<Result>("/sys/cas/client/validateLogin", {
      query: { ticket: cas.ticket, service: address },
    });
  };
  expect((await bare(service)).message).toContain("登录请求已失效");
  await addUser(server, { username: "old-client", departs: ["A01"] });
  await server.db.kysely
    .updateTable("sys_sign_in_provider")
    .set({ bare_tickets: 1 })
    .where("id", "=", "env-cas")
    .execute();
  server.context.signInProviders.clear();
  expect(await bare(service)).toMatchObject({ success: true, code: 200, result: { userInfo: { username: "lihua" } } });
  expect((await bare("https://evil.example/")).message).toContain("服务地址不是本系统的地址");
  const used = { ticket: cas.ticket, service };
  expect((await server.anonymous.get("/sys/cas/client/validateLogin", { query: used })).success).toBe(false);
  const headers = { "sec-fetch-site": "cross-site" };
  expect((await server.anonymous.get("/sys/cas/client/validateLogin", { query: used, headers })).status).toBe(403);
});

it("the reader of XML takes what the protocol needs and refuses the rest", () => {
  const read = parseXml(
    '<?xml version="1.0" encoding="UTF-8"?><!-- c --><a xmlns="n"><b c="1 &lt; 2">x<![CDATA[<y>]]>&#20013;</b><d/></a>',
  );
  expect(read).toMatchObject({
    name: "a",
    namespace: "n",
    children: [{ name: "b", text: "x<y>中", attributes: { c: "1 < 2" } }, { name: "d" }],
  });
  for (const wrong of [
    "",
    "text",
    "<a>",
    "<a></b>",
    "<a/><b/>",
    "<a b=1/>",
    '<a b="1" b="2"/>',
    "<p:a/>",
    "<a>&unknown;</a>",
    "<a>&</a>",
    "<a>&#0;</a>",
    "<a><!-- -- --></a>",
    "<!DOCTYPE a><a/>",
    "<a><?php ?></a>",
    "<a>".repeat(21) + "</a>".repeat(21),
    `<a>${"x".repeat(200_000)}</a>`,
    '<a b="<"/>',
  ]) {
    expect(() => parseXml(wrong), wrong.slice(0, 40)).toThrow(XmlError);
  }
  const begun = performance.now();
  for (const slow of [
    `<a ${'b="1" '.repeat(9_000)}`,
    `<a>${"<!--".repeat(20_000)}`,
    `<a>${"<![CDATA[".repeat(12_000)}`,
    "<".repeat(100_000),
  ]) {
    expect(() => parseXml(slow)).toThrow(XmlError);
  }
  expect(performance.now() - begun).toBeLessThan(2_000);
});
