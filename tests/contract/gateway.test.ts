import type { lookup } from "node:dns";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GatewayLimits, gatewayLimits } from "../../server/http/gateway/upstream.ts";
import { checkedLookup, type Trust } from "../../server/http/net/addresses.ts";
import { createServer as createProduct } from "../../server/server.ts";
import { anotherProcess } from "../support/another-process.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";
import { type ReceivedCall, startUpstream, type TestUpstream } from "../support/upstream.ts";

type Row = Readonly<Record<string, unknown>>;

const usualLimits = { ...gatewayLimits };
Object.assign(gatewayLimits, { silentMs: 60_000, requestBytes: 5_000, responseBytes: 50_000 });

let upstream: TestUpstream;
let other: TestUpstream;
/** Runs, and is on no list. */
let outside: TestUpstream;
let server: TestServer;
let admin: TestClient;
let clerk: TestClient;
beforeAll(async () => {
  upstream = await startUpstream(answer);
  other = await startUpstream();
  outside = await startUpstream();
  const hosts = `127.0.0.1:${upstream.port},twins=127.0.0.1:${upstream.port},twins=127.0.0.1:${other.port},127.0.0.1:1`;
  server = await createTestServer({ env: { GATEWAY_HOSTS: hosts } });
  admin = await server.as("admin");
  await addUser(server, { username: "clerk", departs: ["A01"], permissions: ["system:job:list"] });
  clerk = await server.as("clerk");
});
afterAll(async () => {
  Object.assign(gatewayLimits, usualLimits);
  await server.close();
  await upstream.close();
  await other.close();
  await outside.close();
});

const eighty = `80${"a".repeat(2_000)}`;

/** How the upstream answers, by the last segment of the path. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  silent: () => {},
  endless: (response) => {
    response.write(Buffer.alloc(1_000));
    setTimeout(() => response.end(Buffer.alloc(60_000)), 50);
  },
  huge: (response) => response.end(Buffer.alloc(60_000)),
  moved: (response) => response.writeHead(302, { location: "/landed" }).end(),
  away: (response) => response.writeHead(302, { location: `${other.url}/landed` }).end(),
  broken: (response) => response.writeHead(503).end(),
  /** Text, and begins as compressed bytes may. */
  eighty: (response) => response.writeHead(200, { "content-type": "text/plain" }).end(eighty),
  cookie: (response) =>
    response
      .writeHead(201, { "set-cookie": "sid=1", "x-answer": "yes", "content-security-policy": "none" })
      .end("made"),
};
function answer(call: ReceivedCall, response: ServerResponse): void {
  const last = call.url.split("?")[0]?.split("/").at(-1) ?? "";
  (answers[last] ?? ((plain: ServerResponse) => plain.end(`you called ${call.url}`)))(response);
}

let made = 0;
/** Makes a route for one prefix; answers the row's id. */
async function route(prefix: string, more: Row = {}, predicates: readonly object[] = []): Promise<string> {
  made += 1;
  const row = {
    routerId: `r${made}`,
    name: `路由${made}`,
    uri: upstream.url,
    permission: "session",
    predicates: JSON.stringify([{ name: "Path", args: [`/${prefix}/**`] }, ...predicates]),
    filters: "[]",
    ...more,
  };
  const saved = await admin.post<Row>("/sys/gatewayRoute/add", row);
  expect(saved.message, JSON.stringify(saved.result)).toBe("添加成功！");
  return String(saved.result.id);
}
const filters = (...list: readonly (readonly [string, Readonly<Record<string, string>>])[]) => ({
  filters: JSON.stringify(
    list.map(([name, args]) => ({ name, args: Object.entries(args).map(([key, value]) => ({ key, value })) })),
  ),
});
const last = (at: TestUpstream = upstream): ReceivedCall | undefined => at.calls.at(-1);

/** A call whose path goes out as it is written; other clients tidy it. */
async function rawStatus(path: string): Promise<number | undefined> {
  port ??= await server.listen();
  const call = httpRequest({ port, path, headers: { "x-access-token": admin.token ?? "" } }).end();
  const [answered] = (await once(call, "response")) as [IncomingMessage];
  answered.resume();
  return answered.statusCode;
}
let port: number | undefined;

