import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

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
  expect((await admin.get("/actuator/metrics/jvm.classes.loaded")).status).toBe(404);
  expect((await admin.get("/actuator/metrics/constructor")).status).toBe(404);
});

it("SYS-20 disks tell their size, what is left and how much of a hundred that is", async () => {
  const disks = (await admin.get<{ max: number; rest: number; restPPT: number }[]>("/sys/actuator/redis/queryDiskInfo"))
    .result;
  const [disk] = disks;
  expect(disk?.max).toBeGreaterThan(disk?.rest ?? 0);
  expect(disk?.restPPT).toBe(Math.round(((disk?.rest ?? 0) * 100) / (disk?.max ?? 1)));
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
  const parts = (await admin.get<Row[]>("/sys/monitor/health")).result;
  expect(parts.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "database up",
    "disk up",
    "jobs up",
    "http up",
    "smtp off",
  ]);
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
