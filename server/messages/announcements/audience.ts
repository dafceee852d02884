import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { Caller } from "../../auth/caller.ts";
import { splitList } from "../../auth/user-store.ts";
import type { Queryable, Tables } from "../../db/database.ts";
import type { NewId } from "../../db/ids.ts";
import { keptPlan } from "../../db/kept-plan.ts";
import type { FileRecord } from "../../files/file-records.ts";
import { type LivePush, pushOnCommit } from "../../live/live-push.ts";

/** Values of the wire (contract 04 §4.1). */
export const released = "1";
const toSome = "USER";
export const toAll = "ALL";

/**
 * Whether announcement `a` is meant for user `u` by what they are. Those to roles and departments follow who holds the
 * role or belongs to the department, or to one below it, now; those to chosen people are rows, made when they are
 * saved.
 */
export const isMeantFor = sql<boolean>`case a.msg_type
  when 'USER' then false
  when 'ROLE' then exists (select 1 from sys_user_role link
    where link.user_id = u.id and link.role_id = any(string_to_array(a.role_ids, ',')))
  when 'DEPART' then exists (select 1 from sys_user_depart link join sys_depart own on own.id = link.dep_id
    join sys_depart top on starts_with(own.org_code, top.org_code)
    where link.user_id = u.id and coalesce(top.del_flag, 0) = 0 and coalesce(own.del_flag, 0) = 0
      and top.id = any(string_to_array(a.depart_ids, ',')))
  else true end
  and (a.end_time is null or u.create_time is null or a.end_time >= u.create_time)`;

/** One row per addressed person; who was taken off the list, or is not meant any more, loses theirs. */
export async function syncSendRows(trx: Transaction<Tables>, announcement: Row, newId: NewId, now: string) {
  const anntId = String(announcement.id);
  if (announcement.msgType !== toSome) {
    if (announcement.msgType === toAll) return;
    await sql`delete from sys_announcement_send s using sys_announcement a, sys_user u
      where s.annt_id = ${anntId} and a.id = s.annt_id and u.id = s.user_id and not (${isMeantFor})`.execute(trx);
    return;
  }
  const wanted = splitList(announcement.userIds);
  const rows = await trx.selectFrom("sys_announcement_send").select("user_id").where("annt_id", "=", anntId).execute();
  const known = new Set(rows.map((row) => String(row.user_id)));
  const gone = [...known].filter((id) => !wanted.includes(id));
  if (gone.length > 0) {
    await trx.deleteFrom("sys_announcement_send").where("annt_id", "=", anntId).where("user_id", "in", gone).execute();
  }
  const added = wanted.filter((id) => !known.has(id)).map((userId) => sendRow(newId(), anntId, userId, now));
  if (added.length > 0)
    await trx
      .insertInto("sys_announcement_send")
      .values(added)
      .onConflict((conflict) => conflict.columns(["user_id", "annt_id"]).doNothing())
      .execute();
}

/**
 * The caller's rows of announcements to everybody, made when they first look. One that ended before they came is not
 * theirs.
 */
export async function makeOwnRows(db: Queryable, caller: Caller, newId: NewId, now: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`${unmadeRows(caller)} ${keptPlan}`.execute(db);
  if (rows.length === 0) return;
  const values = rows.map(({ id }) => sendRow(newId(), id, caller.userId, now));
  // Two tabs may look at the same moment.
  await db
    .insertInto("sys_announcement_send")
    .values(values)
    .onConflict((conflict) => conflict.columns(["user_id", "annt_id"]).doNothing())
    .execute();
}

/** Ids of the announcements to everybody, or to a role or department of the caller, of which they have no row yet. */
export function unmadeRows({ userId, tenantId }: Caller): RawBuilder<unknown> {
  return sql`select a.id from sys_announcement a join sys_user u on u.id = ${userId}
    where a.send_status = ${released} and a.msg_type <> ${toSome} and coalesce(a.del_flag, 0) = 0
      and a.tenant_id in (0, ${tenantId})
      and not exists (select 1 from sys_announcement_send s where s.annt_id = a.id and s.user_id = u.id)
      and ${isMeantFor}`;
}

/** Whether a released announcement is meant for the caller. */
export async function isAddressed(db: Queryable, anntId: string, caller: Caller): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_announcement a join sys_user u on u.id = ${caller.userId}
    where a.id = ${anntId} and a.send_status = ${released} and coalesce(a.del_flag, 0) = 0
      and a.tenant_id in (0, ${caller.tenantId})
      and (exists (select 1 from sys_announcement_send s where s.annt_id = a.id and s.user_id = u.id)
        or ${isMeantFor})`.execute(db);
  return rows.length > 0;
}

/** Whether a file hangs on a released announcement that is meant for the caller. */
export async function isAttachedForReader(db: Queryable, file: FileRecord, caller: Caller): Promise<boolean> {
  if (file.ownerModel !== "system/announcement" || !file.ownerId) return false;
  return isAddressed(db, file.ownerId, caller);
}

/** Wakes the bells of those an announcement is meant for, once the transaction has committed. */
export function pushAnnouncement(trx: Transaction<Tables>, announcement: Row): void {
  pushOnCommit(trx, announcementPush(announcement));
}

export function announcementPush(announcement: Row): LivePush {
  const text = { msgId: String(announcement.id), msgTxt: String(announcement.titile ?? "") };
  if (announcement.msgType === toSome) {
    return { frame: { cmd: "user", userId: "", ...text }, userIds: splitList(announcement.userIds) };
  }
  const tenantId = Number(announcement.tenantId ?? 0);
  // A title is not told to those whom it is not meant for: their bells ask, and learn nothing.
  const told = announcement.msgType === toAll ? text : { msgId: "", msgTxt: "" };
  return { frame: { cmd: "topic", ...told }, ...(tenantId === 0 ? {} : { tenantId }) };
}

function sendRow(id: string, anntId: string, userId: string, now: string) {
  return {
    id,
    version: 1,
    annt_id: anntId,
    user_id: userId,
    read_flag: "0",
    tenant_id: 0,
    create_by: "system",
    create_time: now,
  };
}
