import { type Expression, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { typedValue } from "../../runtime/query/typed-value.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import type { Queryable, Tables } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { refuseField } from "../http/refusal.ts";
import { cleanHtml } from "../models/html/clean-html.ts";
import { channelNames } from "./channel-names.ts";
import { type MessageType, messageChannel, messageTypes, sendStatus } from "./message-queue.ts";
import { escapeHtml } from "./render-template.ts";
import type { Transports } from "./transport.ts";

/** What a person writes of a message; who sends it, its status and its tries are the server's. */
export interface WrittenMessage {
  readonly type: MessageType;
  readonly receiver: string;
  readonly title: string;
  readonly content: string;
  /** When it leaves; undefined for at once. */
  readonly sendAt: string | undefined;
}

const longest = { esReceiver: 100, esTitle: 100, esContent: 20_000 } as const;
const names = { esReceiver: "接收人", esTitle: "消息标题", esContent: "消息内容" } as const;

/**
 * A message from the fields of the contract (04 §4.2). Mail and system messages are HTML and are cleaned.
 *
 * @param now a time to send that lies before it is none
 * @throws AppError INVALID, CHANNEL_OFF for a way that is not configured
 */
export function readMessage(body: Readonly<Record<string, unknown>>, transports: Transports, now: string) {
  const type = Object.values(messageTypes).find((known) => known === String(body.esType ?? ""));
  if (type === undefined) throw refuseField("esType", "发送方式不在可选范围内");
  if (!transports[type]) throw new AppError("CHANNEL_OFF", { details: { channel: channelNames[type] } });
  const text = (name: keyof typeof longest) => {
    const value = typeof body[name] === "string" ? body[name].trim() : "";
    if (value === "") throw refuseField(name, `请输入${names[name]}`);
    if (value.length > longest[name]) throw refuseField(name, `${names[name]}最多 ${longest[name]} 个字符`);
    return value;
  };
  const content = text("esContent");
  const written: WrittenMessage = {
    type,
    receiver: text("esReceiver"),
    title: text("esTitle"),
    content: type === messageTypes.sms ? content : cleanHtml(asHtml(content)),
    sendAt: readTime(body.esSendTime, now),
  };
  if (written.content === "") throw refuseField("esContent", `请输入${names.esContent}`);
  return written;
}

/**
 * Text without a tag and an entity is plain text, as people write it into a box: its lines stay lines, a < is a <. What
 * was made of it has one or the other, so that a message that is saved again stays as it is.
 */
function asHtml(text: string): string {
  return /<[a-z!/][^>]*>|&(#\d+|[a-z]+);/i.test(text) ? text : escapeHtml(text).replaceAll(/\r\n?|\n/g, "<br>");
}

function readTime(value: unknown, now: string): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const time = typedValue({ type: "datetime" }, String(value));
  if (typeof time !== "string") throw refuseField("esSendTime", "发送时间不是有效的时间");
  return time > now ? time : undefined;
}

/**
 * Whether a message waits and nobody has begun to send it: whoever takes it moves its next time, away from the time
 * that was wished. Codes and links are sent from memory; their rows only tell of it.
 */
export const isWaiting = (now: string): Expression<SqlBool> => sql<SqlBool>`(es_send_status = ${sendStatus.waiting}
  and not coalesce(es_secret, false)
  and (next_send_time <= ${now}::timestamp or coalesce(next_send_time = es_send_time, false)))`;

/** What was written of a message, by the names of the contract. */
export function storedMessage(db: Queryable, id: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  return db
    .selectFrom("sys_message")
    .select([
      "es_type as esType",
      "es_receiver as esReceiver",
      "es_title as esTitle",
      "es_content as esContent",
      "es_send_time as esSendTime",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Writes a message anew that waits. @returns whether it still did */
export async function rewriteMessage(
  trx: Transaction<Tables>,
  { id, version }: { readonly id: string; readonly version: number },
  message: WrittenMessage,
  { now, username }: { readonly now: string; readonly username: string },
): Promise<boolean> {
  const changed = await trx
    .updateTable("sys_message")
    .set({
      es_type: message.type,
      es_receiver: message.receiver,
      es_title: message.title,
      es_content: message.content,
      // It was filled into another text.
      es_template: null,
      es_param: null,
      es_send_time: message.sendAt ?? null,
      next_send_time: message.sendAt ?? now,
      version: version + 1,
      update_by: username,
      update_time: now,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .where(isWaiting(now))
    .returning("id")
    .executeTakeFirst();
  notifyOnCommit(trx, messageChannel);
  return changed !== undefined;
}

/** A row that was taken out of the outbox. */
export interface RemovedMessage {
  readonly id: string;
  readonly type: string;
  readonly receiver: string;
  readonly title: string;
  readonly status: string;
}

/**
 * Takes messages out of the outbox; one that waits is not sent. One that is being sent stays: it leaves no trace
 * otherwise.
 *
 * @param own the rows that the caller may change
 */
export async function removeMessages(
  db: Queryable,
  ids: readonly string[],
  own: Expression<SqlBool> | RawBuilder<SqlBool>,
  now: string,
): Promise<readonly RemovedMessage[]> {
  const rows = await db
    .deleteFrom("sys_message")
    .where("id", "in", [...ids])
    .where(own)
    .where((eb) => eb.or([eb("es_send_status", "!=", sendStatus.waiting), isWaiting(now)]))
    .returning(["id", "es_type", "es_receiver", "es_title", "es_send_status"])
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    type: String(row.es_type),
    receiver: String(row.es_receiver),
    title: String(row.es_title),
    status: String(row.es_send_status),
  }));
}
