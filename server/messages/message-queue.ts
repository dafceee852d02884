import type { Transaction } from "kysely";
import { notifyOnCommit } from "../db/commit-notices.ts";
import type { Tables } from "../db/database.ts";

/** Wakes the dispatchers of all server processes. */
export const messageChannel = "message";

/** `esType` of the contract. */
export const messageTypes = { sms: "1", mail: "2", wechat: "3", system: "4" } as const;
export type MessageType = (typeof messageTypes)[keyof typeof messageTypes];

/** `esSendStatus`: waiting, sent, failed and to be tried again, given up. */
export const sendStatus = { waiting: "0", sent: "1", failed: "2", givenUp: "3" } as const;

/** A message on its way out. */
export interface OutgoingMessage {
  readonly type: MessageType;
  /** A mobile number, mail addresses or user names, by type; several joined by commas. */
  readonly receiver: string;
  readonly title: string;
  /** Text for short messages, HTML for mail and system messages. */
  readonly content: string;
  /** Code of the template and the JSON object that the content was made from. */
  readonly template?: string;
  readonly param?: string;
  /** When it leaves, `yyyy-MM-dd HH:mm:ss` in the business time zone; default at once. */
  readonly sendAt?: string | undefined;
  readonly createBy: string;
  readonly tenantId: number;
}

/** Puts a message into the outbox; it leaves when the transaction has committed. */
export async function queueMessage(
  trx: Transaction<Tables>,
  message: OutgoingMessage,
  { id, now }: { readonly id: string; readonly now: string },
): Promise<void> {
  await trx
    .insertInto("sys_message")
    .values({
      id,
      version: 1,
      es_title: message.title,
      es_type: message.type,
      es_receiver: message.receiver,
      es_template: message.template ?? null,
      es_param: message.param ?? null,
      es_content: message.content,
      es_send_status: sendStatus.waiting,
      es_send_num: 0,
      es_send_time: message.sendAt ?? null,
      next_send_time: message.sendAt ?? now,
      tenant_id: message.tenantId,
      create_by: message.createBy,
      create_time: now,
    })
    .execute();
  notifyOnCommit(trx, messageChannel);
}
