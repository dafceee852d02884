import { afterAll, beforeAll, expect, it } from "vitest";
import { nextCronTime } from "../../runtime/cron/next-times.ts";
import { businessTime } from "../../runtime/format/business-time.ts";
import type { Page } from "../../runtime/wire/envelope.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

const zone = "America/New_York";
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  // With a folder of its own, the first start runs on this server's database, in its zone.
  server = await createTestServer({ env: { APP_TZ: zone }, schemasDir: "schemas" });
  admin = await server.as("admin");
});
afterAll(() => server.close());

/** Now and ten minutes ago as the clocks of the business show them. */
const lately = () => [businessTime(new Date(Date.now() - 600_000), zone), businessTime(new Date(), zone)] as const;
const list = async (path: string, query: Readonly<Record<string, string>> = {}) =>
  (await admin.get<Page<Row>>(path, { query })).result.records;

it.each([
  ["a sign-in in the log", "/sys/log/list", { logType: "1" }, "createTime"],
  ["an operation in the log", "/sys/log/list", { logType: "2" }, "createTime"],
  ["a call in the trace", "/sys/monitor/trace/list", {}, "time"],
  ["the person of the first start", "/sys/user/list", { username: "admin" }, "createTime"],
])("SYS-17 %s has the time of the business, wherever that is", async (name, path, query, key) => {
  await admin.post("/sys/dict/add", { dictName: "时区", dictCode: `zone_${name.length}` });
  // Entries are written beside the call, a moment later.
  await expect.poll(() => list(path, query), { interval: 30 }).not.toEqual([]);
  const [from, until] = lately();
  const time = String((await list(path, query))[0]?.[key]);
  expect(time >= from && time <= until, `${from} ≤ ${time} ≤ ${until}`).toBe(true);
});

it("SYS-16 a job's next run is told in the zone in which it runs", async () => {
  const [job] = await list("/sys/quartzJob/list");
  const cron = String(job?.cronExpression);
  expect(job?.nextTime).toBe(businessTime(nextCronTime(cron, new Date(), zone), zone));
  const shown = await admin.get<string[]>("/sys/quartzJob/nextTimes", { query: { cron } });
  expect(shown.result[0]).toBe(job?.nextTime);
});
