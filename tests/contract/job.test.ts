import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { businessTime } from "../../runtime/format/business-time.ts";
import type { Page } from "../../runtime/wire/envelope.ts";
import { loadJobHandlers } from "../../server/jobs/job-handler.ts";
import { addUser } from "../support/people.ts";
import { putRows } from "../support/put-rows.ts";
import { runJob } from "../support/run-job.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const job = { description: "示例", jobClassName: "sample", cronExpression: "0 0 4 * * ?", parameter: "甲", status: 0 };
const runsOf = async (jobId: string) =>
  (await admin.get<Page<Row>>("/sys/quartzJobLog/list", { query: { jobId } })).result.records;

it("SYS-16 the product ships its clean-up jobs, and every handler has its words", async () => {
  const { records } = (await admin.get<Page<Row>>("/sys/quartzJob/list", { query: { pageSize: "50" } })).result;
  expect(records.map((row) => row.jobClassName)).toEqual(expect.arrayContaining(["log-clean-up", "session-clean-up"]));
  expect(records.every((row) => /^\d{4}-\d\d-\d\d \d\d:\d\d:00$/.test(String(row.nextTime)))).toBe(true);
  const words = (await admin.get<{ value: string }[]>("/sys/dict/getDictItems/job_class")).result;
  expect(words.map(({ value }) => value).sort()).toEqual([...loadJobHandlers().keys()].sort());
});

it("SYS-16 a job is added, run at once, stopped and started again", async () => {
  const added = await admin.post<Row>("/sys/quartzJob/add", job);
  expect(added.message).toBe("创建定时任务成功");
  const id = String(added.result.id);
  expect(await admin.get("/sys/quartzJob/execute", { query: { id } })).toMatchObject({ message: "执行成功!" });
  await expect.poll(async () => (await runsOf(id)).map((run) => run.outcome)).toEqual(["ok"]);
  expect((await runsOf(id))[0]).toMatchObject({
    triggerType: "manual",
    message: "示例任务已执行，参数：甲",
    createBy: "admin",
  });
  expect(await admin.get("/sys/quartzJob/pause", { query: { id } })).toMatchObject({ message: "暂停定时任务成功" });
  const paused = (await admin.get<Row>("/sys/quartzJob/queryById", { query: { id } })).result;
  expect(paused).toMatchObject({ status: -1, nextTime: null });
  expect(await admin.get("/sys/quartzJob/resume", { query: { id } })).toMatchObject({ message: "恢复定时任务成功" });
  expect((await admin.get<Row>("/sys/quartzJob/queryById", { query: { id } })).result.nextTime).toMatch(/ 04:00:00$/);
  expect(await admin.get("/sys/quartzJob/resume", { query: { id: "404" } })).toMatchObject({
    success: false,
    message: "定时任务不存在！",
  });
});

it("SYS-16 an unknown class and a wrong expression are refused with the reason", async () => {
  expect(await admin.post("/sys/quartzJob/add", { ...job, jobClassName: "java.lang.Runtime" })).toMatchObject({
    success: false,
  });
  const wrong = await admin.post<Row>("/sys/quartzJob/add", { ...job, cronExpression: "0 0 25 * * ?" });
  expect(wrong.message).toBe("执行时间：Cron表达式参数[时]错误：25");
  expect(wrong.result).toMatchObject({ fieldErrors: { cronExpression: expect.any(String) } });
});

it("SYS-16 old log entries are cleaned up by the job, young ones stay", async () => {
  const entry = { version: 1, tenant_id: 0, log_type: 2, log_content: "alt" };
  const insert = (id: string, create_time: string) =>
    server.db.kysely
      .insertInto("sys_log")
      .values({ id, ...entry, create_time })
      .execute();
  await insert("old", "2020-01-01 00:00:00");
  const { records } = (await admin.get<Page<Row>>("/sys/quartzJob/list", { query: { jobClassName: "log-clean-up" } }))
    .result;
  const id = String(records[0]?.id);
  await admin.get("/sys/quartzJob/execute", { query: { id } });
  await expect
    .poll(async () => (await runsOf(id)).map((run) => run.message))
    .toEqual(["保留 180 天：清除日志 1 条，任务日志 0 条，投递记录 0 条；行为轨迹保留 180 天：清除 0 条"]);
  const left = (await admin.get<Page<Row>>("/sys/log/list")).result.total;
  expect(left).toBeGreaterThan(0);
});

it("SYS-16 rows that a model keeps for some days go with them, at the same job", async () => {
  const at = (days: number) => businessTime(new Date(Date.now() - days * 86_400_000), "Asia/Shanghai");
  const trace = { event: "view", sysOrgCode: "A01" };
  await putRows(server, "ad/trace-record", [
    { id: "t1", ...trace, eventTime: at(181) },
    { id: "t2", ...trace, eventTime: at(179) },
  ]);
  const message = await runJob(server, "log-clean-up");
  expect(message).toContain("行为轨迹保留 180 天：清除 1 条");
  const { rows } = await sql`select id from trace_record`.execute(server.db.kysely);
  expect(rows).toEqual([{ id: "t2" }]);
});

it("SYS-16 jobs are not for everybody", async () => {
  await addUser(server, { username: "clerk2", departs: ["A01"] });
  const clerk = await server.as("clerk2");
  for (const url of ["/sys/quartzJob/list", "/sys/quartzJob/execute?id=1", "/sys/quartzJob/pause?id=1"]) {
    expect(await clerk.get(url)).toMatchObject({ status: 403, code: 510 });
  }
});
