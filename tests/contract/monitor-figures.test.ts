import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ServerContext } from "../../server/context.ts";
import { messageTypes } from "../../server/messages/message-queue.ts";
import { Health, healthLimits } from "../../server/monitor/health.ts";
import { startSmtpServer } from "../support/smtp-server.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const token = "scrape-me-0123456789";
let server: TestServer;
let admin: TestClient;
let port: number;
beforeAll(async () => {
  server = await createTestServer({ env: { METRICS_TOKEN: token } });
  admin = await server.as("admin");
  port = await server.listen();
});
afterAll(() => server.close());

const totals = () => server.context.monitor.requests.totals();

/** One call over a connection of its own; answers every byte that came back. */
function callRaw(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => resolve(Buffer.concat(chunks)));
    socket.on("error", reject);
    const lines = Object.entries({ Host: "test", Connection: "close", ...headers }).map(
      ([key, value]) => `${key}: ${value}`,
    );
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  });
}

async function metrics(bearer?: string, at = port) {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const answer = await fetch(`http://127.0.0.1:${at}/metrics`, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const figure = (text: string, name: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1],
  );

describe("figures of the HTTP server", () => {
  it("SYS-20 bytes sent are those that came over the wire: head and body, compressed", async () => {
    const headers = { "X-Access-Token": admin.token ?? "", "Accept-Encoding": "gzip" };
    const before = (await totals()).sentBytes;
    const answer = await callRaw("/api/sys/dict/queryAllDictItems", headers);
    expect(answer.toString("latin1")).toContain("content-encoding: gzip");
    await until(async () => expect((await totals()).sentBytes - before).toBe(answer.length));
    const traced = server.context.monitor.requests.traces()[0];
    expect(traced).toMatchObject({ uri: "/api/sys/dict/queryAllDictItems", bytes: answer.length });
  });

  it("SYS-20 a client that goes away is no longer in progress and counts as given up, not as failed", async () => {
    const before = await totals();
    const held = vi.spyOn(server.context.dictionaries, "allEnabled").mockReturnValue(new Promise(() => {}));
    const path = "/api/sys/dict/queryAllDictItems";
    const call = httpRequest({ port, path, headers: { "x-access-token": admin.token ?? "" } });
    call.on("error", () => {});
    call.end();
    await until(async () => expect((await totals()).active).toBe(1));
    call.destroy();
    await until(async () => expect((await totals()).active).toBe(0));
    held.mockRestore();
    const after = await totals();
    expect([after.aborted - before.aborted, after.failed - before.failed]).toEqual([1, 0]);
    expect(after.maxActive).toBeGreaterThanOrEqual(1);
  });

  it("SYS-20 a client that goes away while it sends its body is no longer in progress", async () => {
    const { aborted } = await totals();
    const socket = await openStalled("/api/sys/login");
    await until(async () => expect((await totals()).active).toBe(1));
    socket.destroy();
    await until(async () => expect((await totals()).active).toBe(0));
    expect((await totals()).aborted).toBe(aborted + 1);
  });

  it("SYS-20 failed requests are those answered 404 and 500, and nothing else", async () => {
    const before = await totals();
    await admin.get("/health");
    await admin.get("/no/such/path");
    await server.anonymous.get("/sys/monitor/now");
    const broken = vi
      .spyOn(server.context.dictionaries, "allEnabled")
      .mockRejectedValue(new Error("a mistake of ours"));
    expect((await admin.get("/sys/dict/queryAllDictItems")).status).toBe(500);
    broken.mockRestore();
    const after = await totals();
    expect([after.failed - before.failed, after.serverFailed - before.serverFailed]).toEqual([3, 1]);
    expect(after.count - before.count).toBe(4);
    const metric = JSON.parse((await admin.get("/actuator/metrics/tomcat.global.error")).text);
    expect(metric.measurements[0].value).toBe(after.failed);
  });

  it("SYS-20 calls are one figure of number, time and slowest, narrowed by method, status and outcome", async () => {
    interface Figure {
      readonly measurements: { statistic: string; value: number }[];
      readonly availableTags: { tag: string; values: string[] }[];
    }
    const path = "/actuator/metrics/http.server.requests";
    const read = async (query = ""): Promise<Figure> => JSON.parse((await admin.get(`${path}${query}`)).text);
    const countOf = async (query?: string) => (await read(query)).measurements[0]?.value ?? 0;
    const wrong = "?tag=method:DELETE&tag=status:404";
    await admin.delete("/no/such/path");
    const before = {
      all: await countOf(),
      wrong: await countOf(wrong),
      failed: await countOf("?tag=outcome:CLIENT_ERROR"),
    };
    for (let count = 0; count < 3; count++) await admin.delete("/no/such/path");
    // The four readings in between were calls too, and succeeded.
    expect(await countOf()).toBe(before.all + 3 + 3);
    expect(await countOf(wrong)).toBe(before.wrong + 3);
    expect(await countOf("?tag=outcome:CLIENT_ERROR")).toBe(before.failed + 3);

    const whole = await read();
    expect(whole).toMatchObject({ name: "http.server.requests", baseUnit: "seconds" });
    expect(whole.measurements.map(({ statistic }) => statistic)).toEqual(["COUNT", "TOTAL_TIME", "MAX"]);
    const [, time, slowest] = whole.measurements.map(({ value }) => value);
    expect(slowest).toBeGreaterThan(0);
    expect(time).toBeGreaterThanOrEqual(slowest ?? 0);
    expect(whole.availableTags.map(({ tag }) => tag)).toEqual(["method", "status", "outcome"]);
    expect((await read(wrong)).availableTags).toEqual([{ tag: "outcome", values: ["CLIENT_ERROR"] }]);
    for (const [query, status] of [
      ["?tag=method:BREW", 404],
      ["?tag=uri:/api/health", 404],
      ["?tag=constructor:x", 404],
      ["?tag=method", 400],
    ] as const)
      expect((await admin.get(`${path}${query}`)).status, query).toBe(status);
  });

  it("SYS-20 a sample tells what happened since the one before, and has no figure for a database that is silent", async () => {
    const { sampler } = server.context.monitor;
    sampler.stop(); // it would take one of its own in between
    await sampler.take();
    for (let count = 0; count < 3; count++) await admin.get("/health");
    await admin.get("/no/such/path");
    expect(await sampler.take()).toMatchObject({ requests: 4, failed: 1 });
    vi.spyOn(server.context.db, "ping").mockRejectedValueOnce(new Error("silent"));
    expect(await sampler.take()).toMatchObject({ requests: 0, databaseMs: undefined });
    const rows = (await admin.get<{ databaseMs: number | null }[]>("/sys/monitor/series")).result;
    expect(rows.at(-1)?.databaseMs).toBeNull();
  });
});

/** Sends the head of a call whose body never comes. */
function openStalled(path: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      );
      resolve(socket);
    });
  });
}

