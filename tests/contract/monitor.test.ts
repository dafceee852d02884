import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { healthLimits } from "../../server/monitor/health.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
const usualLimits = { ...healthLimits };
afterAll(() => {
  Object.assign(healthLimits, usualLimits);
  return server.close();
});

const raw = async (url: string): Promise<Row> => JSON.parse((await admin.get(url)).text) as Row;

it("SYS-20 metrics come under the recorded names in the recorded form; an unknown name is not found", async () => {
  const used = await raw("/actuator/metrics/jvm.memory.used");
  expect(used).toMatchObject({ name: "jvm.memory.used", baseUnit: "bytes", availableTags: [] });
  const [{ statistic, value }] = used.measurements as [{ statistic: string; value: number }];
  expect(statistic).toBe("VALUE");
  expect(value).toBeGreaterThan(1_000_000);
  for (const name of ["jvm.memory.max", "process.uptime", "system.cpu.count", "tomcat.sessions.active.current"]) {
    const metric = await raw(`/actuator/metrics/${name}`);
    expect((metric.measurements as { value: number }[])[0]?.value, name).toBeGreaterThan(0);
  }
  const pause = (await raw("/actuator/metrics/jvm.gc.pause")).measurements as { statistic: string }[];
  expect(pause.map((one) => one.statistic)).toEqual(["COUNT", "TOTAL_TIME"]);
  expect((await admin.get("/actuator/metrics/jvm.compilation.time")).status).toBe(404);
  expect((await admin.get("/actuator/metrics/constructor")).status).toBe(404);
});

it("SYS-20 disks tell their size, what is left and how much of a hundred that is, as df does", async () => {
  const path = server.context.config.dataDir;
  const line = (await promisify(execFile)("df", ["-P", "-B1", path])).stdout.trim().split("\n").at(-1) ?? "";
  const [, size, used, rest, share] = line.split(/\s+/).map((text) => Number.parseInt(text, 10));
  type Disk = { readonly max: number; readonly used: number; readonly rest: number; readonly restPPT: number };
  const [disk] = (await admin.get<Disk[]>("/sys/actuator/redis/queryDiskInfo")).result;
  expect(disk?.max).toBe(size);
  // Others write to the same disk meanwhile, a hundredth of it at most.
  const nearly = (known = 0) => expect.closeTo(known, -Math.log10((2 * (size ?? 0)) / 100));
  expect([disk?.used, disk?.rest]).toEqual([nearly(used), nearly(rest)]);
  expect(disk?.restPPT).toBe(Math.round(((disk?.rest ?? 0) * 100) / (disk?.max ?? 1)));
  const [row] = (await admin.get<Row[]>("/sys/monitor/disks")).result;
  // df rounds up.
  expect(Math.abs(Number(row?.usedPercent) - (share ?? 0))).toBeLessThan(2.1);
});

it("SYS-20 the trace names calls without the values of their query, newest first", async () => {
  await admin.get("/sys/duplicate/check", { query: { tableName: "t", fieldVal: "13912345678" } });
  const { records } = (await admin.get<Page<Row>>("/sys/monitor/trace/list", { query: { uri: "*duplicate*" } })).result;
  expect(records[0]).toMatchObject({ method: "GET", username: "admin" });
  expect(String(records[0]?.uri)).toBe("/api/sys/duplicate/check?tableName&fieldVal");
  const { traces } = await raw("/actuator/httptrace");
  expect(JSON.stringify(traces)).not.toContain("13912345678");
  expect(JSON.stringify(traces)).not.toContain("httptrace");
  const posts = (await admin.get<Page<Row>>("/sys/monitor/trace/list", { query: { method: "POST,DELETE" } })).result;
  expect(posts.records.length).toBeGreaterThan(0);
  expect(posts.records.every((one) => one.method === "POST")).toBe(true);
});

it("SYS-20 figures over time are kept in a bounded memory and thinned to what a chart can show", async () => {
  const { sampler } = server.context.monitor;
  await sampler.take();
  const rows = (await admin.get<Row[]>("/sys/monitor/series", { query: { minutes: "60" } })).result;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.at(-1)?.rss).toBeGreaterThan(10);
  expect(String(rows.at(-1)?.time)).toMatch(/^\d\d:\d\d:\d\d$/);
  for (let count = 0; count < 800; count++) await sampler.take();
  expect(sampler.series(60)).toHaveLength(720);
  expect((await admin.get<Row[]>("/sys/monitor/series")).result.length).toBeLessThanOrEqual(120);
});

it("SYS-20 health tells each part on its own; what an outsider learns is only that the server is ready", async () => {
  Object.assign(healthLimits, { probeMs: 60_000 });
  const states = async () =>
    (await admin.get<Row[]>("/sys/monitor/health")).result.map(({ id, state }) => `${id} ${state}`);
  // Nothing listens yet: who would call gets no answer.
  expect(await states()).toEqual(["database up", "disk up", "jobs up", "http down", "smtp off", "sms off", "proxy up"]);
  await server.listen();
  expect(await states()).toEqual(["database up", "disk up", "jobs up", "http up", "smtp off", "sms off", "proxy up"]);
  await sql`update sys_job_state set next_at = 1000`.execute(server.db.kysely);
  expect((await states())[2]).toBe("jobs down");
  await sql`update sys_job_state set next_at = null`.execute(server.db.kysely);
  expect(JSON.parse((await server.anonymous.get("/health")).text)).toEqual({ status: "ok" });
});

it("SYS-20 monitoring is refused without its permission", async () => {
  await addUser(server, { username: "clerk3", departs: ["A01"] });
  const clerk = await server.as("clerk3");
  for (const url of [
    "/actuator/metrics/jvm.memory.used",
    "/actuator/httptrace",
    "/sys/monitor/now",
    "/sys/monitor/health",
  ]) {
    expect(await clerk.get(url)).toMatchObject({ status: 403, code: 510 });
    expect((await server.anonymous.get(url)).status).toBe(401);
  }
});
