import { type RawBuilder, sql } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { Page } from "../../../runtime/wire/envelope.ts";
import type { Caller } from "../../auth/caller.ts";
import { splitList } from "../../auth/user-store.ts";
import type { Queryable } from "../../db/database.ts";
import { keptPlan } from "../../db/kept-plan.ts";
import { released, unmadeRows } from "./audience.ts";

/** What the bell shows (contract 04, `listByUser`): the newest unread ones of each kind, and how many there are. */
export interface Unread {
  readonly anntMsgList: readonly Row[];
  readonly anntMsgTotal: number;
  readonly sysMsgList: readonly Row[];
  readonly sysMsgTotal: number;
}

const categories = { notice: "1", system: "2" } as const;

/**
 * One statement: after a restart or a notice to everybody a thousand bells ask at once.
 *
 * @param isBrief without the contents, which may be long
 * @returns undefined when rows of the caller's have to be made first (`makeOwnRows`)
 */
export async function listUnread(
  db: Queryable,
  caller: Caller,
  limit: number,
  isBrief: boolean,
): Promise<Unread | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select unmade.some as is_unmade, unread.* from (select exists (${unmadeRows(caller)}) as some) unmade
    left join (select * from (
      select ${columns(isBrief)}, a.msg_category as kind, count(*) over (partition by a.msg_category) as total,
        row_number() over (partition by a.msg_category order by a.send_time desc, a.id desc) as place
      ${ownRows(caller)} and s.read_flag = '0') numbered
    where place <= ${limit}) unread on true order by unread.place ${keptPlan}`.execute(db);
  if (rows[0]?.is_unmade === true) return undefined;
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const total = (kind: string) => Number(of(kind)[0]?.total ?? 0);
  return {
    anntMsgList: of(categories.notice).map(readAnnouncement),
    anntMsgTotal: total(categories.notice),
    sysMsgList: of(categories.system).map(readAnnouncement),
    sysMsgTotal: total(categories.system),
  };
}

export interface OwnQuery {
  readonly titile?: string;
  readonly sender?: string;
  readonly readFlag?: string;
  readonly msgCategory?: string;
  readonly busType?: string;
  readonly priority?: string;
}

const equalities = {
  sender: "a.sender",
  readFlag: "s.read_flag",
  msgCategory: "a.msg_category",
  busType: "a.bus_type",
  priority: "a.priority",
} as const;

/** All of the caller's announcements, unread first, then the newest (contract 04, `getMyAnnouncementSend`). */
export async function listOwn(
  db: Queryable,
  caller: Caller,
  query: OwnQuery,
  page: { readonly pageNo: number; readonly pageSize: number },
): Promise<Page<Row>> {
  const { pageNo, pageSize } = page;
  const where = [ownRows(caller), ...conditions(query)];
  const from = sql.join(where, sql` and `);
  const { rows: counted } = await sql<{ total: string }>`select count(*) as total ${from}`.execute(db);
  const total = Number(counted[0]?.total ?? 0);
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns(false)}, s.id as send_id ${from}
    order by s.read_flag, a.send_time desc, a.id desc
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db);
  const names = await fileNames(db, rows);
  const records = rows.map((row) => ({
    ...readAnnouncement(row),
    ...names(row),
    id: String(row.send_id),
    anntId: String(row.id),
  }));
  return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) };
}

/** One of the caller's announcements with its contents; undefined for one that is not meant for them. */
export async function findOwn(db: Queryable, caller: Caller, anntId: string): Promise<Row | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns(false)} ${ownRows(caller)} and a.id = ${anntId}`.execute(db);
  const [row] = rows;
  return row && { ...readAnnouncement(row), ...(await fileNames(db, rows))(row) };
}

/** The names that attachments were uploaded with, in the order of their paths; readers may not list files. */
async function fileNames(db: Queryable, rows: readonly Row[]): Promise<(row: Row) => Row> {
  const paths = rows.flatMap((row) => splitList(row.files));
  if (paths.length === 0) return () => ({});
  const { rows: files } = await sql<{ url: string; file_name: string }>`
    select url, file_name from sys_oss_file where url = any(${sql.val(paths)}::text[])`.execute(db);
  const names = new Map(files.map((file) => [file.url, file.file_name]));
  // A comma in a name would look like two.
  return ({ files: joined }) => ({
    files_dictText: splitList(joined)
      .map((path) => (names.get(path) ?? path).replaceAll(",", "，"))
      .join(","),
  });
}

function conditions(query: OwnQuery): RawBuilder<unknown>[] {
  const made: RawBuilder<unknown>[] = [];
  const title = query.titile?.replaceAll("*", "").trim();
  if (title) made.push(sql`strpos(a.titile, ${title}) > 0`);
  for (const [name, column] of Object.entries(equalities)) {
    const value = query[name as keyof typeof equalities];
    if (value) made.push(sql`${sql.ref(column)} = ${value}`);
  }
  return made;
}

function ownRows({ userId, tenantId }: Caller): RawBuilder<unknown> {
  return sql`from sys_announcement_send s join sys_announcement a on a.id = s.annt_id
    left join sys_user u on u.username = a.sender
    where s.user_id = ${userId} and a.send_status = ${released} and coalesce(a.del_flag, 0) = 0
      and a.tenant_id in (0, ${tenantId})`;
}

const shown =
  "id,titile,msg_abstract,sender,priority,msg_category,msg_type,send_status,send_time,start_time,end_time,bus_type,bus_id,open_type,open_page,files,create_time".split(
    ",",
  );

function columns(isBrief: boolean): RawBuilder<unknown> {
  const own = (isBrief ? shown : [...shown, "msg_content"]).map((name) => sql.ref(`a.${name}`));
  return sql.join([...own, sql`s.user_id`, sql`s.read_flag`, sql`u.realname as sender_name`]);
}

function readAnnouncement(row: Readonly<Record<string, unknown>>): Row {
  return {
    id: String(row.id),
    anntId: String(row.id),
    userId: row.user_id,
    titile: row.titile,
    ...("msg_content" in row ? { msgContent: row.msg_content } : {}),
    msgAbstract: row.msg_abstract,
    sender: row.sender,
    sender_dictText: row.sender_name ?? row.sender,
    priority: row.priority,
    readFlag: row.read_flag,
    sendTime: row.send_time,
    startTime: row.start_time,
    endTime: row.end_time,
    createTime: row.create_time,
    msgCategory: row.msg_category,
    msgType: row.msg_type,
    sendStatus: row.send_status,
    busId: row.bus_id,
    busType: row.bus_type,
    openType: row.open_type,
    openPage: row.open_page,
    files: row.files,
  };
}
