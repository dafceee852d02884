import type { FastifyRequest } from "fastify";
import { callerOf } from "../auth/access.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { channelNames } from "../messages/channel-names.ts";
import { maskReceiver } from "../messages/mask-receiver.ts";
import { type MessageType, messageChannel, messageTypes, queueMessage, sendStatus } from "../messages/message-queue.ts";
import { readMessage, removeMessages, rewriteMessage, storedMessage } from "../messages/outbox.ts";
import { readChannels } from "../messages/read-channels.ts";
import { renderTemplate } from "../messages/render-template.ts";
import { readId, readIds, readRowBody } from "../models/engine-parts.ts";

const model = "system/message";

interface SendBody {
  readonly msgType?: unknown;
  readonly receiver?: unknown;
  readonly templateCode?: unknown;
  readonly testData?: unknown;
}

/** Sending, from a template and as written, and sending again what did not go (contract 04 §4.2). */
export const routes: RouteModule = (api, { db, engine, newId, clock, transports }) => {
  api.post<{ Body: SendBody | null }>(
    "/sys/message/sysMessageTemplate/sendMsg",
    {
      config: {
        permission: "system:message-template:send",
        operation: "发送测试消息",
        rateLimit: { max: 60, timeWindow: "1 minute" },
      },
    },
    async (request) => {
      const { msgType, receiver, templateCode, testData } = request.body ?? {};
      const type = Object.values(messageTypes).find((known) => known === String(msgType ?? ""));
      if (type === undefined || typeof templateCode !== "string" || typeof receiver !== "string") throw failed();
      if (!transports[type]) throw new AppError("CHANNEL_OFF", { details: { channel: channelNames[type] } });
      const template = await db.kysely
        .selectFrom("sys_message_template")
        .select(["template_name", "template_content"])
        .where("template_code", "=", templateCode)
        .executeTakeFirst();
      if (!template || receiver.trim() === "" || receiver.length > 100) throw failed();
      const param = typeof testData === "string" ? testData : JSON.stringify(testData ?? {});
      const content = renderTemplate(String(template.template_content), readData(param), kindOf(type));
      const message = {
        type,
        receiver: receiver.trim(),
        title: String(template.template_name),
        content,
        param,
        template: templateCode,
      };
      const { username: createBy, tenantId } = callerOf(request);
      const from = { createBy, tenantId };
      await db.transaction((trx) => queueMessage(trx, { ...message, ...from }, { id: newId(), now: clock() }));
      return ok(null, "发送消息任务添加成功！");
    },
  );

  api.get("/sys/message/sysMessage/channels", { config: { permission: "system:message:list" } }, async () => {
    const records = await readChannels(db.kysely, transports);
    return ok({ records, total: records.length, size: records.length, current: 1, pages: 1 });
  });

  /** The outbox by the contract's calls: what is added is sent, what waits can be changed, what is removed is logged. */
  const written = (action: string, operation: string) => ({
    config: {
      permission: `system:message:${action}`,
      operation,
      rateLimit: { max: 60, timeWindow: "1 minute" },
    },
  });
  api.post("/sys/message/sysMessage/add", written("add", "发送消息"), async (request) => {
    const { username: createBy, tenantId } = callerOf(request);
    const now = clock();
    const message = readMessage(readRowBody(request.body), transports, now);
    const id = newId();
    await db.transaction((trx) => queueMessage(trx, { ...message, createBy, tenantId }, { id, now }));
    return ok({ id }, "添加成功！");
  });

  const edit = async (request: FastifyRequest) => {
    const caller = callerOf(request);
    const body = readRowBody(request.body);
    const current = await engine.queryById(model, readId(body.id), caller);
    if (body.version !== undefined && Number(body.version) !== Number(current.version))
      throw new AppError("CONFLICT", { result: { current } });
    const now = clock();
    // What the client sends back as it was shown is as it is stored, masked or not.
    const changed = Object.entries(body).filter(([name, value]) => value !== current[name]);
    const stored = await storedMessage(db.kysely, String(current.id));
    const message = readMessage({ ...stored, ...Object.fromEntries(changed) }, transports, now);
    const { username } = caller;
    const row = { id: String(current.id), version: Number(current.version) };
    const isDone = await db.transaction((trx) => rewriteMessage(trx, row, message, { now, username }));
    if (!isDone) throw refuse("只能修改等待发送的消息");
    return ok(null, "编辑成功!");
  };
  api.put("/sys/message/sysMessage/edit", written("edit", "修改待发消息"), edit);
  api.post("/sys/message/sysMessage/edit", written("edit", "修改待发消息"), edit);

  const remove = async (request: FastifyRequest, ids: readonly string[]) => {
    const caller = callerOf(request);
    const removed = await removeMessages(db.kysely, ids, engine.tenantRows(model, caller), clock());
    for (const { type, receiver, title, status } of removed) {
      const [channel, state] = [channelNames[type as MessageType] ?? type, status === sendStatus.waiting ? "待发" : ""];
      const text = `删除${state}${channel}“${title}”，接收人 ${maskReceiver(receiver)}`;
      await writeOperationLog(db.kysely, request, caller, text, 4);
    }
    if (removed.length < ids.length) throw refuse(`已删除 ${removed.length} 条，其余不存在或正在发送`);
  };
  const removal = (action: string) => ({ config: { permission: `system:message:${action}`, operation: "删除消息" } });
  api.delete<{ Querystring: { id?: string } }>("/sys/message/sysMessage/delete", removal("delete"), async (request) => {
    await remove(request, [readId(request.query.id)]);
    return ok(null, "删除成功!");
  });
  api.delete<{ Querystring: { ids?: string } }>(
    "/sys/message/sysMessage/deleteBatch",
    removal("deleteBatch"),
    async (request) => {
      await remove(request, readIds(request.query.ids));
      return ok(null, "批量删除成功！");
    },
  );

  api.put<{ Body: { readonly id?: unknown } | null }>(
    "/sys/message/sysMessage/resend",
    { config: { permission: "system:message:resend" } },
    async (request) => {
      const changed = await db.kysely
        .updateTable("sys_message")
        .set({ es_send_status: sendStatus.waiting, es_send_num: 0, next_send_time: clock() })
        .where("id", "=", readId(request.body?.id))
        .where(engine.tenantRows(model, callerOf(request)))
        .where("es_send_status", "in", [sendStatus.failed, sendStatus.givenUp])
        // A code or a link is in memory only: there is nothing to send again.
        .where((eb) => eb.or([eb("es_secret", "is", null), eb("es_secret", "=", false)]))
        .returning("id")
        .execute();
      if (changed.length === 0) throw refuse("这条消息不能重新发送");
      await db.notify(messageChannel, "");
      return ok(null, "已放回队列");
    },
  );
};

function kindOf(type: MessageType): "text" | "html" {
  return type === messageTypes.sms ? "text" : "html";
}

/** @throws AppError 解析Json出错！ */
function readData(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === "") return {};
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data === "object" && data !== null && !Array.isArray(data))
      return data as Readonly<Record<string, unknown>>;
  } catch {
    // Said below.
  }
  throw refuse("解析Json出错！");
}

function failed() {
  return refuse("发送消息任务添加失败！");
}