describe("sessions", () => {
  it("SYS-20 sessions are counted by what happened to them, whoever did it", async () => {
    const counts = async () => {
      const row = (await admin.get<Record<string, number>>("/sys/monitor/now")).result;
      return [row.sessionsOpened, row.sessionsEnded, row.sessionsExpired, row.sessions].map(Number);
    };
    const [opened = 0, ended = 0, expired = 0, active = 0] = await counts();
    const sign = () => server.anonymous.post<{ token: string }>("/sys/login", { username: "admin", password });
    const password = "correct-horse-battery";
    const tokens: string[] = [];
    for (let count = 0; count < 3; count++) tokens.push((await sign()).result.token);
    expect(await counts()).toEqual([opened + 3, ended, expired, active + 3]);
    await server.withToken(tokens[0] ?? "").post("/sys/logout");
    expect(await counts()).toEqual([opened + 3, ended + 1, expired, active + 2]);
    const [newest] = (
      await sql<{ id: string }>`select id from sys_session order by created_at desc limit 1`.execute(server.db.kysely)
    ).rows;
    await sql`update sys_session set expires_at = 1000 where id = ${newest?.id}`.execute(server.db.kysely);
    expect(await counts()).toEqual([opened + 3, ended + 1, expired + 1, active + 1]);
    // Removed now, by the next sign-in: it still counts once.
    await sign();
    expect(await counts()).toEqual([opened + 4, ended + 1, expired + 1, active + 2]);
    await server.context.jobs.runNow(await cleanUpJob(), "admin");
    await until(async () => expect(await eventRows()).toBe(3));
    expect(await counts()).toEqual([opened + 4, ended + 1, expired + 1, active + 2]);
    const created = JSON.parse((await admin.get("/actuator/metrics/tomcat.sessions.created")).text);
    expect(created.measurements[0].value).toBe(opened + 4);
  });
});

