import type { Queryable } from "../db/database.ts";
import type { NewId } from "../models/ids.ts";
import { messageTypes, sendStatus } from "./message-queue.ts";

/** A short message on its way out. */
export interface OutgoingSms {
  readonly receiver: string;
  readonly title: string;
  readonly content: string;
  /** Why it is only recorded and must not be sent. */
  readonly withheld?: string;
}

/** The one way out for short messages; a provider takes the place of the outbox. */
export interface SmsSender {
  /** Hands one message over within the caller's transaction. */
  send(db: Queryable, message: OutgoingSms): Promise<void>;
}

/** The default sender: writes to the outbox (model `system/message`), which administrators read. */
export function outboxSender(newId: NewId, clock: () => string): SmsSender {
  return {
    async send(db, { receiver, title, content, withheld }) {
      const now = clock();
      await db
        .insertInto("sys_message")
        .values({
          id: newId(),
          version: 1,
          es_title: title,
          es_type: messageTypes.sms,
          es_receiver: receiver,
          es_content: content,
          es_send_time: now,
          es_send_status: withheld === undefined ? sendStatus.sent : sendStatus.givenUp,
          es_send_num: withheld === undefined ? 1 : 0,
          es_result: withheld ?? null,
          tenant_id: 0,
          create_by: "system",
          create_time: now,
        })
        .execute();
    },
  };
}
