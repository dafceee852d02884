import { sql } from "kysely";
import { defaultTenant } from "../auth/caller.ts";
import { splitList } from "../auth/user-store.ts";
import type { Database } from "../db/database.ts";
import type { NewId } from "../db/ids.ts";
import { listColumn } from "../db/list-column.ts";
import { cleanHtml } from "../models/html/clean-html.ts";
import { pushAnnouncement, released, syncSendRows } from "./announcements/audience.ts";
import { type SendMessage, SendRefused } from "./transport.ts";

/** A system message: a notice in the bells of the named users. */
export function systemSender(db: Database, newId: NewId, clock: () => string): SendMessage {
  return async ({ id: messageId, receiver, title, content, tenantId = defaultTenant }) => {
    const names = splitList(receiver);
    const users = names.length === 0 ? [] : await usersNamed(db, names, tenantId);
    const missing = names.filter((name) => !users.some((user) => user.username === name));
    if (names.length === 0 || missing.length > 0) throw new SendRefused(`没有用户：${missing.join(",")}`);
    await db.transaction(async (trx) => {
      const now = clock();
      const announcement = {
        id: newId(),
        titile: title,
        msgType: "USER",
        userIds: users.map((user) => String(user.id)).join(","),
      };
      await trx
        .insertInto("sys_announcement")
        .values({
          id: announcement.id,
          version: 1,
          titile: title,
          msg_content: cleanHtml(content),
          msg_category: "2",
          msg_type: announcement.msgType,
          user_ids: announcement.userIds,
          priority: "L",
          send_status: released,
          send_time: now,
          sender: "system",
          bus_type: "message",
          bus_id: messageId,
          del_flag: 0,
          tenant_id: tenantId,
          create_by: "system",
          create_time: now,
        })
        .execute();
      await syncSendRows(trx, announcement, newId, now);
      pushAnnouncement(trx, announcement);
    });
  };
}

/** Bells are rung within the tenant; the platform reaches everybody. */
async function usersNamed(db: Database, names: readonly string[], tenantId: number) {
  return db.kysely
    .selectFrom("sys_user")
    .select(["id", "username"])
    .where("username", "in", names)
    .$if(tenantId !== defaultTenant, (query) =>
      query.where(sql<boolean>`${listColumn(sql.ref("rel_tenant_ids"))} && array[cast(${String(tenantId)} as text)]`),
    )
    .execute();
}