describe("forwarding", () => {
  it("SYS-13 a call goes to the target with its path, query and body, and the answer comes back", async () => {
    await route("plain", { stripPrefix: 1 });
    const answered = await admin.get("/gateway/plain/a%20b", { query: { x: "1", y: "中" } });
    expect([answered.status, answered.text]).toEqual([200, "you called /a%20b?x=1&y=%E4%B8%AD"]);
    await admin.post("/gateway/plain/orders", { id: 7 });
    expect(last()).toMatchObject({ method: "POST", url: "/orders", body: '{"id":7}' });
    const packed = await admin.get("/gateway/plain/eighty", { headers: { "accept-encoding": "gzip" } });
    expect([packed.text, packed.headers["content-encoding"]]).toEqual([eighty, undefined]);
    const created = await admin.delete("/gateway/plain/cookie");
    expect([created.status, created.text, created.headers["x-answer"]]).toEqual([201, "made", "yes"]);
  });

  it("SYS-13 neither the session nor a cookie reaches the target, and it sets none on the console", async () => {
    await route("private");
    const headers = {
      cookie: "a=b",
      authorization: "Bearer x",
      tenant_id: "0",
      "x-forwarded-for": "6.6.6.6",
      "x-keep": "1",
    };
    const answered = await admin.get("/gateway/private/cookie", { headers });
    const received = last()?.headers ?? {};
    for (const name of ["x-access-token", "cookie", "authorization", "tenant_id"])
      expect(received).not.toHaveProperty([name]);
    expect(JSON.stringify(received)).not.toContain(admin.token);
    expect(received).toMatchObject({ "x-keep": "1", "x-forwarded-for": "127.0.0.1" });
    expect(received["x-request-id"]).toBe(answered.headers["x-request-id"]);
    expect(answered.headers["set-cookie"]).toBeUndefined();
    expect(answered.headers["content-security-policy"]).toContain("default-src 'self'");
  });

  it("SYS-13 a route is closed unless it names a permission or says that a session is enough", async () => {
    await route("closed", { permission: "" });
    await route("coded", { permission: "system:job:list" });
    await route("other", { permission: "system:job:edit" });
    await route("open");
    const statuses = async (who: TestClient) =>
      Promise.all(
        ["closed", "coded", "other", "open"].map(async (prefix) => (await who.get(`/gateway/${prefix}/x`)).status),
      );
    expect(await statuses(admin)).toEqual([200, 200, 200, 200]);
    expect(await statuses(clerk)).toEqual([403, 200, 403, 200]);
    expect(await statuses(server.anonymous)).toEqual([401, 401, 401, 401]);
    expect((await admin.get("/gateway/nowhere/x")).status).toBe(404);
  });

  it("SYS-13 a service is its listed hosts in turn", async () => {
    await route("twins", { uri: "lb://twins" });
    const before = [upstream.calls.length, other.calls.length];
    for (let count = 0; count < 4; count++) await admin.get("/gateway/twins/x");
    expect([upstream.calls.length, other.calls.length].map((calls, index) => calls - (before[index] ?? 0))).toEqual([
      2, 2,
    ]);
  });

  it("SYS-13 a path that leads out of its prefix is refused", async () => {
    await route("fenced", { stripPrefix: 1, uri: `${upstream.url}/base` });
    await admin.get("/gateway/fenced/x");
    expect(last()?.url).toBe("/base/x");
    for (const path of ["%2e%2e/secret", "a/%2E%2e/%2e%2e/secret", "a%2f..%2fsecret", "a%5c..", "%00"]) {
      expect(await rawStatus(`/api/gateway/fenced/${path}`), path).toBe(400);
    }
  });
});

