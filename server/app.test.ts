import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp, type HttpApp } from "./app.ts";
import type { Caller } from "./auth/caller.ts";
import { readConfig } from "./config/config.ts";
import { DatabaseError } from "./db/database.ts";
import { openConsoleFiles } from "./http/console-files.ts";
import { ok } from "./http/envelope.ts";
import { AppError } from "./http/errors.ts";

const clerk: Caller = {
  sessionId: "s1",
  userId: "u1",
  username: "clerk",
  realname: "店员",
  orgCode: "A01",
  orgCodes: ["A01"],
  tenantId: 0,
  roles: ["store_clerk"],
  isAdmin: false,
  permissions: new Set(["store:order:list"]),
  controlled: new Set(["store:order:list", "store:order:add"]),
  dataRules: new Map(),
};

function consoleFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "schema-console-http-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(
    join(folder, "index.html"),
    '<html><meta name="api-base" content="/api" /><div id="root"></div></html>',
  );
  writeFileSync(join(folder, "assets", "main-abc.js"), `export const text = "${"x".repeat(5000)}";`);
  writeFileSync(join(folder, "assets", "part-old.js"), "export const part = 1;");
  return folder;
}

const ready = { mustSetUpSecondFactor: false, provedAt: undefined };

async function buildApp(
  register: (api: FastifyInstance) => void,
  options: {
    readonly whenReady?: Promise<unknown>;
    readonly env?: Record<string, string>;
    readonly folder?: string;
  } = {},
): Promise<HttpApp> {
  const config = readConfig({ LOG_LEVEL: "silent", ...options.env });
  const whenReady = options.whenReady ?? Promise.resolve();
  const files = openConsoleFiles(options.folder ?? consoleFolder(), whenReady, config.contextPath);
  const app = await createApp({
    config,
    console: files,
    authenticate: async (request) => {
      const token = request.headers["x-access-token"];
      if (token === undefined) return undefined;
      if (token === "clerk") return { caller: clerk, mustChangePassword: false, ...ready };
      if (token === "newcomer") return { caller: clerk, mustChangePassword: true, ...ready };
      throw new AppError("SESSION_EXPIRED");
    },
    registerApi: async (api) => register(api),
  });
  await app.fastify.ready();
  await whenReady.then(
    () => until(() => files.ready),
    () => undefined,
  );
  return app;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe("routes", () => {
  let app: HttpApp;
  beforeAll(async () => {
    app = await buildApp((api) => {
      api.get("/open", { config: { permission: "public" } }, async () => ok("open"));
      api.get("/mine", { config: { permission: "session" } }, async () => ok("mine"));
      api.get("/orders", { config: { permission: "store:order:list" } }, async () => ok("orders"));
      api.post("/orders", { config: { permission: "store:order:add" } }, async () => ok("added"));
      api.post("/echo", { config: { permission: "public" } }, async (request) => ok(request.body ?? null));
      api.get("/orders/:id/lines", { config: { permission: "store:order:list" } }, async () => ok([]));
      api.get("/broken", { config: { permission: "public" } }, async () => {
        throw new Error('relation "sys_user_secret" does not exist at /srv/secret.ts');
      });
      api.get("/full", { config: { permission: "public" } }, async () => {
        throw new DatabaseError("diskFull");
      });
      api.get("/twice", { config: { permission: "public" } }, async () => {
        throw new DatabaseError("unique", { constraint: "sys_user_username" });
      });
      api.get("/long", { config: { permission: "public" } }, async () => ok("长".repeat(2000)));
    });
  });
  afterAll(() => app.fastify.close());

  const get = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ url, headers });

  it("a route that declares no permission stops the server from starting", async () => {
    const start = buildApp((api) => {
      api.get("/forgotten", async () => ok("reachable by everybody"));
    });
    await expect(start).rejects.toThrow("route GET /api/forgotten declares no permission");
  });

  it("every route of the application is classified", () => {
    expect(app.routes().length).toBeGreaterThan(10);
    expect(app.routes().filter((route) => !route.permission)).toEqual([]);
    expect(app.routes().find((route) => route.url === "/api/orders" && route.method === "POST")?.permission).toBe(
      "store:order:add",
    );
  });

  it("a public route answers without a session", async () => {
    expect((await get("/api/open")).json()).toMatchObject({ success: true, code: 200, result: "open" });
  });

  it("a session route refuses a request without a token with 401", async () => {
    const answer = await get("/api/mine");
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ success: false, code: 401, message: "未登录，请先登录", result: null });
  });

  it("a token that is not valid is answered with Token失效", async () => {
    const answer = await get("/api/mine", { "x-access-token": "forged" });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().message).toBe("Token失效，请重新登录");
  });

  it("a token in the address is not a token", async () => {
    expect((await get("/api/mine?token=clerk&X-Access-Token=clerk")).statusCode).toBe(401);
  });

  it("a granted code opens its route and another code does not", async () => {
    const headers = { "x-access-token": "clerk" };
    expect((await get("/api/orders", headers)).json().result).toBe("orders");
    const refused = await app.fastify.inject({ method: "POST", url: "/api/orders", headers });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 510, message: "没有权限，请联系管理员授权" });
  });

  it("a person with a one-time password reaches nothing before changing it", async () => {
    const answer = await get("/api/mine", { "x-access-token": "newcomer" });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toBe("首次登录请先修改密码");
  });

  it.each([
    "/api/mine.js",
    "/api//mine",
    "/api/mine/",
    "/api/MINE",
    "/api/mine;x=1",
    "/api/%6dine%2f",
    "/api/open/../mine",
    "/api/open%2f..%2fmine",
  ])("the detour %s reaches no session route", async (url) => {
    const answer = await app.fastify.inject({ url });
    expect([401, 404]).toContain(answer.statusCode);
    expect(answer.json().result).toBe(null);
  });

  it("an unknown path below the prefix is answered 404 as an envelope", async () => {
    const answer = await get("/api/nothing/here?x=1");
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ success: false, code: 404, message: "路径不存在，请检查路径是否正确" });
  });

  it("a wrong method is answered 405 and names the right ones", async () => {
    const answer = await app.fastify.inject({ method: "DELETE", url: "/api/orders" });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe("GET, POST");
    expect(answer.json().message).toBe("不支持 DELETE 请求，请改用 GET、POST");
    expect((await app.fastify.inject({ method: "PUT", url: "/api/orders/7/lines" })).statusCode).toBe(405);
  });

  it("an unexpected error is answered with its request id and nothing of its text", async () => {
    const answer = await get("/api/broken");
    expect(answer.statusCode).toBe(500);
    expect(answer.json().message).toBe(`操作失败，请求编号 ${answer.headers["x-request-id"]}`);
    expect(answer.body).not.toMatch(/sys_user|secret|relation|\.ts/);
  });

  it("a full disk is 503 with a time to come back, a duplicate a business refusal", async () => {
    const full = await get("/api/full");
    expect([full.statusCode, full.headers["retry-after"]]).toEqual([503, "30"]);
    const twice = await get("/api/twice");
    expect([twice.statusCode, twice.json().code, twice.json().message]).toEqual([200, 500, "数据库中已存在该记录"]);
    expect(twice.body).not.toContain("sys_user");
  });

  it("a request id that a client sends is not believed", async () => {
    const answer = await get("/api/open", { "x-request-id": "mine", "request-id": "mine" });
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
  });

  const post = (payload: string, type = "application/json") =>
    app.fastify.inject({ method: "POST", url: "/api/echo", payload, headers: { "content-type": type } });

  it("broken JSON, foreign content types and prototype keys are refused", async () => {
    expect((await post('{"a":')).statusCode).toBe(400);
    expect((await post('{"__proto__":{"isAdmin":true}}')).statusCode).toBe(400);
    expect((await post('{"constructor":{"prototype":{"x":1}}}')).statusCode).toBe(400);
    expect((await post("a=1", "application/x-www-form-urlencoded")).statusCode).toBe(415);
    expect((await post("text", "text/plain")).statusCode).toBe(415);
  });

  it("an empty JSON body counts as none", async () => {
    expect((await post("")).json().result).toBe(null);
  });

  it("a body too large, too deep or with too many values is refused with 413", async () => {
    expect((await post(JSON.stringify({ a: "x".repeat(3_000_000) }))).statusCode).toBe(413);
    expect((await post(`${"[".repeat(70)}${"]".repeat(70)}`)).statusCode).toBe(413);
    expect((await post(`[${"0,".repeat(200_001)}0]`)).statusCode).toBe(413);
    expect((await post(`${"[".repeat(60)}${"]".repeat(60)}`)).statusCode).toBe(200);
  });

  it("every answer carries the security headers and no server banner", async () => {
    for (const url of ["/api/open", "/api/nothing", "/", "/assets/main-abc.js", "/store/order"]) {
      const { headers } = await get(url);
      const policy = String(headers["content-security-policy"]);
      for (const rule of [
        "default-src 'self'",
        "script-src 'self';",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        // NAV-06: pages that the menu points at; a console without TLS may show those without.
        "frame-src 'self' http: blob:",
      ]) {
        expect(policy, url).toContain(rule);
      }
      expect(policy).not.toContain("unsafe-eval");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("same-origin");
      expect(headers.server).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  it("answers of the API are not stored, and long ones are compressed", async () => {
    expect((await get("/api/open")).headers["cache-control"]).toBe("no-store");
    expect((await get("/api/nothing")).headers["cache-control"]).toBe("no-store");
    expect((await get("/api/long", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
  });
});

describe("load limit", () => {
  it("calls beyond the limit get 503 at once, health and live channels answer, and the places are given back", async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { fastify } = await buildApp((api) => {
      api.get("/slow", { config: { permission: "public" } }, async () => {
        await gate;
        return ok("slow");
      });
      api.get("/health", { config: { permission: "public" } }, async () => ({ status: "ok" }));
      api.get("/live", { config: { permission: "public" } }, async () => ok("live"));
    });
    // An injected call starts when somebody waits for it.
    const waiting = Array.from({ length: 500 }, () => fastify.inject({ url: "/api/slow" }).then((answer) => answer));
    await new Promise((resolve) => setImmediate(resolve));
    const refused = await fastify.inject({ url: "/api/slow" });
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "2"]);
    expect(refused.json()).toMatchObject({ success: false, code: 503, message: "系统繁忙，请稍后重试" });
    expect((await fastify.inject({ url: "/api/health" })).statusCode).toBe(200);
    const channel = await fastify.inject({
      url: "/api/live",
      headers: { connection: "upgrade", upgrade: "websocket" },
    });
    expect(channel.statusCode).toBe(200);
    release();
    const answers = await Promise.all(waiting);
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    expect((await fastify.inject({ url: "/api/slow" })).statusCode).toBe(200);
    await fastify.close();
  });
});

describe("console files", () => {
  let app: HttpApp;
  const folder = consoleFolder();
  beforeAll(async () => {
    app = await buildApp(() => {}, { env: { CONTEXT_PATH: "/jeecg-boot" }, folder });
  });
  afterAll(() => app.fastify.close());
  const get = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ url, headers });

  it("the page knows where its API is", async () => {
    for (const url of ["/", "/store/order", "/index.html"]) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(url === "/index.html" ? 404 : 200);
    }
    const page = await get("/user/login?redirect=%2F");
    expect(page.body).toContain('<meta name="api-base" content="/jeecg-boot" />');
    expect(page.headers["cache-control"]).toBe("no-cache");
  });

  it("hashed assets are compressed, kept for a year and revalidated by tag", async () => {
    const brotli = await get("/assets/main-abc.js", { "accept-encoding": "gzip, br" });
    expect(brotli.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect((await get("/assets/main-abc.js", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
    const again = await get("/assets/main-abc.js", { "if-none-match": String(brotli.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it("a file that a later build took away is missing, not a fault of the server", async () => {
    rmSync(join(folder, "assets", "part-old.js"));
    const answer = await get("/assets/part-old.js", { "accept-encoding": "br" });
    expect([answer.statusCode, answer.body]).toEqual([404, "没有这个文件"]);
    expect(String(answer.headers["cache-control"])).not.toContain("immutable");
  });

  it.each([
    "/assets/gone-123.js",
    "/favicon.svg",
    "/../package.json",
    "/%2e%2e/%2e%2e/etc/passwd.txt",
    "/assets/%00.js",
  ])("%s is not a file of the console and is not answered with the page", async (url) => {
    const answer = await app.fastify.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain("root");
  });

  it("while the console is being built, a page says so and comes back by itself", async () => {
    let finish: () => void = () => {};
    const building = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const config = readConfig({ LOG_LEVEL: "silent" });
    const files = openConsoleFiles(consoleFolder(), building, "/api");
    const { fastify } = await createApp({
      config,
      console: files,
      authenticate: async () => undefined,
      registerApi: async () => {},
    });
    const waiting = await fastify.inject({ url: "/" });
    expect(waiting.statusCode).toBe(503);
    expect(waiting.body).toContain("正在准备控制台");
    expect(waiting.body).toContain('http-equiv="refresh"');
    finish();
    await until(() => files.ready);
    expect((await fastify.inject({ url: "/" })).statusCode).toBe(200);
    await fastify.close();
  });

  it("a console that could not be built says so without the inner reason", async () => {
    const files = openConsoleFiles(consoleFolder(), Promise.reject(new Error("vite: /srv/private/path")), "/api");
    const { fastify } = await createApp({
      config: readConfig({ LOG_LEVEL: "silent" }),
      console: files,
      authenticate: async () => undefined,
      registerApi: async () => {},
    });
    await until(() => files.failure !== undefined);
    const answer = await fastify.inject({ url: "/" });
    expect(answer.body).toContain("控制台未能构建");
    expect(answer.body).not.toContain("private");
    await fastify.close();
  });
});
