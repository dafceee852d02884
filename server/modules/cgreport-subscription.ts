import { nextCronTimes } from "../../runtime/cron/next-times.ts";
import { cronProblem } from "../../runtime/cron/parse-cron.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { refuse } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import type { ModelHooks } from "../models/hooks.ts";
import { designCode } from "../online/reports/report-rights.ts";
import { mailOff, sendSubscription } from "../online/reports/send-subscription.ts";
import { keepJob, removeJobs } from "../online/reports/subscription-job.ts";

const model = "online/cgreport-subscription";
const base = "/online/cgreport/subscription";
/** A report may cost a second: nobody needs it more often by mail. */
const leastMinutes = 10;
/** Times that are looked at for the shortest pause between two. */
const timesLookedAt = 30;

/** Reports that come by themselves; rows, list and rights are the model's own. */
export const routes: RouteModule = (api, context) => {
  const { engine, reports, transports, config } = context;
  const may = (action: string) => ({ config: { permission: `online:cgreport-subscription:${action}` } });

  /** What only this process knows: whether mail can leave, and whether the writer may run the report themselves. */
  const check = async (body: Row, before: Row | undefined, caller: Caller) => {
    const whole = { ...before, ...body };
    const off = mailOff(transports);
    if (whole.channel === "mail" && off !== undefined) throw refuse(off);
    if (typeof whole.cgrheadId === "string" && whole.cgrheadId !== "") {
      await reports.open(whole.cgrheadId, caller, { draft: false });
    }
    const cron = String(whole.cron ?? "");
    const problem = cronProblem(cron);
    if (problem !== undefined) throw refuse(`发送时间不正确：${problem}`);
    const times = nextCronTimes(cron, { count: timesLookedAt, after: new Date(), timeZone: config.timeZone });
    const isClose = times.some((time, index) => {
      const next = times[index + 1];
      return next !== undefined && next.getTime() - time.getTime() < leastMinutes * 60_000;
    });
    if (isClose) throw refuse(`两次发送至少间隔 ${leastMinutes} 分钟`);
  };

  api.post(`${base}/add`, may("add"), async (request) => {
    const [body, caller] = [readRowBody(request.body), callerOf(request)];
    await check(body, undefined, caller);
    return ok(await engine.add(model, body, caller, { idempotencyKey: idempotencyKeyOf(request) }), "添加成功！");
  });
  api.put(`${base}/edit`, may("edit"), async (request) => {
    const [body, caller] = [readRowBody(request.body), callerOf(request)];
    await check(body, await engine.queryById(model, readId(body.id), caller), caller);
    return ok(await engine.edit(model, body, caller), "编辑成功!");
  });

  /** Why mail cannot be chosen; null when it can. */
  api.get(`${base}/mail`, may("list"), async () => ok({ off: mailOff(transports) ?? null }));

  api.post(`${base}/send`, may("edit"), async (request) => {
    const id = readId(readRowBody(request.body).id);
    await engine.requireChangeable(model, id, callerOf(request));
    const text = await sendSubscription({ ...context, publicUrl: config.publicUrl }, id).catch((error: unknown) => {
      throw refuse(error instanceof Error ? error.message : String(error));
    });
    return ok({ text });
  });
};

const subscriptionHooks: ModelHooks = {
  beforeSave(draft, { caller }) {
    const others = splitList(draft.receivers).some((id) => id !== caller.userId);
    if (others && !decideAction(caller, designCode).allowed) throw refuse("只能给自己订阅；发给别人需要报表设计的权限");
    const { conditions } = draft;
    const isEmpty = conditions === null || conditions === undefined || conditions === "";
    if (!isEmpty && !isPlainObject(conditions)) throw refuse('查询条件须为 JSON 对象，如 {"status": "1"}');
  },
  afterSave: (row, { trx, caller, now }) => keepJob(trx, row, caller.username, now),
  afterDelete: (rows, { trx }) =>
    removeJobs(
      trx,
      rows.map(({ id }) => String(id)),
    ),
};

function isPlainObject(value: unknown): boolean {
  const read = typeof value === "string" ? parsed(value) : value;
  return typeof read === "object" && read !== null && !Array.isArray(read);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const hooks: Readonly<Record<string, ModelHooks>> = { [model]: subscriptionHooks };