async function cleanUpJob(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_quartz_job where job_class_name = 'session-clean-up'`.execute(server.db.kysely);
  return rows[0]?.id ?? "";
}

async function eventRows(): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from sys_session_event`.execute(
    server.db.kysely,
  );
  return Number(rows[0]?.count);
}

describe("ways out", () => {
  const usual = { ...healthLimits };
  beforeAll(() => void Object.assign(healthLimits, { probeMs: 60_000 }));
  afterAll(() => void Object.assign(healthLimits, usual));

  const stateOf = async (id: string, parts: Partial<ServerContext>) => {
    const found = await new Health({ ...server.context, ...parts }).read();
    const part = found.find((one) => one.id === id);
    return `${part?.state} ${part?.detail}`;
  };
  const smtpState = (smtpUrl: string) => stateOf("smtp", { config: { ...server.context.config, smtpUrl } });
  const smsState = (state: "ready" | "development" | undefined, url: string) => {
    const sms = { url } as NonNullable<ServerContext["config"]["sms"]>;
    const send = () => Promise.reject(new Error("nothing is sent"));
    const transports = state === undefined ? {} : { [messageTypes.sms]: { state, target: "test", send } };
    return stateOf("sms", { config: { ...server.context.config, sms }, transports });
  };

  it("SYS-20 the mail server is asked, not assumed", async () => {
    const smtp = await startSmtpServer();
    expect(await smtpState(smtp.url)).toBe("up 可以登录");
    await smtp.close();
    expect(await smtpState(smtp.url)).toBe("down 连接不上邮件服务器");
  });

  it("SYS-20 the provider of short messages is reached, named as development, or not configured", async () => {
    const provider = createServer().listen(0, "127.0.0.1");
    await once(provider, "listening");
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/send`;
    expect(await smsState("ready", url)).toBe("up test，还没有发送过");
    provider.close();
    await once(provider, "close");
    expect(await smsState("ready", url)).toBe("down 连接不上短信网关");
    expect(await smsState("development", "console:")).toBe("up 开发通道：短信写到服务器控制台，不会发出");
    expect(await smsState(undefined, "")).toBe("off 未配置，设置 SMS_URL 后可用");
  });

  it("SYS-20 a mail server that never greets is given up in time", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port: silentPort } = silent.address() as AddressInfo;
    Object.assign(healthLimits, { probeMs: 1_000 });
    expect(await smtpState(`smtp://127.0.0.1:${silentPort}`)).toBe("down 邮件服务器没有及时应答");
    silent.close();
  });
});

describe("/metrics", () => {
  it("SYS-20 the metrics address needs its token and then tells what the pages tell", async () => {
    expect((await metrics()).status).toBe(401);
    expect((await metrics("wrong")).status).toBe(401);
    expect((await metrics(`${token}x`)).headers.get("www-authenticate")).toContain("Bearer");
    const answer = await metrics(token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    await until(async () => expect((await totals()).active).toBe(0));
    const { failed, count, aborted } = await totals();
    const answered = answer.text
      .split("\n")
      .filter((line) => line.startsWith("http_server_requests_total{"))
      .map((line) => ({ status: Number(/status="(\d+)"/.exec(line)?.[1]), value: Number(line.split(" ")[1]) }));
    const sumFrom = (status: number) =>
      answered.reduce((sum, line) => (line.status >= status ? sum + line.value : sum), 0);
    // The call itself and its probe of the port were not finished when it was written.
    expect([sumFrom(0), sumFrom(400)]).toEqual([count - aborted - 2, failed]);
    expect(figure(answer.text, "http_server_requests_in_progress")).toBe(1);
    expect(figure(answer.text, 'console_part_up{part="database"}')).toBe(1);
    expect(answer.text).not.toContain('part="smtp"');
    expect(figure(answer.text, "process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
    expect(figure(answer.text, 'console_sessions_total{event="opened"}')).toBeGreaterThan(0);
  });

  it("SYS-20 without a token in the settings there are no metrics", async () => {
    const other = await createTestServer();
    expect((await metrics(token, await other.listen())).status).toBe(404);
    await other.close();
  });
});
