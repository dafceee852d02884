import { sql } from "kysely";
import { nextCronTime, nextCronTimes } from "../../runtime/cron/next-times.ts";
import { cronProblem } from "../../runtime/cron/parse-cron.ts";
import { businessTime } from "../../runtime/format/business-time.ts";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { loadJobHandlers } from "../jobs/job-handler.ts";
import { jobChannel } from "../jobs/scheduler.ts";
import { readId } from "../models/engine-parts.ts";
import type { HookContext, ModelHooks } from "../models/hooks.ts";

const handlers = loadJobHandlers();

interface ById {
  readonly Querystring: { readonly id?: string };
}

/** Scheduled jobs (contract 05 §5.1); list, writing and run log are the models' own. */
export const routes: RouteModule = (api, { engine, jobs, config }) => {
  const permission = (action: string) => `system:job:${action}`;

  const switchTo = (path: string, status: number, operation: string, message: string) =>
    api.get<ById>(path, { config: { permission: permission("edit"), operation, changes: true } }, async (request) => {
      const caller = callerOf(request);
      const job = await findJob(readId(request.query.id), caller);
      await engine.edit("system/job", { id: job.id, version: job.version, status }, caller);
      return ok(null, message);
    });
  switchTo("/sys/quartzJob/pause", -1, "停止定时任务", "暂停定时任务成功");
  switchTo("/sys/quartzJob/resume", 0, "启动定时任务", "恢复定时任务成功");

  const run = {
    config: { permission: permission("run"), platform: true, operation: "立即执行定时任务", changes: true },
  } as const;
  api.get<ById>("/sys/quartzJob/execute", run, async (request) => {
    const caller = callerOf(request);
    const job = await findJob(readId(request.query.id), caller);
    if ((await jobs.runNow(String(job.id), caller.username)) === undefined) throw refuse("任务正在执行，请等它结束");
    return ok(null, "执行成功!");
  });

  /** The next times of an expression, for the editor's preview. */
  api.get<{ Querystring: { cron?: string; count?: string } }>(
    "/sys/quartzJob/nextTimes",
    { config: { permission: permission("list") } },
    async (request) => {
      const { cron = "", count = "5" } = request.query;
      const problem = cronProblem(cron);
      if (problem !== undefined) throw refuse(problem);
      const times = nextCronTimes(cron, {
        count: Math.min(10, Math.max(1, Number(count) || 5)),
        after: new Date(),
        timeZone: config.timeZone,
      });
      return ok(times.map((time) => businessTime(time, config.timeZone)));
    },
  );

  async function findJob(id: string, caller: ReturnType<typeof callerOf>) {
    try {
      return await engine.queryById("system/job", id, caller);
    } catch (error) {
      if (error instanceof AppError && error.errorName === "ROW_NOT_FOUND") throw refuse("定时任务不存在！");
      throw error;
    }
  }
};

const wake = (trx: HookContext["trx"]) => notifyOnCommit(trx, jobChannel);

const jobHooks: ModelHooks = {
  beforeSave(draft, { before }) {
    const name = String(draft.jobClassName ?? "");
    if (!handlers.has(name)) throw refuse(`后台找不到该类名：${name}`);
    const problem = cronProblem(String(draft.cronExpression ?? ""));
    if (problem !== undefined) {
      const message = before === undefined ? "创建定时任务失败" : "更新定时任务失败!";
      throw new AppError("INVALID", {
        details: { reason: `${message.replace("!", "")}：${problem}` },
        result: { fieldErrors: { cronExpression: problem } },
      });
    }
  },
  async afterSave(row, { trx, before }) {
    // Switched on again or given another expression: what was due in between is not made good.
    const isSame = before && before.cronExpression === row.cronExpression && before.status === row.status;
    if (!isSame) await sql`delete from sys_job_state where job_id = ${row.id} and running_log is null`.execute(trx);
    if (!isSame) await sql`update sys_job_state set cron = '' where job_id = ${row.id}`.execute(trx);
    wake(trx);
  },
  async afterDelete(rows, { trx }) {
    for (const row of rows) await sql`delete from sys_job_state where job_id = ${row.id}`.execute(trx);
    wake(trx);
  },
  async afterRead(rows, { timeZone }) {
    for (const row of rows) {
      const cron = String(row.cronExpression ?? "");
      const runs = Number(row.status) === 0 && cronProblem(cron) === undefined;
      const next = runs ? nextCronTime(cron, new Date(), timeZone) : undefined;
      if ("nextTime" in row) row.nextTime = next ? businessTime(next, timeZone) : null;
    }
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/job": jobHooks };
