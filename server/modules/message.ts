import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { channelNames } from "../messages/channel-names.ts";
import { type MessageType, messageChannel, messageTypes, queueMessage, sendStatus } from "../messages/message-queue.ts";
import { readChannels } from "../messages/read-channels.ts";
import { renderTemplate } from "../messages/render-template.ts";
import { readId } from "../models/engine-parts.ts";

interface SendBody {
  readonly msgType?: unknown;
  readonly receiver?: unknown;
  readonly templateCode?: unknown;
  readonly testData?: unknown;
}

/** Sending from a template, and sending again what did not go (contract 04 §4.2). */
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

  api.put<{ Body: { readonly id?: unknown } | null }>(
    "/sys/message/sysMessage/resend",
    { config: { permission: "system:message:resend" } },
    async (request) => {
      const changed = await db.kysely
        .updateTable("sys_message")
        .set({ es_send_status: sendStatus.waiting, es_send_num: 0, next_send_time: clock() })
        .where("id", "=", readId(request.body?.id))
        .where(engine.tenantRows("system/message", callerOf(request)))
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