describe("conditions and filters", () => {
  it("SYS-13 each condition opens and closes a route", async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const past = new Date(Date.now() - 86_400_000).toISOString();
    const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
      ["Method", ["POST", "GET"], ["DELETE"]],
      ["Host", ["local*"], ["*.example.com"]],
      ["Header", ["X-Kind", "b*"], ["X-Kind", "c*"]],
      ["Query", ["q"], ["q", "other"]],
      ["After", [past], [soon]],
      ["Before", [soon], [past]],
      ["Between", [past, soon], [soon, "2999-01-01T00:00:00Z"]],
      ["RemoteAddr", ["127.0.0.0/8"], ["10.0.0.0/8"]],
    ];
    for (const [name, holds, fails] of cases) {
      await route(`c-${name}`, {}, [{ name, args: holds }]);
      await route(`n-${name}`, {}, [{ name, args: fails }]);
      const call = async (prefix: string) =>
        (await admin.get(`/gateway/${prefix}-${name}/x`, { query: { q: "1" }, headers: { "x-kind": "blue" } })).status;
      expect([name, await call("c"), await call("n")]).toEqual([name, 200, 404]);
    }
  });

  it("SYS-13 each filter does what it says", async () => {
    await route("filtered", {
      ...filters(
        ["StripPrefix", { parts: "2" }],
        ["PrefixPath", { prefix: "/v1" }],
        ["AddRequestHeader", { name: "X-Added", value: "one" }],
        ["AddRequestHeader", { name: "Authorization", value: "Bearer of-the-route" }],
        ["RemoveRequestHeader", { name: "X-Gone" }],
        ["AddRequestParameter", { name: "from", value: "网关" }],
        ["AddResponseHeader", { name: "X-Back", value: "two" }],
        ["RemoveResponseHeader", { name: "X-Answer" }],
      ),
    });
    const answered = await admin.get("/gateway/filtered/deep/cookie", { headers: { "x-gone": "1" } });
    expect(last()?.url).toBe("/v1/cookie?from=%E7%BD%91%E5%85%B3");
    expect(last()?.headers).toMatchObject({ "x-added": "one", authorization: "Bearer of-the-route" });
    expect(last()?.headers).not.toHaveProperty("x-gone");
    expect([answered.headers["x-back"], answered.headers["x-answer"]]).toEqual(["two", undefined]);
  });

  it("SYS-13 a rate limit refuses whoever has drawn their bucket empty, and nobody else", async () => {
    const limit = {
      "key-resolver": "user",
      "redis-rate-limiter.replenishRate": "1",
      "redis-rate-limiter.burstCapacity": "3",
    };
    const id = await route("limited", filters(["RequestRateLimiter", limit]));
    const call = async (who: TestClient) => (await who.get("/gateway/limited/x")).status;
    // Nothing flows into a bucket that was last drawn in an hour.
    const leave = (tokens: number) =>
      sql`update sys_gateway_bucket set tokens = ${tokens}, at = at + 3600 where key like ${`${id} %`}`.execute(
        server.db.kysely,
      );
    expect(await call(admin)).toBe(200);
    await leave(0);
    expect(await call(admin)).toBe(429);
    expect(await call(clerk)).toBe(200);
    await leave(1);
    expect(await call(admin)).toBe(200);
  });
});

describe("hosts", () => {
  it("SYS-13 a host that the operator has not listed is not called, and the list says why", async () => {
    const cases: readonly (readonly [string, string])[] = [
      [outside.url, `不能转发：不允许转发到 127.0.0.1:${outside.port}，请运维在环境变量 GATEWAY_HOSTS 中加入`],
      [
        "http://169.254.169.254/latest",
        "不能转发：不允许转发到 169.254.169.254:80，请运维在环境变量 GATEWAY_HOSTS 中加入",
      ],
      [
        `http://2130706433:${outside.port}`,
        `不能转发：不允许转发到 127.0.0.1:${outside.port}，请运维在环境变量 GATEWAY_HOSTS 中加入`,
      ],
      ["lb://nobody", "不能转发：没有服务 nobody，请运维在环境变量 GATEWAY_HOSTS 中加入 nobody=主机:端口"],
      ["http://u:p@example.com", "不能转发：目标地址不能带用户名和密码"],
    ];
    const before = outside.calls.length;
    for (const [index, [uri, reason]] of cases.entries()) {
      const id = await route(`unlisted${index}`, { uri });
      expect((await admin.get(`/gateway/unlisted${index}/x`)).status).toBe(404);
      const { result } = await admin.get<Row[]>("/sys/gatewayRoute/list");
      expect(result.find((row) => row.id === id)?.forwarding).toBe(reason);
    }
    expect(outside.calls.length).toBe(before);
  });

  it("SYS-13 a listed name that leads to an inner address is refused when it is looked up", async () => {
    const resolved = (addresses: readonly string[], trust: Trust | undefined) =>
      new Promise<string>((resolve) => {
        const dns = ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
          done(
            null,
            addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
          )) as typeof lookup;
        checkedLookup(() => trust, dns)("name", { all: false }, (error, address) =>
          resolve(error ? "refused" : String(address)),
        );
      });
    const table: readonly (readonly [string, Trust | undefined, string])[] = [
      ["93.184.216.34", "wildcard", "93.184.216.34"],
      ["10.0.0.5", "wildcard", "refused"],
      ["10.0.0.5", "exact", "10.0.0.5"],
      ["fd00::5", "exact", "fd00::5"],
      ["127.0.0.1", "exact", "refused"],
      ["::1", "exact", "refused"],
      ["::ffff:127.0.0.1", "exact", "refused"],
      ["169.254.169.254", "exact", "refused"],
      ["fe80::1", "exact", "refused"],
      ["0.0.0.0", "exact", "refused"],
      ["64:ff9b::7f00:1", "exact", "refused"],
      ["127.0.0.1", "address", "127.0.0.1"],
      ["93.184.216.34", undefined, "refused"],
    ];
    for (const [address, trust, expected] of table) {
      expect([address, trust, await resolved([address], trust)]).toEqual([address, trust, expected]);
    }
    // One bad address among good ones is left out.
    expect(await resolved(["127.0.0.1", "93.184.216.34"], "wildcard")).toBe("93.184.216.34");
  });

  it("SYS-13 a redirect is followed within the target and nowhere else", async () => {
    await route("moving");
    expect((await admin.get("/gateway/moving/moved")).text).toBe("you called /landed");
    const before = other.calls.length;
    expect(await admin.get("/gateway/moving/away")).toMatchObject({ status: 502, code: 502 });
    expect(await admin.post("/gateway/moving/moved", {})).toMatchObject({ status: 502 });
    expect(other.calls.length).toBe(before);
  });
});

