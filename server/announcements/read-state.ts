import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Queryable } from "../db/database.ts";
import type { ReadContext } from "../models/hooks.ts";
import { released } from "./audience.ts";

/** How many of those an announcement is meant for have read it; nothing before it is released. */
export async function readCounts(
  { database, engine, caller }: Pick<ReadContext, "database" | "engine" | "caller">,
  announcement: Row,
): Promise<Row> {
  if (announcement.sendStatus !== released) return {};
  const { rows } = await sql<{ read: string; made: string; people: string }>`
    select count(*) filter (where read_flag = '1') as read, count(*) as made,
      (select count(*) from sys_user where status = 1 and ${engine.tenantRows("system/user", caller)}) as people
    from sys_announcement_send where annt_id = ${announcement.id}`.execute(database);
  const { read, made, people } = rows[0] ?? { read: 0, made: 0, people: 0 };
  const audience = announcement.msgType === "USER" ? Number(made) : Math.max(Number(people), Number(made));
  return { readCount: Number(read), unreadCount: audience - Number(read) };
}

/** Marks one announcement, or all, as read by a person. @returns whether anything changed */
export async function markRead(
  db: Queryable,
  userId: string,
  anntId: string | undefined,
  now: string,
): Promise<boolean> {
  const changed = await db
    .updateTable("sys_announcement_send")
    .set({ read_flag: "1", read_time: now })
    .where("user_id", "=", userId)
    .where("read_flag", "=", "0")
    .$if(anntId !== undefined, (query) => query.where("annt_id", "=", anntId ?? ""))
    .returning("id")
    .execute();
  return changed.length > 0;
}
