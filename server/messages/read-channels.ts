import { sql } from "kysely";
import type { Queryable } from "../db/database.ts";
import { channelNames } from "./channel-names.ts";
import { type MessageType, messageTypes, sendStatus } from "./message-queue.ts";
import type { Transports } from "./transport.ts";

export interface ChannelRow {
  readonly id: MessageType;
  readonly name: string;
  readonly state: "ready" | "development" | "off";
  readonly target: string | null;
  readonly sentTime: string | null;
  readonly failedTime: string | null;
  readonly failedReason: string | null;
}

interface Last {
  readonly type: string;
  readonly sent: string | null;
  readonly failed: string | null;
  readonly reason: string | null;
}

/** What can be sent how, and how the last messages of each kind fared. */
export async function readChannels(db: Queryable, transports: Transports): Promise<readonly ChannelRow[]> {
  const { rows } = await sql<Last>`
    select es_type as type, max(es_send_time) filter (where es_send_status = ${sendStatus.sent}) as sent,
      max(es_send_time) filter (where es_send_status <> ${sendStatus.sent}) as failed,
      (array_agg(es_result order by es_send_time desc) filter (where es_send_status <> ${sendStatus.sent}))[1] as reason
    from sys_message where es_send_time is not null group by es_type`.execute(db);
  return Object.values(messageTypes).map((id) => {
    const last = rows.find(({ type }) => type === id);
    const transport = transports[id];
    return {
      id,
      name: channelNames[id],
      state: transport?.state ?? "off",
      target: transport?.target ?? null,
      sentTime: last?.sent ?? null,
      failedTime: last?.failed ?? null,
      failedReason: last?.reason ?? null,
    };
  });
}