describe("limits", () => {
  it("SYS-13 a target that is silent, gone or answers too much is reported in time, with the request's number", async () => {
    await route("slow");
    const impatient = await withLimits({ silentMs: 300 }, () => createProduct({ ...productParts(), db: server.db }));
    const silent = await impatient.fastify.inject({
      url: "/api/gateway/slow/silent",
      headers: { "x-access-token": admin.token ?? "" },
    });
    expect(silent.json()).toMatchObject({ code: 504, success: false });
    expect(silent.json().message).toBe(`目标服务没有及时应答，请求编号 ${silent.headers["x-request-id"]}`);
    expect(silent.statusCode).toBe(504);
    await impatient.close();
    await route("gone", { uri: "http://127.0.0.1:1" });
    const gone = await admin.get("/gateway/gone/x");
    expect(gone).toMatchObject({ status: 502, code: 502 });
    expect(gone.message).toBe(`目标服务没有正常应答，请求编号 ${gone.headers["x-request-id"]}`);
    const sent = upstream.calls.length;
    expect((await admin.post("/gateway/slow/x", { text: "x".repeat(6_000) })).status).toBe(413);
    expect(upstream.calls.length).toBe(sent);
    expect(await admin.get("/gateway/slow/huge")).toMatchObject({ status: 502, code: 502 });
    // It does not say beforehand how much will come.
    await expect(admin.get("/gateway/slow/endless")).rejects.toThrow();
  });

  it("SYS-13 a call that may be repeated is tried again once when the route says so", async () => {
    await route("again", { retryable: 1 });
    await route("once");
    const count = async (path: string) => {
      const before = upstream.calls.length;
      expect((await admin.get(path)).status).toBe(503);
      return upstream.calls.length - before;
    };
    expect([await count("/gateway/again/broken"), await count("/gateway/once/broken")]).toEqual([2, 1]);
  });
});

