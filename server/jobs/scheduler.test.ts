import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { forOneEngine, type Preparation } from "../../tests/support/database.ts";
import { shippedDocuments } from "../../tests/support/test-server.ts";
import type { Database } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { applyModels } from "../db/tables/apply-models.ts";
import { localFileStore } from "../files/file-store.ts";
import type { Engine } from "../models/engine.ts";
import type { JobHandler } from "./job-handler.ts";
import { JobScheduler, type SchedulerParts } from "./scheduler.ts";

const shipped = shippedDocuments().resolvedModels;
const models = ["system/job", "system/job-log"].flatMap((id) => shipped.get(id) ?? []);
const tables: Preparation = {
  name: "job-tables",
  prepare: async (empty) => {
    await migrate(empty);
    await applyModels(empty, models);
  },
};
/** 2026-11-21 10:00:00 in Shanghai. */
const ten = Date.parse("2026-11-21T02:00:00Z");

forOneEngine("scheduled jobs", (open) => {
  let db: Database;
  let now = ten;
  let ran: string[];
  let schedulers: JobScheduler[];
  let release: () => void;
  let waiting: Promise<void>;
  beforeAll(async () => {
    db = await open({}, tables);
  });
  afterAll(() => db.close());
  beforeEach(() => {
    now = ten;
    ran = [];
    schedulers = [];
    waiting = new Promise((resolve) => {
      release = resolve;
    });
  });
  afterEach(async () => {
    release();
    for (const scheduler of schedulers) await scheduler.stop();
    await sql`truncate sys_quartz_job, sys_job_state, sys_job_log`.execute(db.kysely);
  });

  const handlers = (node: string): ReadonlyMap<string, JobHandler> =>
    new Map(
      [
        { name: "sample", run: async ({ parameter }: { parameter: string }) => `${node} ${parameter}` },
        { name: "fails", run: () => Promise.reject(new Error("磁盘已满")) },
        { name: "waits", run: () => waiting.then(() => "done") },
      ].map((handler) => [
        handler.name,
        {
          name: handler.name,
          run: async (context) => {
            ran.push(node);
            return handler.run(context);
          },
        },
      ]),
    );
  const server = (node: string, options: Partial<SchedulerParts> = {}): JobScheduler => {
    let count = 0;
    const scheduler = new JobScheduler({
      db,
      engine: undefined as unknown as Engine,
      handlers: handlers(node),
      dataDir: "/nowhere",
      files: localFileStore("/nowhere"),
      sendSubscription: async () => "",
      timeZone: "Asia/Shanghai",
      newId: () => `${node}${String(count++).padStart(4, "0")}`,
      clock: () => new Date(now + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " "),
      node,
      note: () => {},
      now: () => now,
      leaseMs: 15_000,
      ...options,
    });
    schedulers.push(scheduler);
    return scheduler;
  };
  const addJob = (job: Record<string, unknown>) =>
    db.kysely
      .insertInto("sys_quartz_job")
      .values({ id: "j1", version: 1, tenant_id: 0, description: "x", misfire: "once", status: 0, ...job })
      .execute();
  const entries = async () =>
    (
      await sql<Record<string, unknown>>`select trigger_type, outcome, due_time, message, node from sys_job_log
        order by due_time, id`.execute(db.kysely)
    ).rows;
  const settled = () => expect.poll(async () => (await entries()).every((one) => one.outcome !== "running")).toBe(true);

  it("SYS-16 each due time is run exactly once, however many servers look at it", async () => {
    await addJob({ job_class_name: "sample", cron_expression: "0 0 * * * ?", parameter: "7" });
    const servers = ["a", "b", "c"].map((node) => server(node));
    await Promise.all(servers.map((one) => one.look()));
    for (const hour of [1, 2, 3]) {
      now = ten + hour * 3_600_000 + 100;
      await Promise.all([...servers, ...servers].map((one) => one.look()));
      await settled();
    }
    expect((await entries()).map(({ due_time, outcome }) => [due_time, outcome])).toEqual([
      ["2026-11-21 11:00:00", "ok"],
      ["2026-11-21 12:00:00", "ok"],
      ["2026-11-21 13:00:00", "ok"],
    ]);
    expect(ran).toHaveLength(3);
  });

  it("SYS-16 a run that is not over keeps the next one from starting, and the log tells it", async () => {
    await addJob({ job_class_name: "waits", cron_expression: "0 * * * * ?" });
    const [a, b] = [server("a"), server("b")];
    await a.look();
    now = ten + 60_000;
    await a.look();
    await sql`update sys_job_state set lease_until = ${now + 600_000}`.execute(db.kysely);
    now = ten + 120_000;
    await b.look();
    release();
    await settled();
    expect((await entries()).map(({ outcome, message }) => [outcome, message])).toEqual([
      ["ok", "done"],
      ["skipped", "上一次执行还没有结束，本次不执行"],
    ]);
    expect(await b.runNow("j1", "admin")).toBeDefined();
  });

  it("SYS-16 the run of a server that died is told as interrupted, and another server goes on", async () => {
    await addJob({ job_class_name: "waits", cron_expression: "0 * * * * ?" });
    const [a, b] = [server("a"), server("b")];
    await a.look();
    now = ten + 60_000;
    await a.look();
    expect(await b.runNow("j1", "admin")).toBeUndefined();
    now = ten + 120_000;
    release();
    waiting = Promise.resolve();
    await settled();
    // What a killed process cannot do: write the end of its run.
    await sql`update sys_job_log set outcome = 'running', message = ''`.execute(db.kysely);
    await sql`update sys_job_state set running_log = 'a0000', lease_until = ${now - 1}`.execute(db.kysely);
    await b.look();
    await settled();
    expect((await entries()).map(({ outcome, node }) => [outcome, node])).toEqual([
      ["interrupted", "a"],
      ["ok", "b"],
    ]);
  });

  it("SYS-16 missed times are made good once, or left out and told, as the job says", async () => {
    await addJob({ job_class_name: "sample", cron_expression: "0 0 * * * ?" });
    await addJob({ id: "j2", job_class_name: "sample", cron_expression: "0 0 * * * ?", misfire: "skip" });
    const a = server("a");
    await a.look();
    now = ten + 5.5 * 3_600_000;
    await a.look();
    await settled();
    await a.look();
    expect((await entries()).map(({ trigger_type, outcome }) => `${trigger_type} ${outcome}`).sort()).toEqual([
      "misfire missed",
      "misfire ok",
    ]);
    expect(ran).toHaveLength(1);
    now = ten + 6 * 3_600_000;
    await a.look();
    await settled();
    expect(ran).toHaveLength(3);
  });

  it("SYS-16 a failed run says why, a handler that is gone is told, a stopped job rests", async () => {
    await addJob({ job_class_name: "fails", cron_expression: "0 0 11 * * ?" });
    await addJob({ id: "j2", job_class_name: "gone", cron_expression: "0 0 11 * * ?" });
    await addJob({ id: "j3", job_class_name: "sample", cron_expression: "0 0 11 * * ?", status: -1 });
    const a = server("a");
    await a.look();
    now = ten + 3_600_000;
    await a.look();
    await settled();
    expect((await entries()).map(({ outcome, message }) => [outcome, message]).sort()).toEqual([
      ["failed", "后台找不到该任务的处理程序"],
      ["failed", "磁盘已满"],
    ]);
    const { rows } = await sql<{
      last_outcome: string;
    }>`select last_outcome from sys_quartz_job where id = 'j1'`.execute(db.kysely);
    expect(rows[0]?.last_outcome).toBe("failed");
  });

  const hour = 3_600_000;

  it("a clock that is set back an hour stops no job of every minute, and repeats none of once a day", async () => {
    await addJob({ job_class_name: "sample", cron_expression: "0 * * * * ?" });
    await addJob({ id: "j2", job_class_name: "sample", cron_expression: "0 0 10 * * ?" });
    now = ten - 30_000;
    const a = server("a");
    await a.look();
    now = ten + 100;
    await a.look();
    await settled();
    expect(ran).toHaveLength(2);
    now = ten - hour + 10_000;
    await a.look(); // plans
    for (const minute of [1, 2, 3]) {
      now = ten - hour + minute * 60_000 + 100;
      await a.look();
      await settled();
    }
    // What was missed is made good once, and the times that come again are run again.
    for (const minute of [-1, 0, 1]) {
      now = ten + minute * 60_000 + 200;
      await a.look();
      await settled();
    }
    const runs = await sql<{ job_id: string; due: string }>`select job_id, due_time as due from sys_job_log
      where outcome = 'ok' order by id`.execute(db.kysely);
    expect(runs.rows.filter((run) => run.job_id === "j2")).toHaveLength(1);
    expect(runs.rows.filter((run) => run.job_id === "j1").map((run) => run.due.slice(11))).toEqual([
      "10:00:00",
      "09:01:00",
      "09:02:00",
      "09:03:00",
      "09:04:00",
      "10:00:00",
      "10:01:00",
    ]);
  });

  it("a clock that jumps an hour ahead makes the missed time good once and does not end a run at work", async () => {
    await addJob({ job_class_name: "waits", cron_expression: "0 0 10 * * ?" });
    await addJob({ id: "j2", job_class_name: "sample", cron_expression: "0 * * * * ?" });
    now = ten - 30_000;
    const a = server("a");
    await a.look();
    now = ten + 100;
    await a.look();
    // The minute's own run ends beside the look: while its end is not written, the missed one would be skipped.
    await expect.poll(async () => (await entries()).map((one) => one.outcome).sort()).toEqual(["ok", "running"]);
    now = ten + hour + 100;
    await a.look();
    release();
    await settled();
    const outcomes = (await entries()).map(
      ({ trigger_type, outcome, message }) => `${trigger_type} ${outcome} ${message}`,
    );
    expect(outcomes.filter((one) => one.endsWith("done"))).toEqual(["schedule ok done"]);
    expect(outcomes.filter((one) => one.startsWith("misfire"))).toEqual(["misfire ok a "]);
  });

  it("the run of a server that died before the clock was set back is told as interrupted after the time of a lease", async () => {
    await addJob({ job_class_name: "sample", cron_expression: "0 * * * * ?" });
    const [a, b] = [server("a", { leaseMs: 300 }), server("b", { leaseMs: 300 })];
    await a.look();
    now = ten + 60_000;
    await a.look();
    await settled();
    await sql`update sys_job_log set outcome = 'running', message = ''`.execute(db.kysely);
    await sql`update sys_job_state set running_log = 'a0000', lease_until = ${now + 300}`.execute(db.kysely);
    now -= hour;
    await b.look();
    expect((await entries())[0]?.outcome).toBe("running");
    await expect
      .poll(async () => {
        await b.look();
        return (await entries())[0]?.outcome;
      })
      .toBe("interrupted");
  });

  it("summer time that ends gives an hourly job its hour twice, one that begins leaves none out", async () => {
    await addJob({ job_class_name: "sample", cron_expression: "0 30 * * * ?" });
    const newYork = server("a", { timeZone: "America/New_York" });
    for (const day of ["2026-11-01T05:00:00Z", "2026-03-08T05:00:00Z"]) {
      now = Date.parse(day);
      await sql`delete from sys_job_state`.execute(db.kysely);
      await newYork.look();
      ran.length = 0;
      for (let quarter = 1; quarter <= 12; quarter += 1) {
        now = Date.parse(day) + quarter * 900_000 + 100;
        await newYork.look();
        await settled();
      }
      expect(ran).toHaveLength(3);
    }
  });
});
