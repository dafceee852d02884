import { sql } from "kysely";
import { callerOf } from "../auth/access.ts";
import { openSecretBox } from "../auth/secret-box.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { Outgoing, whyUnreachable } from "../http/net/outgoing.ts";
import { quoted, refuse, refuseField } from "../http/refusal.ts";
import { readId, readIds, readRowBody } from "../models/engine-parts.ts";
import type { ModelHooks } from "../models/hooks.ts";
import { keyableTables } from "../models/keyable-tables.ts";
import { deliveryState, webhookChannel } from "../models/webhooks/row-events.ts";
import { loadWebhook } from "../webhooks/load-webhook.ts";
import { sendWebhook } from "../webhooks/send-webhook.ts";
import { newWebhookSecret } from "../webhooks/sign-webhook.ts";

const model = "system/webhook";
const deliveryModel = "system/webhook-delivery";
const maxSubscriptions = 100;

/** Webhooks: subscriptions are rows of a model; here are their keys, a test, and deliveries sent again. */
export const routes: RouteModule = (api, { db, engine, config, clock, newId }) => {
  const allowed = { hosts: config.webhookHosts, setting: "WEBHOOK_HOSTS" } as const;
  const out = new Outgoing(allowed);
  api.addHook("onClose", () => out.close());
  const box = () => openSecretBox(config.secretKey, config.dataDir);
  const may = (action: string, more: object = {}) => ({ config: { permission: `system:webhook:${action}`, ...more } });

  /** Hosts are the operator's to allow: an address that cannot be called is refused where it is typed. */
  const checked = (sent: unknown) => {
    const body = readRowBody(sent);
    const reason = typeof body.url === "string" ? whyUnreachable(body.url.trim(), allowed) : undefined;
    if (reason !== undefined) throw refuseField("url", reason);
    return body;
  };
  api.post("/sys/webhook/add", may("add"), async (request) =>
    ok(await engine.add(model, checked(request.body), callerOf(request)), "添加成功！"),
  );
  api.route({
    method: ["PUT", "POST"],
    url: "/sys/webhook/edit",
    ...may("edit"),
    handler: async (request) => ok(await engine.edit(model, checked(request.body), callerOf(request)), "编辑成功!"),
  });

  /** The tables that the caller may subscribe to: those that they may list themselves. */
  api.get("/sys/webhook/tables", may("list"), async (request) => ok(keyableTables(engine.models, callerOf(request))));

  api.post("/sys/webhook/issue", may("edit,system:webhook:add", { operation: "生成签名密钥" }), async (request) => {
    const caller = callerOf(request);
    const row = await engine.queryById(model, readId(readRowBody(request.body).id), caller);
    if (row.createBy !== caller.username) throw refuse("只有创建人可以生成签名密钥");
    const secret = newWebhookSecret();
    await db.kysely
      .insertInto("sys_webhook_secret")
      .values({ hook_id: String(row.id), secret: box().seal(secret) })
      .onConflict((conflict) => conflict.column("hook_id").doUpdateSet({ secret: box().seal(secret) }))
      .execute();
    await writeOperationLog(db.kysely, request, caller, `生成事件订阅 ${row.name} 的签名密钥`, 3);
    return ok({ secret });
  });

  const test = { operation: "测试事件订阅", rateLimit: { max: 30, timeWindow: "1 minute" } };
  api.post("/sys/webhook/test", may("test", test), async (request) => {
    const caller = callerOf(request);
    const row = await engine.queryById(model, readId(readRowBody(request.body).id), caller);
    const hook = await loadWebhook(db.kysely, box(), String(row.id));
    if (typeof hook === "string") throw refuse(hook);
    const [id, now] = [newId(), clock()];
    const body = JSON.stringify({ event: "test", time: now, name: row.name });
    const attempt = await sendWebhook(out, hook.url, { id, body }, hook.secret);
    await sql`
      insert into sys_webhook_delivery (id, version, hook_id, event_no, event, state, attempts, sent_time, answer_code,
        cost_time, reason, tenant_id, create_by, create_time)
      values (${id}, 1, ${hook.id}, 0, 'test', ${attempt.isAccepted ? deliveryState.sent : deliveryState.givenUp}, 1,
        cast(${now} as timestamp), ${attempt.answerCode ?? null}, ${attempt.costMs}, ${attempt.reason ?? null},
        ${hook.owner.tenantId}, ${caller.username}, cast(${now} as timestamp))`.execute(db.kysely);
    if (attempt.reason !== undefined) throw refuse(`${attempt.reason}，用时 ${attempt.costMs} 毫秒`);
    return ok({ answerCode: attempt.answerCode, costTime: attempt.costMs }, "接收方已接受");
  });

  /** Sends deliveries again, whatever became of them; a receiver knows them by their id. */
  const resend = { operation: "重发事件" };
  api.put("/sys/webhookDelivery/resend", may("resend", resend), async (request) => {
    const { id, ids } = readRowBody(request.body);
    const wanted = readIds(ids ?? id);
    const { rows } = await sql<{ id: string }>`
      update sys_webhook_delivery
      set state = ${deliveryState.waiting}, attempts = 0, next_time = cast(${clock()} as timestamp), reason = null
      where id = any(${sql.val(wanted)}::text[]) and event <> 'test'
        and ${engine.tenantRows(deliveryModel, callerOf(request))}
      returning id`.execute(db.kysely);
    if (rows.length === 0) throw new AppError("ROW_NOT_FOUND");
    await db.notify(webhookChannel, "");
    return ok({ count: rows.length }, `已放回队列 ${rows.length} 条`);
  });
};

const webhookHooks: ModelHooks = {
  async beforeSave(draft, { before, caller, engine, trx }) {
    // What is sent is what the maker may read: nobody else decides where it goes.
    if (before && before.createBy !== caller.username && !caller.isAdmin) throw refuse("只有创建人可以修改这个订阅");
    const offered = new Set(keyableTables(engine.models, caller).map(({ value }) => value));
    const kept = new Set(splitList(before?.tables));
    const other = splitList(draft.tables).find((one) => !offered.has(one) && !kept.has(one));
    if (other !== undefined) throw refuse(`不能选择表 ${quoted(other)}：没有这个表，或您没有它的权限`);
    if (before) return;
    const { rows } = await sql<{ count: string }>`select count(*) as count from sys_webhook`.execute(trx);
    if (Number(rows[0]?.count) >= maxSubscriptions) throw refuse(`最多 ${maxSubscriptions} 个订阅`);
  },
  async afterDelete(rows, { trx }) {
    const ids = rows.map(({ id }) => String(id));
    await trx.deleteFrom("sys_webhook_secret").where("hook_id", "in", ids).execute();
    await trx.deleteFrom("sys_webhook_delivery").where("hook_id", "in", ids).execute();
  },
  afterRead(rows, { engine }) {
    for (const row of rows) {
      row.tableNames = splitList(row.tables)
        .map((id) => engine.models.get(id)?.title ?? id)
        .join("、");
    }
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = {
  [model]: webhookHooks,
  [deliveryModel]: {
    afterRead(rows, { engine }) {
      for (const row of rows) row.tableName = engine.models.get(String(row.modelId))?.title ?? row.modelId;
    },
  },
};