describe("administration", () => {
  it("SYS-13 a change takes effect on every process at once", async () => {
    const second = await createProduct({ ...productParts(), db: anotherProcess(server) });
    const call = async () =>
      (await second.fastify.inject({ url: "/api/gateway/shared/x", headers: { "x-access-token": admin.token ?? "" } }))
        .statusCode;
    expect(await call()).toBe(404);
    const id = await route("shared");
    await expect.poll(call).toBe(200);
    const version = (await admin.get<Row>("/sys/gatewayRoute/queryById", { query: { id } })).result.version;
    await admin.put("/sys/gatewayRoute/edit", { id, version, status: 0 });
    await expect.poll(call).toBe(404);
    await second.close();
  });

  it("SYS-13 clearing the caches drops them on every process and says what was dropped", async () => {
    const second = await createProduct({ ...productParts(), db: anotherProcess(server) });
    // A process that is too busy to answer in time is not named; that is not what this is about.
    const cleared = await until(async () => {
      await admin.get("/sys/dict/queryAllDictItems");
      await second.context.dictionaries.allEnabled();
      expect([server.context.dictionaries.size > 0, second.context.dictionaries.size > 0]).toEqual([true, true]);
      const answer = await admin.get<{ text: string; processes: { caches: { name: string; count: number }[] }[] }>(
        "/sys/gatewayRoute/clearRedis",
      );
      expect(answer.result.processes).toHaveLength(2);
      return answer;
    });
    expect(cleared.message).toBe("清除成功！");
    expect(cleared.result.text).toMatch(
      /^会话 \d+、字典 [1-9]\d*、系统设置 \d、网关路由 \d+、数据源连接 \d+、列表总数 \d+、.* \d+；共 2 个进程$/,
    );
    const dictionaries = cleared.result.processes.map(
      ({ caches }) => caches.find(({ name }) => name === "dictionaries")?.count,
    );
    expect(dictionaries.map((count) => Number(count) > 0)).toEqual([true, true]);
    expect([server.context.dictionaries.size, second.context.dictionaries.size]).toEqual([0, 0]);
    expect((await clerk.get("/sys/gatewayRoute/clearRedis")).status).toBe(403);
    await second.close();
  });

  it("SYS-13 what cannot work is refused with what to write", async () => {
    const base = { routerId: "wrong", name: "错", uri: upstream.url, predicates: "[]", filters: "[]" };
    const cases: readonly (readonly [Row, string])[] = [
      [
        { predicates: '[{"name":"Cookie","args":["a"]}]' },
        "不支持匹配条件 Cookie，可用：Path、Method、Host、Header、Query、After、Before、Between、RemoteAddr",
      ],
      [{ predicates: '[{"name":"Path","args":["demo"]}]' }, '匹配条件 Path 的 args 应为 ["/demo/**"]'],
      [
        { predicates: '[{"name":"After","args":["明天"]}]' },
        '匹配条件 After 的 args 应为 ["2026-01-01T00:00:00+08:00"]',
      ],
      [
        { filters: '[{"name":"Hystrix","args":[]}]' },
        expect.stringContaining("不支持过滤器 Hystrix，可用：StripPrefix") as never,
      ],
      [
        { filters: '[{"name":"StripPrefix","args":[{"key":"parts","value":"x"}]}]' },
        expect.stringContaining("过滤器 StripPrefix 的 args 应为") as never,
      ],
      [
        { filters: '[{"name":"AddRequestHeader","args":[{"key":"name","value":"Host"},{"key":"value","value":"x"}]}]' },
        expect.stringContaining("过滤器 AddRequestHeader") as never,
      ],
      [
        {
          filters:
            '[{"name":"AddRequestHeader","args":[{"key":"name","value":"X-A"},{"key":"value","value":"a\\r\\nB: c"}]}]',
        },
        expect.stringContaining("过滤器 AddRequestHeader") as never,
      ],
      [
        {
          filters:
            '[{"name":"AddResponseHeader","args":[{"key":"name","value":"Set-Cookie"},{"key":"value","value":"x"}]}]',
        },
        expect.stringContaining("过滤器 AddResponseHeader") as never,
      ],
      [{ predicates: '[{"name":"constructor"}]' }, expect.stringContaining("不支持匹配条件 constructor") as never],
    ];
    for (const [wrong, message] of cases) {
      const field = Object.keys(wrong)[0] ?? "";
      const answered = await admin.post<{ fieldErrors: Row }>("/sys/gatewayRoute/add", { ...base, ...wrong });
      expect([answered.success, answered.message]).toEqual([false, message]);
      expect(answered.result.fieldErrors).toEqual({ [field]: message });
    }
  });

  it("SYS-13 a kept route is not deleted; a deleted one forwards nothing more", async () => {
    const id = await route("kept", { persistable: 1 });
    const refused = await admin.delete("/sys/gatewayRoute/delete", { query: { id } });
    expect(refused.message).toMatch(/^路由 路由\d+ 设为保留，不能删除；请先取消保留$/);
    const { version } = (await admin.get<Row>("/sys/gatewayRoute/queryById", { query: { id } })).result;
    await admin.put("/sys/gatewayRoute/edit", { id, version, persistable: 0 });
    expect((await admin.get("/gateway/kept/x")).status).toBe(200);
    expect((await admin.delete("/sys/gatewayRoute/delete", { query: { id } })).message).toBe("删除路由成功");
    expect((await admin.get("/gateway/kept/x")).status).toBe(404);
  });
});

/** A server takes the limits of its connections when it is made. */
async function withLimits<Result>(limits: Partial<GatewayLimits>, make: () => Promise<Result>): Promise<Result> {
  const before = { ...gatewayLimits };
  Object.assign(gatewayLimits, limits);
  return make().finally(() => Object.assign(gatewayLimits, before));
}

function productParts() {
  const { config, documents } = server.context;
  const nothing = { ready: false, failure: undefined, file: () => undefined, page: () => undefined };
  return { config, documents, console: nothing as never, runsJobs: false };
}
