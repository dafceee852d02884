import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Page } from "../../runtime/wire/envelope.ts";
import type { Queryable } from "../db/database.ts";
import type { ReadContext } from "../models/hooks.ts";
import { linksOf } from "../users/links-of.ts";
import { isMeantFor, released } from "./audience.ts";

type Reader = Pick<ReadContext, "database" | "engine" | "caller">;

/** Announcement `a`, the people `u` whom it is or was meant for and their rows `s`, as far as the reader sees people. */
const audienceOf = ({ engine, caller }: Reader, anntId: unknown) => sql`
  from sys_announcement a join sys_user u on u.status = 1 and ${engine.tenantRows("system/user", caller, "u")}
  left join sys_announcement_send s on s.annt_id = a.id and s.user_id = u.id
  where a.id = ${anntId} and (s.id is not null or ${isMeantFor})`;

/** How many of those an announcement is meant for have read it; nothing before it is released. */
export async function readCounts(reader: Reader, announcement: Row): Promise<Row> {
  if (announcement.sendStatus !== released) return {};
  const { rows } = await sql<{ read: string; people: string }>`
    select count(*) filter (where s.read_flag = '1') as read, count(*) as people
    ${audienceOf(reader, announcement.id)}`.execute(reader.database);
  const { read, people } = rows[0] ?? { read: 0, people: 0 };
  return { readCount: Number(read), unreadCount: Number(people) - Number(read) };
}

/** Who has read an announcement, the latest first, and then who has not, by account; `realname` is a part of the name. */
export async function listReceipts(
  reader: Reader,
  anntId: string,
  query: { readonly readFlag?: string | undefined; readonly realname?: string | undefined },
  page: { readonly pageNo: number; readonly pageSize: number },
): Promise<Page<Row>> {
  const { pageNo, pageSize } = page;
  const flag = sql`coalesce(s.read_flag, '0')`;
  const name = query.realname?.replaceAll("*", "").trim() ?? "";
  const { rows } = await sql<Row>`
    select u.id, u.realname, u.username, ${flag} as "readFlag", s.read_time as "readTime",
      count(*) over () as total ${audienceOf(reader, anntId)}
      ${query.readFlag ? sql`and ${flag} = ${query.readFlag}` : sql``}
      ${name === "" ? sql`` : sql`and strpos(u.realname, ${name}) > 0`}
    order by ${flag} desc, s.read_time desc nulls last, u.username
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(reader.database);
  const departs = await linksOf(
    reader,
    "sys_user_depart",
    rows.map((row) => String(row.id)),
  );
  const total = Number(rows[0]?.total ?? 0);
  const records = rows.map(({ total: _total, ...row }) => ({
    ...row,
    departName: departs.get(String(row.id))?.names.replaceAll(",", " | ") ?? null,
  }));
  return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) };
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
