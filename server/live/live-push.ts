import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { notifyOnCommit } from "../db/commit-notices.ts";
import type { Database, Tables } from "../db/database.ts";
import type { LiveFrame } from "./frames.ts";

/** Payload: a `LivePush` as JSON; empty: some may have been missed. */
export const liveChannel = "live";

/** A frame and who hears it. */
export interface LivePush {
  readonly frame: LiveFrame;
  /** Absent: everybody. */
  readonly userIds?: readonly string[];
  /** Only sessions of this tenant; absent: of all. */
  readonly tenantId?: number;
}

/** As it travels: the process that sent it hears it twice, so it carries a name. */
export interface NamedPush extends LivePush {
  readonly id: string;
}

/** Ids in one notification, which may have 8,000 bytes. */
const idsPerNotification = 100;

/** Sends when the transaction has committed; the truth of it is in the tables. */
export function pushOnCommit(trx: Transaction<Tables>, push: LivePush): void {
  for (const payload of payloadsOf(push)) notifyOnCommit(trx, liveChannel, payload);
}

/** Sends at once, to every server process. */
export async function pushNow(db: Pick<Database, "notify">, push: LivePush): Promise<void> {
  for (const payload of payloadsOf(push)) await db.notify(liveChannel, payload);
}

function payloadsOf(push: LivePush): string[] {
  const { userIds } = push;
  if (userIds === undefined) return [name(push)];
  const payloads: string[] = [];
  for (let from = 0; from < userIds.length; from += idsPerNotification) {
    payloads.push(name({ ...push, userIds: userIds.slice(from, from + idsPerNotification) }));
  }
  return payloads;
}

function name(push: LivePush): string {
  return JSON.stringify({ id: randomUUID(), ...push } satisfies NamedPush);
}
