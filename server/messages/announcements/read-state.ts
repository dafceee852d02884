import { sql } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { Page } from "../../../runtime/wire/envelope.ts";
import type { Queryable } from "../../db/database.ts";
import type { ReadContext } from "../../models/hooks.ts";
import { linksOf } from "../../models/links-of.ts";
import { isMeantFor, released } from "./audience.ts";

type Reader = Pick<ReadContext, "database" | "engine" | "caller">;

/** Announcements `a`, the people `u` whom each is or was meant for and their rows `s`, as far as the reader sees people. */
const audienceOf = ({ engine, caller }: Reader, anntIds: readonly string[]) => sql`
  from sys_announcement a join sys_user u on u.status = 1 and ${engine.tenantRows("system/user", caller, "u")}
  left join sys_announcement_send s on s.annt_id = a.id and s.user_id = u.id
  where a.id in (${sql.join(anntIds)}) and (s.id is not null or ${isMeantFor})`;

/** Puts into the released ones of these rows how many of those they are meant for have read them, all by one query. */
export async function fillReadCounts(reader: Reader, rows: readonly Row[]): Promise<void> {
  const shown = rows.filter(({ sendStatus }) => sendStatus === released);
  if (shown.length === 0) return;
  const ids = shown.map(({ id }) => String(id));
  const { rows: counts } = await sql<{ id: string; read: string; people: string }>`
    select a.id, count(*) filter (where s.read_flag = '1') as read, count(*) as people
    ${audienceOf(reader, ids)} group by a.id`.execute(reader.database);
  const countOf = new Map(counts.map((count) => [String(count.id), count]));
  for (const row of shown) {
    const { read, people } = countOf.get(String(row.id)) ?? { read: 0, people: 0 };
    Object.assign(row, { readCount: Number(read), unreadCount: Number(people) - Number(read) });
  }
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
      count(*) over () as total ${audienceOf(reader, [anntId])}
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
